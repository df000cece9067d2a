import type { Attachment, BaseRecord } from '@weft/core';
import type { BaseStore, Linked } from '@weft/db';
import type { RecordAnswer } from '@weft/protocol';
import { isAttachments } from '../attachments/known-files.ts';
import type { BasesDeps } from '../deps.ts';

type Data = BaseRecord['data'];

/** The cells with an address in every attachment that opens it for a day or two: see FileLinks. */
function withLinks(data: Data, linkOf: (item: Attachment) => string): Data {
  let linked: { [fieldId: string]: Data[string] } | null = null;
  for (const fieldId in data) {
    const value = data[fieldId];
    if (!isAttachments(value)) continue;
    linked ??= { ...data };
    linked[fieldId] = value.map((item) => ({ ...item, url: linkOf(item) }));
  }
  return linked ?? data;
}

type LinkedData = RecordAnswer['linkedData'];

function linkedDataOf(data: Data, linked: Linked): LinkedData {
  const named: { [fieldId: string]: LinkedData[string] } = {};
  for (const [fieldId, names] of linked) {
    const ids = (data[fieldId] ?? []) as readonly string[];
    if (ids.length > 0)
      named[fieldId] = ids.flatMap((id) => {
        const found = names.get(id);
        return found === undefined ? [] : [{ id, ...found }];
      });
  }
  return named;
}

/** Makes records of a base what leaves the server. */
const recordPresenter = (
  { fileLinks, baseUrl }: Pick<BasesDeps, 'fileLinks' | 'baseUrl'>,
  baseId: string,
  linked: Linked,
): ((record: BaseRecord) => RecordAnswer) => {
  const linkOf = ({ filename, url }: Attachment): string =>
    new URL(`${url}?${fileLinks.query({ id: filename, flowId: baseId })}`, baseUrl()).href;
  return (record) => ({
    id: record.id,
    data: withLinks(record.data, linkOf),
    linkedData: linkedDataOf(record.data, linked),
    ...(record.raw === undefined ? {} : { raw: record.raw }),
    position: record.position,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  });
};

/** Makes records of a table what leaves the server, with the names of those they are linked to. */
export async function presentRecords(
  deps: Pick<BasesDeps, 'fileLinks' | 'baseUrl'>,
  store: BaseStore,
  tableId: string,
  records: readonly BaseRecord[],
): Promise<RecordAnswer[]> {
  return records.map(recordPresenter(deps, store.baseId, await store.linked(tableId, records)));
}
