import type { Published } from '@weft/db';
import type { Content } from '@weft/documents';
import {
  fieldsOf,
  formSettingsOf,
  parameterOf,
  questionsOf,
  type Sent,
  textOf,
  titleOf,
  whyClosed,
} from '@weft/forms';
import {
  closedFormPage,
  closedPage,
  formPage,
  formParts,
  type PageFiles,
  refusedPage,
  repeatedPage,
  thanksPage,
} from '@weft/public';
import { AppError, type Fault, invalid, isId } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerError } from '../../http/errors.ts';
import { networkOf } from '../../http/network.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { publicPageHeaders } from '../../http/security.ts';
import { serveReply } from '../../http/serve.ts';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';
import { loadForm, present } from './load-form.ts';
import { FormClosed, submitAnswer } from './submissions.ts';

/** Bytes of one answer: strangers send it. */
const answerBody = 256 * 1024;
/** Parts of one answer: more than forms ask for. */
const maxParts = 2_000;
/** Answers a minute and network address; a whole class behind one address fits. */
const answersPerMinute = 120;

/** An address may hold what no text of the database can be. */
const isIdentifier = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text);

/** The addresses of the built files a form loads; without a build it has none, and works. */
function filesOf(read: (path: string) => Buffer | null): PageFiles {
  const manifest = read('/manifest.json');
  if (manifest === null) return { scripts: [], styles: [], fonts: [] };
  const entries = JSON.parse(manifest.toString()) as {
    readonly [source: string]: {
      readonly file: string;
      readonly css?: readonly string[];
      readonly assets?: readonly string[];
    };
  };
  const entry = entries['src/entries/form.ts'];
  const address = (file: string) => `/${file}`;
  return {
    scripts: entry === undefined ? [] : [address(entry.file)],
    styles: (entry?.css ?? []).map(address),
    fonts: (entry?.assets ?? []).filter((file) => file.includes('inter-latin-wght')).map(address),
  };
}

/** What was sent: the parts of the form itself, and a text per question. */
function readSent(body: unknown) {
  if (typeof body !== 'string') throw invalid('body', 'An answer is sent as a form');
  const parts: (readonly [string, string])[] = [];
  for (const part of new URLSearchParams(body)) {
    if (parts.push(part) > maxParts) throw invalid('body', `An answer has at most ${maxParts} parts`);
  }
  const own: readonly string[] = Object.values(formParts);
  const partOf = (name: string) => parts.find(([key]) => key === name)?.[1];
  const id = partOf(formParts.submission);
  if (!isId('sub', id)) throw invalid(formParts.submission, 'Not the id of an answer');
  return { id, snapshotId: partOf(formParts.snapshot), sent: parts.filter(([name]) => !own.includes(name)) };
}

const textsByField = (sent: Sent): ReadonlyMap<string, readonly string[]> =>
  new Map([...Map.groupBy(sent, ([id]) => id)].map(([id, pairs]) => [id, pairs.map(([, text]) => text)]));

/** Characters of a value that comes with the address. */
const longestParameter = 1_000;

/** What hidden fields take from the address that the form was opened by. */
function fromAddress(content: Content, search: URLSearchParams): Sent {
  return questionsOf(content).flatMap((question) => {
    if (question.type !== 'hidden') return [];
    const name = parameterOf(question);
    const text = (name === '' ? null : search.get(name)) ?? textOf(question, 'usual');
    return [[question.id, text.replace(/[\r\n]+/g, ' ').slice(0, longestParameter)] as const];
  });
}

const changedMeanwhile =
  'This form was changed while you filled it in. Check your answers and send them again; what still fits is kept.';

