import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { countLabel } from '../names.ts';
import { planTable } from './create-table.ts';

/** Shows a table that an import has filled; undone by hiding it again, however many records it holds. */
export const importRecords: ActionDefinition<'IMPORT_RECORDS'> = {
  label: (input) => `Imported ${countLabel(input.recordsImported, 'record')} into ${input.table.name}`,
  plan: (state, input) => {
    const table = planTable(state, input.table, { unique: true, filled: true });
    return table.ok
      ? ok([{ kind: 'table', tableId: table.value.id, before: null, after: table.value }])
      : table;
  },
};
