import { type Attachment, type CellValue, isPlainObject } from '@weft/core';
import type { StoredFile } from '@weft/db';
import { invalid, isId, withoutUndefined } from '@weft/std';
import { fileIdOf } from '../../files/file-address.ts';
import type { Files } from '../../files/files.ts';

type Data = { readonly [fieldId: string]: CellValue };
interface WithData {
  readonly data?: Data;
}
interface Body extends WithData {
  readonly records?: readonly WithData[];
  readonly created?: readonly WithData[];
}

/** Only attachments are lists of objects. */
export const isAttachments = (value: CellValue | undefined): value is readonly Attachment[] =>
  Array.isArray(value) && isPlainObject(value[0]);

/** The file an item names, by its id or by the address its upload answered. */
const idOf = ({ filename, url }: Attachment): string =>
  isId('fil', filename) ? filename : (fileIdOf(url) ?? '');

/** An item as the server knows the file, whatever was sent of it. */
const itemOf = ({ id, name, size, mimeType, createdAt, userId, downloaded }: StoredFile): Attachment => ({
  filename: id,
  originalName: name,
  size,
  mimeType,
  // The kind of field makes its own of it.
  url: '',
  uploadedAt: createdAt,
  metadata: { userId, ...withoutUndefined({ wasDownloaded: downloaded || undefined }) },
});

const partsOf = (body: Body): readonly WithData[] => [body, ...(body.records ?? []), ...(body.created ?? [])];

/**
 * The body of a call with every attachment in it as the server knows it. Throws where one names no file that was uploaded to
 * this base. Asks the database only where there is an attachment.
 */
export async function withKnownFiles<B>(files: Files, baseId: string, sent: B): Promise<B> {
  const body = sent as Body;
  const items = partsOf(body).flatMap(({ data }) =>
    data === undefined ? [] : Object.values(data).filter(isAttachments).flat(),
  );
  if (items.length === 0) return sent;
  const ids = [...new Set(items.map(idOf))];
  const known = new Map((await files.attachmentsOf(baseId, ids)).map((file) => [file.id, itemOf(file)]));
  const knownItem = (item: Attachment): Attachment => {
    const found = known.get(idOf(item));
    if (found === undefined)
      throw invalid('data', `'${item.originalName}' is no file of this database: upload it here first`);
    return found;
  };
  const mapped = <T extends WithData>(part: T): T =>
    part.data === undefined
      ? part
      : {
          ...part,
          data: Object.fromEntries(
            Object.entries(part.data).map(([fieldId, value]) => [
              fieldId,
              isAttachments(value) ? value.map(knownItem) : value,
            ]),
          ),
        };
  return {
    ...mapped(body),
    ...withoutUndefined({ records: body.records?.map(mapped), created: body.created?.map(mapped) }),
  } as B;
}
