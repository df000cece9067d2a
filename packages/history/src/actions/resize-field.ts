import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { findOpenView } from '../refusal.ts';
import { clampWidth } from '../widths.ts';

export const resizeField: ActionDefinition<'RESIZE_FIELD'> = {
  label: () => 'Resized a field',
  plan: (state, input) => {
    const found = findOpenView(state.metadata, input);
    if (!found.ok) return found;
    const before = found.value.view.config.fieldWidths[input.fieldId] ?? null;
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
  merging: {
    within: 500,
    key: (input) => `${input.viewId}/${input.fieldId}`,
    merge: (_earlier, later) => later,
  },
};
