import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { findTable, findView, refuse } from '../refusal.ts';

export const deleteView: ActionDefinition<'DELETE_VIEW'> = {
  type: 'DELETE_VIEW',
  label: (input, metadata) => {
    const table = metadata.tables.find((candidate) => candidate.id === input.tableId);
    return `Deleted view ${table?.views.find((view) => view.id === input.viewId)?.name ?? ''}`.trim();
  },
  needs: () => ({}),
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const view = findView(table.value, input.viewId);
    if (!view.ok) return view;
    if (table.value.views.length === 1) {
      return refuse(
        'invalid',
        'The last view of a table cannot be deleted: a table is seen through a view',
        'viewId',
      );
    }
    return ok([
      { kind: 'view', tableId: input.tableId, viewId: input.viewId, before: view.value, after: null },
    ]);
  },
  debounce: 0,
  tracked: true,
};
