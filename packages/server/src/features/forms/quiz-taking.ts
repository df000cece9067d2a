import type { Published, UnfinishedAnswer } from '@weft/db';
import {
  type Attempt,
  graceMs,
  isAttempted,
  judgedTexts,
  type Move,
  pageScores,
  type QuestionScore,
  questionsOf,
  quizOf,
  type Sent,
  type Step,
  timeLeft,
  unknownFields,
  withJudged,
} from '@weft/forms';
import { overPage, type PageFiles, startPage } from '@weft/public';
import { AppError, deepEqual } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveReply } from '../../http/serve.ts';
import { rememberAnswer } from './answer-in-progress.ts';
import type { FormsDeps } from './deps.ts';
import { readFormCookie } from './form-cookies.ts';
import { openTokenFor } from './opened-token.ts';
import { type Opened, wordingFor } from './page-language.ts';
import type { CountTry } from './rate-limits.ts';

type Deps = Pick<
  FormsDeps,
  'quizAttempts' | 'unfinishedAnswers' | 'formSessions' | 'formKeys' | 'https' | 'newId' | 'now'
>;

/** Milliseconds before the end from which on a device may say that the time is over: its clock is not ours. */
const early = 3_000;

/** How somebody takes a published form, of a quiz with its attempt. */
export interface Taking {
  /** Null of what begins without a press. */
  readonly attempt: Attempt | null;
  /** Milliseconds; null: it takes as long as it takes. */
  readonly timeLeft: number | null;
  /** The time is over: what there is is judged. */
  readonly isOver: boolean;
  /** So long over that what is sent is not read. */
  readonly isLate: boolean;
  /** Pages lead on alone, for what they asked is judged. */
  readonly isOneWay: boolean;
  /** What counts as sent. */
  readonly sent: Sent;
}

/** Whether a form is a quiz that begins with a press. */
export const beginsWithPress = ({ content }: Pick<Published, 'content'>): boolean =>
  isAttempted(quizOf(content));

/** Whether a form is a quiz whose time ends; an answer that was taken then may lack what is required. */
export const isTimed = (content: Published['content']): boolean =>
  (quizOf(content)?.minutes ?? null) !== null;

const free = (sent: Sent): Taking => ({
  ...{ attempt: null, timeLeft: null, isOver: false, isLate: false, isOneWay: false },
  sent,
});

/** Null: it is a quiz that was not begun. */
export async function takingOf(
  { quizAttempts, unfinishedAnswers, now }: Deps,
  { flowId, content }: Published,
  { id, sent, go }: { readonly id: string; readonly sent: Sent; readonly go: string },
): Promise<Taking | null> {
  const quiz = quizOf(content);
  if (!isAttempted(quiz)) return free(sent);
  const attempt = await quizAttempts.find(flowId, id);
  if (attempt === null) return null;
  const left = timeLeft(quiz, attempt, now());
  const isLate = left !== null && left < -graceMs;
  const isOver = isLate || (go === 'time' && left !== null && left <= early);
  let counted = sent;
  if (isLate) {
    const kept = (await unfinishedAnswers.find(flowId, id))?.sent ?? [];
    const unknown = new Set(unknownFields(questionsOf(content), kept));
    counted = kept.filter(([name]) => !unknown.has(name));
  }
  return {
    ...{ attempt, timeLeft: isOver ? null : left, isOver, isLate, isOneWay: quiz.feedback === 'pages' },
    sent: withJudged(counted, attempt),
  };
}

/** Where somebody wants to go, as far as the quiz lets them. */
export const moveOf = (move: Move, { isOneWay }: Taking): Move =>
  move.go === 'time' || (isOneWay && move.go !== 'next') ? { ...move, go: 'stay' } : move;

/** Tells the points of a page that is left, and fixes its answers. */
export async function judgePage(
  { quizAttempts }: Deps,
  { flowId, content }: Published,
  { id, sent }: { readonly id: string; readonly sent: Sent },
  { shown, answers }: Step,
): Promise<readonly QuestionScore[]> {
  const scores = pageScores(content, shown, answers);
  if (scores.length === 0) return [];
  const told = judgedTexts(scores, sent);
  const judged = await quizAttempts.judge(flowId, id, told);
  for (const [field, texts] of Object.entries(told))
    if (!deepEqual(judged[field], texts))
      throw new AppError('conflict', 'This page was answered in another window: reload it to go on there');
  return scores;
}

