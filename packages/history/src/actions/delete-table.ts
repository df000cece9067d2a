import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { nameIn } from '../names.ts';
import { findTable } from '../refusal.ts';

export const deleteTable: ActionDefinition<'DELETE_TABLE'> = {
  label: (input, metadata) => `Deleted table ${nameIn(metadata, input)}`.trim(),
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    return table.ok
      ? ok([{ kind: 'table', tableId: input.tableId, before: table.value, after: null }])
      : table;
  },
};
