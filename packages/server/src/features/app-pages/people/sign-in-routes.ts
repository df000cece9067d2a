import { isEmail } from '@weft/core';
import { addAppCode, appCodeMinutes, appCodesPerHour } from '@weft/db';
import { type PageFiles, signInCodePage, signInLinkPage, signInPage } from '@weft/public';
import { must } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../../http/network.ts';
import { originAt } from '../../../http/own-domains.ts';
import { serveReply } from '../../../http/serve.ts';
import { appCodeMail } from '../../../mail/letters.ts';
import type { AppPagesDeps } from '../deps.ts';
import { type OpenApp, scanFor } from '../open-app.ts';
import { readAppCookie, setAppCookie } from './app-cookies.ts';
import { personWith, smallEmail, usersTable } from './app-person.ts';
import { newPerson } from './new-person.ts';

type Answer = (reply: FastifyReply, status: number, page: string) => FastifyReply;

interface Pages {
  readonly filesFor: (open: OpenApp) => PageFiles;
  readonly answer: Answer;
  /** Throws where nothing is published. */
  readonly find: (publicIdentifier: string, request: FastifyRequest) => Promise<OpenApp>;
  /** Counts what a network asks for, and what it tries that does not fit; throws where it is too much. */
  readonly countAsked: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  readonly countWrong: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

const longestAddress = 254;
/** Mails with codes to one address: more than one network may ask for, so that nobody keeps somebody else out. */
export const codeMails = { most: 3 * appCodesPerHour, seconds: 3_600 };
const said = {
  noAddress: 'Write an email address like name@example.com.',
  tooMany:
    'Several codes were asked for this address from your network within an hour. Use the newest of them, or try again in an hour.',
  noMail: 'Nobody can sign in now: this server sends no mail.',
  noCookie:
    'Your browser has kept no code that was asked for. Allow cookies for this page, and ask for a code.',
  wrong: 'This is not the code of the newest mail. Look again, or ask for another one.',
  used: 'This code is too old, or was used or tried too often. Ask for another one.',
  oldLink: 'This link is too old, or was used before. Ask for another one.',
} as const;

/** A page of the app to go on to: an address from its root, and no other. */
const onward = (text: string | null): string =>
  text !== null && /^\/[a-z0-9-]+(\/rec[0-9a-z]{21})?$/.test(text) && text.length <= 100 ? text : '/';

/** Where people sign in to an app, by a code or a link in a mail, and out. */
export function mountSignIn(
  app: FastifyInstance,
  deps: AppPagesDeps,
  { filesFor, answer, find, countAsked, countWrong }: Pages,
): void {
  const { appUsers, signInKeys, mailer, https } = deps;
  const nowText = () => new Date(deps.now()).toISOString();

  const frameOf = (open: OpenApp, to: string, fault: string | null) => ({
    ...{ appName: open.app.title, action: open.at.aside('sign-in'), fault },
    parts: [['to', to] as const],
  });
  const ask = (
    reply: FastifyReply,
    open: OpenApp,
    to: string,
    status = 200,
    fault: string | null = null,
    email = '',
  ) =>
    answer(
      reply,
      status,
      signInPage(filesFor(open), { ...frameOf(open, to, fault), email, isOpen: open.app.signUp === 'open' }),
    );
  const askCode = (
    reply: FastifyReply,
    open: OpenApp,
    to: string,
    email: string,
    status = 200,
    fault: string | null = null,
  ) =>
    answer(
      reply,
      status,
      signInCodePage(filesFor(open), { ...frameOf(open, to, fault), email, minutes: appCodeMinutes }),
    );

  /** Whether an address may sign in: it is a person's who is not blocked, or may become one's. */
  const maySignIn = async (open: OpenApp, email: string, reply: FastifyReply): Promise<boolean> => {
    const users = open.source && usersTable(open.app, open.source.metadata);
    if (open.source === null || users === null) return false;
    const at = { now: nowText(), runScan: scanFor(deps, open, reply) };
    const [person, isBlocked] = await Promise.all([
      personWith(open.source.store, users, email, at),
      appUsers.isBlocked(open.flowId, email),
    ]);
    return !isBlocked && (person !== null || open.app.signUp === 'open');
  };

  /** Mails a code, and answers alike where nobody of the address may sign in: nothing tells who uses an app. */
  const sendCode = async (
    reply: FastifyReply,
    open: OpenApp,
    to: string,
    email: string,
  ): Promise<FastifyReply> => {
    const { flowId } = open;
    if (email.length > longestAddress || !isEmail(email))
      return ask(reply, open, to, 400, said.noAddress, email);
    if (!mailer.sends) return ask(reply, open, to, 503, said.noMail, email);
    const createdAt = nowText();
    const network = signInKeys.networkHash(flowId, networkOf(reply.request.ip));
    const asked = await appUsers.codesAskedFor({ flowId, email, network }, createdAt);
    if (asked >= appCodesPerHour) return askCode(reply, open, to, email, 429, said.tooMany);
    const may = await maySignIn(open, email, reply);
    const [id, code, link] = [signInKeys.newToken(), signInKeys.newCode(), signInKeys.newToken()];
    const origin = originAt(deps.baseUrl(), reply.request.ownDomain?.domain ?? null);
    const address = `${open.at.aside('sign-in')}?link=${link}&to=${encodeURIComponent(to)}`;
    const mail = appCodeMail(email, origin, { code, path: address, minutes: appCodeMinutes });
    // Sealed for whomever: what takes time is done for strangers as well.
    const prepared = await mailer.prepare(mail, { limit: codeMails });
    await deps.transaction(async (tx) => {
      const isWritten = may && (await prepared.tryToWrite(tx));
      await addAppCode(tx, {
        ...{ flowId, id, email, network, createdAt },
        codeHash: isWritten ? signInKeys.codeHash(flowId, id, email, code) : null,
        linkHash: isWritten ? signInKeys.tokenHash(link) : null,
      });
    });
    if (may) prepared.committed();
    setAppCookie(reply, 'code', id, { flowId, root: open.at.root, https });
    return askCode(reply, open, to, email);
  };

  /** Signs in whoever has proved an address; where nobody of it is there, they are as good as a wrong code. */
  const signIn = async (
    reply: FastifyReply,
    open: OpenApp,
    to: string,
    email: string,
  ): Promise<FastifyReply> => {
    const { flowId, source } = open;
    const users = source && usersTable(open.app, source.metadata);
    if (source === null || users === null || (await appUsers.isBlocked(flowId, email)))
      return ask(reply, open, to, 403, said.used);
    const at = { now: nowText(), runScan: scanFor(deps, open, reply) };
    const known = await personWith(source.store, users, email, at);
    const person =
      known ?? (open.app.signUp === 'open' ? await newPerson(deps, source, users, email, at) : null);
    if (person === null) return ask(reply, open, to, 403, said.used);
    const token = signInKeys.newToken();
    await appUsers.addSession(flowId, {
      ...{ tokenHash: signInKeys.tokenHash(token), email, recordId: person.recordId, now: at.now },
    });
    setAppCookie(reply, 'session', token, { flowId, root: open.at.root, https });
    setAppCookie(reply, 'code', null, { flowId, root: open.at.root, https });
    return reply.code(303).header('location', `${open.at.root}${to}`).send();
  };

  const takeCode = async (
    reply: FastifyReply,
    open: OpenApp,
    to: string,
    code: string,
  ): Promise<FastifyReply> => {
    const { flowId } = open;
    const id = readAppCookie(reply.request, 'code', flowId);
    if (id === null) return ask(reply, open, to, 400, said.noCookie);
    const tried = await appUsers.beginTry(flowId, id, nowText());
    const { email = '', codeHash = null } = tried ?? {};
    if (codeHash === null || !signInKeys.isCode(codeHash, flowId, id, email, code)) {
      await countWrong(reply.request, reply);
      return tried === null
        ? ask(reply, open, to, 403, said.used)
        : askCode(reply, open, to, email, 403, said.wrong);
    }
    if (!(await appUsers.useCode(flowId, id))) return ask(reply, open, to, 403, said.used);
    return signIn(reply, open, to, email);
  };

  serveReply(app, 'GET /a/:publicIdentifier/-/sign-in', async ({ request, reply, path }) => {
    const open = await find(path.publicIdentifier, request);
    const { searchParams } = new URL(request.url, 'http://app');
    const [to, link] = [onward(searchParams.get('to')), searchParams.get('link')];
    if (open.app.users === null) return reply.redirect(open.at.home, 303);
    if (link === null) return ask(reply, open, to);
    const email = await appUsers.addressOfLink(open.flowId, signInKeys.tokenHash(link), nowText());
    if (email === null) return ask(reply, open, to, 403, said.oldLink);
    const frame = frameOf(open, to, null);
    return answer(
      reply,
      200,
      signInLinkPage(filesFor(open), { ...frame, email, parts: [...frame.parts, ['link', link]] }),
    );
  });

  serveReply(app, 'POST /a/:publicIdentifier/-/sign-in', async ({ request, reply, path }) => {
    const open = await find(path.publicIdentifier, request);
    if (open.app.users === null) return reply.redirect(open.at.home, 303);
    const sent = new URLSearchParams(String(request.body));
    const to = onward(sent.get('to'));
    const link = sent.get('link');
    if (link !== null) {
      const email = await appUsers.useLink(open.flowId, signInKeys.tokenHash(link), nowText());
      if (email !== null) return signIn(reply, open, to, email);
      await countWrong(request, reply);
      return ask(reply, open, to, 403, said.oldLink);
    }
    if (sent.has('again')) return ask(reply, open, to);
    const code = sent.get('code');
    if (code !== null) return takeCode(reply, open, to, code.replace(/\s/g, ''));
    await countAsked(request, reply);
    return sendCode(reply, open, to, smallEmail(sent.get('email') ?? ''));
  });

  serveReply(app, 'POST /a/:publicIdentifier/-/sign-out', async ({ request, reply, path }) => {
    const open = await find(path.publicIdentifier, request);
    const token = readAppCookie(request, 'session', open.flowId);
    if (token !== null) await appUsers.endSession(signInKeys.tokenHash(token));
    setAppCookie(reply, 'session', null, { flowId: open.flowId, root: open.at.root, https });
    return reply.code(303).header('location', must(open.at.home)).send();
  });
}
