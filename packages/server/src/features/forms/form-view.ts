import type { Content } from '@weft/documents';
import {
  type AskedPage,
  endsBehind,
  exitsOf,
  type FormPage,
  inputsOf,
  type QuestionScore,
  type QuizScore,
  quizOf,
  type ReviewWords,
  reviewOf,
  type Sent,
  type Step,
  saidPage,
  saidQuestion,
  type Walk,
  type Wording,
} from '@weft/forms';
import {
  askedView,
  type Ending,
  type FormView,
  pipingFor,
  type QuizResult,
  type Reader,
  valuesOf,
  wordsOf,
} from '@weft/public';
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
  /** The form in the language of the page. */
  readonly wording: Wording;
};

/** A page of a form as somebody sees it who has come so far. */
export function formView(
  frame: Frame,
  pages: readonly FormPage[],
  walked: Walk,
  step: Step,
  sent: Sent,
  said: Pick<FormView, 'faults' | 'notice'> & {
    readonly full?: FullPlaces;
    /** False: their browser alone knows what they answered. */
    readonly hasAnswers?: boolean;
  } = {
    faults: new Map(),
    notice: null,
  },
): FormView {
  const { page } = step;
  const place = walked.steps.indexOf(step);
  const reader = { wording: frame.wording, words: wordsOf(frame.files) };
  const exits = exitsOf(pages, page);
  const asked = askedView(pages, walked, step, sent, reader, { ...said, exits });
  const own = new Set(inputsOf(page.questions).map(({ id }) => id));
  const asking = pages.filter(({ kind }) => kind !== 'ending');
  const isStraight = pages.every(({ rules, next, partOf, questions }, at) => {
    const leadsOn = next === null || (partOf !== undefined && pages[at + 1]?.id === next);
    // A part that conditions hide is gone by.
    const isSure = partOf === undefined || questions.every(({ shownWhen }) => shownWhen === null);
    return rules.length === 0 && leadsOn && isSure;
  });
  return {
    ...frame,
    ...asked,
    captcha: exits.some(({ ends }) => ends) ? frame.captcha : null,
    faults: said.faults,
    notice: said.notice,
    isFormFull: said.full?.isFormFull ?? false,
    page: saidPage(page, frame.wording),
    carried: sent.filter(([id]) => !own.has(id)),
    place: { number: place + 1, count: isStraight ? asking.length : null },
    isLast: endsBehind(pages, exits, step.answers, walked.now),
    review: page.kind === 'review' ? reviewOf(pages, walked, place, asked.pipe, reviewFor(reader)) : [],
  };
}

/** How a review reads to somebody. */
const reviewFor = (reader: Reader): ReviewWords => {
  const { wording, words } = reader;
  const { said, words: answerWords } = pipingFor(reader);
  return {
    said: ({ page, shown }) => ({ page: saidPage(page, wording), shown: shown.map(said) }),
    words: answerWords,
    nameless: (number) => words.say('page', number),
  };
};

/** An ending as somebody sees it; `reached` is what it shows for their answers. */
export const endingView = (ending: FormPage, reached: AskedPage, wording: Wording): Ending => ({
  title: saidPage(ending, wording).title,
  text: saidPage(ending, wording).text,
  questions: reached.shown.map((question) => saidQuestion(question, wording)),
  values: valuesOf({ ...ending, questions: reached.shown }, [], reached, String),
});

/** What somebody is told of a quiz that is over; null: the form is none, or tells nothing. */
export function resultView(
  content: Content,
  score: QuizScore | null,
  lastPage: readonly QuestionScore[],
  leaderboard: QuizResult['leaderboard'],
  wording: Wording,
): QuizResult | null {
  const quiz = quizOf(content);
  const shows = quiz?.shows;
  if (score === null || shows === undefined || shows === 'nothing') return null;
  const { points, most, passed, questions } = score;
  return {
    ...{ points, most, passed, leaderboard },
    needed: passed === null || quiz?.passMark == null ? null : Math.ceil((most * quiz.passMark) / 100),
    // Points that are told behind each page are told behind the last one too.
    questions: judgedView(shows === 'score' ? lastPage : questions, wording),
  };
}

/** What somebody is told of questions that are judged. */
export const judgedView = (scores: readonly QuestionScore[], wording: Wording): QuizResult['questions'] =>
  scores.map(({ question, points, most, chosen, right, explanation }) => {
    const said = saidQuestion(question, wording);
    // No two choices of a question have one label.
    const labels = new Map(question.choices.map(({ label }, place) => [label, said.choices[place]?.label]));
    const inWords = (written: readonly string[]) => written.map((label) => labels.get(label) ?? label);
    return {
      ...{ label: said.label, points, most },
      ...{ chosen: inWords(chosen), right: inWords(right) },
      explanation: wording.text(question.id, 'explanation', explanation),
    };
  });
