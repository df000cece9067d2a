import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallNameOf, type CallOutput, type CallRequest, calls } from '@weft/protocol';
import { AppError } from '@weft/std';
import { copyPreparedDatabase, emptyDatabase, isOnCitus } from '@weft/testkit';
import { startServer } from './compose.ts';
import { requireDeclaredAnswer } from './declared-answers.ts';
import { startTestMailServer } from './mail/testing.ts';
import type { RunningServer, StartOptions } from './running-server.ts';
import { readSettings } from './settings.ts';

export interface TestServer extends RunningServer {
  /** Uploads a CSV; the address imports take. */
  readonly upload: (
    person: TestPerson,
    name: string,
    content: string | Uint8Array<ArrayBuffer>,
  ) => Promise<string>;
  /** Signs somebody up; the token is sent as `Authorization: Bearer`. */
  readonly signUp: (name: string, more?: { readonly invitationCode?: string }) => Promise<TestPerson>;
}

export interface TestPerson {
  readonly id: string;
  readonly token: string;
  readonly email: string;
  /** A call as this person; the body is sent as JSON. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Response>;
}

/** A call with a token, or as nobody; it may answer nothing that its definition does not declare. `address` is the sender's, where the server trusts this machine as a proxy. */
export function callAs(url: string, token: string | null, address?: () => string): TestPerson['call'] {
  return async (method, path, body) => {
    const response = await fetch(new URL(path, url), {
      method,
      // Where an address leads is part of its answer.
      redirect: 'manual',
      headers: {
        ...(address === undefined ? {} : { 'x-forwarded-for': address() }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await requireDeclaredAnswer(method, new URL(path, url), response);
    return response;
  };
}

/** One RPC call; a refusal is thrown as its `data`. */
export async function rpc<K extends CallNameOf<'query'> | CallNameOf<'mutation'>>(
  person: Pick<TestPerson, 'call'>,
  name: K,
  input: CallRequest<K>,
): Promise<CallOutput<K>> {
  const response =
    calls[name].kind === 'mutation'
      ? await person.call('POST', `/rpc/${name}`, input)
      : await person.call('GET', `/rpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`);
  const answer = (await response.json()) as {
    readonly result?: { readonly data: CallOutput<K> };
    readonly error?: { readonly data: object };
  };
  if (answer.result === undefined) throw Object.assign(new Error(`${name} was refused`), answer.error?.data);
  return answer.result.data;
}

/** A new database of this person's, without a table; its public identifier. */
export async function newBase(person: Pick<TestPerson, 'call'>, baseName = 'Plans'): Promise<string> {
  const made = await person.call('POST', '/admin/bases', { baseName });
  return ((await made.json()) as { basePublicIdentifier: string }).basePublicIdentifier;
}

/** Gives a colleague access to what one owns, or manages as an admin. */
export async function share(
  manager: Pick<TestPerson, 'call'>,
  flowId: string,
  { id }: Pick<TestPerson, 'id'>,
  accessLevel: 'read' | 'write' = 'write',
): Promise<void> {
  const response = await manager.call('PUT', `/admin/flows/members/${flowId}/${id}`, { accessLevel });
  if (!response.ok) throw new Error(`Sharing answered ${response.status}: ${await response.text()}`);
}

/** The events of a subscription until it ends or the loop is left. */
export async function* subscribe<K extends CallNameOf<'subscription'>>(
  person: Pick<TestPerson, 'call'>,
  name: K,
  input: CallRequest<K>,
): AsyncGenerator<CallOutput<K>> {
  const response = await person.call(
    'GET',
    `/rpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`,
  );
  if (!response.ok || response.body === null)
    throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const parts = `${text}${value}`.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        if (part.startsWith('event: return')) return;
        if (part.startsWith('event: serialized-error')) throw new Error(part);
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (data === undefined || part.startsWith('event:')) continue;
        const event: unknown = JSON.parse(data);
        const { error } = calls[name].answer.safeParse(event);
        if (error) throw new Error(`${name} told what its definition does not declare: ${error.message}`);
        yield event as CallOutput<K>;
      }
    }
  } finally {
    await reader.cancel();
  }
}

type Environment = { readonly [name: string]: string };

/** A server of its own in a folder of its own, gone with `close`; settings as in the environment. */
export const startTestServer = (env: Environment = {}, options: StartOptions = {}): Promise<TestServer> =>
  start(env, options);

/**
 * A server whose mails arrive at one of its own, which is closed with it, and the first person. Both may be given more:
 * settings as in the environment, and options.
 */
export async function serverWithMail(env: Environment = {}, options: StartOptions = {}) {
  const mail = await startTestMailServer();
  const SMTP_URL = `smtp://127.0.0.1:${mail.port}?from=weft@team.example`;
  const started = await startTestServer({ SMTP_URL, ...env }, options);
  const close = async () => {
    await started.close();
    await mail.close();
  };
  const server: TestServer = { ...started, close };
  return { mail, server, ann: await server.signUp('Ann Owner') };
}

export type SharedServer = Omit<TestServer, 'close'>;
let shared: Promise<SharedServer> | null = null;

/**
 * The server of this worker, for files that need no settings and no first person of their own: each signs up people with
 * organizations of their own. Everybody comes from another address of the network, for sign-ups are counted by it.
 */
export function sharedServer(): Promise<SharedServer> {
  let people = 0;
  shared ??= start({ TRUST_PROXY: '127.0.0.1' }, {}, () => `10.1.${people >> 8}.${people++ & 255}`);
  return shared;
}

async function start(
  env: Environment,
  options: StartOptions,
  newAddress?: () => string,
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-server-'));
  // Whoever names a folder or a database begins with what is there; all others do on Citus, where tests run on it.
  const isOwn = 'DATA_DIR' in env || 'DATABASE_URL' in env;
  const database = isOnCitus() && !isOwn ? await emptyDatabase() : null;
  const own = { DATA_DIR: folder, ...database?.settings };
  const settings = readSettings({ PORT: '0', LOG_LEVEL: 'silent', ...own, ...env });
  if (!settings.ok) throw new AppError('invalid', settings.error);
  const { databaseUrl, dataDir } = settings.value;
  if (databaseUrl === null) await copyPreparedDatabase(join(dataDir, 'database'));
  const server = await startServer(settings.value, options);
  // A worker that is ended closes nothing.
  const forget = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', forget);
  let people = 0;
  return {
    ...server,
    signUp: async (name, more = {}) => {
      const email = `person${++people}@example.org`;
      const body = { name, email, password: 'correct horse', ...more };
      const at = newAddress?.();
      const address = at === undefined ? undefined : () => at;
      const response = await callAs(server.url, null, address)('POST', '/api/auth/sign-up/email', body);
      if (!response.ok) throw new Error(`Sign-up answered ${response.status}: ${await response.text()}`);
      const { token, user } = (await response.json()) as { token: string; user: { id: string } };
      return { id: user.id, token, email, call: callAs(server.url, token, address) };
    },
    upload: async (person, name, content) => {
      const form = new FormData();
      form.set('file', new Blob([content], { type: 'text/csv' }), name);
      const headers = { authorization: `Bearer ${person.token}` };
      const response = await fetch(new URL('/csvupload', server.url), {
        method: 'POST',
        headers,
        body: form,
      });
      return ((await response.json()) as { readonly url: string }).url;
    },
    close: async () => {
      await server.close();
      await database?.drop();
      forget();
      process.off('exit', forget);
    },
  };
}
