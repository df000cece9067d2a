import type { ViewConfig } from '@weft/core';
import { deepEqual, ok, pick, withoutUndefined } from '@weft/std';
import type { ViewProps } from '../change.ts';
import type { ActionDefinition } from '../definition.ts';
import { findView, refuseLocked } from '../refusal.ts';
import { clampWidth } from '../widths.ts';

/** The parts of the settings that differ, as two patches of the same keys; null when nothing does. */
function difference(
  current: ViewConfig,
  wanted: Partial<ViewConfig>,
): { before: ViewProps; after: ViewProps } | null {
  const { fieldWidths, ...config } = wanted;
  const keys = (Object.keys(config) as (keyof typeof config)[]).filter(
    (key) => !deepEqual(current[key], config[key]),
  );
  const resized = Object.entries(fieldWidths ?? {})
    .map(([fieldId, width]) => [fieldId, clampWidth(width)] as const)
    .filter(([fieldId, width]) => current.fieldWidths[fieldId] !== width);
  if (keys.length === 0 && resized.length === 0) return null;
  const props = (
    values: Partial<ViewConfig>,
    widths: readonly (readonly [string, number | null])[],
  ): ViewProps =>
    withoutUndefined({
      config: keys.length > 0 ? pick(values, keys) : undefined,
      widths: resized.length > 0 ? Object.fromEntries(widths) : undefined,
    });
  return {
    before: props(
      current,
      resized.map(([fieldId]) => [fieldId, current.fieldWidths[fieldId] ?? null]),
    ),
    after: props(wanted, resized),
  };
}

/** Of two changes of widths that follow one another, each column keeps its last. */
const withWidthsOf = (earlier: Partial<ViewConfig>, both: Partial<ViewConfig>): Partial<ViewConfig> =>
  earlier.fieldWidths === undefined
    ? both
    : { ...both, fieldWidths: { ...earlier.fieldWidths, ...both.fieldWidths } };

export const updateViewSettings: ActionDefinition<'UPDATE_VIEW_SETTINGS'> = {
  label: () => 'Changed the view',
  plan: (state, input) => {
    const found = findView(state.metadata, input);
    if (!found.ok) return found;
    const { view } = found.value;
    const change = difference(view.config, input.config);
    if (change !== null && view.config.locked && input.config.locked !== false) return refuseLocked(view);
    return ok(
      change === null
        ? []
        : [{ kind: 'view-update', tableId: input.tableId, viewId: input.viewId, ...change }],
    );
  },
  merging: {
    within: 300,
    key: (input) => input.viewId,
    merge: (earlier, later) => ({
      ...later,
      config: withWidthsOf(earlier.config, { ...earlier.config, ...later.config }),
    }),
  },
};
