import {
  type Attachment,
  anyFieldType,
  type CellValue,
  epochOf,
  type FieldShape,
  holdsFiles,
} from '@weft/core';
import type { Answers } from './answers.ts';
import { type FormPage, type FormQuestion, fieldsOf } from './form-document.ts';
import { type NamedTexts, pipeFor } from './piping.ts';
import type { AnswerField } from './questions/question.ts';
import { questionType } from './questions/question-types.ts';

/** How answers read to somebody: the locale of their numbers and days, and what is ticked and what is not. */
export interface AnswerWords {
  readonly locale: string;
  readonly yes: string;
  readonly no: string;
}

const english: AnswerWords = { locale: 'en-US', yes: 'Yes', no: 'No' };

/** What was chosen or sent, each as it is called; null: the answer is no list. */
export function listedTexts({ type, template }: FieldShape, value: CellValue): readonly string[] | null {
  const options = 'options' in template ? template.options : null;
  if (!Array.isArray(value) || (options === null && !holdsFiles(type))) return null;
  return (value as readonly (string | Attachment)[]).flatMap((one) => {
    const text =
      typeof one === 'string' ? options?.find((option) => option.value === one)?.label : one.originalName;
    return text === undefined || text === '' ? [] : [text];
  });
}

/** As people list things: by commas, where none of them has commas of its own. */
const inOneLine = (texts: readonly string[]): string =>
  texts.join(texts.some((text) => /[,;]/.test(text)) ? '; ' : ', ');

/** A day in the words of a language, for its digits alone say in no country which is the month. */
const dayText = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' }).format(
    epochOf(day),
  );

/** An answer as people read it, in mails, PDFs and texts that name its question. */
export function answerText(field: FieldShape, value: CellValue, words = english, timeZone = 'UTC'): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  const { type, template } = field;
  const listed = listedTexts(field, value);
  if (listed !== null) return inOneLine(listed);
  // As its author wants it, or else as whoever reads it says it.
  const isSaid =
    'dateFormat' in template &&
    !template.displayTime &&
    (template.dateFormat === 'local' || template.dateFormat === 'long');
  if (isSaid) return dayText(String(value), words.locale);
  return anyFieldType(type).format(value, template, { timeZone, locale: words.locale });
}

/** How answers stand in texts. */
interface Piping {
  readonly written?: (text: string, field: AnswerField) => string;
  /** Choices as somebody reads them; the names of questions stay those that texts call them by. */
  readonly said?: (question: FormQuestion) => FormQuestion;
  readonly words?: AnswerWords;
}

/** What stands in texts for the names in them: the answer of each field, and of a question in parts all of it. */
export function namedTexts(
  questions: readonly FormQuestion[],
  answers: Answers,
  { written = String, said = (question) => question, words }: Piping = {},
): NamedTexts {
  return questions.flatMap((question) => {
    const { joins } = questionType(question.type);
    const shown = fieldsOf([said(question)]);
    const texts = fieldsOf([question]).flatMap((field, place) => {
      const text = answerText(shown[place] ?? field, answers.get(field.id) ?? null, words);
      return text === '' ? [] : [{ field, text }];
    });
    const [first] = texts;
    const whole =
      joins === undefined || first === undefined
        ? []
        : [
            {
              field: { ...first.field, name: question.label },
              text: texts.map(({ text }) => text).join(joins),
            },
          ];
    return [...texts, ...whole].map(({ field, text }) => [field.name, written(text, field)] as const);
  });
}

/** Puts answers into texts that name their questions. */
export const pipeOf = (
  pages: readonly FormPage[],
  answers: Answers,
  piping?: Piping,
): ((text: string) => string) =>
  pipeFor(
    namedTexts(
      pages.flatMap((page) => page.questions),
      answers,
      piping,
    ),
  );

/** The names that texts can use of questions. */
export const namesOf = (questions: readonly FormQuestion[]): readonly string[] =>
  questions.flatMap((question) => [
    ...(questionType(question.type).joins === undefined ? [] : [question.label]),
    ...fieldsOf([question]).map(({ name }) => name),
  ]);
