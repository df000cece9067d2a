import { randomInt } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { isEmail } from '@weft/core';
import { addMailCode, daysUnfinished, mailCodeMinutes } from '@weft/db';
import { addressFault, formSettingsOf, whyClosed } from '@weft/forms';
import { addressPage, closedPage, codePage, type PageFiles, refusedPage, wordsOf } from '@weft/public';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originAt } from '../../http/own-domains.ts';
import { serveReply } from '../../http/serve.ts';
import { codeMail } from '../../mail/letters.ts';
import type { FormsDeps } from './deps.ts';
import { readFormCookie, setFormCookie } from './form-cookies.ts';
import { missingProof } from './form-gate.ts';
import { newBrowserId } from './form-keys.ts';
import { type Opened, pageLanguage, wordingFor } from './page-language.ts';
import type { CountTry } from './rate-limits.ts';
import { answerBody } from './read-sent.ts';

type Deps = Pick<FormsDeps, 'baseUrl' | 'formKeys' | 'formMailCodes' | 'https' | 'mailer' | 'now'>;

interface Pages {
  readonly files: PageFiles;
  readonly headers: OutgoingHttpHeaders;
  readonly filesFor: (shown: Opened) => PageFiles;
  readonly find: (publicIdentifier: string, request: FastifyRequest) => Promise<Opened | null>;
  readonly answer: (reply: FastifyReply, status: number, page: string, shown?: Opened) => FastifyReply;
}

const longestAddress = 254;

const noAddress = 'Write an email address like name@example.com.';
const tooManyCodes = 'This address was sent several codes in the last hour. Try again in an hour.';
const noCookie =
  'Your browser has kept no code that was asked for. Allow cookies for this page, and ask for a code.';
const wrongCode = 'This is not the code of the newest mail. Look again, or ask for another one.';
const usedUp = 'This code is too old, or was tried too often. Ask for another one.';
const noMail = 'This form asks for a code by mail, and this server sends none now';

const pendingCode = (request: FastifyRequest, flowId: string) => {
  const [id = '', address = ''] = (readFormCookie(request, 'code', flowId) ?? '').split('.');
  return id === '' ? null : { id, email: Buffer.from(address, 'base64url').toString() };
};

/** The pages that have somebody prove an address by a code in a mail, and the route that takes both. */
export function mailCodePages(
  deps: Deps,
  { files, headers, filesFor, find, answer }: Pages,
  countTry: CountTry,
) {
  const { formKeys, formMailCodes, https, mailer } = deps;
  const frameOf = (published: Opened, search: string) =>
    [
      filesFor(published),
      wordingFor(published).title,
      `/t/${published.publicIdentifier}/verify${search}`,
    ] as const;

  /** `fault`: what was wrong with the address or the code that was given, and with which status it is said. */
  const ask = (
    reply: FastifyReply,
    published: Opened,
    search: string,
    { status = 401, address = '', fault = null as string | null } = {},
  ) =>
    mailer.sends
      ? answer(reply, status, addressPage(...frameOf(published, search), { address, fault }), published)
      : answer(reply, 503, refusedPage(filesFor(published), noMail), published);

  const askCode = (
    reply: FastifyReply,
    published: Opened,
    search: string,
    { status, address, fault }: { status: number; address: string; fault: string | null },
  ) => {
    const page = codePage(...frameOf(published, search), { address, minutes: mailCodeMinutes, fault });
    return answer(reply, status, page, published);
  };

  /** Mails a code to an address; the page that is shown then. */
  const sendCode = async (
    reply: FastifyReply,
    published: Opened,
    search: string,
    address: string,
  ): Promise<FastifyReply> => {
    const { flowId, settings } = published;
    const isAddress = address.length <= longestAddress && isEmail(address);
    const fault = isAddress ? addressFault(formSettingsOf(settings), address) : noAddress;
    if (fault !== null) return ask(reply, published, search, { status: 400, address, fault });
    const id = newBrowserId();
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const codeHash = formKeys.mailCodeHash(flowId, id, address, code);
    const createdAt = new Date(deps.now()).toISOString();
    const words = wordsOf({ language: pageLanguage(published) });
    const told = { code, minutes: mailCodeMinutes };
    const mail = codeMail(address, originAt(deps.baseUrl(), published.domain), told, words);
    const isSent = await mailer.sendWith(mail, (tx) => addMailCode(tx, { flowId, id, codeHash, createdAt }));
    if (!isSent) return ask(reply, published, search, { status: 429, address, fault: tooManyCodes });
    const pending = `${id}.${Buffer.from(address).toString('base64url')}`;
    setFormCookie(reply, 'code', pending, { flowId, https }, mailCodeMinutes * 60);
    return askCode(reply, published, search, { status: 200, address, fault: null });
  };

  /** Takes a code; the form comes then, or what is wrong. */
  const takeCode = async (
    request: FastifyRequest,
    reply: FastifyReply,
    published: Opened,
    search: string,
    code: string,
  ): Promise<FastifyReply> => {
    const { flowId, publicIdentifier } = published;
    const pending = pendingCode(request, flowId);
    if (pending === null) return ask(reply, published, search, { status: 400, fault: noCookie });
    const { id, email: address } = pending;
    const hash = await formMailCodes.beginTry(flowId, id, new Date(deps.now()).toISOString());
    if (hash === null) return ask(reply, published, search, { status: 403, address, fault: usedUp });
    if (!formKeys.isMailCode(hash, flowId, id, address, code))
      return askCode(reply, published, search, { status: 403, address, fault: wrongCode });
    if (!(await formMailCodes.use(flowId, id)))
      return ask(reply, published, search, { status: 403, address, fault: usedUp });
    const proof = formKeys.addressProof(flowId, address);
    setFormCookie(reply, 'email', proof, { flowId, https }, daysUnfinished * 24 * 3_600);
    setFormCookie(reply, 'code', '', { flowId, https }, 0);
    return reply.code(303).headers(headers).header('location', `/t/${publicIdentifier}${search}`).send();
  };

  const mount = (scope: FastifyInstance): void =>
    serveReply(
      scope,
      'POST /t/:publicIdentifier/verify',
      async ({ request, reply, path }) => {
        const published = await find(path.publicIdentifier, request);
        if (published === null) return answer(reply, 404, closedPage(files));
        const { search } = new URL(request.url, 'http://form');
        const { settings, submissions, publicIdentifier } = published;
        const now = new Date(deps.now()).toISOString();
        const isClosed = whyClosed(formSettingsOf(settings), submissions, now) !== null;
        // The form's own address says what comes first: that it is closed, its password, or its first page.
        if (isClosed || missingProof(deps, request, published) !== 'address')
          return reply.redirect(`/t/${publicIdentifier}${search}`, 303);
        if (!mailer.sends) return ask(reply, published, search);
        const sent = new URLSearchParams(String(request.body));
        if (sent.has('again')) return ask(reply, published, search, { status: 200 });
        await countTry(request, reply);
        const code = sent.get('code');
        return code === null
          ? sendCode(reply, published, search, (sent.get('email') ?? '').trim().toLowerCase())
          : takeCode(request, reply, published, search, code.replace(/\s/g, ''));
      },
      { bodyLimit: answerBody },
    );
  return { ask, mount };
}
