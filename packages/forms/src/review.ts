import { answerText } from './answer-text.ts';
import { pageName } from './check-form.ts';
import { type FormPage, fieldsOf } from './form-document.ts';
import { questionType } from './questions/question-types.ts';
import type { Walk } from './walk.ts';

/** Answers of one page as a review shows them. */
export interface ReviewPart {
  readonly pageId: string;
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly answer: string }[];
}

/** What was answered on the pages before, as it will be kept. */
export const reviewOf = (
  pages: readonly FormPage[],
  { steps, answers }: Walk,
  before: number,
  pipe: (text: string) => string,
): readonly ReviewPart[] =>
  steps.slice(0, before).flatMap(({ page, shown }) => {
    const rows = fieldsOf(shown.filter(({ type }) => questionType(type).fromAddress === undefined)).map(
      (field) => ({
        label: pipe(field.name),
        answer: answerText(field, answers.get(field.id) ?? null),
      }),
    );
    const title = pipe(pageName(pages, page)).replace(/^‘(.*)’$/, '$1');
    return rows.length === 0 ? [] : [{ pageId: page.id, title, rows }];
  });
