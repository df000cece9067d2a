import type { Published } from '@weft/db';
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
  closedPage,
  formPage,
  payNextPage,
  pipingFor,
  repeatedPage,
  thanksPage,
  waitingPage,
  wordsOf,
} from '@weft/public';
import { AppError, must } from '@weft/std';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readPageWithFiles, sentFiles } from './answer-files.ts';
import { forgetBegun } from './answer-in-progress.ts';
import { checkCaptcha, noCaptchaInTime } from './captchas.ts';
import { certificateAddress } from './certificate.ts';
import { askedLink } from './continue-routes.ts';
import type { FormsDeps } from './deps.ts';
import { readFormCookie } from './form-cookies.ts';
import { verifiedAddress } from './form-gate.ts';
import { captchaRefused, changedMeanwhile, hasMore, openTooLong, workIsMissing } from './form-notices.ts';
import { endingView, formView, judgedView, resultView } from './form-view.ts';
import { fullPlaces } from './full-places.ts';
import type { unfinishedKeeper } from './keep-unfinished.ts';
import { leaderboardOf } from './leaderboard.ts';
import type { openedPages } from './opened-pages.ts';
import { isMadeUp, openedAtOf } from './opened-token.ts';
import { inLanguage, type Opened, rememberLanguage, wordingFor } from './page-language.ts';
import { orderAddress } from './payments/order-page-route.ts';
import { FormClosed } from './places.ts';
import { lacksWork } from './proof-of-work.ts';
import { beginPage, judgePage, moveOf, takingOf } from './quiz-taking.ts';
import type { CountTry } from './rate-limits.ts';
import { answerBody, maxParts, readSent, textsIn } from './read-sent.ts';
import { pickedRecords } from './records/find-records.ts';
import { submitAnswer } from './submissions.ts';
import { versionBegun } from './version-begun.ts';

/** What answers are taken with besides. */
interface Around extends Pick<ReturnType<typeof openedPages>, 'filesFor' | 'begun' | 'firstPage'> {
  readonly answer: (reply: FastifyReply, status: number, page: string, shown?: Opened) => FastifyReply;
  readonly keepUnfinished: ReturnType<typeof unfinishedKeeper>;
  readonly countFile: CountTry;
  readonly countMail: CountTry;
}

/** Ends in a refusal where a published form takes no answers now, as far as its settings tell. */
export function requireOpenNow(
  { now }: Pick<FormsDeps, 'now'>,
  { content, settings, submissions }: Published,
): void {
  const takes = isEvent(content) ? 'bookings' : 'answers';
  const why = whyClosed(formSettingsOf(settings), submissions, new Date(now()).toISOString(), takes);
  if (why !== null) throw new FormClosed(why);
}

/** Takes what a page of a form sends: shows the page that comes then, or takes the whole answer. */
export function answerTaker(
  deps: FormsDeps,
  { answer, filesFor, begun, firstPage, keepUnfinished, countFile, countMail }: Around,
): (opened: Opened, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const nowText = () => new Date(deps.now()).toISOString();
  return async (opened, request, reply) => {
    const { texts, refused } = request.isMultipart()
      ? await readPageWithFiles(deps, request, opened, { maxBytes: answerBody, maxParts }, async () => {
          requireOpenNow(deps, opened);
          await countFile(request, reply);
        })
      : { texts: textsIn(request.body), refused: null };
    const read = readSent(texts);
    const { id, snapshotId, token, trap, work, captcha, later, turned, move: wanted, sent: all } = read;
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
    const openedAt = openedAtOf(deps, published, { id, token });
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
    if (await isMadeUp(deps, published, { id, token })) {
      const page = await firstPage(published, sent, deps.newId('sub'), openTooLong);
      return answer(reply, 409, page, published);
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
    /** Counts the pages that were turned without a connection, once what was filled in arrives. */
    const countTurned = () => {
      const reached = walked.steps.slice(1).flatMap(({ page }) => (turned.has(page.id) ? [page.id] : []));
      const started = reached.some((pageId) => pageId === walked.steps[1]?.page.id) ? ['start'] : [];
      for (const step of [...started, ...reached]) deps.viewCounter.reached(published.flowId, step, id);
    };
    const isFirst = walked.steps[0]?.page.id === move.pageId;
    const left = walked.steps.find(({ page }) => page.id === move.pageId);
    const isLeft = next.kind === 'submit' || next.step.page.id !== move.pageId;
    const judged =
      taking.isOneWay && left !== undefined && isLeft && refused === null
        ? await judgePage(deps, published, { id, sent }, left)
        : [];
    if (next.kind === 'show') {
      // Nobody goes on filling in what takes no answers any more.
      requireOpenNow(deps, opened);
      countTurned();
      if (move.go === 'next' && next.step.page.id !== move.pageId) {
        if (isFirst) deps.viewCounter.reached(published.flowId, 'start', id);
        deps.viewCounter.reached(published.flowId, next.step.page.id, id);
      }
      const pageId = next.step.page.id;
      const isKept = await keepUnfinished(published, { id, pageId, sent, openedAt }, request, reply);
      const asked = later === null ? null : { email: later, isKept };
      const link = await askedLink(deps, published, id, asked, () => countMail(request, reply));
      const notice =
        refused ?? (link?.isSent === false ? link.notice : null) ?? (next.hasMore ? hasMore : null);
      const page = await show(
        next.step,
        next.faults,
        notice,
        link?.isSent === true ? link.notice : undefined,
      );
      return answer(reply, next.faults.size > 0 || refused !== null ? 400 : 200, page, published);
    }
    const last = must(walked.steps.at(-1), 'the last page of a form');
    if (openedAt === null) return answer(reply, 409, await show(last, new Map(), openTooLong), published);
    if (lacksWork(published, id, work))
      return answer(reply, 400, await show(last, new Map(), workIsMissing), published);
    const checked = await checkCaptcha(deps, published, { id, token: captcha });
    if (checked === 'refused' && !isOver)
      return answer(reply, 400, await show(last, new Map(), captchaRefused), published);
    // Of what is judged as its time ends nothing is asked once more.
    const unverified =
      checked === 'refused' ? noCaptchaInTime : checked === 'passed' ? null : checked.unverified;
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
      language: published.language,
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
    if (!repeated) countTurned();
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
}
