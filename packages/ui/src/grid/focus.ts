import type { GridController } from './grid-controller.ts';
import { selectCell } from './model/selection.ts';

const focused = (element: HTMLElement | null | undefined): boolean => {
  element?.focus({ preventScroll: true });
  return element !== null && element !== undefined;
};

/** The focus goes to the header of a column. False where it has nothing to press. */
export function toHeader(grid: GridController, index: number): boolean {
  const column = grid.column(index);
  if (column === undefined) return false;
  grid.revealColumn(index);
  return focused(grid.elements?.root.querySelector<HTMLElement>(`[data-field-menu="${column.field.id}"]`));
}

/** A row's box in the window; that of all rows for -1. */
export const boxOf = ({ elements }: GridController, row: number): HTMLElement | null =>
  elements?.root.querySelector<HTMLElement>(`:not(.is-out)[aria-rowindex="${row + 2}"] .wg-row-box`) ?? null;

/** The focus goes to a row's box, the selection to its first cell; -1: to the box of all rows. False where there is none. */
export function toBox(grid: GridController, row: number): boolean {
  if (!grid.canEdit || grid.state.columns.check === 0) return false;
  if (row >= 0) grid.select(selectCell({ row, column: 0 }));
  return focused(boxOf(grid, row));
}

/** The focus goes back to a cell. */
export function toCell(grid: GridController, row: number, column: number): void {
  grid.select(selectCell({ row, column }));
  grid.focus();
}
