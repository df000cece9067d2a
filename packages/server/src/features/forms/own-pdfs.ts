import {
  type Attachment,
  attachmentPath,
  defaultTemplate,
  type FieldShape,
  formUser,
  holdsFiles,
  isEmail,
} from '@weft/core';
import type { BaseStore, StoredFile } from '@weft/db';
import type { AnswerField } from '@weft/forms';
import type { OutgoingValue, OwnServer } from '@weft/integrations';
import { AppError, deepEqual } from '@weft/std';
import { safeName } from '../../files/multipart-file.ts';
import { receiveFile } from '../../files/receive-file.ts';
import { fillPdf } from '../../pdf/form/fill-pdf.ts';
import type { PdfFormValue } from '../../pdf/form/pdf-form.ts';
import { type PdfText, writePdf } from '../../pdf/write-pdf.ts';
import { AnswerTable } from './answer-table.ts';
import type { FormsDeps } from './deps.ts';
import { type PdfMail, pdfMail } from './mailed-pdf.ts';
import type { FormOwner } from './own-forms.ts';
import { asRefusal, readFields, uploadedPdf } from './pdf-forms.ts';

const whenCut = 'The rest of this text is longer than a PDF takes.';
/** Of a delivery: the form, the answer, and the integration that makes the PDF. */
const answerKey = /^(\S+) (\S+) int(\S+)$/;

/** A text as it is laid out: lines that begin with `#` are headings, the smaller the more of them. */
export function layOut(text: string): readonly PdfText[] {
  const headings = [18, 14, 12];
  return text.split(/\r\n|\n/).map((line) => {
    const [, marks, heading = ''] = /^(#{1,3})\s+(.*)$/.exec(line) ?? [];
    return marks === undefined
      ? { text: line === '' ? ' ' : line, size: 11, gap: 1 }
      : { text: heading === '' ? ' ' : heading, size: headings[marks.length - 1] ?? 12, gap: 8, leads: true };
  });
}

type KeptFile = Pick<StoredFile, 'id' | 'name' | 'size' | 'mimeType' | 'createdAt'>;

const itemOf = ({ id, name, size, mimeType, createdAt }: KeptFile): Attachment => {
  const named = { filename: id, originalName: name };
  return { ...named, size, mimeType, url: attachmentPath(named), uploadedAt: createdAt };
};

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** What the ids of a PDF's fields begin with: none is called as a field of ours. */
const ofPdf = 'pdf ';

const isFormValue = (value: OutgoingValue): value is PdfFormValue =>
  !Array.isArray(value) || value.every((one) => typeof one === 'string');

interface Cell {
  readonly tableId: string;
  readonly recordId: string;
  readonly fieldId: string;
}

/** Somebody changed the cell between its reading and its writing. */
class CellChanged extends Error {}
/** Times a cell is written that others write at the same moment. */
const attempts = 20;

/** Puts a file into a cell, and its mail with it: files that people put there stay, an earlier one of its name goes. */
export async function keepBeside(
  { newId }: Pick<FormsDeps, 'newId'>,
  store: Pick<BaseStore, 'get' | 'submit'>,
  { tableId, recordId, fieldId }: Cell,
  file: KeptFile,
  mail: PdfMail | null = null,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const [record] = await store.get(tableId, [recordId]);
    const now = (record?.data[fieldId] ?? []) as readonly Attachment[];
    const kept = now.filter(({ originalName }) => originalName !== file.name);
    const cells = { [fieldId]: { value: [itemOf(file), ...kept] } };
    const action = {
      id: newId('act'),
      type: 'UPDATE_RECORD_CELL',
      input: { tableId, recordId, cells },
    } as const;
    try {
      await store.submit(formUser, action, async (tx, changes) => {
        for (const change of changes)
          if (change.kind === 'cells' && !deepEqual(change.before[fieldId]?.value ?? [], now))
            throw new CellChanged();
        mail?.prepared.write(tx);
      });
      mail?.prepared.committed();
      return;
    } catch (error) {
      if (!(error instanceof CellChanged) || attempt === attempts) throw error;
    }
  }
}

