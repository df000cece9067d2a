import { type BaseRecord, type Field, isLinkField, joinLabels } from '@weft/core';
import type { Linked } from '@weft/db';

/**
 * Pages of records whose link cells read as the names of the linked records, written as the labels of a multiple select
 * are: for files that people read, where ids would mean nothing.
 */
export async function* withLinkNames(
  pages: AsyncIterable<readonly BaseRecord[]>,
  fields: readonly Field[],
  linkedOf: (page: readonly BaseRecord[]) => Promise<Linked>,
): AsyncGenerator<readonly BaseRecord[]> {
  const links = fields.filter(isLinkField);
  if (links.length === 0) return yield* pages;
  for await (const page of pages) {
    const linked = await linkedOf(page);
    yield page.map((record) => {
      const raw = { ...record.raw };
      for (const { id } of links) {
        const ids = (record.data[id] ?? []) as readonly string[];
        const names = ids.flatMap((one) => linked.get(id)?.get(one)?.name ?? []);
        if (names.length > 0) raw[id] = joinLabels(names);
      }
      return { ...record, raw };
    });
  }
}