/** Published forms, for anybody: read, filled in and sent, with or without a script. */
export function mountPublicForms(
  app: FastifyInstance,
  deps: FormsDeps,
  read: (path: string) => Buffer | null,
): void {
  const files = filesOf(read);
  const headers = publicPageHeaders(deps.https);
  const answer = (reply: FastifyReply, status: number, page: string): FastifyReply =>
    reply
      .code(status)
      .headers(headers)
      .header('content-type', 'text/html; charset=utf-8')
      // Each page carries an id of its own, under which its answer is taken once.
      .header('cache-control', 'no-store')
      .send(page);

  const find = (publicIdentifier: string): Promise<Published | null> =>
    isIdentifier(publicIdentifier) ? deps.documents.published(publicIdentifier) : Promise.resolve(null);

  const form = (
    published: Published,
    sent: Sent = [],
    faults: readonly Fault[] = [],
    more: { readonly submissionId?: string; readonly notice?: string } = {},
  ): string => {
    const content = readForm(published.content);
    return formPage({
      files,
      title: titleOf(content),
      questions: questionsOf(content),
      action: `/t/${published.publicIdentifier}`,
      submissionId: more.submissionId ?? deps.newId('sub'),
      snapshotId: published.snapshotId,
      values: textsByField(sent),
      faults: new Map(faults.map(({ path, reason }) => [path, reason])),
      notice: more.notice ?? null,
    });
  };

  const closed = (reply: FastifyReply, { content }: Published, message: string): FastifyReply =>
    answer(reply, 403, closedFormPage(files, titleOf(readForm(content)), message));

  const take = async (published: Published, request: FastifyRequest, reply: FastifyReply) => {
    const { id, snapshotId, sent } = readSent(request.body);
    const again = { submissionId: id };
    const content = readForm(published.content);
    const action = `/t/${published.publicIdentifier}`;
    if (snapshotId !== published.snapshotId) {
      const known = new Set(fieldsOf(questionsOf(content)).map(({ id: fieldId }) => fieldId));
      // What was asked before and is no more has nowhere to go: whoever wrote it is to see that.
      if (sent.some(([name]) => !known.has(name)))
        return answer(reply, 409, form(published, sent, [], { ...again, notice: changedMeanwhile }));
    }
    const submitted = await submitAnswer(deps, published, { id, sent });
    if (!submitted.ok) {
      const fields = fieldsOf(questionsOf(content));
      const unknown = submitted.error.find(({ path }) => !fields.some((field) => field.id === path));
      if (unknown !== undefined) throw new AppError('invalid', unknown.reason, submitted.error.slice(0, 50));
      return answer(reply, 400, form(published, sent, submitted.error, again));
    }
    const page = submitted.value.repeated ? repeatedPage : thanksPage;
    return answer(reply, 200, page(files, titleOf(content), action));
  };

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: answerBody },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => {
      const { status, answer: refusal, report } = answerError(error, request.id);
      if (report) deps.log.error({ err: error, reqId: request.id }, 'published page failed');
      return answer(reply, status, refusedPage(files, refusal.message.replace(/\.$/, '')));
    });
    serveReply(scope, 'GET /t/:publicIdentifier', async ({ request, reply, path }) => {
      const published = await find(path.publicIdentifier);
      if (published === null) return answer(reply, 404, closedPage(files));
      const { settings, submissions } = published;
      const why = whyClosed(formSettingsOf(settings), submissions, new Date(deps.now()).toISOString());
      if (why !== null) return closed(reply, published, why.message);
      const { searchParams } = new URL(request.url, 'http://form');
      return answer(reply, 200, form(published, fromAddress(readForm(published.content), searchParams)));
    });
    serveReply(scope, 'GET /v1/forms/:flowId/preview', async ({ request, reply, path: { flowId } }) => {
      await loadForm({ deps, caller: requireCaller(request) }, flowId, 'open');
      const content = readForm(present(await deps.documents.draft(flowId)).content);
      const page = formPage({
        ...{ files, title: titleOf(content), questions: questionsOf(content), action: '', isPreview: true },
        ...{ submissionId: '', snapshotId: '', values: new Map(), faults: new Map(), notice: null },
      });
      return answer(reply, 200, page);
    });
    const rateLimit = {
      max: answersPerMinute,
      timeWindow: 60_000,
      keyGenerator: (request: FastifyRequest) => networkOf(request.ip),
    };
    serveReply(
      scope,
      'POST /t/:publicIdentifier',
      async ({ request, reply, path }) => {
        const published = await find(path.publicIdentifier);
        if (published === null) return answer(reply, 404, closedPage(files));
        try {
          return await take(published, request, reply);
        } catch (error) {
          if (error instanceof FormClosed) return closed(reply, published, error.why.message);
          throw error;
        }
      },
      { bodyLimit: answerBody, config: { rateLimit } },
    );
  });
}
