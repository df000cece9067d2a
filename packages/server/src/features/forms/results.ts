import type { FormSession } from '@weft/db';
import {
  answerColumns,
  answerText,
  type FieldTally,
  type FormPage,
  fieldsOf,
  pageName,
  pagesOf,
  questionsOf,
  questionType,
  type Sent,
  titleOf,
  walk,
} from '@weft/forms';
import type { CallNameOf } from '@weft/protocol';
import { AppError } from '@weft/std';
import { cursorOf, readCursor } from './answer-cursor.ts';
import { waitingFiles } from './answer-files.ts';
import { idsOf } from './answer-table.ts';
import type { FormsContext, FormsHandlers } from './deps.ts';
import { readForm } from './drafts.ts';
import { eraseAnswersOf } from './erase-answers.ts';
import { writeAudit } from './form-audit.ts';
import { loadForm, present } from './load-form.ts';
import { FormClosed } from './places.ts';
import { isTimed } from './quiz-taking.ts';
import { submitAnswer } from './submissions.ts';
import { newestTexts, textsFrom } from './text-answers.ts';
import type { ListedAnswer } from './waiting-reads.ts';

export type ResultCall = Extract<
  CallNameOf<'query'> | CallNameOf<'mutation'>,
  | 'forms.summary'
  | 'forms.textAnswers'
  | 'forms.unfinished'
  | 'forms.askedFields'
  | 'forms.sessionCounts'
  | 'forms.markRead'
  | 'forms.eraseAnswersOf'
  | `forms.${string}pam`
>;

/** Texts of a question in a summary, and in one page of all of them. */
const [textsShown, textsPage] = [5, 50];
/** Spam, and answers in progress, of one page. */
const sessionsPage = 50;
/** How many are counted: a badge says '1000+'. */
const mostCounted = 1_000;

/** Whether answers are told one by one: there is nothing to count or to add up. */
const isTold = ({ bars, average }: Pick<FieldTally['summary'], 'bars' | 'average'>): boolean =>
  bars.length === 0 && average === null;

/** What the answers to every field of a form come to, in the order in which it asks, what people added and what it no longer asks last. */
async function questionSummaries(
  { deps, caller, left }: FormsContext,
  flowId: string,
  organizationId: string,
) {
  const store = deps.base(flowId);
  const { tableId, submittedId, starredId, tagsId, verifiedId, languageId } = idsOf(flowId);
  const marks = [submittedId, starredId, tagsId, verifiedId, languageId];
  const draft = present(await deps.documents.draft(flowId));
  const form = readForm(draft.content);
  const everAsked = await deps.documents.publishedBlocks(flowId, 'fld');
  const { isRemoved, inOrder } = answerColumns(flowId, form, everAsked);
  const owner = { userId: caller.userId, organizationId };
  const now = new Date(deps.now()).toISOString();
  const tallies = await deps.answerSummaries.of(store, tableId, now, (work) =>
    deps.scanSlots.run(owner, left(), work),
  );
  const table = (await store.metadata()).metadata.tables.find(({ id }) => id === tableId);
  const summaryOf = (id: string) => tallies.get(id)?.summary;
  const rankings = new Set(
    questionsOf(form).flatMap(({ id, type }) => (questionType(type).ranks === true ? [id] : [])),
  );
  const barsOf = (id: string) => (rankings.has(id) ? tallies.get(id)?.ranked : undefined);
  const counted = inOrder(table?.fields ?? []).filter(({ id }) => !marks.includes(id));
  const told = counted.filter(({ id }) => {
    const summary = summaryOf(id);
    return summary !== undefined && summary.answered > 0 && isTold(summary);
  });
  const texts = await newestTexts({ store, formSessions: deps.formSessions }, told, textsShown);
  return counted.flatMap((field) => {
    const summary = summaryOf(field.id);
    return summary === undefined
      ? []
      : [
          {
            ...{ fieldId: field.id, label: field.name, type: field.type, isRemoved: isRemoved(field.id) },
            ...{ ...summary, bars: barsOf(field.id) ?? summary.bars },
            texts: texts.get(field.id) ?? [],
          },
        ];
  });
}

