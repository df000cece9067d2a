import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { tableName } from '../names.ts';
import { findTable } from '../refusal.ts';

export const updateTable: ActionDefinition<'UPDATE_TABLE'> = {
  type: 'UPDATE_TABLE',
  label: (input) => `Renamed table to ${input.name.trim()}`,
  needs: () => ({}),
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const others = state.metadata.tables.filter((other) => other.id !== input.tableId);
    const name = tableName(input.name, others);
    if (!name.ok) return name;
    if (name.value === table.value.name) return ok([]);
    const change = { before: { name: table.value.name }, after: { name: name.value } };
    return ok([{ kind: 'table-update', tableId: input.tableId, ...change }]);
  },
  debounce: 0,
  tracked: true,
};
