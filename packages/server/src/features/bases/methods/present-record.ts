import type { Attachment, BaseRecord } from '@weft/core';
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

/** Makes records of a base what leaves the server. */
export const recordPresenter = (
  { fileLinks, baseUrl }: Pick<BasesDeps, 'fileLinks' | 'baseUrl'>,
  baseId: string,
): ((record: BaseRecord) => RecordAnswer) => {
  const linkOf = ({ filename, url }: Attachment): string =>
    new URL(`${url}?${fileLinks.query({ id: filename, flowId: baseId })}`, baseUrl()).href;
  return (record) => ({
    id: record.id,
    data: withLinks(record.data, linkOf),
    linkedData: {},
    ...(record.raw === undefined ? {} : { raw: record.raw }),
    position: record.position,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  });
};
