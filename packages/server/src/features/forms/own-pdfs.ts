import {
  type Attachment,
  attachmentPath,
  defaultTemplate,
  type FieldShape,
  formUser,
  holdsFiles,
} from '@weft/core';
import type { StoredFile } from '@weft/db';
import type { AnswerField } from '@weft/forms';
import type { OwnServer } from '@weft/integrations';
import { AppError } from '@weft/std';
import { safeName } from '../../files/multipart-file.ts';
import { receiveFile } from '../../files/receive-file.ts';
import { type PdfText, writePdf } from '../../pdf/write-pdf.ts';
import { AnswerTable } from './answer-table.ts';
import type { FormsDeps } from './deps.ts';
import type { FormOwner } from './own-forms.ts';

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

const itemOf = ({ id, name, size, mimeType, createdAt }: StoredFile): Attachment => {
  const named = { filename: id, originalName: name };
  return { ...named, size, mimeType, url: attachmentPath(named), uploadedAt: createdAt };
};

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** PDFs of answers, in a column of their own beside what was answered: one for each integration. Throws AppError. */
export const ownPdfs = (deps: FormsDeps, { organizationId, userId }: FormOwner): OwnServer['pdfs'] => ({
  write: async (key, { name: title, text }) => {
    const createdAt = new Date(deps.now()).toISOString();
    const bytes = await writePdf({ title, createdAt, texts: layOut(text), whenCut });
    const [, flowId = '', submissionId = '', rest] = answerKey.exec(key) ?? [];
    if (rest === undefined)
      return { said: `Made a PDF of ${Math.ceil(bytes.length / 1024)} kB. A test keeps none` };
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
    // Files that people put beside it stay; an earlier PDF of the same name goes.
    const [now] = await store.get(table.id, [record.id]);
    const kept = ((now?.data[field.id] ?? []) as readonly Attachment[]).filter(
      ({ originalName }) => originalName !== file.name,
    );
    await store.submit(formUser, {
      ...{ id: deps.newId('act'), type: 'UPDATE_RECORD_CELL' },
      input: {
        ...{ tableId: table.id, recordId: record.id },
        cells: { [field.id]: { value: [itemOf(file), ...kept] } },
      },
    });
    return { said: `Made ${file.name} and kept it with the answer` };
  },
});