/** Answers and characters of one sender in a list. A stranger may send far more, of which nothing is checked yet. */
const [mostListed, charactersListed] = [500, 20_000];
const whenCut = 'The rest of this answer is longer than this list shows.';

function cutToList(answers: readonly ListedAnswer[]): readonly ListedAnswer[] {
  let room = charactersListed;
  const listed: ListedAnswer[] = [];
  for (const { question, answer } of answers) {
    if (room <= 0 || listed.length === mostListed) return [...listed, { question: '…', answer: whenCut }];
    const shown = answer.length > room ? `${answer.slice(0, room).toWellFormed()}… ${whenCut}` : answer;
    listed.push({ question, answer: shown });
    room -= answer.length;
  }
  return listed;
}

/** What was sent of an answer that is no record, as the form understands it; of one that asks otherwise by now, as it came. */
export function readSession(
  pages: readonly FormPage[],
  { sent, updatedAt }: Pick<FormSession, 'sent' | 'updatedAt'>,
) {
  const fields = fieldsOf(pages.flatMap(({ questions }) => questions));
  const names = new Map(fields.map(({ id, name }) => [id, name]));
  const texts: Sent = sent ?? [];
  const { answers } = walk(pages, texts, updatedAt, () => null);
  const read = fields.flatMap((field) => {
    const answer = answerText(field, answers.get(field.id) ?? null);
    return answer === '' ? [] : [{ question: field.name, answer }];
  });
  return cutToList(
    read.length > 0
      ? read
      : texts.map(([fieldId, text]) => ({ question: names.get(fieldId) ?? '–', answer: text })),
  );
}

const pagesNow = async ({ deps }: FormsContext, flowId: string) =>
  pagesOf(readForm(present(await deps.documents.draft(flowId)).content));

/** A page of answers that are no records, the newest first, and where the next begins. */
async function sessionPage(
  { deps }: FormsContext,
  flowId: string,
  state: 'spam' | 'in_progress',
  cursor: string | undefined,
) {
  const after = cursor === undefined ? null : readCursor(cursor);
  const found = await deps.formSessions.list(flowId, state, sessionsPage + 1, after);
  const sessions = found.slice(0, sessionsPage);
  const last = found.length > sessionsPage ? sessions.at(-1) : undefined;
  return { sessions, nextCursor: last === undefined ? null : cursorOf(last) };
}

/** Spam that can still be judged, with what the form understands of it. */
async function loadSpam({ deps }: FormsContext, flowId: string, submissionId: string) {
  const session = await deps.formSessions.find(flowId, submissionId);
  if (session?.state !== 'spam')
    throw new AppError('not-found', 'This answer is not among the spam any more');
  return session;
}