/** Keeps a PDF with the answer that the key is of, and mails it where somebody is to get it. */
async function keep(
  deps: FormsDeps,
  { organizationId, userId }: FormOwner,
  key: string,
  { name: title, mailTo }: { readonly name: string; readonly mailTo: string | null },
  bytes: Uint8Array,
): Promise<string> {
  const [, flowId = '', submissionId = '', rest] = answerKey.exec(key) ?? [];
  if (rest === undefined)
    return `Made a PDF of ${Math.ceil(bytes.length / 1024)} kB. A test keeps none${mailTo === null ? '' : ', and mails none'}`;
  // Whoever fills in a form cannot send to others by it.
  if (mailTo !== null && !isEmail(mailTo))
    throw new AppError('invalid', `“${mailTo.slice(0, 60)}” is not one email address`);
  const session = await deps.formSessions.find(flowId, submissionId);
  const recordId = session?.recordId ?? null;
  const store = deps.base(flowId);
  const shape = { type: 'attachments', template: defaultTemplate('attachments') } as FieldShape;
  const field: AnswerField = { id: `fld${rest}`, name: 'PDF', ...shape };
  const table = await new AnswerTable(store, deps.newId).prepare([field]);
  const [record] = recordId === null ? [] : await store.get(table.id, [recordId]);
  if (record === undefined) throw new AppError('conflict', 'The answer was deleted: no PDF was kept');
  const column = table.fields.find(({ id }) => id === field.id);
  if (column === undefined || !holdsFiles(column.type))
    throw new AppError('conflict', `The column “${column?.name ?? field.name}” takes no files any more`);
  const file = await receiveFile(deps, {
    ...{ organizationId, userId, flowId, purpose: 'attachment' as const },
    ...{ name: safeName(`${title.slice(0, 150)}.pdf`), content: once(bytes), maxBytes: bytes.length },
  });
  const cell = { tableId: table.id, recordId: record.id, fieldId: field.id };
  const mail =
    mailTo === null || session === null
      ? null
      : await pdfMail(
          deps,
          mailTo,
          { flowId, ...cell, name: file.name },
          { submissionId, snapshotId: session.snapshotId, integration: `int${rest}` },
        );
  await keepBeside(deps, store, cell, file, mail);
  const made = `Made ${file.name} and kept it with the answer`;
  return mail === null ? made : `${made}. ${await mail.said()}`;
}

const turnOf = ({ organizationId }: FormOwner, signal: AbortSignal | undefined) => ({
  organizationId,
  signal,
});

/** PDFs of answers, in a column of their own beside what was answered: one for each integration. Throws AppError. */
export const ownPdfs = (deps: FormsDeps, owner: FormOwner, signal?: AbortSignal): OwnServer['pdfs'] => ({
  write: async (key, { name: title, text, mailTo }) => {
    const createdAt = new Date(deps.now()).toISOString();
    const bytes = await writePdf({ title, createdAt, texts: layOut(text), whenCut });
    return { said: await keep(deps, owner, key, { name: title, mailTo }, bytes) };
  },
  fieldsOf: async (fileId) => {
    const fields = await readFields(await uploadedPdf(deps, owner, fileId), turnOf(owner, signal));
    return fields.map(({ name, label, kind, choices }) => ({
      ...{ id: `${ofPdf}${name}`, name: label, kind },
      ...(kind === 'text' && { template: true }),
      ...(choices !== null && { choices }),
    }));
  },
  fill: async (key, { name, fileId, values, mailTo }) => {
    const [, flowId] = answerKey.exec(key) ?? [];
    const form = await uploadedPdf(deps, owner, fileId, flowId);
    const named = [...values].flatMap(([id, value]): [string, PdfFormValue][] =>
      id.startsWith(ofPdf) && isFormValue(value) ? [[id.slice(ofPdf.length), value]] : [],
    );
    const { bytes, notes } = await asRefusal(() => fillPdf(form, new Map(named), turnOf(owner, signal)));
    const said = await keep(deps, owner, key, { name, mailTo }, bytes);
    return { said: [said, ...notes].join('. ').replaceAll('..', '.') };
  },
});