interface Pages {
  readonly filesFor: (shown: Opened) => PageFiles;
  readonly open: (publicIdentifier: string, request: FastifyRequest) => Promise<Opened>;
  readonly answer: (reply: FastifyReply, status: number, page: string, shown: Published) => FastifyReply;
  readonly countStart: CountTry;
}

const actionOf = ({ publicIdentifier }: Published): string => `/t/${publicIdentifier}`;

/** The page that a quiz begins with; `browser` is the name of whoever opens it. */
export async function beginPage(
  { quizAttempts, formKeys }: Deps,
  published: Opened,
  {
    files,
    browser,
    search,
  }: { readonly files: PageFiles; readonly browser: string | null; readonly search: string },
): Promise<string> {
  const { flowId, content } = published;
  const quiz = quizOf(content);
  const most = quiz?.attempts ?? null;
  const begun =
    most === null || browser === null
      ? 0
      : await quizAttempts.count(flowId, formKeys.person(flowId, 'browser', browser));
  return startPage(files, wordingFor(published).title, `${actionOf(published)}/start${search}`, {
    minutes: quiz?.minutes ?? null,
    attemptsLeft: most === null ? null : Math.max(0, most - begun),
    isJudgedByPage: quiz?.feedback === 'pages',
  });
}

/** What comes instead of a quiz's pages: the press that begins it, or that hands it in; null: it goes on. */
export async function aroundQuiz(
  deps: Deps,
  published: Opened,
  begunId: string | null,
  at: { readonly files: PageFiles; readonly browser: string | null; readonly search: string },
): Promise<string | null> {
  const taking = begunId === null ? null : await takingOf(deps, published, { id: begunId, sent: [], go: '' });
  const isDone =
    begunId === null ||
    taking === null ||
    (await deps.formSessions.find(published.flowId, begunId))?.state === 'finished';
  if (isDone) return beginPage(deps, published, at);
  if (!taking.isLate) return null;
  return overPage(at.files, wordingFor(published).title, actionOf(published), {
    ...{
      submission: begunId,
      snapshot: published.snapshotId,
      token: openTokenFor(deps, published, begunId),
    },
  });
}

/** What was filled in, as it may be kept for an attempt; null: the time is over. */
export async function keptSent(
  deps: Deps,
  published: Published,
  { id, sent }: Pick<UnfinishedAnswer, 'id' | 'sent'>,
): Promise<Sent | null> {
  const taking = await takingOf(deps, published, { id, sent, go: '' });
  return taking === null || taking.isLate ? null : taking.sent;
}

/** The press that begins a quiz. */
export function mountQuizStart(app: FastifyInstance, deps: Deps, pages: Pages): void {
  serveReply(app, 'POST /t/:publicIdentifier/start', async ({ request, reply, path }) => {
    const published = await pages.open(path.publicIdentifier, request);
    const { flowId, content } = published;
    const { search } = new URL(request.url, 'http://form');
    const quiz = quizOf(content);
    if (isAttempted(quiz)) {
      await pages.countStart(request, reply);
      const browser = readFormCookie(request, 'browser', flowId);
      if (browser === null && quiz.attempts !== null)
        throw new AppError(
          'invalid',
          'This quiz counts attempts, and knows you by a cookie: allow cookies, and open it again',
        );
      const id = deps.newId('sub');
      const person = deps.formKeys.person(flowId, 'browser', browser ?? id);
      const startedAt = new Date(deps.now()).toISOString();
      const { minutes, attempts: most } = quiz;
      const after = minutes === null ? null : new Date(deps.now() - minutes * 60_000).toISOString();
      const begun = await deps.quizAttempts.begin(flowId, { id, person, startedAt }, { most, after });
      if (begun === null) {
        const at = { files: pages.filesFor(published), browser, search };
        return pages.answer(reply, 403, await beginPage(deps, published, at), published);
      }
      rememberAnswer(reply, { flowId, https: deps.https }, begun);
    }
    return reply.redirect(`${actionOf(published)}${search}`, 303);
  });
}
