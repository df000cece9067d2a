import { ok } from '@weft/std';
import { planCells } from '../cells.ts';
import type { ActionDefinition } from '../definition.ts';
import { findRecord, findTable } from '../refusal.ts';

export const updateRecordCell: ActionDefinition<'UPDATE_RECORD_CELL'> = {
  label: (input, metadata) => {
    const fields = metadata.tables.find((table) => table.id === input.tableId)?.fields ?? [];
    const names = fields.filter((field) => field.id in input.cells).map((field) => field.name);
    return names.length === 1 ? `Edited ${names[0]}` : `Edited ${names.length} cells`;
  },
  needs: (input) => ({ records: { tableId: input.tableId, ids: [input.recordId] } }),
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const record = findRecord(state, input.tableId, input.recordId);
    if (!record.ok) return record;
    const change = planCells(table.value, record.value, input.cells, input.from);
    if (!change.ok) return change;
    return ok(change.value === null ? [] : [change.value]);
  },
  merging: {
    within: 700,
    // The same cell only: edits of two cells are two steps of undo.
    key: (input) => `${input.recordId}/${Object.keys(input.cells).toSorted().join()}`,
    merge: ({ from: seen = {} }, { from, ...later }) => {
      // What the earlier one had overwritten stays overwritten.
      const kept = Object.entries(seen).filter(([fieldId]) => from !== undefined && fieldId in from);
      return { ...later, ...(kept.length > 0 && { from: Object.fromEntries(kept) }) };
    },
  },
};
