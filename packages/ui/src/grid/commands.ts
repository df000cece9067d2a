import { shownValue } from '@weft/core';
import { beginEdit, clearCells, editBySpace, openRecord, toggleBoxes, viewFiles } from './edits.ts';
import { fillFromEdge } from './fill.ts';
import type { GridController } from './grid-controller.ts';
import { columnAside } from './model/columns.ts';
import type { Command } from './model/keys.ts';
import {
  extendTo,
  jump,
  move,
  rangeOf,
  type Selection,
  selectCell,
  selectRange,
  step,
} from './model/selection.ts';
import { stepRows } from './move-rows.ts';
import { continueInNewRecord, newRecord } from './new-record.ts';

/** Runs a key's command; false where the browser should handle the key. */
export function runCommand(grid: GridController, command: Command): boolean {
  const { extent, viewport } = grid;
  const selection = grid.state.selection ?? firstCell(grid);
  if (selection === null) return command.type === 'new-record' ? newRecord(grid) : false;
  const last = { row: extent.rows - 1, column: extent.columns - 1 };
  const go = (place: { row: number; column: number }, extend: boolean) =>
    grid.select(extend ? extendTo(selection, place) : selectCell(place));
  const from = 'extend' in command && command.extend ? selection.head : selection.active;
  switch (command.type) {
    case 'move':
      grid.select(move(selection, command, command.extend, extent));
      return true;
    case 'jump':
      go(jumpFrom(grid, from, command.rows, command.columns), command.extend);
      return true;
    case 'page':
      grid.select(
        move(selection, { rows: command.by * viewport.pageRows, columns: 0 }, command.extend, extent),
      );
      return true;
    case 'page-aside':
      go(
        { row: from.row, column: columnAside(grid.state.columns, from.column, command.by, viewport.width) },
        command.extend,
      );
      return true;
    case 'row-edge':
      go({ row: from.row, column: command.end ? last.column : 0 }, command.extend);
      if (!command.end) grid.revealStart();
      return true;
    case 'corner':
      go(command.end ? last : { row: 0, column: 0 }, command.extend);
      if (!command.end) grid.revealStart();
      return true;
    case 'move-rows':
      return stepRows(grid, command.by);
    case 'tab':
      return tab(grid, selection, command.by);
    case 'edit':
      return beginEdit(grid);
    case 'enter':
      return toggleBoxes(grid) || beginEdit(grid) || viewFiles(grid);
    case 'space':
      return toggleBoxes(grid) || editBySpace(grid);
    case 'clear':
      void clearCells(grid);
      return true;
    case 'escape':
      grid.mark({ copied: null });
      if (grid.state.checked.size > 0) grid.check(new Set());
      else grid.select(selectCell(selection.active), false);
      return true;
    case 'select-all':
      grid.select(selectRange({ row: 0, column: 0 }, last), false);
      return true;
    case 'select-row':
      return selectAlong(grid, selection, 'row');
    case 'select-column':
      return selectAlong(grid, selection, 'column');
    case 'new-record':
      return newRecord(grid);
    case 'open-record':
      return openRecord(grid, selection.active.row);
    case 'fill-down':
      return fillFromEdge(grid, 'down');
    case 'fill-right':
      return fillFromEdge(grid, 'right');
    case 'undo':
      grid.props.actions.undo();
      return true;
    case 'redo':
      grid.props.actions.redo();
      return true;
  }
}

const firstCell = ({ extent }: GridController): Selection | null =>
  extent.rows > 0 && extent.columns > 0 ? selectCell({ row: 0, column: 0 }) : null;

/** Tab walks the cells; behind the last one (or backwards from the first) it leaves the grid, if no record begins there. */
function tab(grid: GridController, selection: Selection, by: 1 | -1): boolean {
  const next = step(selection, 'row', by, grid.extent);
  if (next === selection) return by === 1 && continueInNewRecord(grid, selection, 'row');
  grid.select(next);
  return true;
}

function selectAlong(grid: GridController, selection: Selection, along: 'row' | 'column'): boolean {
  const { rows, columns } = rangeOf(selection);
  const { extent } = grid;
  const anchor = along === 'row' ? { row: rows[0], column: 0 } : { row: 0, column: columns[0] };
  const head =
    along === 'row'
      ? { row: rows[1], column: extent.columns - 1 }
      : { row: extent.rows - 1, column: columns[1] };
  grid.select(selectRange(anchor, head), false);
  return true;
}

function jumpFrom(
  grid: GridController,
  from: { readonly row: number; readonly column: number },
  rows: -1 | 0 | 1,
  columns: -1 | 0 | 1,
): { row: number; column: number } {
  const isFilled = (row: number, column: number): boolean | undefined => {
    const record = grid.record(row);
    const field = grid.column(column)?.field;
    if (!record || !field) return undefined;
    const value = shownValue(field, record.data[field.id] ?? null);
    return (value !== null && value !== false) || record.raw?.[field.id] !== undefined;
  };
  if (rows !== 0)
    return { ...from, row: jump(from.row, rows, grid.extent.rows, (row) => isFilled(row, from.column)) };
  if (columns === 0) return { ...from };
  return { ...from, column: jump(from.column, columns, grid.extent.columns, (c) => isFilled(from.row, c)) };
}
