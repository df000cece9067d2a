import type { Attachment, BaseRecord } from '@weft/core';
import type { BaseStore, Linked } from '@weft/db';
import type { RecordAnswer } from '@weft/protocol';
import type { BasesDeps } from '../deps.ts';
import { isAttachments } from '../known-files.ts';

type Data = BaseRecord['data'];

/** The cells with an address in every attachment that opens it for a day or two: see FileLinks. */
function withLinks(data: Data, linkOf: (item: Attachment) => string): Data {
  let linked: Data | null = null;
  for (const fieldId in data) {
    const value = data[fieldId];
    const signed = (items: readonly Attachment[]) => items.map((item) => ({ ...item, url: linkOf(item) }));
    if (isAttachments(value)) linked = { ...(linked ?? data), [fieldId]: signed(value) };
    // A lookup of files holds a list for each record.
    else if (Array.isArray(value) && value.length > 0 && value.every(isAttachments))
      linked = { ...(linked ?? data), [fieldId]: value.map(signed) };
  }
  return linked ?? data;
}

type LinkedData = RecordAnswer['linkedData'];

function linkedDataOf(data: Data, named: Linked['named'], linkOf: (item: Attachment) => string): LinkedData {
  const linkedData: { [fieldId: string]: LinkedData[string] } = {};
  for (const [fieldId, records] of named) {
    // A lookup of links holds a list of ids for each record that it looks at.
    const ids = [...new Set(((data[fieldId] ?? []) as readonly (string | readonly string[])[]).flat())];
    if (ids.length > 0)
      linkedData[fieldId] = ids.flatMap((id) => {
        const found = records.get(id);
        return found === undefined ? [] : [{ id, ...found, data: withLinks(found.data, linkOf) }];
      });
  }
  return linkedData;
}

/** Makes records of a base what leaves the server. */
const recordPresenter = (
  { fileLinks, baseUrl }: Pick<BasesDeps, 'fileLinks' | 'baseUrl'>,
  baseId: string,
  named: Linked['named'],
): ((record: BaseRecord) => RecordAnswer) => {
  const linkOf = ({ filename, url }: Attachment): string =>
    new URL(`${url}?${fileLinks.query({ id: filename, flowId: baseId })}`, baseUrl()).href;
  return (record) => ({
    id: record.id,
    data: withLinks(record.data, linkOf),
    linkedData: linkedDataOf(record.data, named, linkOf),
    ...(record.raw === undefined ? {} : { raw: record.raw }),
    position: record.position,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  });
};

/** A row keeps the texts of deleted fields too, for when they are restored: those of fields that are there are shown. */
async function withShownTexts(
  store: BaseStore,
  tableId: string,
  records: readonly BaseRecord[],
  fieldIds?: readonly string[],
): Promise<readonly BaseRecord[]> {
  if (records.every(({ raw }) => raw === undefined)) return records;
  const { metadata } = await store.metadata();
  const fields = metadata.tables.find(({ id }) => id === tableId)?.fields ?? [];
  const asked = fieldIds && new Set(fieldIds);
  const shown = new Set(fields.flatMap(({ id }) => (asked?.has(id) === false ? [] : [id])));
  return records.map(({ raw, ...record }) => {
    const texts = Object.entries(raw ?? {}).filter(([fieldId]) => shown.has(fieldId));
    return texts.length === 0 ? record : { ...record, raw: Object.fromEntries(texts) };
  });
}

/**
 * Makes records of a table what leaves the server, with the names of those they are linked to. `fieldIds`: the fields
 * that were read, where these are not all.
 */
export async function presentRecords(
  deps: Pick<BasesDeps, 'fileLinks' | 'baseUrl'>,
  store: BaseStore,
  tableId: string,
  records: readonly BaseRecord[],
  fieldIds?: readonly string[],
): Promise<RecordAnswer[]> {
  const linked = await store.linked(tableId, records);
  const shown = await withShownTexts(store, tableId, linked.records, fieldIds);
  return shown.map(recordPresenter(deps, store.baseId, linked.named));
}
