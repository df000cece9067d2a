import { type Html, html } from '../html.ts';
import type { Words } from '../languages/words.ts';

/** What somebody is told of a quiz that is over. */
export interface QuizResult {
  readonly points: number;
  readonly most: number;
  /** Null: there is no pass mark. */
  readonly passed: boolean | null;
  /** Points from which it is passed. */
  readonly needed: number | null;
  /** None where the answers are not told. */
  readonly questions: readonly JudgedQuestion[];
  /** The best; null: there is no leaderboard. */
  readonly leaderboard: readonly { readonly name: string; readonly points: number }[] | null;
}

/** What somebody got for a question. */
export interface JudgedQuestion {
  readonly label: string;
  readonly points: number;
  readonly most: number;
  readonly chosen: readonly string[];
  readonly right: readonly string[];
  readonly explanation: string;
}

const listed = (labels: readonly string[]): string => labels.join(', ') || '–';

const signs = {
  right: html`<circle cx="12" cy="12" r="9"/><path d="m8.5 12.5 2.5 2.5 5-5.5"/>`,
  wrong: html`<circle cx="12" cy="12" r="9"/><path d="m9 9 6 6m0-6-6 6"/>`,
  partly: html`<circle cx="12" cy="12" r="9"/><path d="M8 12h8"/>`,
  check: html`<path d="m5 12.5 4.5 4.5L19 7.5"/>`,
} as const;

const sign = (name: keyof typeof signs): Html =>
  html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">${signs[name]}</svg>`;

/** How a question was answered; the points beside it say the same in words. */
const outcomeOf = ({ points, most }: JudgedQuestion): 'right' | 'wrong' | 'partly' =>
  points >= most ? 'right' : points > 0 ? 'partly' : 'wrong';

const judged = (one: JudgedQuestion, { say }: Words, number: number | null): Html => {
  const outcome = outcomeOf(one);
  const points = html`<span>${say('of', one.points, one.most)}</span>`;
  const heading =
    number === null
      ? html`<h2>${one.label} ${points}</h2>`
      : html`<h3>${number}. ${one.label} ${points}</h3>`;
  return html`<div class="judged ${outcome}">${heading}<p>${sign(outcome)}<span>${say('yourAnswer')}: <b>${listed(one.chosen)}</b></span></p>${
    one.points < one.most &&
    html`<p class="solved">${sign('check')}<span>${say('rightAnswer')}: <b>${listed(one.right)}</b></span></p>`
  }${one.explanation !== '' && html`<p class="why">${one.explanation}</p>`}</div>`;
};

/** Points as a part of what there is, round it; read aloud they are a sentence. */
const ring = ({ points, most }: QuizResult, { say }: Words): Html => {
  const part = most > 0 ? Math.round((100 * Math.min(Math.max(points, 0), most)) / most) : 0;
  const arc =
    part > 0 &&
    html`<circle class="arc" cx="50" cy="50" r="46" pathLength="100" stroke-dasharray="${part} 100"/>`;
  // The whole is written as what stands around the points: ‘8’ above ‘of 10’.
  const [before = '', after = ''] = say('of', '|', most).split('|');
  return html`<div class="ring"><svg viewBox="0 0 100 100" aria-hidden="true"><circle cx="50" cy="50" r="46"/>${arc}</svg><p class="score" aria-hidden="true">${before !== '' && html`<span>${before.trim()}</span>`}<b>${points}</b><span>${after.trim()}</span></p><p class="unseen">${say('pointsOf', points, most)}</p></div>`;
};

const verdict = ({ passed, needed }: QuizResult, { say }: Words): Html | false =>
  passed !== null &&
  html`<p class="verdict ${passed ? 'right' : 'wrong'}">${sign(passed ? 'right' : 'wrong')}<span><strong>${say(passed ? 'passed' : 'notPassed')}</strong>${needed !== null && html` <span class="needed">${say('pointsNeeded', needed)}</span>`}</span></p>`;

/** What stands above all of it: the points beside the heading. Where there are none to be had, nothing was judged. */
export const quizOutcome = (result: QuizResult, title: string, words: Words): Html =>
  result.most === 0
    ? html`<h1 tabindex="-1">${title}</h1>`
    : html`<div class="outcome">${ring(result, words)}<div><h1 tabindex="-1">${title}</h1>${verdict(result, words)}</div></div>`;

/** The questions of a quiz with what each came to, and the best. */
export function quizResult(result: QuizResult | null, words: Words): Html | null {
  if (result === null) return null;
  const { questions, leaderboard } = result;
  if (questions.length === 0 && leaderboard === null) return null;
  const { say } = words;
  const outcomes = questions.map(outcomeOf);
  const right = outcomes.filter((one) => one === 'right').length;
  const counted =
    !outcomes.includes('partly') && html` <span>${say('rightWrong', right, questions.length - right)}</span>`;
  return html`<section class="quiz" aria-label="${say('result')}">${
    questions.length > 0 &&
    html`<h2 class="answers">${say('yourAnswers')}${counted}</h2>${questions.map((one, place) => judged(one, words, place + 1))}`
  }${leaderboard !== null && board(leaderboard, words)}</section>`;
}

const board = (best: NonNullable<QuizResult['leaderboard']>, { say }: Words): Html =>
  html`<h2>${say('leaderboard')}</h2><ol class="board">${best.map(
    ({ name, points }) => html`<li><span>${name || '–'}</span> <span>${say('points', points)}</span></li>`,
  )}</ol>`;

/** What the page before came to, where a quiz tells so behind each. */
export const judgedPage = (questions: readonly JudgedQuestion[], words: Words): Html | false =>
  questions.length > 0 &&
  html`<section class="quiz feedback" aria-label="${words.say('pointsSoFar')}" tabindex="-1">${questions.map((one) => judged(one, words, null))}</section>`;
