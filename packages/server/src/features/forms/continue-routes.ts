import { createHash, randomBytes } from 'node:crypto';
import type { Published } from '@weft/db';
import { titleOf } from '@weft/forms';
import { closedLinkPage, continuePage, type PageFiles } from '@weft/public';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { originAt } from '../../http/own-domains.ts';
import { serveReply } from '../../http/serve.ts';
import { continueMail } from '../../mail/letters.ts';
import { rememberAnswer } from './answer-in-progress.ts';
import type { FormsDeps } from './deps.ts';

const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url');

/**
 * Sends a link that lets another browser go on with an answer, once. False: the address was sent too many lately, and the
 * link before stays the one that works.
 */
export async function mailLink(
  { unfinishedAnswers, mailer, baseUrl }: Pick<FormsDeps, 'unfinishedAnswers' | 'mailer' | 'baseUrl'>,
  { flowId, publicIdentifier, domain }: Published,
  id: string,
  email: string,
): Promise<boolean> {
  const code = randomBytes(24).toString('base64url');
  const mail = continueMail(email, originAt(baseUrl(), domain), `/t/${publicIdentifier}/continue/${code}`);
  return mailer.sendWith(mail, (tx) => unfinishedAnswers.addLink(tx, flowId, id, hashOf(code)));
}

interface Pages {
  readonly files: PageFiles;
  readonly find: (publicIdentifier: string) => Promise<Published | null>;
  readonly answer: (reply: FastifyReply, status: number, page: string) => FastifyReply;
}

/** The link of the mail. Programs that look at mails follow links: the press of a button takes it. */
export function mountContinue(app: FastifyInstance, deps: FormsDeps, { files, find, answer }: Pages): void {
  serveReply(app, 'GET /t/:publicIdentifier/continue/:code', async ({ request, reply, path }) => {
    const published = await find(path.publicIdentifier);
    if (published === null) return answer(reply, 404, closedLinkPage(files));
    return answer(reply, 200, continuePage(files, titleOf(published.content), request.url));
  });
  serveReply(app, 'POST /t/:publicIdentifier/continue/:code', async ({ reply, path }) => {
    const published = await find(path.publicIdentifier);
    const id =
      published && (await deps.unfinishedAnswers.takeLink(published.flowId, hashOf(path.code.slice(0, 100))));
    if (published === null || id === null) return answer(reply, 404, closedLinkPage(files));
    const { flowId, publicIdentifier } = published;
    rememberAnswer(reply, { flowId, https: deps.https }, id);
    return reply.redirect(`/t/${publicIdentifier}`, 303);
  });
}
