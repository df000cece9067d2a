import { createHash, randomBytes } from 'node:crypto';
import { isEmail } from '@weft/core';
import { closedLinkPage, continuePage, type PageFiles, wordsOf } from '@weft/public';
import { AppError } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originAt } from '../../http/own-domains.ts';
import { serveReply } from '../../http/serve.ts';
import { continueMail } from '../../mail/letters.ts';
import { rememberAnswer } from './answer-in-progress.ts';
import type { FormsDeps } from './deps.ts';
import { linkIsSent, noMail, notKept, tooManyHere, tooManyLinks, wrongAddress } from './form-notices.ts';
import { type Opened, pageLanguage, wordingFor } from './page-language.ts';

const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url');

/**
 * Sends a link that lets another browser go on with an answer, once. False: the address was sent too many lately, and the
 * link before stays the one that works.
 */
async function mailLink(
  { unfinishedAnswers, mailer, baseUrl }: Pick<FormsDeps, 'unfinishedAnswers' | 'mailer' | 'baseUrl'>,
  opened: Opened,
  id: string,
  email: string,
): Promise<boolean> {
  const { flowId, publicIdentifier, domain } = opened;
  const words = wordsOf({ language: pageLanguage(opened) });
  const code = randomBytes(24).toString('base64url');
  const path = `/t/${publicIdentifier}/continue/${code}`;
  const mail = continueMail(email, originAt(baseUrl(), domain), path, words);
  return mailer.sendWith(mail, (tx) => unfinishedAnswers.addLink(tx, flowId, id, hashOf(code)));
}

/** What is said of a link that somebody asked for. */
interface LinkNews {
  readonly isSent: boolean;
  readonly notice: string;
}

/** Mails a link where one was asked for; null: none was. `count` throws where too many were asked for lately. */
export async function askedLink(
  deps: Parameters<typeof mailLink>[0],
  opened: Opened,
  id: string,
  asked: { readonly email: string; readonly isKept: boolean } | null,
  count: () => Promise<void>,
): Promise<LinkNews | null> {
  if (asked === null) return null;
  const refused = (notice: string): LinkNews => ({ isSent: false, notice });
  if (!deps.mailer.sends) return refused(noMail);
  if (!isEmail(asked.email)) return refused(wrongAddress);
  if (!asked.isKept) return refused(notKept);
  try {
    await count();
  } catch (error) {
    if (error instanceof AppError && error.kind === 'rate-limit') return refused(tooManyHere);
    throw error;
  }
  const isSent = await mailLink(deps, opened, id, asked.email);
  return { isSent, notice: isSent ? linkIsSent : tooManyLinks };
}

interface Pages {
  readonly files: PageFiles;
  readonly filesFor: (shown: Opened) => PageFiles;
  readonly find: (publicIdentifier: string, request: FastifyRequest) => Promise<Opened | null>;
  readonly answer: (reply: FastifyReply, status: number, page: string) => FastifyReply;
}

/** The link of the mail. Programs that look at mails follow links: the press of a button takes it. */
export function mountContinue(
  app: FastifyInstance,
  deps: FormsDeps,
  { files, filesFor, find, answer }: Pages,
): void {
  serveReply(app, 'GET /t/:publicIdentifier/continue/:code', async ({ request, reply, path }) => {
    const published = await find(path.publicIdentifier, request);
    if (published === null) return answer(reply, 404, closedLinkPage(files));
    return answer(reply, 200, continuePage(filesFor(published), wordingFor(published).title, request.url));
  });
  serveReply(app, 'POST /t/:publicIdentifier/continue/:code', async ({ request, reply, path }) => {
    const published = await find(path.publicIdentifier, request);
    const id =
      published && (await deps.unfinishedAnswers.takeLink(published.flowId, hashOf(path.code.slice(0, 100))));
    if (published === null || id === null)
      return answer(reply, 404, closedLinkPage(published === null ? files : filesFor(published)));
    const { flowId, publicIdentifier } = published;
    rememberAnswer(reply, { flowId, https: deps.https }, id);
    return reply.redirect(`/t/${publicIdentifier}`, 303);
  });
}
