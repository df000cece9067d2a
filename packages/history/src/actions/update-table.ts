import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { requiredName } from '../names.ts';
import { findTable } from '../refusal.ts';

export const updateTable: ActionDefinition<'UPDATE_TABLE'> = {
  label: (input) => `Renamed table to ${input.name.trim()}`,
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const others = state.metadata.tables.filter((other) => other.id !== input.tableId);
    const name = requiredName(input.name, 'Table', others);
    if (!name.ok) return name;
    if (name.value === table.value.name) return ok([]);
    const change = { before: { name: table.value.name }, after: { name: name.value } };
    return ok([{ kind: 'table-update', tableId: input.tableId, ...change }]);
  },
};
