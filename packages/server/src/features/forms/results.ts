import { FieldTally, fieldsOf, pageName, pagesOf, questionsOf, type Sent, titleOf, walk } from '@weft/forms';
import type { CallNameOf } from '@weft/protocol';
import { AppError } from '@weft/std';
import { idsOf } from './answer-table.ts';
import type { FormsContext, FormsHandlers } from './deps.ts';
import { readForm } from './drafts.ts';
import { answerText } from './form-view.ts';
import { loadForm, present } from './load-form.ts';
import { FormClosed, submitAnswer } from './submissions.ts';

export type ResultCall = Extract<
  CallNameOf<'query'> | CallNameOf<'mutation'>,
  'forms.summary' | `forms.${string}pam`
>;

/** Spam in a list; older spam is there until its time is over. */
const maxSpam = 100;
/** Records that are added up at a time: some 5 ms, in which no other request is answered. */
const chunk = 500;

/** Adds up the answers to every field of a form, in the order in which it asks, what it no longer asks last. */
async function questionSummaries(
  { deps, caller, left }: FormsContext,
  flowId: string,
  organizationId: string,
) {
  const store = deps.base(flowId);
  const { tableId, submittedId, scoreId } = idsOf(flowId);
  const table = (await store.metadata()).metadata.tables.find(({ id }) => id === tableId);
  const draft = present(await deps.documents.draft(flowId));
  const asked = fieldsOf(questionsOf(readForm(draft.content)));
  if (table === undefined) return [];
  const place = new Map(asked.map(({ id }, index) => [id, index]));
  const placeOf = (id: string): number => (id === scoreId ? -1 : (place.get(id) ?? asked.length));
  const fields = table.fields
    .filter(({ id }) => id !== submittedId)
    .toSorted((a, b) => placeOf(a.id) - placeOf(b.id));
  const tallies = fields.map((field) => ({ field, tally: new FieldTally(field) }));
  const query = { tableId, timeZone: 'UTC', now: new Date(deps.now()).toISOString() };
  const owner = { userId: caller.userId, organizationId };
  const pages = store.stream(query, chunk, (work) => deps.scanSlots.run(owner, left(), work));
  for await (const page of pages)
    for (const { data } of page) for (const { field, tally } of tallies) tally.add(data[field.id]);
  return tallies.map(({ field, tally }) => ({
    ...{ fieldId: field.id, label: field.name, isRemoved: !place.has(field.id) && field.id !== scoreId },
    ...tally.summary,
  }));
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
    const pages = pagesOf(readForm(present(await deps.documents.draft(flowId)).content));
    const views = await deps.formViews.of(flowId);
    const { finished, spam } = await deps.formSessions.counts(flowId);
    const opened = views.get('open') ?? 0;
    const first = pages.find(({ kind }) => kind !== 'ending');
    return {
      ...{ views: opened, starts: views.get('start') ?? 0, finished, spam },
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

  'forms.spam': async (context, { flowId }) => {
    const { deps } = context;
    await loadForm(context, flowId, 'open');
    const pages = pagesOf(readForm(present(await deps.documents.draft(flowId)).content));
    const fields = fieldsOf(pages.flatMap(({ questions }) => questions));
    const names = new Map(fields.map(({ id, name }) => [id, name]));
    const [sessions, { spam: count }] = [
      await deps.formSessions.list(flowId, 'spam', maxSpam),
      await deps.formSessions.counts(flowId),
    ];
    const spam = sessions.map(({ id, updatedAt, reasons, sent }) => {
      const texts: Sent = sent ?? [];
      const { answers } = walk(pages, texts, updatedAt, () => null);
      const read = fields.flatMap((field) => {
        const answer = answerText(field, answers.get(field.id) ?? null);
        return answer === '' ? [] : [{ question: field.name, answer }];
      });
      // Of a form that asks otherwise by now, what was sent.
      const asSent = texts.map(([fieldId, text]) => ({ question: names.get(fieldId) ?? '–', answer: text }));
      return { submissionId: id, sentAt: updatedAt, reasons, answers: read.length > 0 ? read : asSent };
    });
    return { spam, count };
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
    try {
      const taken = await submitAnswer(
        deps,
        { ...published, content },
        {
          ...{ id: session.id, sent: session.sent ?? [], fileOf: () => null, manner: null },
          ...{ browser: session.id, before: session },
        },
      );
      if (!taken.ok)
        throw new AppError(
          'conflict',
          `“${titleOf(content)}” does not take this answer any more: ${taken.error[0]?.reason ?? ''}`,
        );
    } catch (error) {
      if (error instanceof FormClosed) throw new AppError('conflict', `The form is closed: ${error.message}`);
      throw error;
    }
    return { accepted: true };
  },

  'forms.deleteSpam': async (context, { flowId, submissionId }) => {
    await loadForm(context, flowId, 'edit');
    await loadSpam(context, flowId, submissionId);
    return { deleted: await context.deps.formSessions.remove(flowId, submissionId) };
  },
};
