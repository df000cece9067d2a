import type { Content } from '@weft/documents';
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
  type QuestionScore,
  type QuizScore,
  quizOf,
  reviewOf,
  type Sent,
  type Step,
  targetsOf,
  textOf,
  type Walk,
  withoutCoupons,
} from '@weft/forms';
import type { Ending, FormView, QuizResult } from '@weft/public';
import type { FullPlaces } from './full-places.ts';

/** Where it goes to, and what stands around it. */
type Frame = Pick<
  FormView,
  | 'files'
  | 'title'
  | 'offersLink'
  | 'asksWork'
  | 'connectionNeed'
  | 'captcha'
  | 'action'
  | 'submissionId'
  | 'snapshotId'
  | 'token'
  | 'fileOf'
  | 'imageAddress'
> & {
  readonly preview?: FormView['preview'];
  readonly timeLeft?: FormView['timeLeft'];
  readonly isOneWay?: boolean;
};

const textsByField = (sent: Sent): FormView['values'] =>
  new Map([...Map.groupBy(sent, ([id]) => id)].map(([id, pairs]) => [id, pairs.map(([, text]) => text)]));

/** What stands in the questions of a page: what was sent, what is computed, and at first what is usual. */
function valuesOf(
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

/** What the world may know of a question: how many a choice takes is its maker's affair. */
const withFull = (
  question: FormQuestion,
  { choices: full, canWait }: Pick<FullPlaces, 'choices' | 'canWait'> = {
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

/** A page of a form as somebody sees it who has come so far. */
export function formView(
  frame: Frame,
  pages: readonly FormPage[],
  walked: Walk,
  step: Step,
  sent: Sent,
  said: Pick<FormView, 'faults' | 'notice'> & { readonly full?: FullPlaces } = {
    faults: new Map(),
    notice: null,
  },
): FormView {
  const { page, shown } = step;
  const place = walked.steps.indexOf(step);
  const pipe = pipeOf(pages, walked.steps[place - 1]?.answers ?? new Map());
  const asked = new Map(shown.map((question) => [question.id, question]));
  const own = new Set(inputsOf(page.questions).map(({ id }) => id));
  const asking = pages.filter(({ kind }) => kind !== 'ending');
  const isStraight = pages.every(({ rules, next, partOf, questions }, at) => {
    const leadsOn = next === null || (partOf !== undefined && pages[at + 1]?.id === next);
    // A part that conditions hide is gone by.
    const isSure = partOf === undefined || questions.every(({ shownWhen }) => shownWhen === null);
    return rules.length === 0 && leadsOn && isSure;
  });
  const targets = targetsOf(pages, page);
  const canEnd = targets.length === 0 || targets.some(({ kind }) => kind === 'ending');
  return {
    ...frame,
    captcha: canEnd ? frame.captcha : null,
    faults: said.faults,
    notice: said.notice,
    isFormFull: said.full?.isFormFull ?? false,
    page,
    questions: page.questions.map((question) => withFull(asked.get(question.id) ?? question, said.full)),
    hidden: new Set(page.questions.filter(({ id }) => !asked.has(id)).map(({ id }) => id)),
    logic: logicOf(pages, walked, place, new Set(sent.map(([id]) => id)), pipe),
    values: valuesOf(
      page,
      sent.filter(([id]) => own.has(id)),
      step,
      pipe,
    ),
    carried: sent.filter(([id]) => !own.has(id)),
    place: { number: place + 1, count: isStraight ? asking.length : null },
    pipe,
    isLast: targets.every(({ kind }) => kind === 'ending'),
    review: page.kind === 'review' ? reviewOf(pages, walked, place, pipe) : [],
  };
}

/** An ending as somebody sees it; `reached` is what it shows for their answers. */
export const endingView = (ending: FormPage, reached: AskedPage): Ending => ({
  title: ending.title,
  text: ending.text,
  questions: reached.shown,
  values: valuesOf({ ...ending, questions: reached.shown }, [], reached, String),
});

/** What somebody is told of a quiz that is over; null: the form is none, or tells nothing. */
export function resultView(
  content: Content,
  score: QuizScore | null,
  lastPage: readonly QuestionScore[],
  leaderboard: QuizResult['leaderboard'],
): QuizResult | null {
  const shows = quizOf(content)?.shows;
  if (score === null || shows === undefined || shows === 'nothing') return null;
  const { points, most, passed, questions } = score;
  return {
    ...{ points, most, passed, leaderboard },
    // Points that are told behind each page are told behind the last one too.
    questions: judgedView(shows === 'score' ? lastPage : questions),
  };
}

/** What somebody is told of questions that are judged. */
export const judgedView = (scores: readonly QuestionScore[]): QuizResult['questions'] =>
  scores.map(({ question, points, most, chosen, right, explanation }) => ({
    ...{ label: question.label, points, most },
    ...{ chosen, right, explanation },
  }));
