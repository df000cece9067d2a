const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** How well a name fits what is typed, the best 0; null: not every word of it is in the name. */
function fit(name: string, typed: string): number | null {
  const [folded, wanted] = [fold(name), fold(typed.trim())];
  if (folded.startsWith(wanted)) return 0;
  const words = folded.split(/[^\p{L}\p{N}]+/u);
  const parts = wanted.split(/\s+/);
  if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 1;
  return parts.every((part) => folded.includes(part)) ? 2 : null;
}

/**
 * Those that fit, the best first: of names that begin with what is typed the shortest, which is most of it. As well
 * fitting ones stay in their order. With nothing typed all of them.
 */
export const fitting = <T extends { readonly label: string }>(
  items: readonly T[],
  typed: string,
): readonly T[] =>
  items
    .map((item) => ({ item, at: fit(item.label, typed) }))
    .filter((one): one is { item: T; at: number } => one.at !== null)
    .toSorted(
      (a, b) =>
        a.at - b.at || (a.at === 0 && typed.trim() !== '' ? a.item.label.length - b.item.label.length : 0),
    )
    .map(({ item }) => item);
