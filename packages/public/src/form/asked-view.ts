// The questions of a page as somebody sees them, by what they have answered so far.
import {
  type AskedPage,
  calculationText,
  choosesAtFirst,
  type Exit,
  type FormPage,
  type FormQuestion,
  idsInText,
  inputsOf,
  pipeOf,
  type Sent,
  type Step,
  saidQuestion,
  type Walk,
  type Wording,
  withoutCoupons,
} from '@weft/forms';
import type { Words } from '../languages/words.ts';
import type { FormView } from './form-page.ts';
import { pageLogic } from './page-logic.ts';

const textsByField = (sent: Sent): FormView['values'] =>
  new Map([...Map.groupBy(sent, ([id]) => id)].map(([id, pairs]) => [id, pairs.map(([, text]) => text)]));

/** What stands in the questions of a page: what was sent, what is computed, and at first what is usual. */
export function valuesOf(
  { questions }: FormPage,
  sent: Sent,
  { answers, defaults }: Pick<AskedPage, 'answers' | 'defaults'>,
  pipe: (text: string) => string,
): FormView['values'] {
  const values = new Map(textsByField(sent));
  for (const question of questions) {
    const { id, type } = question;
    const usual = defaults.get(id);
    if (type === 'calculation') values.set(id, [calculationText(question, answers.get(id))]);
    else if (!values.has(id) && usual !== undefined)
      values.set(id, choosesAtFirst(type) ? idsInText(usual) : [pipe(usual)]);
  }
  return values;
}

/** The choices that nobody can take any more, and whether somebody who takes them waits for a place. */
interface FullChoices {
  readonly choices: ReadonlySet<string>;
  readonly canWait: boolean;
}

/** What the world may know of a question: how many a choice takes is its maker's affair. */
const withFull = (
  question: FormQuestion,
  { choices: full, canWait }: FullChoices = {
    choices: new Set(),
    canWait: false,
  },
): FormQuestion => ({
  ...withoutCoupons(question),
  choices: question.choices.map(({ capacity: _, ...choice }) => {
    const isTaken = full.has(choice.id);
    return { ...choice, isFull: isTaken && !canWait, isWaitedFor: isTaken && canWait };
  }),
});

/** How a form reads to somebody: in which of its languages, and what the page says by itself. */
export interface Reader {
  readonly wording: Wording;
  readonly words: Words;
}

/** How answers stand in the texts that somebody reads. */
export const pipingFor = ({ wording, words: { say, locale } }: Reader) => ({
  said: (question: FormQuestion) => saidQuestion(question, wording),
  words: { locale, yes: say('yes'), no: say('no') },
});

/** The questions of a page as somebody sees them who has come so far; without `hasAnswers` their browser alone knows them. */
export function askedView(
  pages: readonly FormPage[],
  walked: Walk,
  step: Step,
  sent: Sent,
  reader: Reader,
  {
    full,
    hasAnswers = true,
    exits = [],
  }: {
    readonly full?: FullChoices;
    readonly hasAnswers?: boolean;
    /** Where the page leads. */
    readonly exits?: readonly Exit[];
  } = {},
): Pick<FormView, 'questions' | 'hidden' | 'logic' | 'values' | 'pipe'> {
  const { page, shown } = step;
  const place = walked.steps.indexOf(step);
  const before = walked.steps[place - 1]?.answers ?? new Map();
  // What is filled in is an answer: it is the same in every language.
  const pipe = pipeOf(pages, before);
  const asked = new Map(shown.map((question) => [question.id, question]));
  const own = new Set(inputsOf(page.questions).map(({ id }) => id));
  return {
    questions: page.questions.map((question) =>
      saidQuestion(withFull(asked.get(question.id) ?? question, full), reader.wording),
    ),
    hidden: new Set(page.questions.filter(({ id }) => !asked.has(id)).map(({ id }) => id)),
    logic: pageLogic(
      pages,
      page.questions.map((question) => withFull(question)),
      {
        before: hasAnswers ? before : null,
        written: new Set(sent.map(([id]) => id)),
        pipe,
        exits,
      },
    ),
    values: valuesOf(
      page,
      sent.filter(([id]) => own.has(id)),
      step,
      pipe,
    ),
    pipe: pipeOf(pages, before, pipingFor(reader)),
  };
}
