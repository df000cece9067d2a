import { defaultTemplate, type FieldShape } from '@weft/core';
import {
  aFlag,
  anId,
  aWhole,
  type Block,
  blockOf,
  type Content,
  oneOf,
  type PropRules,
} from '@weft/documents';
import type { Answers } from '../answers.ts';
import type { FormPage, FormQuestion } from '../form-document.ts';
import { laidOut } from '../one-by-one.ts';
import type { AnswerField } from '../questions/question.ts';
import { questionType } from '../questions/question-types.ts';

/** What somebody is told at the end. */
const shownResults = ['answers', 'score', 'nothing'] as const;
export type ShownResult = (typeof shownResults)[number];

/** When somebody is told the points of a question: behind each page, or not before the end. */
const feedbackTimes = ['end', 'pages'] as const;
export type FeedbackTime = (typeof feedbackTimes)[number];

/** How a quiz is judged; it is published with the form. */
export interface Quiz {
  /** Per cent of the points with which it is passed; null: nobody fails. */
  readonly passMark: number | null;
  readonly shows: ShownResult;
  readonly feedback: FeedbackTime;
  /** Minutes from the press that begins it; null: it takes as long as it takes. */
  readonly minutes: number | null;
  /** How often one browser may begin it; null: any number. */
  readonly attempts: number | null;
  /** The question whose answer names somebody on the leaderboard; null: there is none. */
  readonly leaderboard: string | null;
}

/** Points of a choice, both ways. */
const mostPoints = 1_000;
/** Minutes that a quiz may take, and how often one browser may begin it at most. */
export const mostMinutes = 1_440;
export const mostAttempts = 100;

/** Props of the form and its blocks that only the server may read, with what they may be. */
export const quizProps: PropRules = {
  quiz: aFlag,
  passMark: aWhole(0, 100),
  showResult: oneOf(shownResults),
  feedback: oneOf(feedbackTimes),
  timeLimit: aWhole(1, mostMinutes),
  attempts: aWhole(1, mostAttempts),
  leaderboard: anId('fld'),
};

export const pointsRule = aWhole(-mostPoints, mostPoints);
/** Questions that are drawn of a page. */
export const pickRule = aWhole(1, 200);

/** Null: the form is no quiz. */
export function quizOf({ props }: Content): Quiz | null {
  if (props.quiz !== true) return null;
  return {
    passMark: typeof props.passMark === 'number' ? props.passMark : null,
    shows: shownResults.find((shown) => shown === props.showResult) ?? 'answers',
    feedback: feedbackTimes.find((time) => time === props.feedback) ?? 'end',
    minutes: typeof props.timeLimit === 'number' ? props.timeLimit : null,
    attempts: typeof props.attempts === 'number' ? props.attempts : null,
    leaderboard: typeof props.leaderboard === 'string' ? props.leaderboard : null,
  };
}

const numberIn = (block: Block | undefined, key: string): number | null => {
  const value = block?.props[key];
  return typeof value === 'number' ? value : null;
};

const pointsOf = (content: Content, choiceId: string): number =>
  numberIn(blockOf(content, choiceId), 'points') ?? 0;

/** What was got for a question of a quiz. */
export interface QuestionScore {
  readonly question: FormQuestion;
  /** At least 0: wrong choices take points of their own question alone. */
  readonly points: number;
  readonly most: number;
  readonly chosen: readonly string[];
  /** The labels of the choices that give points. */
  readonly right: readonly string[];
  readonly explanation: string;
}

export interface QuizScore {
  readonly points: number;
  readonly most: number;
  /** 0 to 100, not rounded. */
  readonly percent: number;
  /** Null: there is no pass mark. */
  readonly passed: boolean | null;
  readonly questions: readonly QuestionScore[];
}

