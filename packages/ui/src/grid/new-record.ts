import { type BaseRecord, prefilledCells } from '@weft/core';
import { deepEqual } from '@weft/std';
import type { GridController } from './grid-controller.ts';
import { isSingle, type Selection, selectCell } from './model/selection.ts';

/** Adds an empty record at the end and goes to a cell of it. */
export function newRecord(grid: GridController, column = 0): boolean {
  if (!grid.canAdd) return false;
  if (grid.props.search) grid.props.onClearSearch?.();
  const id = grid.props.actions.createRecord();
  grid.layout();
  const row = grid.props.source.indexOf(id);
  // Without a new record nothing is selected: what is typed next must not replace the cell one was on.
  grid.select(row === -1 ? null : selectCell({ row, column }));
  grid.focus();
  return true;
}

/** Whether a record holds no more than a new one of the view does. */
function isEmpty({ data, raw }: BaseRecord, grid: GridController): boolean {
  const { view, table } = grid.props.context;
  const filled = prefilledCells(view.config, table, grid.env);
  return (
    Object.entries(data).every(
      ([id, value]) => value === null || value === false || deepEqual(value, filled[id]),
    ) && Object.keys(raw ?? {}).length === 0
  );
}

/**
 * Goes on in a new record where Enter or Tab passes the last one, as one fills in record after record. Not behind an
 * empty record: a key held down would make more without end, and Tab could not leave the grid. Not in a search either:
 * its last row is not where the table ends.
 */
export function continueInNewRecord(
  grid: GridController,
  selection: Selection,
  along: 'row' | 'column',
): boolean {
  const { source, search = '' } = grid.props;
  const { active, tabbedFrom = active.column } = selection;
  if (!source.countKnown || active.row !== source.rowCount - 1) return false;
  if (along === 'row' && active.column !== grid.extent.columns - 1) return false;
  const record = source.row(active.row);
  if (search !== '' || !isSingle(selection) || record === undefined || isEmpty(record, grid)) return false;
  return newRecord(grid, along === 'row' ? 0 : tabbedFrom);
}
