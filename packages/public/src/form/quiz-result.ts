import { type Html, html } from '../html.ts';

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

export function quizResult(result: QuizResult | null): Html | null {
  if (result === null) return null;
  const { points, most, passed, questions, leaderboard } = result;
  const verdict = passed !== null && html` <strong>${passed ? 'Passed' : 'Not passed'}</strong>`;
  return html`<section class="quiz" aria-label="Result"><p class="score">${points} of ${most} points.${verdict}</p>${questions.map(judged)}${leaderboard !== null && board(leaderboard)}</section>`;
}

const board = (best: NonNullable<QuizResult['leaderboard']>): Html =>
  html`<h2>Leaderboard</h2><ol class="board">${best.map(
    ({ name, points }) => html`<li><span>${name || '–'}</span> <span>${points} points</span></li>`,
  )}</ol>`;

const judged = (one: JudgedQuestion): Html =>
  html`<div class="judged"><h2>${one.label} <span>${one.points} of ${one.most}</span></h2><dl><dt>Your answer</dt><dd>${listed(one.chosen)}</dd>${
    one.points < one.most && html`<dt>Right answer</dt><dd>${listed(one.right)}</dd>`
  }</dl>${one.explanation !== '' && html`<p class="help">${one.explanation}</p>`}</div>`;

/** What the page before came to, where a quiz tells so behind each. */
export const judgedPage = (questions: readonly JudgedQuestion[]): Html | false =>
  questions.length > 0 &&
  html`<section class="quiz feedback" aria-label="Your points so far" tabindex="-1">${questions.map(judged)}</section>`;