export function questionScore(
  content: Content,
  question: FormQuestion,
  answers: Answers,
): QuestionScore | null {
  const value = answers.get(question.id);
  const held: readonly unknown[] = Array.isArray(value) ? value : [value];
  const offered = question.choices.filter(({ isHidden }) => isHidden !== true);
  const choices = offered.map(({ id, label }) => ({
    ...{ label, points: pointsOf(content, id) },
    isChosen: held.includes(id),
  }));
  const right = choices.filter(({ points }) => points > 0);
  if (right.length === 0) return null;
  const all = right.map(({ points }) => points);
  const isMany = questionType(question.type).takesMany === true;
  const got = choices.reduce((sum, { isChosen, points }) => sum + (isChosen ? points : 0), 0);
  const explanation = blockOf(content, question.id)?.props.explanation;
  return {
    question,
    points: Math.max(0, got),
    most: isMany ? all.reduce((sum, points) => sum + points, 0) : Math.max(...all),
    chosen: choices.flatMap(({ label, isChosen }) => (isChosen ? [label] : [])),
    right: right.map(({ label }) => label),
    explanation: typeof explanation === 'string' ? explanation : '',
  };
}

/** What answers to a quiz are worth; `asked` is what was asked on the way. */
export function scoreOf(
  content: Content,
  { passMark }: Pick<Quiz, 'passMark'>,
  asked: readonly FormQuestion[],
  answers: Answers,
): QuizScore {
  const questions = asked.flatMap((question) => questionScore(content, question, answers) ?? []);
  const points = questions.reduce((sum, each) => sum + each.points, 0);
  const most = questions.reduce((sum, each) => sum + each.most, 0);
  const percent = most === 0 ? 0 : (100 * points) / most;
  return { points, most, percent, passed: passMark === null ? null : percent >= passMark, questions };
}

/** The endings that a quiz shows for a score, wherever its pages lead; none of a form that is no quiz. */
export const scoreEndings = (content: Content, pages: readonly FormPage[]): readonly FormPage[] =>
  quizOf(content) === null
    ? []
    : pages.filter(
        ({ id, kind }) => kind === 'ending' && numberIn(blockOf(content, id), 'fromScore') !== null,
      );

/** The ending for a score: of those that ask for one the highest that is reached, else the one the way led to. */
export function endingByScore(
  content: Content,
  pages: readonly FormPage[],
  ending: FormPage | null,
  { percent }: Pick<QuizScore, 'percent'>,
): FormPage | null {
  const reached = pages
    .flatMap((page) => {
      const least = page.kind === 'ending' ? numberIn(blockOf(content, page.id), 'fromScore') : null;
      return least !== null && percent >= least ? [{ page, least }] : [];
    })
    .toSorted((a, b) => b.least - a.least);
  return reached[0]?.page ?? ending;
}

/** A number from a text, alike everywhere (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}

/** Whether people get questions of their own to a quiz, by the ids of their answers. */
export const drawsQuestions = (content: Content): boolean =>
  quizOf(content) !== null && Object.values(content.blocks).some((block) => numberIn(block, 'pick') !== null);

/**
 * The pages as one person gets them: of a page that draws, so many of its questions in an order of their own, the same each
 * time for the same seed; contents stay. A form that asks one question at a time has a page for each.
 */
export function drawnPages(content: Content, pages: readonly FormPage[], seed: string): readonly FormPage[] {
  const isContent = ({ type }: FormQuestion): boolean => questionType(type).isContent === true;
  const asked = pages.map((page) => {
    const pick = numberIn(blockOf(content, page.id), 'pick');
    if (pick === null) return page;
    const drawn = page.questions
      .filter((question) => !isContent(question))
      .map((question) => [hash(seed + question.id), question] as const)
      .toSorted(([a], [b]) => a - b)
      .slice(0, pick)
      .map(([, question]) => question);
    return { ...page, questions: [...page.questions.filter(isContent), ...drawn] };
  });
  return laidOut(content, asked);
}

/** The field that keeps what a quiz came to. */
export const scoreField = (id: string): AnswerField => ({
  ...{ id, name: 'Score' },
  ...({ type: 'number', template: defaultTemplate('number') } as FieldShape),
});
