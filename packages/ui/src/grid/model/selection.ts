/** A place in the grid: row and column of the view, from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** What is selected: a rectangle from `anchor` to `head`, and in it the one active cell. */
export interface Selection {
  readonly active: Place;
  readonly anchor: Place;
  readonly head: Place;
  /** The column Tab set out from: Enter goes on below it, as one fills in row after row. */
  readonly tabbedFrom?: number;
}

/** Rows and columns [from, to]. */
export interface Range {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

export interface Extent {
  readonly rows: number;
  readonly columns: number;
}

export const selectCell = (place: Place): Selection => ({ active: place, anchor: place, head: place });

export const extendTo = (selection: Selection, head: Place): Selection => ({
  active: selection.anchor,
  anchor: selection.anchor,
  head,
});

export const selectRange = (anchor: Place, head: Place): Selection => ({ active: anchor, anchor, head });

const sorted = (a: number, b: number): readonly [number, number] => (a < b ? [a, b] : [b, a]);

export const rangeOf = ({ anchor, head }: Selection): Range => ({
  rows: sorted(anchor.row, head.row),
  columns: sorted(anchor.column, head.column),
});

export const isSingle = ({ anchor, head }: Selection): boolean =>
  anchor.row === head.row && anchor.column === head.column;

export const isWithin = (selection: Selection, { row, column }: Place): boolean => {
  const { rows, columns } = rangeOf(selection);
  return row >= rows[0] && row <= rows[1] && column >= columns[0] && column <= columns[1];
};

const clamp = (value: number, count: number): number => Math.min(Math.max(0, value), Math.max(0, count - 1));

export const clampPlace = (place: Place, extent: Extent): Place => ({
  row: clamp(place.row, extent.rows),
  column: clamp(place.column, extent.columns),
});

export const samePlace = (a: Place, b: Place): boolean => a.row === b.row && a.column === b.column;

/**
 * The selection after rows or fields came, went or moved: `row` is where the active record stands now, -1 when that is
 * not known. The same object when nothing changes; null when nothing is left.
 */
export function followRow(selection: Selection, row: number, extent: Extent): Selection | null {
  if (extent.rows === 0 || extent.columns === 0) return null;
  const by = row === -1 ? 0 : row - selection.active.row;
  const kept = (place: Place) => clampPlace({ row: place.row + by, column: place.column }, extent);
  const next = { active: kept(selection.active), anchor: kept(selection.anchor), head: kept(selection.head) };
  const same =
    samePlace(next.active, selection.active) &&
    samePlace(next.anchor, selection.anchor) &&
    samePlace(next.head, selection.head);
  return same ? selection : { ...selection, ...next };
}

/**
 * The selection after columns came, went or moved: each of its places follows its column, by the ids of all columns before
 * and now. Where a column is gone the place stays. The same object when nothing changes.
 */
export function followColumns(
  selection: Selection,
  before: readonly string[],
  now: readonly string[],
): Selection {
  const kept = (place: Place): Place => {
    const id = before[place.column];
    const column = id === undefined ? -1 : now.indexOf(id);
    return column === -1 ? place : { row: place.row, column };
  };
  const next = { active: kept(selection.active), anchor: kept(selection.anchor), head: kept(selection.head) };
  const same =
    samePlace(next.active, selection.active) &&
    samePlace(next.anchor, selection.anchor) &&
    samePlace(next.head, selection.head);
  if (same) return selection;
  const { tabbedFrom: _, ...rest } = selection;
  return { ...rest, ...next };
}

export function move(
  selection: Selection,
  by: { readonly rows: number; readonly columns: number },
  extend: boolean,
  extent: Extent,
): Selection {
  const from = extend ? selection.head : selection.active;
  const to = clampPlace({ row: from.row + by.rows, column: from.column + by.columns }, extent);
  return extend ? extendTo(selection, to) : selectCell(to);
}

/**
 * The next cell after Tab or Enter: through a selected range and round again; without one along the row and on to
 * the next, or down the column, back where Tab set out.
 */
export function step(selection: Selection, along: 'row' | 'column', by: 1 | -1, extent: Extent): Selection {
  const single = isSingle(selection);
  const range = single
    ? { rows: [0, extent.rows - 1] as const, columns: [0, extent.columns - 1] as const }
    : rangeOf(selection);
  const { tabbedFrom = selection.active.column } = selection;
  if (single && along === 'column')
    return move(selection, { rows: by, columns: tabbedFrom - selection.active.column }, false, extent);
  const height = range.rows[1] - range.rows[0] + 1;
  const width = range.columns[1] - range.columns[0] + 1;
  const row = selection.active.row - range.rows[0];
  const column = selection.active.column - range.columns[0];
  const place = along === 'row' ? row * width + column : column * height + row;
  const size = width * height;
  const next = place + by;
  if (single && (next < 0 || next >= size)) return selection;
  const wrapped = (next + size) % size;
  const active =
    along === 'row'
      ? { row: range.rows[0] + Math.floor(wrapped / width), column: range.columns[0] + (wrapped % width) }
      : { row: range.rows[0] + (wrapped % height), column: range.columns[0] + Math.floor(wrapped / height) };
  return single ? { ...selectCell(active), tabbedFrom } : { ...selection, active };
}

/**
 * Where Ctrl+arrow goes: to the last filled cell before a gap, or over the gap to the next filled one, else the edge.
 * `isFilled` answers undefined where a cell is not known; then the edge is the answer.
 */
export function jump(
  from: number,
  by: 1 | -1,
  count: number,
  isFilled: (index: number) => boolean | undefined,
): number {
  const edge = by === 1 ? count - 1 : 0;
  if (from === edge) return from;
  const next = isFilled(from + by);
  const run = isFilled(from) === true && next === true;
  for (let place = from + by; place !== edge + by; place += by) {
    const filled = isFilled(place);
    if (filled === undefined) return edge;
    if (run && !filled) return place - by;
    if (!run && filled) return place;
  }
  return edge;
}
