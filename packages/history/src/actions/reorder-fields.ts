import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { findTable } from '../refusal.ts';
import { planOrder } from '../reorder.ts';

export const reorderFields: ActionDefinition<'REORDER_FIELDS'> = {
  label: () => 'Reordered fields',
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const moved = planOrder(table.value.fields, input.fieldIds);
    return ok(
      moved.map(({ id, ...orders }) => ({
        kind: 'field-update',
        tableId: input.tableId,
        fieldId: id,
        ...orders,
      })),
    );
  },
  merging: { within: 300, key: (input) => input.tableId, merge: (_earlier, later) => later },
};
