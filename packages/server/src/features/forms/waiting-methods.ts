import { anyFieldType } from '@weft/core';
import { type FormSession, formPlace, type Published } from '@weft/db';
import {
  drawnPages,
  type FormQuestion,
  formSettingsOf,
  nothingPicked,
  type PickedRecords,
  pagesOf,
  questionsOf,
  takenChoices,
  titleOf,
  walk,
  withPicked,
} from '@weft/forms';
import type { CallNameOf } from '@weft/protocol';
import { AppError } from '@weft/std';
import { waitingFiles } from './answer-files.ts';
import { idsOf } from './answer-table.ts';
import type { FormsContext, FormsHandlers } from './deps.ts';
import { readForm } from './drafts.ts';
import { loadForm, present } from './load-form.ts';
import { isTimed } from './quiz-taking.ts';
import { pickedByAll } from './records/find-records.ts';
import { readSession } from './results.ts';
import { submitAnswer } from './submissions.ts';
import { noLongerWaiting, waitingNames } from './waiting-list.ts';

export type WaitingCall = Extract<
  CallNameOf<'query'> | CallNameOf<'mutation'>,
  'forms.waiting' | 'forms.takeIn' | 'forms.deleteWaiting'
>;

/** Answers in a list; who waits behind them comes up as these are taken. */
const most = 100;

/** Choices with a capacity that an answer takes. */
function choicesOf(
  content: Published['content'],
  { id, sent, updatedAt }: FormSession,
  picked: PickedRecords,
) {
  const { steps, answers } = walk(
    withPicked(drawnPages(content, pagesOf(content), id), picked),
    sent ?? [],
    updatedAt,
    () => null,
  );
  return takenChoices(
    steps.flatMap(({ shown }) => shown),
    answers,
  );
}

/**
 * Tells whether all places that an answer takes are free, by the answers that are there now: a deleted one has made room,
 * and so has one that somebody changed to another choice. Each place is counted once.
 */
function placeFinder(
  { deps, caller, left }: FormsContext,
  organizationId: string,
  published: Published,
  sessions: readonly FormSession[],
) {
  const { flowId, content, settings } = published;
  const store = deps.base(flowId);
  const { tableId } = idsOf(flowId);
  const { maxSubmissions } = formSettingsOf(settings);
  const counts = new Map<string, Promise<number>>();
  const now = new Date(deps.now()).toISOString();
  const owner = { userId: caller.userId, organizationId };
  const count = async (items: readonly { fieldId: string; operator: string; value: unknown }[]) => {
    const query = { tableId, timeZone: 'UTC', now, limit: 1, includeTotal: true };
    const filter = { conjunction: 'and' as const, items };
    const page = await store.list({ ...query, ...(items.length > 0 && { filter }) }, (work) =>
      deps.scanSlots.run(owner, left(), work),
    );
    return page.total ?? 0;
  };
  const countChoice = async ({ id: fieldId }: FormQuestion, choiceId: string): Promise<number> => {
    const table = (await store.metadata()).metadata.tables.find(({ id }) => id === tableId);
    const field = table?.fields.find(({ id }) => id === fieldId);
    const operators =
      field !== undefined && 'options' in field.template ? anyFieldType(field.type).operators : {};
    const operator = ['is_any_of', 'has_any_of'].find((name) => name in operators);
    if (operator !== undefined) return count([{ fieldId, operator, value: [choiceId] }]);
    // Somebody gave the field another type: what was counted as it was taken is all that is known.
    return (await deps.formSessions.takenChoices(flowId)).get(choiceId) ?? 0;
  };
  const counted = (what: string, read: () => Promise<number>): Promise<number> => {
    const known = counts.get(what) ?? read();
    counts.set(what, known);
    return known;
  };
  const limited = questionsOf(content).flatMap((question) =>
    question.choices.flatMap(({ id, capacity }) =>
      capacity === undefined ? [] : [{ question, id, capacity }],
    ),
  );
  const isTaken = async (choiceId: string): Promise<boolean> => {
    const found = limited.find(({ id }) => id === choiceId);
    if (found === undefined) return false;
    return (await counted(choiceId, () => countChoice(found.question, choiceId))) >= found.capacity;
  };
  let picked: Promise<ReadonlyMap<string, PickedRecords>> | null = null;
  /** Of all sessions at once, once the first of them needs it. */
  const pickedIn = async ({ id }: FormSession): Promise<PickedRecords> => {
    picked ??= pickedByAll(
      deps,
      published,
      sessions.map(({ sent }) => sent ?? []),
    ).then((all) => new Map(sessions.map((each, place) => [each.id, all[place] ?? nothingPicked])));
    return (await picked).get(id) ?? nothingPicked;
  };
  return async (session: FormSession): Promise<boolean> => {
    if (maxSubmissions !== null && (await counted('form', () => count([]))) >= maxSubmissions) return false;
    // Most have to wait on for what they wait for: their way through the form is not gone again for that.
    for (const what of session.reasons) if (what !== formPlace && (await isTaken(what))) return false;
    for (const { question, choice } of choicesOf(content, session, await pickedIn(session)))
      if ((await counted(choice.id, () => countChoice(question, choice.id))) >= choice.capacity) return false;
    return true;
  };
}

