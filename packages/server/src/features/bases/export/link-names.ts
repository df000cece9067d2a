import {
  type BaseRecord,
  type CellValue,
  type Field,
  type FindShownField,
  isLinkField,
  isLookupField,
  joinLabels,
} from '@weft/core';
import type { Linked } from '@weft/db';
import { exportText } from '@weft/imports';

type Pages = AsyncIterable<readonly BaseRecord[]>;
type LinkedOf = (page: readonly BaseRecord[]) => Promise<Linked>;

/** Pages of records with the values of their lookups. */
export async function* withLookupValues(
  pages: Pages,
  fields: readonly Field[],
  linkedOf: LinkedOf,
): AsyncGenerator<readonly BaseRecord[]> {
  if (!fields.some(isLookupField)) return yield* pages;
  for await (const page of pages) yield (await linkedOf(page)).records;
}

/** How a cell is written from the names that it is read with. */
type TextsOf = (value: CellValue, names: ReadonlyMap<string, { readonly name: string }>) => readonly string[];

const namesOf: TextsOf = (value, names) =>
  ((value ?? []) as readonly string[]).flatMap((id) => names.get(id)?.name || []);

/** The texts of a link or lookup cell, one of each linked record; null for other fields. */
function textsOf(field: Field, shownField: FindShownField): TextsOf | null {
  if (isLinkField(field)) return namesOf;
  if (!isLookupField(field)) return null;
  const shown = shownField(field.template)?.field;
  return (value, names) => {
    const values = (value ?? []) as readonly CellValue[];
    if (shown === undefined) return [];
    return isLinkField(shown)
      ? values.flatMap((ids) => namesOf(ids, names))
      : values.flatMap((one) => (one === null ? [] : exportText(shown, one)));
  };
}

const noNames: ReadonlyMap<string, { readonly name: string }> = new Map();

/**
 * Pages of records whose link cells read as the names of the linked records and whose lookups as texts, written as the
 * labels of a multiple select are: for files that people read, where ids would mean nothing.
 */
export async function* withLinkNames(
  pages: Pages,
  fields: readonly Field[],
  shownField: FindShownField,
  linkedOf: LinkedOf,
): AsyncGenerator<readonly BaseRecord[]> {
  const written = fields.flatMap((field) => {
    const texts = textsOf(field, shownField);
    return texts === null ? [] : [{ id: field.id, texts }];
  });
  if (written.length === 0) return yield* pages;
  for await (const page of pages) {
    const { named, records } = await linkedOf(page);
    yield records.map((record) => {
      const raw = { ...record.raw };
      const data = { ...record.data };
      for (const { id, texts } of written) {
        const found = texts(data[id] ?? null, named.get(id) ?? noNames);
        delete data[id];
        if (found.length > 0) raw[id] = joinLabels(found);
      }
      return { ...record, data, raw };
    });
  }
}
