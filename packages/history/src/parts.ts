/** Selects items by record; indexed once, so that many batches can be taken. */
export function partsOf<Item>(
  items: readonly Item[],
  recordIdOf: (item: Item) => string,
): (recordIds: ReadonlySet<string>) => readonly Item[] {
  const byRecord = Map.groupBy(items, recordIdOf);
  return (recordIds) => [...recordIds].flatMap((id) => byRecord.get(id) ?? []);
}
