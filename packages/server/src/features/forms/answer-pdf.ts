import type { BaseRecord, CellValue, Field, Table } from '@weft/core';
import type { Content } from '@weft/documents';
import {
  answerText,
  fieldsOf,
  languagesOf,
  listedTexts,
  questionsOf,
  saidQuestion,
  titleOf,
  type Wording,
} from '@weft/forms';
import type { Words } from '@weft/public';
import { type PdfText, writePdf } from '../../pdf/write-pdf.ts';
import { idsOf } from './answer-table.ts';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';
import { pdfReaderOf } from './page-language.ts';

export interface PdfFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Reader {
  readonly timeZone: string;
  readonly locale: string;
  /** Of whoever answered, in their language; without them it is read by whoever looks through the results. */
  readonly words?: Words;
}

const whenRead = 'The rest of this answer is longer than a PDF takes: read it in the results.';

/** The form's fields in the order in which it asks, what it no longer asks last. */
function inOrder(fields: readonly Field[], asked: readonly string[]): readonly Field[] {
  const place = new Map(asked.map((id, index) => [id, index]));
  const placeOf = ({ id }: Field) => place.get(id) ?? asked.length;
  return fields.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function cellText(field: Field, value: CellValue, reader: Reader): string {
  const { words, timeZone, locale } = reader;
  const written = { locale, yes: words?.say('yes') ?? 'Yes', no: words?.say('no') ?? 'No' };
  return listedTexts(field, value)?.join('\n') ?? answerText(field, value, written, timeZone);
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
  const sentText = (at: string) => reader.words?.letter('sentAt', at) ?? `Sent ${at}`;
  const sent =
    typeof sentAt === 'string'
      ? [{ text: sentText(momentText(sentAt, reader)), size: 9, isMuted: true, gap: 2 }]
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

/** Fields as the questions they are of read in a language of the form; as they are called in the results where it is written in that. */
function inWords(fields: readonly Field[], form: Content, wording: Wording): readonly Field[] {
  if (wording.language === languagesOf(form).main) return fields;
  const said = new Map(
    fieldsOf(questionsOf(form).map((one) => saidQuestion(one, wording))).map((field) => [field.id, field]),
  );
  return fields.map((field) => {
    const own = said.get(field.id);
    if (own === undefined) return field;
    if (!('options' in field.template && 'options' in own.template)) return { ...field, name: own.name };
    const labels = new Map(own.template.options.map(({ value, label }) => [value, label]));
    const options = field.template.options.map((option) => ({
      ...option,
      label: labels.get(option.value) ?? option.label,
    }));
    return { ...field, name: own.name, template: { ...field.template, options } } as Field;
  });
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
  const { tableId, submittedId, starredId, tagsId, languageId } = idsOf(flowId);
  const draft = await documents.draft(flowId);
  const table = (await store.metadata()).metadata.tables.find(({ id }) => id === tableId);
  if (draft === null || table === undefined) return null;
  const [record] = await store.get(tableId, [recordId]);
  if (record === undefined) return null;
  const form = copy?.form ?? readForm(draft.content);
  const told = copy && pdfReaderOf(form, record.data[languageId]);
  const title = told?.wording.title ?? titleOf(form);
  const asked = fieldsOf(questionsOf(form)).map(({ id }) => id);
  const fields = table.fields.filter(({ id }) => copy === null || id === submittedId || copy.shown.has(id));
  const said = told === null ? fields : inWords(fields, form, told.wording);
  const by = told === null ? reader : { ...reader, locale: told.words.locale, words: told.words };
  const bytes = await writePdf({
    title,
    createdAt: record.createdAt,
    texts: answerTexts(
      title,
      { fields: said },
      record,
      { submittedId, marks: [starredId, tagsId], asked },
      by,
    ),
    whenCut: told?.words.letter('answerCut') ?? whenRead,
  });
  return { name: `${title.slice(0, 100)} ${record.createdAt.slice(0, 10)}.pdf`, bytes };
}

const momentText = (at: string, { timeZone, locale }: Reader): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(new Date(at));
