import { anyFieldType, type BaseRecord, type CellValue, type Field, type Table } from '@weft/core';
import type { Content } from '@weft/documents';
import { fieldsOf, questionsOf, titleOf } from '@weft/forms';
import { type PdfText, writePdf } from '../../pdf/write-pdf.ts';
import { idsOf } from './answer-table.ts';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';

export interface PdfFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Reader {
  readonly timeZone: string;
  readonly locale: string;
}

const whenCut = 'The rest of this answer is longer than a PDF takes: read it in the results.';

/** The form's fields in the order in which it asks, what it no longer asks last. */
function inOrder(fields: readonly Field[], asked: readonly string[]): readonly Field[] {
  const place = new Map(asked.map((id, index) => [id, index]));
  const placeOf = ({ id }: Field) => place.get(id) ?? asked.length;
  return fields.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function cellText({ type, template }: Field, value: CellValue, reader: Reader): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return anyFieldType(type).format(value, template, reader);
}

/** What stands in the PDF of an answer: the questions in their order, without those that were not answered. */
export function answerTexts(
  title: string,
  table: Pick<Table, 'fields'>,
  { data }: Pick<BaseRecord, 'data'>,
  {
    submittedId,
    marks = [],
    asked,
  }: {
    readonly submittedId: string;
    /** What readers of the results marked it with: no part of the answer. */
    readonly marks?: readonly string[];
    readonly asked: readonly string[];
  },
  reader: Reader,
): readonly PdfText[] {
  const sentAt = data[submittedId];
  const sent =
    typeof sentAt === 'string'
      ? [{ text: `Sent ${momentText(sentAt, reader)}`, size: 9, isMuted: true, gap: 2 }]
      : [];
  const answers = inOrder(table.fields, asked)
    .filter(({ id }) => id !== submittedId && !marks.includes(id))
    .flatMap((field) => {
      const text = cellText(field, data[field.id] ?? null, reader);
      return text === ''
        ? []
        : [
            { text: field.name, size: 9, isMuted: true, gap: 10, leads: true },
            { text, size: 11, gap: 1 },
          ];
    });
  return [{ text: title, size: 18 }, ...sent, ...answers];
}

/** The version that was answered, and the fields of it that whoever answered has seen. */
export interface AnswerCopy {
  readonly form: Content;
  readonly shown: ReadonlySet<string>;
}

/** An answer as a PDF, as it stands in the results; null: it is not there. */
export async function answerPdf(
  { base, documents }: Pick<FormsDeps, 'base' | 'documents'>,
  flowId: string,
  recordId: string,
  reader: Reader,
  /** What whoever answered gets of it; null: all, as the form asks it now. */
  copy: AnswerCopy | null = null,
): Promise<PdfFile | null> {
  const store = base(flowId);
  const { tableId, submittedId, starredId, tagsId } = idsOf(flowId);
  const draft = await documents.draft(flowId);
  const table = (await store.metadata()).metadata.tables.find(({ id }) => id === tableId);
  if (draft === null || table === undefined) return null;
  const [record] = await store.get(tableId, [recordId]);
  if (record === undefined) return null;
  const form = copy?.form ?? readForm(draft.content);
  const title = titleOf(form);
  const asked = fieldsOf(questionsOf(form)).map(({ id }) => id);
  const fields = table.fields.filter(({ id }) => copy === null || id === submittedId || copy.shown.has(id));
  const bytes = await writePdf({
    title,
    createdAt: record.createdAt,
    texts: answerTexts(title, { fields }, record, { submittedId, marks: [starredId, tagsId], asked }, reader),
    whenCut,
  });
  return { name: `${title.slice(0, 100)} ${record.createdAt.slice(0, 10)}.pdf`, bytes };
}

const momentText = (at: string, { timeZone, locale }: Reader): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(new Date(at));
