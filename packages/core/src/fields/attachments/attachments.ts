import { compareText, err, ok, type Result, withoutUndefined } from '@weft/std';
import { isStorableText } from '../cell-text.ts';
import { emptinessOperators } from '../emptiness.ts';
import type { Attachment } from '../field-kinds.ts';
import type { FieldType, Parsed } from '../field-type.ts';
import { compareLists } from '../list-operators.ts';
import { isPlainObject, readNoSettings } from '../read-template.ts';
import { fold } from '../text/fold.ts';
import { attachmentsSamples } from './samples.ts';

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 4096 && isStorableText(value);

function readMetadata(input: unknown): Attachment['metadata'] | null {
  if (!isPlainObject(input)) return null;
  const { userId, wasDownloaded, sourceId } = input;
  if (userId !== undefined && !isText(userId)) return null;
  if (wasDownloaded !== undefined && typeof wasDownloaded !== 'boolean') return null;
  if (sourceId !== undefined && !isText(sourceId)) return null;
  return withoutUndefined({ userId, wasDownloaded, sourceId });
}

/**
 * Where the server answers a file. A cell never holds another address: one that was sent could lead anywhere, and a signed
 * one would expire in it.
 */
export const attachmentPath = ({
  filename,
  originalName,
}: Pick<Attachment, 'filename' | 'originalName'>): string =>
  `/files/${encodeURIComponent(filename)}/${encodeURIComponent(originalName)}`;

/** Images that no browser runs anything of: the only files that are shown rather than downloaded. */
export const shownImages: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
];

export const isShownImage = (mimeType: string): boolean => shownImages.includes(mimeType);

function readAttachment(input: unknown): Attachment | null {
  if (!isPlainObject(input)) return null;
  const { filename, originalName, size, mimeType, url, uploadedAt } = input;
  if (!isText(filename) || !isText(originalName) || !isText(mimeType) || !isText(url)) return null;
  if (!isText(uploadedAt) || !instant.test(uploadedAt)) return null;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return null;
  const place = attachmentPath({ filename, originalName });
  const attachment = { filename, originalName, size: size + 0, mimeType, url: place, uploadedAt };
  if (input.metadata === undefined) return attachment;
  const metadata = readMetadata(input.metadata);
  return metadata === null || metadata === undefined ? null : { ...attachment, metadata };
}

function validate(value: unknown): Result<readonly Attachment[] | null> {
  if (value === null) return ok(null);
  if (!Array.isArray(value)) return err('must be a list of attachments');
  const attachments: Attachment[] = [];
  for (const item of value) {
    const attachment = readAttachment(item);
    if (attachment === null) return err('holds an item that is not an attachment');
    attachments.push(attachment);
  }
  return ok(attachments.length === 0 ? null : attachments);
}

/** Files come by upload; as text only the canonical form, a JSON list, is read. */
function read(text: string): Parsed<readonly Attachment[]> {
  if (text.trim() === '') return ok(null);
  try {
    return validate(JSON.parse(text));
  } catch {
    return err('Files are uploaded, not typed');
  }
}

/** In one order of keys: the database gives them back in another than they came in. */
const canonical = ({ metadata, ...file }: Attachment): Attachment => {
  const { filename, originalName, size, mimeType, url, uploadedAt } = file;
  const { userId, wasDownloaded } = metadata ?? {};
  return withoutUndefined({
    filename,
    originalName,
    size,
    mimeType,
    url,
    uploadedAt,
    metadata: metadata === undefined ? undefined : withoutUndefined({ userId, wasDownloaded }),
  });
};

const names = (value: readonly Attachment[]): string => value.map((each) => each.originalName).join(', ');

export const attachmentsType: FieldType<'attachments'> = {
  kind: 'attachments',
  label: 'Attachments',
  canBePrimary: false,
  readOnly: false,
  readTemplate: readNoSettings,
  parse: read,
  fromPaste: read,
  format: names,
  toText: (value) => JSON.stringify(value.map(canonical)),
  fromText: read,
  validate,
  // As the database compares them: all names folded, then all as they are written.
  compare: (a, b) =>
    compareLists(a, b, (x, y) => compareText(fold(x.originalName), fold(y.originalName))) ||
    compareLists(a, b, (x, y) => compareText(x.originalName, y.originalName)),
  searchText: names,
  operators: {
    ...emptinessOperators,
    has_type: {
      label: 'has file type',
      needsValue: true,
      prepare(operand) {
        if (typeof operand !== 'string' || operand === '')
          return err("needs a type such as 'image' or 'application/pdf'");
        const wanted = operand.toLowerCase().replace(/\/\*$/, '');
        const has = ({ mimeType }: Attachment): boolean => {
          const type = mimeType.toLowerCase();
          return wanted.includes('/') ? type === wanted : type.startsWith(`${wanted}/`);
        };
        return ok((value) => value?.some(has) ?? false);
      },
    },
  },
  aggregates: {},
  ungrouped: true,
  samples: attachmentsSamples,
};
