import multipart from '@fastify/multipart';
import { isLargeUnfinished, type Published } from '@weft/db';
import { drawnPages, isEvent, pagesOf } from '@weft/forms';
import { closedFormPage, closedPage, imageAddress, refusedPage } from '@weft/public';
import { AppError, notFound } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerError } from '../../http/errors.ts';
import type { PageAnswer } from '../../http/page-answer.ts';
import { filesOf } from '../../http/page-files.ts';
import { publicPageHeaders } from '../../http/security.ts';
import { serveReply } from '../../http/serve.ts';
import { mountAnswerFiles } from './answer-files.ts';
import { mountContinue } from './continue-routes.ts';
import { mountFormData } from './data-routes.ts';
import type { FormsDeps } from './deps.ts';
import { DraftQueue, retryDraftAfter } from './draft-queue.ts';
import { formFinders } from './find-form.ts';
import { missingProof, passwordTest, verifiedAddress } from './form-gate.ts';
import { lockedMeanwhile } from './form-notices.ts';
import { unfinishedKeeper } from './keep-unfinished.ts';
import { mailCodePages } from './mail-code-pages.ts';
import { openedPages } from './opened-pages.ts';
import { openedAtOf } from './opened-token.ts';
import { openingRoute } from './opening-route.ts';
import { pageAnswer } from './page-answer.ts';
import { type Opened, pageLanguage, wordingFor } from './page-language.ts';
import { canonicalOf, withLook } from './page-look.ts';
import { passwordPages } from './password-pages.ts';
import { mountOrderPage } from './payments/order-page-route.ts';
import { FormClosed, requireTakesBookings } from './places.ts';
import { mountPreview } from './preview-route.ts';
import { mountPublicParts } from './public-parts.ts';
import { mountQuizStart } from './quiz-taking.ts';
import {
  answerFilesPerMinute,
  answerRate,
  autosaveRate,
  largeAutosavesPerMinute,
  mailCodesPerMinute,
  passwordsPerMinute,
  sharedRate,
} from './rate-limits.ts';
import { answerBody, readSent, textsIn } from './read-sent.ts';
import { mountRecords } from './records/records-route.ts';
import { answerTaker, requireOpenNow } from './take-answer.ts';
import { versionBegun } from './version-begun.ts';

