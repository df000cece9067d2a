import { type AnswerWords, answerText } from './answer-text.ts';
import { type FormPage, type FormQuestion, fieldsOf, pageIndex } from './form-document.ts';
import { questionType } from './questions/question-types.ts';
import type { Walk } from './walk.ts';

/** Answers of one page as a review shows them. */
export interface ReviewPart {
  readonly pageId: string;
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly answer: string }[];
}

/** Of a page and what it has asked. */
interface Asked {
  readonly page: FormPage;
  readonly shown: readonly FormQuestion[];
}

/** How a review reads to somebody. */
export interface ReviewWords {
  readonly said?: (asked: Asked) => Asked;
  readonly words?: AnswerWords;
  /** What a page without a title is called, by its place from 1 on. */
  readonly nameless?: (number: number) => string;
}

/** What was answered on the pages before, as it will be kept. */
export const reviewOf = (
  pages: readonly FormPage[],
  { steps, answers }: Walk,
  before: number,
  pipe: (text: string) => string,
  { said = (page) => page, words, nameless = (number) => `Page ${number}` }: ReviewWords = {},
): readonly ReviewPart[] =>
  steps.slice(0, before).flatMap((step) => {
    const { page, shown } = { ...step, ...said({ page: step.page, shown: step.shown }) };
    const rows = fieldsOf(shown.filter(({ type }) => questionType(type).fromAddress === undefined)).map(
      (field) => ({
        label: pipe(field.name),
        answer: answerText(field, answers.get(field.id) ?? null, words),
      }),
    );
    const own = page.title.trim();
    const title = own === '' ? nameless(pageIndex(pages, step.page) + 1) : pipe(own);
    return rows.length === 0 ? [] : [{ pageId: page.id, title, rows }];
  });
