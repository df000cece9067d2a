/** Which flows of a listing are selected: a set of ids, and where the next range begins. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** What was pressed last, where a range starts. */
  readonly anchor: string | null;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

const changed = (ids: ReadonlySet<string>, of: Iterable<string>, on: boolean): ReadonlySet<string> => {
  const next = new Set(ids);
  for (const id of of) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
};

/**
 * Presses the checkbox of one. With Shift everything from the last one pressed on, in the order shown, becomes as the
 * pressed one.
 */
export function pressed(
  { ids, anchor }: Selection,
  id: string,
  order: readonly string[],
  withShift: boolean,
): Selection {
  const on = !ids.has(id);
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(id)];
  const range =
    withShift && from >= 0 && to >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  return { ids: changed(ids, range, on), anchor: id };
}

/** Selects all of a group, or clears it. */
export const selectGroup = (
  { ids, anchor }: Selection,
  group: readonly string[],
  on: boolean,
): Selection => ({ ids: changed(ids, group, on), anchor });

/** Without what is no longer shown: nobody acts on what they do not see. */
export function stillShown(selection: Selection, order: readonly string[]): Selection {
  const shown = new Set(order);
  const gone = [...selection.ids].filter((id) => !shown.has(id));
  return gone.length === 0 ? selection : { ...selection, ids: changed(selection.ids, gone, false) };
}

/** Whether all, some or none of a group are selected. */
export function partOf({ ids }: Selection, group: readonly string[]): 'all' | 'some' | 'none' {
  const count = group.filter((id) => ids.has(id)).length;
  if (count === 0) return 'none';
  return count === group.length ? 'all' : 'some';
}
