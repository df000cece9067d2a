import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { viewName } from '../names.ts';
import { findTable, findView } from '../refusal.ts';

export const updateView: ActionDefinition<'UPDATE_VIEW'> = {
  type: 'UPDATE_VIEW',
  label: (input) => `Renamed view to ${input.name.trim()}`,
  needs: () => ({}),
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const view = findView(table.value, input.viewId);
    if (!view.ok) return view;
    const others = table.value.views.filter((other) => other.id !== input.viewId);
    const name = viewName(input.name, others);
    if (!name.ok) return name;
    if (name.value === view.value.name) return ok([]);
    const change = { before: { name: view.value.name }, after: { name: name.value } };
    return ok([{ kind: 'view-update', tableId: input.tableId, viewId: input.viewId, ...change }]);
  },
  debounce: 0,
  tracked: true,
};
