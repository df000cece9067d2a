import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { findTable, findView } from '../refusal.ts';
import { clampWidth } from '../widths.ts';

export const resizeField: ActionDefinition<'RESIZE_FIELD'> = {
  type: 'RESIZE_FIELD',
  label: () => 'Resized a field',
  needs: () => ({}),
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const view = findView(table.value, input.viewId);
    if (!view.ok) return view;
    const before = view.value.config.fieldWidths[input.fieldId] ?? null;
    const after = clampWidth(input.width);
    if (before === after) return ok([]);
    const widths = (width: number | null) => ({ widths: { [input.fieldId]: width } });
    return ok([
      {
        kind: 'view-update',
        tableId: input.tableId,
        viewId: input.viewId,
        before: widths(before),
        after: widths(after),
      },
    ]);
  },
  debounce: 500,
  mergeKey: (input) => `${input.viewId}/${input.fieldId}`,
  merge: (_earlier, later) => later,
  tracked: true,
};
