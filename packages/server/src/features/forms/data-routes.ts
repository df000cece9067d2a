import type { Published } from '@weft/db';
import {
  drawnPages,
  drawsQuestions,
  type FormQuestion,
  formSettingsOf,
  formWarnings,
  isEvent,
  pagesOf,
  pipeOf,
  publishProblems,
  questionsOf,
  questionType,
  rankText,
  type Sent,
  unknownFields,
  walk,
  withPicked,
} from '@weft/forms';
import type { HttpAnswer } from '@weft/protocol';
import { AppError, invalid } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import { clientGoneSignal } from '../../rpc/client-gone.ts';
import { cursorOf, readCursor } from './answer-cursor.ts';
import { sentFiles } from './answer-files.ts';
import { idsOf } from './answer-table.ts';
import type { FormsContext, FormsDeps } from './deps.ts';
import { readForm, replaceDraft } from './drafts.ts';
import type { TestPassword } from './form-gate.ts';
import { formMethods } from './form-methods.ts';
import { loadForm, present } from './load-form.ts';
import { lacksWork } from './proof-of-work.ts';
import { beginsWithPress } from './quiz-taking.ts';
import { answerRate } from './rate-limits.ts';
import { answerBody, maxParts } from './read-sent.ts';
import { pickedRecords } from './records/find-records.ts';
import { submitAnswer } from './submissions.ts';

/** Bytes of a document. */
const documentBody = 5 * 1024 * 1024;

/** `"12"` of an If-Match header. */
function versionIn(request: FastifyRequest): number {
  const [, digits] = /^(?:W\/)?"(\d{1,9})"$/.exec(String(request.headers['if-match'] ?? '')) ?? [];
  if (digits === undefined)
    throw invalid('If-Match', 'Send the version that was read, in quotation marks, as the ETag says it');
  return Number(digits);
}

const found = (content: Parameters<typeof publishProblems>[0]) => ({
  problems: publishProblems(content).map(({ blockId, text }) => ({ blockId, text })),
  warnings: formWarnings(content).map(({ blockId, text }) => ({ blockId, text })),
});

type Submissions = HttpAnswer<'GET /v1/flows/:flowId/submissions'>;

/** Finished answers with the cells of their records. */
async function submissionsOf(
  { base, formSessions }: Pick<FormsDeps, 'base' | 'formSessions'>,
  flowId: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<Submissions> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const sessions = await formSessions.list(flowId, 'finished', limit + 1, after);
  const shown = sessions.slice(0, limit);
  const ids = shown.flatMap(({ recordId }) => recordId ?? []);
  const records = ids.length === 0 ? [] : await base(flowId).get(idsOf(flowId).tableId, ids);
  const byId = new Map(records.map((record) => [record.id, record.data]));
  const last = shown.at(-1);
  return {
    submissions: shown.map(({ id, recordId, snapshotId, startedAt, updatedAt }) => ({
      ...{ submissionId: id, recordId, version: snapshotId, startedAt, submittedAt: updatedAt },
      answers: byId.get(recordId ?? '') ?? null,
    })),
    nextCursor: sessions.length > limit && last !== undefined ? cursorOf(last) : null,
  };
}

/** Counts the answers before they are read: a stranger sends them, and the faults of each take time to find. */
function requireFewAnswers(body: unknown): void {
  const { answers } = Object(body) as { readonly answers?: unknown };
  if (Object.keys(Object(answers) as object).length > maxParts)
    throw invalid('answers', `An answer has at most ${maxParts} parts`);
}

/** The texts that answers are sent as; a ranking may be the ids of its choices in their order, as it is read. */
function sentBy(
  questions: readonly FormQuestion[],
  answers: { readonly [id: string]: string | readonly string[] },
): Sent {
  const ranked = new Map(
    questions.filter(({ type }) => questionType(type).ranks).map((one) => [one.id, one]),
  );
  return Object.entries(answers).flatMap(([id, texts]) => {
    const choices = ranked.get(id)?.choices ?? [];
    return [texts].flat().map((text, at) => {
      const isChoice = choices.some((choice) => choice.id === text);
      return [id, isChoice ? rankText(text, at + 1) : text] as const;
    });
  });
}

