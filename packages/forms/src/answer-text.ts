import { anyFieldType, type CellValue, type FieldShape } from '@weft/core';
import type { Answers } from './answers.ts';
import { type FormPage, type FormQuestion, fieldsOf } from './form-document.ts';
import { pipeFor } from './piping.ts';

/** How answers read to somebody: the locale of their numbers and days, and what is ticked and what is not. */
export interface AnswerWords {
  readonly locale: string;
  readonly yes: string;
  readonly no: string;
}

const english: AnswerWords = { locale: 'en-US', yes: 'Yes', no: 'No' };

/** An answer as texts show it. */
export function answerText({ type, template }: FieldShape, value: CellValue, words = english): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return anyFieldType(type).format(value, template, { timeZone: 'UTC', locale: words.locale });
}

/** How answers stand in texts. */
interface Piping {
  readonly written?: (text: string) => string;
  /** Choices as somebody reads them; the names of questions stay those that texts call them by. */
  readonly said?: (question: FormQuestion) => FormQuestion;
  readonly words?: AnswerWords;
}

/** Puts answers into texts that name their questions. */
export function pipeOf(
  pages: readonly FormPage[],
  answers: Answers,
  { written = String, said, words }: Piping = {},
): (text: string) => string {
  const questions = pages.flatMap((page) => page.questions);
  const fields = fieldsOf(questions);
  const shown = said === undefined ? fields : fieldsOf(questions.map(said));
  const texts = fields.flatMap((field, place) => {
    const text = answerText(shown[place] ?? field, answers.get(field.id) ?? null, words);
    return text === '' ? [] : [[field.name, written(text)] as const];
  });
  return pipeFor(texts);
}
