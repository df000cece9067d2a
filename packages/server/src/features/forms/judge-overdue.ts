import { formSettingsOf, graceMs, quizOf } from '@weft/forms';
import { must } from '@weft/std';
import { sentFiles } from './answer-files.ts';
import { noCaptchaInTime } from './captchas.ts';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';
import { factsIn } from './kept-facts.ts';
import { FormClosed } from './places.ts';
import { takingOf } from './quiz-taking.ts';
import { submitAnswer } from './submissions.ts';
import { versionBegun } from './version-begun.ts';

/** Attempts that are read at a time. */
const batch = 200;

type Overdue = Awaited<ReturnType<FormsDeps['quizAttempts']['overdue']>>[number];

/** Takes what was kept of an attempt in time, as of the end of its time. */
async function judge(deps: FormsDeps, { id, person, publicIdentifier }: Overdue): Promise<void> {
  const stored = await deps.documents.published(publicIdentifier);
  if (stored === null) return;
  const unfinished = await deps.unfinishedAnswers.find(stored.flowId, id);
  const published = await versionBegun(
    deps,
    { ...stored, content: readForm(stored.content) },
    { id, snapshotId: unfinished?.snapshotId, token: '' },
  );
  const minutes = quizOf(published.content)?.minutes ?? null;
  const taking = await takingOf(deps, published, { id, sent: [], go: '' });
  if (minutes === null || taking === null || !taking.isLate) return;
  const { startedAt } = must(taking.attempt, 'the attempt of a timed quiz');
  const kept = unfinished?.sent ?? [];
  const isKnownByBrowser = formSettingsOf(published.settings).onePerPerson === 'browser';
  const taken = await submitAnswer(deps, published, {
    ...{ id, sent: taking.sent, fileOf: await sentFiles(deps, published, taking.sent) },
    // The answer was begun by a press and judged by the clock: nothing tells how it was filled in.
    unverified: published.captcha === null ? null : noCaptchaInTime,
    ...{ manner: null, isOver: true, browser: id, ...factsIn(published.flowId, kept) },
    before: {
      startedAt: new Date(startedAt).toISOString(),
      updatedAt: new Date(startedAt + minutes * 60_000).toISOString(),
      person: isKnownByBrowser ? person : null,
    },
  });
  if (!taken.ok) deps.log.info({ flowId: published.flowId }, 'an overdue attempt at a quiz cannot be taken');
}

/** Judges attempts at quizzes whose time is over and that nobody came back to. One that fails is left for the next run. */
export async function judgeOverdue(deps: FormsDeps): Promise<void> {
  const now = new Date(deps.now()).toISOString();
  for (let after: Overdue | null = null; ; ) {
    const overdue: readonly Overdue[] = await deps.quizAttempts.overdue(now, graceMs, batch, after);
    for (const attempt of overdue)
      await judge(deps, attempt).catch((error: unknown) => {
        // A form that is closed may open again; until then what was kept stays as it is.
        if (!(error instanceof FormClosed))
          deps.log.error({ err: error, flowId: attempt.flowId }, 'an attempt at a quiz could not be judged');
      });
    after = overdue.at(-1) ?? null;
    if (overdue.length < batch) return;
  }
}
