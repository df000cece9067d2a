interface Moved {
  readonly id: string;
  readonly before: { readonly order: number };
  readonly after: { readonly order: number };
}

/**
 * New orders that put the named items first, in the order named, and the others behind in their present order: a
 * colleague's new field that the person has not seen yet is not lost. Returns only items that move.
 */
export function planOrder(
  items: readonly { readonly id: string; readonly order: number }[],
  ids: readonly string[],
): readonly Moved[] {
  const rank = new Map(ids.map((id, index) => [id, index]));
  const last = ids.length;
  const sorted = items.toSorted(
    (a, b) => (rank.get(a.id) ?? last) - (rank.get(b.id) ?? last) || a.order - b.order,
  );
  return sorted
    .map(({ id, order }, place) => ({ id, before: { order }, after: { order: place } }))
    .filter(({ before, after }) => before.order !== after.order);
}
