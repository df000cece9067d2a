import type { Place, Range } from '../selection.ts';

export type FillWay = 'down' | 'up' | 'right' | 'left';

/** Where a fill goes from a range: the cells beyond it, without the range itself. */
export interface FillTarget {
  readonly way: FillWay;
  readonly range: Range;
}

const isAlongRows = (way: FillWay): boolean => way === 'down' || way === 'up';

/** The cells from a range's edge to the place a pointer is at, along the way it went further; null inside the range. */
export function fillTarget({ rows, columns }: Range, { row, column }: Place): FillTarget | null {
  const ways: readonly (readonly [FillWay, number])[] = [
    ['down', row - rows[1]],
    ['up', rows[0] - row],
    ['right', column - columns[1]],
    ['left', columns[0] - column],
  ];
  const [way, cells] = ways.reduce((far, each) => (each[1] > far[1] ? each : far));
  return cells <= 0 ? null : beyond({ rows, columns }, way, cells);
}

/** So many rows or columns beyond a range's edge. */
export function beyond({ rows, columns }: Range, way: FillWay, cells: number): FillTarget {
  const range = {
    down: { rows: [rows[1] + 1, rows[1] + cells] as const, columns },
    up: { rows: [rows[0] - cells, rows[0] - 1] as const, columns },
    right: { rows, columns: [columns[1] + 1, columns[1] + cells] as const },
    left: { rows, columns: [columns[0] - cells, columns[0] - 1] as const },
  }[way];
  return { way, range };
}

/** The range with what is filled from it. */
export function filledRange(source: Range, { way, range }: FillTarget): Range {
  const { rows, columns } = source;
  if (isAlongRows(way))
    return {
      rows: [Math.min(rows[0], range.rows[0]), Math.max(rows[1], range.rows[1])],
      columns,
    };
  return { rows, columns: [Math.min(columns[0], range.columns[0]), Math.max(columns[1], range.columns[1])] };
}
