import { type Html, html } from '../html.ts';
import type { Words } from '../languages/words.ts';

/** What somebody is told of a quiz that is over. */
export interface QuizResult {
  readonly points: number;
  readonly most: number;
  /** Null: there is no pass mark. */
  readonly passed: boolean | null;
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

export function quizResult(result: QuizResult | null, words: Words): Html | null {
  if (result === null) return null;
  const { say } = words;
  const { points, most, passed, questions, leaderboard } = result;
  const verdict = passed !== null && html` <strong>${say(passed ? 'passed' : 'notPassed')}</strong>`;
  return html`<section class="quiz" aria-label="${say('result')}"><p class="score">${say('pointsOf', points, most)}${verdict}</p>${questions.map((one) => judged(one, words))}${leaderboard !== null && board(leaderboard, words)}</section>`;
}

const board = (best: NonNullable<QuizResult['leaderboard']>, { say }: Words): Html =>
  html`<h2>${say('leaderboard')}</h2><ol class="board">${best.map(
    ({ name, points }) => html`<li><span>${name || '–'}</span> <span>${say('points', points)}</span></li>`,
  )}</ol>`;

const judged = (one: JudgedQuestion, { say }: Words): Html =>
  html`<div class="judged"><h2>${one.label} <span>${say('of', one.points, one.most)}</span></h2><dl><dt>${say('yourAnswer')}</dt><dd>${listed(one.chosen)}</dd>${
    one.points < one.most && html`<dt>${say('rightAnswer')}</dt><dd>${listed(one.right)}</dd>`
  }</dl>${one.explanation !== '' && html`<p class="help">${one.explanation}</p>`}</div>`;

/** What the page before came to, where a quiz tells so behind each. */
export const judgedPage = (questions: readonly JudgedQuestion[], words: Words): Html | false =>
  questions.length > 0 &&
  html`<section class="quiz feedback" aria-label="${words.say('pointsSoFar')}" tabindex="-1">${questions.map((one) => judged(one, words))}</section>`;
