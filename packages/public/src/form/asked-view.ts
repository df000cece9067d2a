// The questions of a page as somebody sees them, by what they have answered so far.
import {
  type AskedPage,
  calculationText,
  choosesAtFirst,
  type FormPage,
  type FormQuestion,
  fieldsOf,
  idsInText,
  inputsOf,
  pipeOf,
  type Sent,
  type Step,
  saidQuestion,
  textOf,
  type Walk,
  type Wording,
  withoutCoupons,
} from '@weft/forms';
import type { Words } from '../languages/words.ts';
import type { FormView } from './form-page.ts';

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

/** What the script needs to show and hide questions; null where no question of the page has conditions. */
function logicOf(
  pages: readonly FormPage[],
  { steps }: Walk,
  place: number,
  written: ReadonlySet<string>,
  pipe: (text: string) => string,
): object | null {
  const { questions } = steps[place]?.page ?? { questions: [] };
  const isLive = ({ type, shownWhen, requiredWhen, usualWhen, choices }: FormQuestion) =>
    type === 'calculation' ||
    shownWhen !== null ||
    requiredWhen !== null ||
    usualWhen !== undefined ||
    choices.some((choice) => choice.shownWhen !== undefined);
  if (!questions.some(isLive)) return null;
  const before = [...(steps[place - 1]?.answers ?? [])];
  return {
    questions: questions.map((one) => withPipedDefaults(withFull(one), pipe)),
    fields: fieldsOf(pages.flatMap((page) => page.questions)),
    before,
    written: questions.flatMap(({ id, usualWhen }) =>
      usualWhen !== undefined && written.has(id) ? [id] : [],
    ),
  };
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

/** A question whose defaults hold answers in the place of the names in them. */
function withPipedDefaults(question: FormQuestion, pipe: (text: string) => string): FormQuestion {
  const { settings, usualWhen } = question;
  if (usualWhen === undefined) return question;
  return {
    ...question,
    settings: { ...settings, usual: pipe(textOf(question, 'usual')) },
    usualWhen: usualWhen.map(({ when, text }) => ({ when, text: pipe(text) })),
  };
}

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

/** The questions of a page as somebody sees them who has come so far. */
export function askedView(
  pages: readonly FormPage[],
  walked: Walk,
  step: Step,
  sent: Sent,
  reader: Reader,
  full?: FullChoices,
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
    logic: logicOf(pages, walked, place, new Set(sent.map(([id]) => id)), pipe),
    values: valuesOf(
      page,
      sent.filter(([id]) => own.has(id)),
      step,
      pipe,
    ),
    pipe: pipeOf(pages, before, pipingFor(reader)),
  };
}
