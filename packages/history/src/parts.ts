/** Gives of items those that are about some records; they are looked through once, however many parts are asked for. */
export function partsOf<Item>(
  items: readonly Item[],
  recordIdOf: (item: Item) => string,
): (recordIds: ReadonlySet<string>) => readonly Item[] {
  const byRecord = Map.groupBy(items, recordIdOf);
  return (recordIds) => [...recordIds].flatMap((id) => byRecord.get(id) ?? []);
}
