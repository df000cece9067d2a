import type { ActionDefinition } from '../definition.ts';
import { planDeletion } from '../deletion.ts';
import { countLabel } from '../names.ts';
import { findTable } from '../refusal.ts';

export const bulkDeleteRecords: ActionDefinition<'BULK_DELETE_RECORDS'> = {
  label: (input) => `Deleted ${countLabel(input.recordIds.length, 'record')}`,
  needs: (input) => ({ records: { tableId: input.tableId, ids: input.recordIds }, whole: true }),
  divide: (input) => (ids) => ({ ...input, recordIds: [...ids] }),
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    return table.ok ? planDeletion(state, table.value, input.recordIds) : table;
  },
};
