import { must } from '@weft/std';
import { callAs, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

export const json = async <T>(response: Response): Promise<T> => (await response.json()) as T;

export interface Outbox {
  readonly mails: readonly { readonly to: string; readonly subject: string; readonly text: string }[];
}

interface Accounts {
  readonly server: Omit<TestServer, 'close'>;
  /** The first person, who reads the outbox. */
  readonly ann: TestPerson;
  readonly nobody: TestPerson['call'];
  /** Calls with a new session; null where the password is wrong. */
  readonly signIn: (email: string, password: string) => Promise<TestPerson['call'] | null>;
  /** The code of the newest mail to an address, as the instance admin finds it. */
  readonly codeTo: (email: string, page: string) => Promise<string>;
}

async function startAccounts(): Promise<Accounts> {
  const server = await startTestServer();
  const ann = await server.signUp('Ann First');
  const nobody = callAs(server.url, null);
  return {
    server,
    ann,
    nobody,
    signIn: async (email, password) => {
      const response = await nobody('POST', '/api/auth/sign-in/email', { email, password });
      if (!response.ok) return null;
      const { token } = await json<{ token: string }>(response);
      return callAs(server.url, token);
    },
    codeTo: async (email, page) => {
      const { mails } = await json<Outbox>(await ann.call('GET', '/v1/outbox'));
      const links = mails
        .filter(({ to }) => to === email)
        .map(({ text }) => text.match(`/${page}#(\\S+)`)?.[1]);
      return must(
        links.find((code) => code !== undefined),
        `a mail to ${email}`,
      );
    },
  };
}

let started: Promise<Accounts> | null = null;

/** A server with its first person, which the tests of accounts in one worker share. */
export function accounts(): Promise<Accounts> {
  started ??= startAccounts();
  return started;
}
