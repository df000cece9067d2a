import type { Content } from '@weft/documents';
import type { FormPage, FormQuestion } from './form-document.ts';
import { questionType } from './questions/question-types.ts';
import { rowsOf } from './rows.ts';

/** How many questions a page shows; 'pages': all that stand on it. */
export const layouts = ['pages', 'one'] as const;
export type Layout = (typeof layouts)[number];

export const layoutOf = ({ props }: Content): Layout => (props.layout === 'one' ? 'one' : 'pages');

/** Asks something that somebody sees: contents, hidden and computed values do not. */
export const asksSomething = ({ type }: Pick<FormQuestion, 'type'>): boolean =>
  questionType(type).isContent !== true && type !== 'hidden' && type !== 'calculation';

/** The id of a part is that of its first question: the same each time. */
const partId = (question: FormQuestion | undefined, page: FormPage): string =>
  question === undefined ? page.id : `pag${question.id.slice(3)}`;

/** What comes before a question stands with it; what comes behind the last, with that. */
function groupsOf(page: FormPage): readonly (readonly FormQuestion[])[] {
  const groups: FormQuestion[][] = [[]];
  let asks = false;
  for (const row of rowsOf(page.questions)) {
    if (asks) groups.push([]);
    groups.at(-1)?.push(...row);
    asks = row.some(asksSomething);
  }
  const last = groups.at(-1) ?? [];
  if (groups.length > 1 && !last.some(asksSomething)) {
    groups.pop();
    groups.at(-1)?.push(...last);
  }
  return groups;
}

/** The parts of a page, one row of questions each, in a chain: the last leads where the page leads. */
function partsOf(page: FormPage): readonly FormPage[] {
  const groups = page.kind === 'form' ? groupsOf(page) : [];
  if (groups.length < 2) return [page];
  return groups.map((questions, place): FormPage => {
    const behind = groups[place + 1];
    return {
      ...{ ...page, questions, partOf: page.id },
      id: place === 0 ? page.id : partId(questions[0], page),
      text: place === 0 ? page.text : '',
      ...(behind !== undefined && { rules: [], next: partId(behind[0], page) }),
    };
  });
}

/** The pages as somebody goes through them: where a form asks one by one, each row of questions is a page. */
export const laidOut = (content: Content, pages: readonly FormPage[]): readonly FormPage[] =>
  layoutOf(content) === 'one' ? pages.flatMap(partsOf) : pages;
