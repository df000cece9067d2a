import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { nameIn } from '../names.ts';
import { findOpenView, refuse } from '../refusal.ts';

export const deleteView: ActionDefinition<'DELETE_VIEW'> = {
  label: (input, metadata) => `Deleted view ${nameIn(metadata, input)}`.trim(),
  plan: (state, input) => {
    const found = findOpenView(state.metadata, input);
    if (!found.ok) return found;
    const { table, view } = found.value;
    if (table.views.length === 1) {
      return refuse(
        'invalid',
        'The last view of a table cannot be deleted: a table is seen through a view',
        'viewId',
      );
    }
    return ok([{ kind: 'view', tableId: input.tableId, viewId: input.viewId, before: view, after: null }]);
  },
};
