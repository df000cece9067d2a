import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { findTable } from '../refusal.ts';
import { planOrder } from '../reorder.ts';

export const reorderViews: ActionDefinition<'REORDER_VIEWS'> = {
  label: () => 'Reordered views',
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const moved = planOrder(table.value.views, input.viewIds);
    return ok(
      moved.map(({ id, ...orders }) => ({
        kind: 'view-update',
        tableId: input.tableId,
        viewId: id,
        ...orders,
      })),
    );
  },
};
