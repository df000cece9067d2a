import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@weft/std';
import { type RunningServer, startServer } from './server.ts';
import { readSettings } from './settings.ts';

export interface TestServer extends RunningServer {
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

/** A call with a token, or as nobody. */
export function callAs(url: string, token: string | null): TestPerson['call'] {
  return (method, path, body) =>
    fetch(new URL(path, url), {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

/** A server of its own in a folder of its own, gone with `close`; settings as in the environment. */
export async function startTestServer(env: { readonly [name: string]: string } = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-server-'));
  const settings = readSettings({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ...env });
  if (!settings.ok) throw new AppError('invalid', settings.error);
  const server = await startServer(settings.value);
  let people = 0;
  return {
    ...server,
    signUp: async (name, more = {}) => {
      const email = `person${++people}@example.org`;
      const body = { name, email, password: 'correct horse', ...more };
      const response = await callAs(server.url, null)('POST', '/api/auth/sign-up/email', body);
      if (!response.ok) throw new Error(`Sign-up answered ${response.status}: ${await response.text()}`);
      const { token, user } = (await response.json()) as { token: string; user: { id: string } };
      return { id: user.id, token, email, call: callAs(server.url, token) };
    },
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
