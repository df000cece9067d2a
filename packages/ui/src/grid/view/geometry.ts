import type { Columns } from '../model/columns.ts';
import type { RowTops } from '../model/row-tops.ts';
import type { Place, Range } from '../model/selection.ts';

/** As high as a target has to be under a thumb; `grid.css` says the same. No page is there where a test runs. */
export const headerHeight =
  typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches ? 44 : 36;

/** Where rows and columns stand in the scrolled content, now. */
export interface Geometry {
  readonly columns: Columns;
  readonly tops: RowTops;
  /** List pixel minus content pixel (see ScrollMap). */
  readonly offset: number;
}

/** Pixels of the content. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const rowTop = ({ tops, offset }: Geometry, row: number): number =>
  headerHeight + tops.top(row) - offset;

export function rangeRect(geometry: Geometry, { rows, columns }: Range): Rect | null {
  const first = geometry.columns.list[columns[0]];
  const last = geometry.columns.list[columns[1]];
  if (!first || !last) return null;
  const top = rowTop(geometry, rows[0]);
  return {
    left: first.left,
    top,
    width: last.left + last.width - first.left,
    height: rowTop(geometry, rows[1]) + geometry.tops.rowHeight - top,
  };
}

export const placeRect = (geometry: Geometry, { row, column }: Place): Rect | null =>
  rangeRect(geometry, { rows: [row, row], columns: [column, column] });

/** The line between two rows where dragged ones would go; before the first one it stands below the header. */
export const gapRect = (geometry: Geometry, gap: number): Rect => ({
  left: 0,
  top: rowTop(geometry, gap) - (gap === 0 ? 0 : 2),
  width: geometry.columns.width,
  height: 2,
});

/** Heights of rows (look, section 3); a coarse pointer needs 40. */
export const rowHeights = { short: 36, medium: 40, tall: 100 } as const;