export const resultMethods: FormsHandlers<ResultCall> = {
  'forms.summary': async (context, { flowId }) => {
    const { deps } = context;
    const { flow } = await loadForm(context, flowId, 'open');
    const pages = await pagesNow(context, flowId);
    const views = await deps.formViews.of(flowId);
    const { finished, spam } = await deps.formSessions.counts(flowId);
    const opened = views.get('open') ?? 0;
    const first = pages.find(({ kind }) => kind !== 'ending');
    return {
      ...{ views: opened, starts: views.get('start') ?? 0, finished, spam },
      ...(await deps.formSessions.pace(flowId)),
      pages: pages
        .filter(({ kind }) => kind !== 'ending')
        .map((page) => ({
          pageId: page.id,
          title: pageName(pages, page).replace(/^‘(.*)’$/, '$1'),
          reached: page === first ? opened : (views.get(page.id) ?? 0),
        })),
      questions: await questionSummaries(context, flowId, flow.organizationId),
    };
  },

  'forms.textAnswers': async (context, { flowId, fieldId, search = '', cursor }) => {
    const { deps, caller, left } = context;
    const { flow } = await loadForm(context, flowId, 'open');
    const store = deps.base(flowId);
    const { tableId } = idsOf(flowId);
    const table = (await store.metadata()).metadata.tables.find(({ id }) => id === tableId);
    const field = table?.fields.find(({ id }) => id === fieldId);
    if (field === undefined) return { answers: [], nextCursor: null };
    const after = cursor === undefined ? null : readCursor(cursor);
    const owner = { userId: caller.userId, organizationId: flow.organizationId };
    const { texts, next } = await deps.scanSlots.run(owner, left(), () =>
      textsFrom({ store, formSessions: deps.formSessions }, field, search, after, textsPage),
    );
    return { answers: texts, nextCursor: next && cursorOf(next) };
  },

  'forms.spam': async (context, { flowId, cursor }) => {
    await loadForm(context, flowId, 'open');
    const pages = await pagesNow(context, flowId);
    const { sessions, nextCursor } = await sessionPage(context, flowId, 'spam', cursor);
    const { spam: count } = await context.deps.formSessions.counts(flowId);
    const spam = sessions.map((session) => {
      const { id, updatedAt, reasons } = session;
      return { submissionId: id, sentAt: updatedAt, reasons, answers: readSession(pages, session) };
    });
    return { spam, count, nextCursor };
  },

  'forms.unfinished': async (context, { flowId, cursor }) => {
    await loadForm(context, flowId, 'open');
    const pages = await pagesNow(context, flowId);
    const { sessions, nextCursor } = await sessionPage(context, flowId, 'in_progress', cursor);
    return {
      nextCursor,
      unfinished: sessions.map((session) => ({
        ...{ submissionId: session.id, startedAt: session.startedAt, updatedAt: session.updatedAt },
        answers: readSession(pages, session),
      })),
    };
  },

  'forms.askedFields': async (context, { flowId }) => {
    await loadForm(context, flowId, 'open');
    return { fieldIds: await context.deps.documents.publishedBlocks(flowId, 'fld') };
  },

  'forms.sessionCounts': async (context, { flowId }) => {
    await loadForm(context, flowId, 'open');
    const counts = await context.deps.formSessions.countsUpTo(flowId, mostCounted + 1);
    // What is being paid is listed with its payment.
    const { unread, paying: _, ...sessionCounts } = counts;
    const capped = [unread, ...Object.values(sessionCounts)].some((count) => count > mostCounted);
    return { sessionCounts, unreadCount: unread, capped };
  },

  'forms.markRead': async (context, { flowId, until }) => {
    await loadForm(context, flowId, 'edit');
    await context.deps.formSessions.markRead(flowId, until);
    return { read: true };
  },

  'forms.eraseAnswersOf': async (context, { flowId, email }) => {
    const { flow } = await loadForm(context, flowId, 'edit');
    const erased = await eraseAnswersOf(context.deps, flow.id, email);
    await writeAudit(context, flow, 'flow.answersErased', { answers: String(erased) });
    return { erased };
  },

  'forms.acceptSpam': async (context, { flowId, submissionId }) => {
    const { deps } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    const session = await loadSpam(context, flowId, submissionId);
    const published = await deps.documents.published(flow.publicIdentifier);
    if (published === null)
      throw new AppError(
        'conflict',
        'The form is not published: publish it, and then take this as an answer',
      );
    const content = readForm(published.content);
    const sent = session.sent ?? [];
    try {
      const taken = await submitAnswer(
        deps,
        { ...published, content },
        {
          ...{ id: session.id, sent, manner: null, browser: session.id, before: session },
          ...{ fileOf: await waitingFiles(deps, { flowId, content }, sent), ownsFiles: true },
          isOver: isTimed(content),
        },
      );
      if (!taken.ok)
        throw new AppError(
          'conflict',
          `“${titleOf(content)}” does not take this answer any more: ${taken.error[0]?.reason ?? ''}`,
        );
      return { accepted: true, waiting: taken.value.waitsFor !== null };
    } catch (error) {
      if (error instanceof FormClosed) throw new AppError('conflict', `The form is closed: ${error.message}`);
      throw error;
    }
  },

  'forms.deleteSpam': async (context, { flowId, submissionId }) => {
    await loadForm(context, flowId, 'edit');
    await loadSpam(context, flowId, submissionId);
    return { deleted: await context.deps.formSessions.remove(flowId, submissionId) };
  },
};
