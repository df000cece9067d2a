import { planCreation } from '../cells.ts';
import type { ActionDefinition } from '../definition.ts';
import { countLabel } from '../names.ts';
import { partsOf } from '../parts.ts';
import { findTable } from '../refusal.ts';

export const createRecord: ActionDefinition<'CREATE_RECORD'> = {
  label: (input) => `Added ${countLabel(input.records.length, 'record')}`,
  needs: ({ tableId, records }) => {
    const created = { tableId, ids: records.map(({ id }) => id) };
    return { records: created, newRecords: created, position: tableId };
  },
  divide: (input) => {
    const records = partsOf(input.records, ({ id }) => id);
    return (ids) => ({ ...input, records: records(ids) });
  },
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    return table.ok ? planCreation(state, table.value, input.records) : table;
  },
};
