import { ok } from '@weft/std';
import { planCells } from '../cells.ts';
import type { Cell, CellChange } from '../change.ts';
import type { ActionDefinition } from '../definition.ts';
import { countLabel } from '../names.ts';
import { partsOf } from '../parts.ts';
import { findRecord, findTable } from '../refusal.ts';

const empty: Cell = { value: null };

export const bulkClearCells: ActionDefinition<'BULK_CLEAR_CELLS'> = {
  label: (input) => `Cleared ${countLabel(input.cells.length, 'cell')}`,
  needs: (input) => ({
    records: { tableId: input.tableId, ids: [...new Set(input.cells.map((cell) => cell.recordId))] },
  }),
  divide: (input) => {
    const cells = partsOf(input.cells, (cell) => cell.recordId);
    return (ids) => ({ ...input, cells: cells(ids) });
  },
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const changes: CellChange[] = [];
    for (const [recordId, cells] of Map.groupBy(input.cells, (cell) => cell.recordId)) {
      const record = findRecord(state, input.tableId, recordId);
      if (!record.ok) return record;
      const cleared = Object.fromEntries(cells.map((cell) => [cell.fieldId, empty]));
      const change = planCells(table.value, record.value, cleared);
      if (!change.ok) return change;
      if (change.value !== null) changes.push(change.value);
    }
    return ok(changes);
  },
};
