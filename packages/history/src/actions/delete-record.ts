import type { ActionDefinition } from '../definition.ts';
import { planDeletion } from '../deletion.ts';
import { findTable } from '../refusal.ts';

export const deleteRecord: ActionDefinition<'DELETE_RECORD'> = {
  label: () => 'Deleted a record',
  needs: (input) => ({ records: { tableId: input.tableId, ids: [input.recordId] }, whole: true }),
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    return table.ok ? planDeletion(state, table.value, [input.recordId]) : table;
  },
};
