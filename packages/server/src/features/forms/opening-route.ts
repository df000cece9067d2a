import { filledByAddress, formSettingsOf, isEvent, provenAnswer, questionsOf, whyClosed } from '@weft/forms';
import { closedPage, type PageFiles } from '@weft/public';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageAnswer } from '../../http/page-answer.ts';
import { begunAnswer, rememberAnswer } from './answer-in-progress.ts';
import type { FormsDeps } from './deps.ts';
import { readFormCookie } from './form-cookies.ts';
import { missingProof, nameBrowser, verifiedAddress } from './form-gate.ts';
import type { mailCodePages } from './mail-code-pages.ts';
import type { openedPages } from './opened-pages.ts';
import { chosenLanguage, type Opened, rememberLanguage } from './page-language.ts';
import type { passwordPages } from './password-pages.ts';
import { aroundQuiz, beginsWithPress } from './quiz-taking.ts';
import { fromAddress } from './read-sent.ts';
import { versionBegun } from './version-begun.ts';

/** In the address of a form that its maker sees in a frame of the application. */
const previewMark = 'weft-preview';

/** What published pages are answered with. */
interface Pages extends Pick<ReturnType<typeof openedPages>, 'filesFor' | 'firstPage' | 'resumedPage'> {
  readonly files: PageFiles;
  readonly find: (publicIdentifier: string, request: FastifyRequest) => Promise<Opened | null>;
  readonly answer: (reply: FastifyReply, status: number, page: string, shown?: Opened) => FastifyReply;
  readonly closed: (reply: FastifyReply, published: Opened, message: string) => FastifyReply;
  readonly turnTo: (reply: FastifyReply, answered: PageAnswer, published: Opened) => FastifyReply;
  readonly bookingFilesFor: (published: Opened) => PageFiles;
  readonly passwords: Pick<ReturnType<typeof passwordPages>, 'ask'>;
  readonly mailCodes: Pick<ReturnType<typeof mailCodePages>, 'ask'>;
}

/** Opens what is published under an address: what it asks for first, a page of times, or the page somebody is on. */
export const openingRoute =
  (deps: FormsDeps, pages: Pages) =>
  async (publicIdentifier: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { files, find, answer, closed, turnTo, passwords, mailCodes } = pages;
    const { filesFor, bookingFilesFor, firstPage, resumedPage } = pages;
    const found = await find(publicIdentifier, request);
    if (found === null) return answer(reply, 404, closedPage(files));
    if (chosenLanguage(request, found.content) !== null)
      rememberLanguage(reply, found, { ...found, ...deps });
    const { searchParams, search } = new URL(request.url, 'http://form');
    const isPreview = searchParams.has(previewMark);
    const published = isPreview ? { ...found, pageTag: null } : found;
    const { settings, submissions } = published;
    const takes = isEvent(published.content) ? 'bookings' : 'answers';
    const hasLink = takes === 'bookings' && (await deps.bookingPages.hasLink(published, searchParams));
    const why = whyClosed(formSettingsOf(settings), submissions, new Date(deps.now()).toISOString(), takes);
    if (why !== null && !hasLink) return closed(reply, published, why.message);
    const missing = hasLink ? null : missingProof(deps, request, published);
    if (missing === 'password') return passwords.ask(reply, published, search, null);
    if (missing === 'address') return mailCodes.ask(reply, published, search);
    const booking = await deps.bookingPages.show(
      published,
      bookingFilesFor(published),
      searchParams,
      verifiedAddress(deps, request, published),
    );
    if (booking !== null) {
      if (request.headers.purpose !== 'prefetch') deps.viewCounter.seen(published.flowId, 'open');
      return turnTo(reply, booking, published);
    }
    nameBrowser(deps, request, reply, published);
    // Neither the maker's preview nor what a browser fetches beforehand is seen by whoever is to answer.
    if (!isPreview && request.headers.purpose !== 'prefetch') deps.viewCounter.seen(published.flowId, 'open');
    const isNew = searchParams.has('new');
    const begunId = isNew ? null : begunAnswer(request, published.flowId);
    const unfinished = begunId === null ? null : await deps.unfinishedAnswers.find(published.flowId, begunId);
    // A quiz that was begun goes on under its id.
    const submissionId = unfinished?.id ?? (beginsWithPress(published) ? begunId : null) ?? deps.newId('sub');
    if (isPreview) deps.viewCounter.ignore(submissionId);
    if (beginsWithPress(published)) {
      const browser = readFormCookie(request, 'browser', published.flowId);
      const at = { files: filesFor(published), browser, search };
      const instead = await aroundQuiz(deps, published, begunId, at);
      if (instead !== null) return answer(reply, 200, instead, published);
    }
    if (unfinished !== null) {
      const began = await versionBegun(deps, published, { ...unfinished, token: '' });
      return answer(reply, 200, await resumedPage(began, unfinished), began);
    }
    if (isNew) rememberAnswer(reply, { ...published, https: deps.https }, null);
    const proven = provenAnswer(questionsOf(published.content), verifiedAddress(deps, request, published));
    const own = new Set(proven.map(([id]) => id));
    const filled = filledByAddress(published.content, searchParams).filter(([id]) => !own.has(id));
    const sent = [...fromAddress(published.content, searchParams), ...filled, ...proven];
    return answer(reply, 200, await firstPage(published, sent, submissionId), published);
  };
