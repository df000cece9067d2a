import { foldingOnce } from '@weft/core';
import type { Content } from '@weft/documents';
import { type Answers, noFiles, type Sent } from '../answers.ts';
import type { FormPage, FormQuestion } from '../form-document.ts';
import type { FilesOf } from '../questions/question.ts';
import { type Walk, walk } from '../walk.ts';
import { type QuestionScore, type Quiz, questionScore } from './quiz.ts';

/** A quiz taken by somebody, from the press that begins it. */
export interface Attempt {
  /** Epoch milliseconds, by the server's clock. */
  readonly startedAt: number;
  /** The answers that they were told the points of, by field: these stay as they are. */
  readonly judged: { readonly [fieldId: string]: readonly string[] };
}

/** Milliseconds for an answer to come from a device after its time is over. */
export const graceMs = 10_000;

/** Whether a quiz begins with a press: from then on the time runs, and the attempt counts. */
export const isAttempted = (quiz: Quiz | null): quiz is Quiz =>
  quiz !== null && (quiz.minutes !== null || quiz.attempts !== null || quiz.feedback === 'pages');

/** Milliseconds that are left; null: the quiz takes as long as it takes. */
export const timeLeft = (
  { minutes }: Pick<Quiz, 'minutes'>,
  { startedAt }: Pick<Attempt, 'startedAt'>,
  now: number,
): number | null => (minutes === null ? null : startedAt + minutes * 60_000 - now);

/** What was sent, with what was judged before in the place of what is sent for it now. */
export const withJudged = (sent: Sent, { judged }: Pick<Attempt, 'judged'>): Sent => [
  ...sent.filter(([id]) => !Object.hasOwn(judged, id)),
  ...Object.entries(judged).flatMap(([id, texts]) => texts.map((text) => [id, text] as const)),
];

/** The points of one page's questions; none where it judges none. */
export const pageScores = (
  content: Content,
  shown: readonly FormQuestion[],
  answers: Answers,
): readonly QuestionScore[] => shown.flatMap((question) => questionScore(content, question, answers) ?? []);

/** What was sent for the questions that are judged, to be kept as it is from now on. */
export function judgedTexts(scores: readonly QuestionScore[], sent: Sent): Attempt['judged'] {
  const texts = (id: string) => sent.flatMap(([name, text]) => (name === id ? [text] : []));
  return Object.fromEntries(scores.map(({ question: { id } }) => [id, texts(id)]));
}

/**
 * The way through a quiz whose time is over: nothing is required any more, and an answer that is wrong in itself counts as
 * none, so that the rest is judged.
 */
export function walkOut(
  pages: readonly FormPage[],
  sent: Sent,
  now: string,
  filesOf: FilesOf = noFiles,
): { readonly walk: Walk; readonly pages: readonly FormPage[]; readonly sent: Sent } {
  const optional = pages.map((page) => ({
    ...page,
    questions: page.questions.map((question) => ({ ...question, required: false, requiredWhen: null })),
  }));
  return foldingOnce(() => {
    let left = sent;
    for (;;) {
      const walked = walk(optional, left, now, filesOf);
      const faults = walked.steps.at(-1)?.faults ?? new Map<string, string>();
      const kept = left.filter(([id]) => !faults.has(id));
      if (walked.end.kind !== 'faults' || kept.length === left.length)
        return { walk: walked, pages: optional, sent: left };
      left = kept;
    }
  });
}