/** Forms as data, for programs. */
export function mountFormData(
  app: FastifyInstance,
  deps: FormsDeps,
  find: (publicIdentifier: string) => Promise<Published | null>,
  testPassword: TestPassword,
): void {
  const contextOf = (request: FastifyRequest, reply: FastifyReply): FormsContext => ({
    ...{ deps, caller: requireCaller(request), left: clientGoneSignal(reply) },
  });

  serve(app, 'POST /v1/flows', async ({ request, reply, body }) => {
    const context = contextOf(request, reply);
    const { type: kind, name, workspaceId } = body();
    const { flowId } = await formMethods['forms.create'](context, { kind, name, workspaceId });
    const { flow } = await loadForm(context, flowId, 'open');
    return { id: flow.id, publicIdentifier: flow.publicIdentifier, version: 0 };
  });

  serve(app, 'GET /v1/flows/:flowId/document', async ({ request, reply, path: { flowId } }) => {
    await loadForm(contextOf(request, reply), flowId, 'open');
    const draft = present(await deps.documents.draft(flowId));
    const document = readForm(draft.content);
    void reply.header('etag', `"${draft.version}"`);
    return { version: draft.version, document, ...found(document) };
  });

  serve(
    app,
    'PUT /v1/flows/:flowId/document',
    async ({ request, reply, path: { flowId }, body }) => {
      const { caller } = contextOf(request, reply);
      await loadForm(contextOf(request, reply), flowId, 'edit');
      const document = readForm(body());
      const version = await replaceDraft(deps, flowId, caller.userId, {
        version: versionIn(request),
        content: document,
      });
      void reply.header('etag', `"${version}"`);
      return { version, ...found(document) };
    },
    { bodyLimit: documentBody },
  );

  serve(app, 'POST /v1/flows/:flowId/publish', async ({ request, reply, path: { flowId }, body }) => {
    const context = contextOf(request, reply);
    await loadForm(context, flowId, 'edit');
    return formMethods['forms.publish'](context, { flowId, ...body() });
  });

  serve(app, 'GET /v1/flows/:flowId/submissions', async ({ request, reply, path: { flowId }, query }) => {
    await loadForm(contextOf(request, reply), flowId, 'open');
    return submissionsOf(deps, flowId, query());
  });

  serve(
    app,
    'POST /t/:publicIdentifier/submissions',
    async ({ request, reply, path, body }) => {
      const published = await find(path.publicIdentifier);
      if (published === null) throw new AppError('not-found', 'Nothing is published here');
      requireFewAnswers(request.body);
      const { submissionId, version, answers, password, work = '' } = body();
      const isWelcome =
        published.passwordHash === null ||
        (password !== undefined && (await testPassword(request, reply, published, password)));
      if (!isWelcome) throw new AppError('forbidden', 'This form has a password: send it as `password`');
      if (beginsWithPress(published))
        throw new AppError(
          'forbidden',
          'This quiz is begun and answered on its page: programs cannot take it',
        );
      if (drawsQuestions(published.content))
        throw new AppError(
          'forbidden',
          'This quiz draws questions for whoever opens it: it is answered on its page',
        );
      if (isEvent(published.content))
        throw new AppError(
          'forbidden',
          'A time is booked with this form, on its page: programs cannot answer it',
        );
      if (formSettingsOf(published.settings).mailCode)
        throw new AppError(
          'forbidden',
          'This form takes answers only from people who prove their address: it is answered on its page',
        );
      if (published.captcha !== null)
        throw new AppError('forbidden', 'This form asks for a captcha: it is answered on its page');
      if (lacksWork(published, submissionId, work))
        throw new AppError('forbidden', 'This form asks for proof of work: send it as `work`');
      if (version !== published.snapshotId)
        throw new AppError('conflict', 'Another version of this form is published by now: read it again');
      const sent = sentBy(questionsOf(published.content), answers);
      const unknown = unknownFields(questionsOf(published.content), sent);
      if (unknown.length > 0)
        throw new AppError(
          'invalid',
          'This form has no such question',
          unknown.slice(0, 50).map((field) => ({ path: field, reason: 'This form has no such question' })),
        );
      const fileOf = await sentFiles(deps, published, sent);
      const manner = { trap: '', took: null };
      const taken = await submitAnswer(deps, published, {
        ...{ id: submissionId, sent, fileOf, manner, browser: null },
      });
      if (!taken.ok) throw new AppError('invalid', taken.error[0]?.reason ?? '', taken.error);
      const { repeated, ending, waitsFor } = taken.value;
      const pages = withPicked(
        drawnPages(published.content, pagesOf(published.content), submissionId),
        await pickedRecords(deps, published, sent),
      );
      const now = new Date(deps.now()).toISOString();
      const pipe = pipeOf(pages, walk(pages, sent, now, fileOf).answers);
      return {
        submissionId,
        repeated,
        waiting: waitsFor !== null,
        ending: ending && { title: pipe(ending.title), text: pipe(ending.text) },
      };
    },
    { bodyLimit: answerBody, config: { rateLimit: answerRate } },
  );
}
