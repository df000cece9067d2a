import multipart from '@fastify/multipart';
import { isEmail } from '@weft/core';
import { isLargeUnfinished, type Published } from '@weft/db';
import {
  drawnPages,
  formSettingsOf,
  isEvent,
  pagesOf,
  pipeOf,
  questionsOf,
  redirectOf,
  type Step,
  turn,
  unknownFields,
  walk,
  walkOut,
  whyClosed,
  withPicked,
} from '@weft/forms';
import {
  closedFormPage,
  closedPage,
  formPage,
  imageAddress,
  payNextPage,
  pipingFor,
  refusedPage,
  repeatedPage,
  thanksPage,
  waitingPage,
  wordsOf,
} from '@weft/public';
import { AppError, must, notFound } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerError } from '../../http/errors.ts';
import type { PageAnswer } from '../../http/page-answer.ts';
import { filesOf } from '../../http/page-files.ts';
import { publicPageHeaders } from '../../http/security.ts';
import { serveReply } from '../../http/serve.ts';
import { mountAnswerFiles, readPageWithFiles, sentFiles } from './answer-files.ts';
import { forgetBegun } from './answer-in-progress.ts';
import { checkCaptcha } from './captchas.ts';
import { certificateAddress } from './certificate.ts';
import { mailLink, mountContinue } from './continue-routes.ts';
import { mountFormData } from './data-routes.ts';
import type { FormsDeps } from './deps.ts';
import { formFinders } from './find-form.ts';
import { readFormCookie } from './form-cookies.ts';
import { missingProof, passwordTest, verifiedAddress } from './form-gate.ts';
import {
  captchaRefused,
  changedMeanwhile,
  hasMore,
  linkIsSent,
  lockedMeanwhile,
  noMail,
  openTooLong,
  tooManyLinks,
  workIsMissing,
  wrongAddress,
} from './form-notices.ts';
import { endingView, formView, judgedView, resultView } from './form-view.ts';
import { fullPlaces } from './full-places.ts';
import { unfinishedKeeper } from './keep-unfinished.ts';
import { leaderboardOf } from './leaderboard.ts';
import { mailCodePages } from './mail-code-pages.ts';
import { openedPages } from './opened-pages.ts';
import { openingRoute } from './opening-route.ts';
import { pageAnswer } from './page-answer.ts';
import { inLanguage, type Opened, pageLanguage, rememberLanguage, wordingFor } from './page-language.ts';
import { canonicalOf, withLook } from './page-look.ts';
import { passwordPages } from './password-pages.ts';
import { mountOrderPage, orderAddress } from './payments/order-page-route.ts';
import { FormClosed, requireTakesBookings } from './places.ts';
import { mountPreview } from './preview-route.ts';
import { lacksWork } from './proof-of-work.ts';
import { mountPublicParts } from './public-parts.ts';
import { beginPage, judgePage, mountQuizStart, moveOf, takingOf } from './quiz-taking.ts';
import {
  answerFilesPerMinute,
  answerRate,
  autosaveRate,
  largeAutosavesPerMinute,
  mailCodesPerMinute,
  passwordsPerMinute,
  sharedRate,
} from './rate-limits.ts';
import { answerBody, maxParts, readSent, textsIn } from './read-sent.ts';
import { pickedRecords } from './records/find-records.ts';
import { mountRecords } from './records/records-route.ts';
import { submitAnswer } from './submissions.ts';
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
  const nowText = () => new Date(deps.now()).toISOString();

  const keepUnfinished = unfinishedKeeper(deps);

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

  const take = async (opened: Opened, request: FastifyRequest, reply: FastifyReply) => {
    const { texts, refused } = request.isMultipart()
      ? await readPageWithFiles(deps, request, opened, { maxBytes: answerBody, maxParts }, async () => {
          requireOpen(opened);
          await countFile(request, reply);
        })
      : { texts: textsIn(request.body), refused: null };
    const read = readSent(texts);
    const { id, snapshotId, token, trap, work, captcha, later, move: wanted, sent: all } = read;
    const current = inLanguage(opened, read.language);
    if (read.isTranslated) rememberLanguage(reply, current, { ...current, ...deps });
    const published = await versionBegun(deps, current, { id, snapshotId, token });
    const wording = wordingFor(published);
    const taking = await takingOf(deps, published, { id, sent: all, go: wanted.go });
    if (taking === null) {
      const browser = readFormCookie(request, 'browser', published.flowId);
      const at = { files: filesFor(published), browser, search: '' };
      return answer(reply, 409, await beginPage(deps, published, at), published);
    }
    const { sent, isOver } = taking;
    const move = moveOf(wanted, taking);
    const openedAt = deps.formKeys.openedAt(published.flowId, token);
    const drawn = drawnPages(published.content, pagesOf(published.content), id);
    const unknown = unknownFields(questionsOf(published.content), sent);
    if (unknown.length > 0) {
      // What was asked before and is no more has nowhere to go: whoever wrote it is to see that.
      const kept = sent.filter(([name]) => !unknown.includes(name));
      if (snapshotId !== published.snapshotId)
        return answer(reply, 409, await firstPage(published, kept, id, changedMeanwhile));
      const faults = unknown.slice(0, 50).map((path) => ({ path, reason: 'This form has no such question' }));
      throw new AppError('invalid', 'This form has no such question', faults);
    }
    const fileOf = await sentFiles(deps, published, sent);
    const pages = withPicked(drawn, await pickedRecords(deps, published, sent));
    const walked = isOver
      ? walkOut(pages, sent, nowText(), fileOf).walk
      : walk(pages, sent, nowText(), fileOf);
    const next = isOver
      ? ({ kind: 'submit' } as const)
      : turn(walked, refused === null ? move : { ...move, go: 'stay' });
    if (next === null) return answer(reply, 404, closedPage(filesFor(published)));
    const show = async (
      step: Step,
      faults: Step['faults'],
      notice: string | null,
      told?: string,
    ): Promise<string> => {
      const own = { ...begun(published, id, openedAt === null ? undefined : token), fileOf };
      const frame = { ...own, timeLeft: taking.timeLeft, isOneWay: taking.isOneWay };
      const said = { faults, notice, full: await fullPlaces(deps, published) };
      return formPage({
        ...formView(frame, pages, walked, step, sent, said),
        told,
        judged: judgedView(judged, wording),
      });
    };
    const isFirst = walked.steps[0]?.page.id === move.pageId;
    const left = walked.steps.find(({ page }) => page.id === move.pageId);
    const isLeft = next.kind === 'submit' || next.step.page.id !== move.pageId;
    const judged =
      taking.isOneWay && left !== undefined && isLeft && refused === null
        ? await judgePage(deps, published, { id, sent }, left)
        : [];
    if (next.kind === 'show') {
      if (move.go === 'next' && next.step.page.id !== move.pageId) {
        if (isFirst) deps.viewCounter.reached(published.flowId, 'start', id);
        deps.viewCounter.reached(published.flowId, next.step.page.id, id);
      }
      const isKept = await keepUnfinished(published, { id, pageId: next.step.page.id, sent }, request, reply);
      const canMail = isKept && later !== null && isEmail(later) && deps.mailer.sends;
      const isMailed = canMail && (await mailLink(deps, published, id, later));
      const why = canMail ? tooManyLinks : deps.mailer.sends ? wrongAddress : noMail;
      const wrong = later === null || isMailed ? null : why;
      const notice = refused ?? wrong ?? (next.hasMore ? hasMore : null);
      const page = await show(next.step, next.faults, notice, isMailed ? linkIsSent : undefined);
      return answer(reply, next.faults.size > 0 || refused !== null ? 400 : 200, page, published);
    }
    const last = must(walked.steps.at(-1), 'the last page of a form');
    if (openedAt === null) return answer(reply, 409, await show(last, new Map(), openTooLong), published);
    if (lacksWork(published, id, work))
      return answer(reply, 400, await show(last, new Map(), workIsMissing), published);
    const checked = isOver ? 'passed' : await checkCaptcha(deps, published, { id, token: captcha });
    if (checked === 'refused')
      return answer(reply, 400, await show(last, new Map(), captchaRefused), published);
    const unverified = checked === 'passed' ? null : checked.unverified;
    const manner = { trap, took: deps.now() - openedAt };
    const browser = readFormCookie(request, 'browser', published.flowId);
    const verified = verifiedAddress(deps, request, published);
    const submission = {
      id,
      sent,
      fileOf,
      manner,
      browser,
      isOver,
      verified,
      unverified,
      canPay: { domain: request.ownDomain?.domain ?? null },
    };
    const submitted = await submitAnswer(deps, published, submission);
    if (!submitted.ok) {
      const faults = new Map(submitted.error.map(({ path, reason }) => [path, reason]));
      // What is refused as it is stored stands on a page before, perhaps.
      const at = walked.steps.find(({ shown }) => shown.some((one) => faults.has(one.id)));
      const reason = submitted.error[0]?.reason ?? '';
      const page = await show(at ?? last, faults, at === undefined ? reason : null);
      return answer(reply, 400, page, published);
    }
    const { repeated, ending, reached, score, waitsFor, pays } = submitted.value;
    const shown = ending && reached && endingView(ending, reached, wording);
    const best = await leaderboardOf(deps, published);
    const result = resultView(published.content, score, judged, best, wording);
    if (isFirst && !repeated) deps.viewCounter.reached(published.flowId, 'start', id);
    const { files: own, title, action } = begun(published, id);
    const piping = pipingFor({ wording, words: wordsOf(own) });
    const certificate = await certificateAddress(deps, published, id);
    forgetBegun(request, reply, { ...published, https: deps.https }, id);
    if (waitsFor !== null)
      return answer(reply, 200, waitingPage(own, title, waitsFor, deps.mailer.sends), published);
    if (pays !== null) {
      const address = orderAddress(published.publicIdentifier, pays.token);
      void reply.header('refresh', `0; url=${address}`);
      return answer(reply, 200, payNextPage(own, title, address), published);
    }
    const redirect = redirectOf(
      ending?.redirect ?? null,
      pipeOf(pages, walked.answers, { written: encodeURIComponent }),
    );
    // The script leads there by itself.
    if (redirect !== null && !repeated) void reply.header('refresh', `0; url=${redirect}`);
    return answer(
      reply,
      200,
      repeated
        ? repeatedPage(own, title, action, certificate)
        : thanksPage(own, title, action, shown, pipeOf(pages, walked.answers, piping), {
            redirect,
            result,
            certificate,
          }),
      published,
    );
  };

  const requireOpen = ({ content, settings, submissions }: Published): void => {
    const takes = isEvent(content) ? 'bookings' : 'answers';
    const why = whyClosed(formSettingsOf(settings), submissions, nowText(), takes);
    if (why !== null) throw new FormClosed(why);
  };

  /** Takes what was sent to a page that is booked; null: it is answered. */
  const takeBooked = async (published: Opened, request: FastifyRequest, reply: FastifyReply) => {
    const { flowId, content } = published;
    if (!isEvent(content)) return null;
    const sent = textsIn(request.body);
    const again = await deps.bookingPages.answerAgain(published, sent);
    if (again !== null) return turnTo(reply, again, published);
    if (!(await deps.bookingPages.hasLink(published, new URLSearchParams(sent.map(([a, b]) => [a, b]))))) {
      requireOpen(published);
      const missing = missingProof(deps, request, published);
      if (missing !== null)
        return answer(reply, 403, refusedPage(filesFor(published), lockedMeanwhile[missing]));
    }
    const booked = await deps.bookingPages.take(published, bookingFilesFor(published), sent, {
      verified: verifiedAddress(deps, request, published),
      requireOpen: (tx) => requireTakesBookings(tx, flowId, nowText()),
      domain: request.ownDomain?.domain ?? null,
    });
    return booked && turnTo(reply, booked, published);
  };

  /** The form, where it takes answers from this browser. */
  const open = async (publicIdentifier: string, request: FastifyRequest): Promise<Opened> => {
    const published = await find(publicIdentifier, request);
    if (published === null) throw notFound('Nothing is published here');
    requireOpen(published);
    const missing = missingProof(deps, request, published);
    if (missing !== null) throw new AppError('forbidden', lockedMeanwhile[missing]);
    return published;
  };
  const countLarge = sharedRate(app, largeAutosavesPerMinute);
  const countFile = sharedRate(app, answerFilesPerMinute);
  mountAnswerFiles(app, deps, open, countFile);
  mountRecords(app, deps, open);

  const testPassword = passwordTest(deps, sharedRate(app, passwordsPerMinute));
  const gatePages = { files, headers, find, answer, begun, filesFor };
  const passwords = passwordPages(deps, gatePages, testPassword);
  const mailCodes = mailCodePages(deps, gatePages, sharedRate(app, mailCodesPerMinute));
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
    mountOrderPage(scope, deps, { answer, files, filesFor });
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
        const current = await open(path.publicIdentifier, request);
        const { id, snapshotId, token, move, sent } = readSent(textsIn(request.body));
        const published = await versionBegun(deps, current, { id, snapshotId, token });
        if (isLargeUnfinished(sent)) await countLarge(request, reply);
        const pages = drawnPages(published.content, pagesOf(published.content), id);
        const pageId = pages.find((page) => page.id === move.pageId)?.id ?? null;
        return reply.send({ kept: await keepUnfinished(published, { id, pageId, sent }, request, reply) });
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
