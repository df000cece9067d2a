import { type Html, html } from '../html.ts';

/** What somebody is told of a quiz that is over. */
export interface QuizResult {
  readonly points: number;
  readonly most: number;
  /** Null: there is no pass mark. */
  readonly passed: boolean | null;
  /** None where the answers are not told. */
  readonly questions: readonly JudgedQuestion[];
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
  const { points, most, passed, questions } = result;
  const verdict = passed !== null && html` <strong>${passed ? 'Passed' : 'Not passed'}</strong>`;
  return html`<section class="quiz" aria-label="Result"><p class="score">${points} of ${most} points.${verdict}</p>${questions.map(judged)}</section>`;
}

const judged = (one: JudgedQuestion): Html =>
  html`<div class="judged"><h2>${one.label} <span>${one.points} of ${one.most}</span></h2><dl><dt>Your answer</dt><dd>${listed(one.chosen)}</dd>${
    one.points < one.most && html`<dt>Right answer</dt><dd>${listed(one.right)}</dd>`
  }</dl>${one.explanation !== '' && html`<p class="help">${one.explanation}</p>`}</div>`;

/** What the page before came to, where a quiz tells so behind each. */
export const judgedPage = (questions: readonly JudgedQuestion[]): Html | false =>
  questions.length > 0 &&
  html`<section class="quiz feedback" aria-label="Your points so far" tabindex="-1">${questions.map(judged)}</section>`;
