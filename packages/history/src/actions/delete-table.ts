import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { findTable } from '../refusal.ts';

export const deleteTable: ActionDefinition<'DELETE_TABLE'> = {
  type: 'DELETE_TABLE',
  label: (input, metadata) =>
    `Deleted table ${metadata.tables.find((table) => table.id === input.tableId)?.name ?? ''}`.trim(),
  needs: () => ({}),
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    return table.ok
      ? ok([{ kind: 'table', tableId: input.tableId, before: table.value, after: null }])
      : table;
  },
  debounce: 0,
  tracked: true,
};