async function loadWaiting({ deps }: FormsContext, flowId: string, submissionId: string) {
  const session = await deps.formSessions.find(flowId, submissionId);
  if (session?.state !== 'waiting') throw noLongerWaiting();
  return session;
}

export const waitingMethods: FormsHandlers<WaitingCall> = {
  'forms.waiting': async (context, { flowId }) => {
    const { deps } = context;
    const { flow } = await loadForm(context, flowId, 'open');
    const stored = await deps.documents.published(flow.publicIdentifier);
    const draft = present(await deps.documents.draft(flowId));
    const content = readForm(stored?.content ?? draft.content);
    const version = stored?.snapshotId ?? draft.version;
    const asked = questionsOf(content);
    const sessions = await deps.waitingAnswers.list(flowId, most);
    const isFree = stored && placeFinder(context, flow.organizationId, { ...stored, content }, sessions);
    const waiting = [];
    for (const session of sessions) {
      const waitsFor = waitingNames(session.reasons, asked);
      waiting.push({
        ...{ submissionId: session.id, sentAt: session.updatedAt, waitsFor },
        isFree: isFree !== null && (await isFree(session)),
        answers: deps.waitingReads.of(flowId, String(version), session, () =>
          readSession(drawnPages(content, pagesOf(content), session.id), session),
        ),
      });
    }
    return { waiting, count: (await deps.formSessions.counts(flowId)).waiting };
  },

  'forms.takeIn': async (context, { flowId, submissionId }) => {
    const { deps } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    // Read before what is free, so that two who take somebody in at once do not give one place twice.
    const places = await deps.waitingAnswers.places(flowId);
    const session = await loadWaiting(context, flowId, submissionId);
    const stored = await deps.documents.published(flow.publicIdentifier);
    if (stored === null)
      throw new AppError('conflict', 'The form is not published: publish it, and then take this answer in');
    const published = { ...stored, content: readForm(stored.content) };
    if (!(await placeFinder(context, flow.organizationId, published, [session])(session)))
      throw new AppError(
        'conflict',
        'No place is free: delete an answer, or let the form or the choice take more',
      );
    const sent = session.sent ?? [];
    const taken = await submitAnswer(deps, published, {
      ...{ id: session.id, sent, fileOf: await waitingFiles(deps, published, sent), manner: null },
      ...{ browser: session.id, before: session, places },
      isOver: isTimed(published.content),
    });
    if (!taken.ok)
      throw new AppError(
        'conflict',
        `“${titleOf(published.content)}” does not take this answer any more: ${taken.error[0]?.reason ?? ''}`,
      );
    return { taken: true, mailed: taken.value.mailed };
  },

  'forms.deleteWaiting': async (context, { flowId, submissionId }) => {
    await loadForm(context, flowId, 'edit');
    await loadWaiting(context, flowId, submissionId);
    // It was taken in since it was looked for.
    if (!(await context.deps.formSessions.remove(flowId, submissionId))) throw noLongerWaiting();
    context.deps.waitingReads.forget(flowId);
    return { deleted: true };
  },
};
