import type { Table } from '@weft/core';
import type { FormSession } from '@weft/db';
import {
  type Answers,
  canBeJudged,
  conditionEnv,
  fieldsOf,
  formSettingsOf,
  holds,
  languageField,
  pagesOf,
  questionsOf,
  scoreField,
  verifiedField,
} from '@weft/forms';
import { connectorOf, integrationKind } from '@weft/integrations';
import type { CallNameOf } from '@weft/protocol';
import { AppError, notFound } from '@weft/std';
import { mailKind } from '../../mail/mailer.ts';
import { AnswerTable, idsOf } from './answer-table.ts';
import { databaseKind } from './databases/database-delivery.ts';
import type { FormsContext, FormsHandlers } from './deps.ts';
import { readForm } from './drafts.ts';
import { loadForm } from './load-form.ts';
import { ownerMail } from './owner-mail.ts';
import { readerOf } from './page-language.ts';
import { replyMail } from './reply-mail.ts';
import { webhookKind } from './webhooks.ts';

export type AnswerCall = Extract<
  CallNameOf<'query'> | CallNameOf<'mutation'>,
  'forms.answer' | 'forms.resendMails' | 'forms.prepareMarks'
>;

/** What was sent of one answer; nobody sends as much of one. */
const maxSent = 100;
const sentKinds = [mailKind, webhookKind, databaseKind, integrationKind] as const;

/** Of a delivery to a third-party service its name: the rest of the target only keeps deliveries apart. */
function shownTarget(kind: (typeof sentKinds)[number], target: string): string {
  if (kind !== integrationKind) return target;
  const [type = ''] = target.split(' ');
  return connectorOf(type)?.label ?? type;
}

const answerIsGone = () => notFound('This answer is not here: it was deleted, or the link to it is wrong');

async function requireRecord({ deps }: FormsContext, flowId: string, recordId: string) {
  const store = deps.base(flowId);
  const { tableId } = idsOf(flowId);
  const table = (await store.metadata()).metadata.tables.find(({ id }) => id === tableId);
  const [record] = table === undefined ? [] : await store.get(tableId, [recordId]);
  if (table === undefined || record === undefined) throw answerIsGone();
  return { table, record };
}

/** What a record answers to the questions of a version; a field that was given another type answers none. */
function answersIn(
  { fields }: Table,
  { data }: { readonly data: { readonly [fieldId: string]: unknown } },
  asked: ReturnType<typeof fieldsOf>,
): Answers {
  const types = new Map(fields.map(({ id, type }) => [id, type]));
  return new Map(
    asked.filter(({ id, type }) => types.get(id) === type).map(({ id }) => [id, data[id] ?? null]),
  ) as Answers;
}

export const answerMethods: FormsHandlers<AnswerCall> = {
  'forms.answer': async (context, { flowId, recordId }) => {
    const { deps } = context;
    await loadForm(context, flowId, 'edit');
    await requireRecord(context, flowId, recordId);
    const session = await deps.formSessions.ofRecord(flowId, recordId);
    if (session === null) return { session: null, sent: [] };
    const { id, snapshotId, startedAt, updatedAt } = session;
    const version = await deps.documents.snapshot(flowId, snapshotId);
    const sent = await deps.deliveries.ofAnswer(sentKinds, `${flowId} ${id}`, maxSent);
    return {
      session: {
        ...{ submissionId: id, version: version?.number ?? null, startedAt },
        ...{ submittedAt: updatedAt, points: session.points ?? null },
      },
      sent: sent.map((delivery) => {
        const { state, attempts, answer, createdAt, sentAt } = delivery;
        const kind = sentKinds.find((each) => each === delivery.kind) ?? mailKind;
        return {
          ...{ id: delivery.id, kind, to: shownTarget(kind, delivery.target), title: delivery.title },
          ...{ state, attempts, answer, createdAt, sentAt },
        };
      }),
    };
  },

  'forms.resendMails': async (context, { flowId, recordId }) => {
    const { deps } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    const { table, record } = await requireRecord(context, flowId, recordId);
    const session: FormSession | null = await deps.formSessions.ofRecord(flowId, recordId);
    const published = await deps.documents.published(flow.publicIdentifier);
    if (session === null || published === null)
      throw new AppError(
        'conflict',
        session === null
          ? 'Nobody sent this answer: it was added in the results, and no mail goes with it'
          : 'The form is not published, and sends no mails',
      );
    const version = await deps.documents.snapshot(flowId, session.snapshotId);
    const form = readForm(version?.content ?? published.content);
    const { verifiedId, languageId, scoreId } = idsOf(flowId);
    // Conditions ask of what is known of an answer as they did when it was sent.
    const known = [verifiedField(verifiedId), languageField(languageId), scoreField(scoreId)].filter(
      ({ id }) => (record.data[id] ?? null) !== null,
    );
    const fields = [...known, ...fieldsOf(questionsOf(form))];
    const answers = answersIn(table, record, fields);
    const settings = formSettingsOf(published.settings);
    const env = conditionEnv(fields, session.updatedAt);
    const isJudged = (when: typeof settings.notifyWhen) => when === null || canBeJudged(when, env);
    const isAskedFor = (when: typeof settings.notifyWhen) => when === null || holds(when, env, answers);
    // A key of its own each time: this is another mail than the first one.
    const key = (to: string) => `${flowId} ${session.id} ${to} ${deps.newId('dlv')}`;
    // As when the answer was sent.
    const owner =
      !isJudged(settings.notifyWhen) || isAskedFor(settings.notifyWhen)
        ? await ownerMail(deps, published, key('owner'), recordId, { fields, answers })
        : null;
    const verified = record.data[verifiedId];
    const reader = readerOf(form, record.data[languageId]);
    const reply =
      isJudged(settings.replyWhen) && isAskedFor(settings.replyWhen)
        ? await replyMail(
            deps.mailer,
            published,
            {
              ...{ key: key('reply'), recordId, reader },
              verified: typeof verified === 'string' ? verified : null,
            },
            pagesOf(form),
            questionsOf(form),
            answers,
          )
        : null;
    if (owner === null && reply === null)
      throw new AppError('conflict', 'This form sends no mail of this answer: see the mails in its settings');
    await deps.transaction(async (tx) => {
      owner?.write(tx);
      reply?.write(tx);
    });
    owner?.committed();
    reply?.committed();
    const toOwner = owner?.isWritten() === true;
    const toRespondent = reply?.isWritten() === true;
    if (!toOwner && !toRespondent)
      throw new AppError(
        'limit',
        'As many of these mails were sent in the last hour as may be: try again later',
      );
    return { toOwner, toRespondent };
  },

  'forms.prepareMarks': async (context, { flowId }) => {
    const { deps } = context;
    await loadForm(context, flowId, 'edit');
    await new AnswerTable(deps.base(flowId), deps.newId).prepareMarks();
    const { starredId, tagsId } = idsOf(flowId);
    return { starredFieldId: starredId, tagsFieldId: tagsId };
  },
};
