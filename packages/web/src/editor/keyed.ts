/** Each item with a key of its own from its text, for lists of sentences: two may be alike. */
export function keyed<T>(
  items: readonly T[],
  textOf: (item: T) => string,
): readonly (readonly [key: string, item: T])[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const text = textOf(item);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return [`${count} ${text}`, item] as const;
  });
}
