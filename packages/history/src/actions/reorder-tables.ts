import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { planOrder } from '../reorder.ts';

export const reorderTables: ActionDefinition<'REORDER_TABLES'> = {
  label: () => 'Reordered tables',
  plan: (state, input) => {
    const moved = planOrder(state.metadata.tables, input.tableIds);
    return ok(moved.map(({ id, ...orders }) => ({ kind: 'table-update', tableId: id, ...orders })));
  },
};