/** Published forms, for anybody: read, filled in and sent, with or without a script. */
export function mountPublicForms(
  app: FastifyInstance,
  deps: FormsDeps,
  read: (path: string) => Buffer | null,
): void {
  const files = filesOf(read);
  const bookingFiles = filesOf(read, 'booking');
  const headers = publicPageHeaders(deps.https);
  const answer = pageAnswer(deps, headers, read);

  const turnTo = (reply: FastifyReply, answered: PageAnswer, published: Published): FastifyReply =>
    'page' in answered
      ? answer(reply, answered.status, answered.page, published)
      : reply.redirect(answered.leadsTo, 303);

  const { find, findPublished } = formFinders(deps);
  const { filesFor, begun, firstPage, resumedPage } = openedPages(deps, files);
  const bookingFilesFor = (published: Opened) => ({
    language: pageLanguage(published),
    ...withLook(bookingFiles, published.content, (fileId) =>
      imageAddress(`/t/${published.publicIdentifier}`, fileId),
    ),
    ...canonicalOf(deps, published),
  });
  const keep = unfinishedKeeper(deps);
  const drafts = new DraftQueue<boolean>();
  /** What a page sends is kept by the same turns; what finds none stands in the page that is shown next. */
  const keepUnfinished: typeof keep = async (published, answer, ...browser) =>
    (await drafts.write(published.publicIdentifier, answer.id, () => keep(published, answer, ...browser))) ??
    false;

  const closed = (reply: FastifyReply, published: Opened, message: string): FastifyReply =>
    answer(
      reply,
      403,
      closedFormPage(
        filesFor(published),
        wordingFor(published).title,
        message,
        isEvent(published.content) ? 'page' : 'form',
      ),
      published,
    );

  /** Takes what was sent to a page that is booked; null: it is answered. */
  const takeBooked = async (published: Opened, request: FastifyRequest, reply: FastifyReply) => {
    const { flowId, content } = published;
    if (!isEvent(content)) return null;
    const sent = textsIn(request.body);
    const again = await deps.bookingPages.answerAgain(published, sent);
    if (again !== null) return turnTo(reply, again, published);
    if (!(await deps.bookingPages.hasLink(published, new URLSearchParams(sent.map(([a, b]) => [a, b]))))) {
      requireOpenNow(deps, published);
      const missing = missingProof(deps, request, published);
      if (missing !== null)
        return answer(reply, 403, refusedPage(filesFor(published), lockedMeanwhile[missing]));
    }
    const booked = await deps.bookingPages.take(published, bookingFilesFor(published), sent, {
      verified: verifiedAddress(deps, request, published),
      requireOpen: (tx) => requireTakesBookings(tx, flowId, new Date(deps.now()).toISOString()),
      domain: request.ownDomain?.domain ?? null,
    });
    return booked && turnTo(reply, booked, published);
  };

  /** The form, where it takes answers from this browser. */
  const open = async (publicIdentifier: string, request: FastifyRequest): Promise<Opened> => {
    const published = await find(publicIdentifier, request);
    if (published === null) throw notFound('Nothing is published here');
    requireOpenNow(deps, published);
    const missing = missingProof(deps, request, published);
    if (missing !== null) throw new AppError('forbidden', lockedMeanwhile[missing]);
    return published;
  };
  const countLarge = sharedRate(app, largeAutosavesPerMinute);
  const countFile = sharedRate(app, answerFilesPerMinute);
  // Codes and links are both mails to whoever is named.
  const countMail = sharedRate(app, mailCodesPerMinute);
  const take = answerTaker(deps, {
    ...{ answer, filesFor, begun, firstPage, keepUnfinished, countFile, countMail },
  });
  mountAnswerFiles(app, deps, open, countFile);
  mountRecords(app, deps, open);

  const testPassword = passwordTest(deps, sharedRate(app, passwordsPerMinute));
  const gatePages = { files, headers, find, answer, begun, filesFor };
  const passwords = passwordPages(deps, gatePages, testPassword);
  const mailCodes = mailCodePages(deps, gatePages, countMail);
  mountFormData(app, deps, findPublished, testPassword);
  mountPublicParts(app, deps, { find: findPublished, open, begun, read });

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: answerBody },
      (_request, body, done) => done(null, body),
    );
    // Pages that ask for files, sent without a script.
    await scope.register(multipart);
    scope.setErrorHandler((error, request, reply) => {
      const { status, answer: refusal, report } = answerError(error, request.id);
      if (report) deps.log.error({ err: error, reqId: request.id }, 'published page failed');
      return answer(reply, status, refusedPage(files, refusal.message.replace(/\.$/, '')));
    });
    const { scripts: cardScripts } = filesOf(read, 'card');
    mountOrderPage(scope, deps, { answer, files, filesFor, cardScripts });
    const showOpened = openingRoute(deps, {
      ...{ files, find, answer, closed, turnTo, passwords, mailCodes },
      ...{ filesFor, bookingFilesFor, firstPage, resumedPage },
    });
    serveReply(scope, 'GET /t/:publicIdentifier', ({ request, reply, path }) =>
      showOpened(path.publicIdentifier, request, reply),
    );
    serveReply(scope, 'GET /', async ({ request, reply }) =>
      request.ownDomain === null
        ? reply.redirect('/home')
        : showOpened(request.ownDomain.publicIdentifier, request, reply),
    );
    mountQuizStart(scope, deps, { filesFor, open, answer, countStart: sharedRate(app, answerRate.max) });
    mountContinue(scope, deps, { files, filesFor, find, answer });
    await scope.register(async (ofDrafts) => {
      // Who may not see a draft is told so, whatever was sent: the route refuses what is not sent as a form.
      ofDrafts.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));
      mountPreview(ofDrafts, deps, { files, filesFor, answer });
    });
    serveReply(
      scope,
      'POST /t/:publicIdentifier/unfinished',
      async ({ request, reply, path }) => {
        const { id, snapshotId, token, move, sent } = readSent(textsIn(request.body));
        if (isLargeUnfinished(sent)) await countLarge(request, reply);
        const kept = await drafts.write(path.publicIdentifier, id, async () => {
          const current = await open(path.publicIdentifier, request);
          const published = await versionBegun(deps, current, { id, snapshotId, token });
          const pages = drawnPages(published.content, pagesOf(published.content), id);
          const pageId = pages.find((page) => page.id === move.pageId)?.id ?? null;
          const openedAt = openedAtOf(deps, published, { id, token });
          return keep(published, { id, pageId, sent, openedAt }, request, reply);
        });
        return reply.send(kept === null ? { kept: false, retryAfter: retryDraftAfter } : { kept });
      },
      { bodyLimit: answerBody, config: { rateLimit: autosaveRate } },
    );
    passwords.mount(scope);
    mailCodes.mount(scope);
    serveReply(
      scope,
      'POST /t/:publicIdentifier',
      async ({ request, reply, path }) => {
        const published = await find(path.publicIdentifier, request);
        if (published === null) return answer(reply, 404, closedPage(files));
        try {
          const booked = await takeBooked(published, request, reply);
          if (booked !== null) return booked;
          const missing = missingProof(deps, request, published);
          if (missing !== null)
            return answer(reply, 403, refusedPage(filesFor(published), lockedMeanwhile[missing]));
          return await take(published, request, reply);
        } catch (error) {
          if (error instanceof FormClosed) return closed(reply, published, error.message);
          throw error;
        }
      },
      { bodyLimit: answerBody, config: { rateLimit: answerRate } },
    );
  });
}
