import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { requiredName } from '../names.ts';
import { findOpenView } from '../refusal.ts';

export const updateView: ActionDefinition<'UPDATE_VIEW'> = {
  label: (input) => `Renamed view to ${input.name.trim()}`,
  plan: (state, input) => {
    const found = findOpenView(state.metadata, input);
    if (!found.ok) return found;
    const { table, view } = found.value;
    const others = table.views.filter((other) => other.id !== input.viewId);
    const name = requiredName(input.name, 'View', others);
    if (!name.ok) return name;
    if (name.value === view.name) return ok([]);
    const change = { before: { name: view.name }, after: { name: name.value } };
    return ok([{ kind: 'view-update', tableId: input.tableId, viewId: input.viewId, ...change }]);
  },
};
