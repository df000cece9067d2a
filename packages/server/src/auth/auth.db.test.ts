import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, startTestServer, type TestServer } from '../testing.ts';

const json = async (response: Response) => (await response.json()) as { readonly [key: string]: unknown };

describe('signing up and in', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ SIGNUP: 'invite' });
  });
  afterAll(() => server.close());

  it('walks from the first person to a colleague and out again', async () => {
    const ann = await server.signUp('Ann First');
    expect(await json(await ann.call('GET', '/v1/me'))).toMatchObject({
      isInstanceAdmin: true,
      organization: { role: 'admin' },
    });

    await expect(server.signUp('Uninvited')).rejects.toThrow('403');
    await expect(server.signUp('Mistaken', { invitationCode: 'no-such-invitation' })).rejects.toThrow('400');

    const { code, url } = await json(
      await ann.call('POST', '/v1/invitations', { email: 'bob@example.org', role: 'member' }),
    );
    expect(url).toBe(`${server.url}/invite/${String(code)}`);
    const seen = await callAs(server.url, null)('GET', `/v1/invitations/${String(code)}`);
    expect(await json(seen)).toMatchObject({ organization: { name: "Ann First's organization" } });
    const bob = await server.signUp('Bob Second', { invitationCode: String(code) });
    expect(await json(await bob.call('GET', '/v1/me'))).toMatchObject({
      isInstanceAdmin: false,
      organization: { name: "Ann First's organization", role: 'member' },
    });
    expect((await bob.call('POST', '/v1/invitations', { role: 'admin' })).status).toBe(403);

    expect((await bob.call('POST', '/api/auth/sign-out')).status).toBe(200);
    expect((await bob.call('GET', '/v1/me')).status).toBe(401);
  });

  it('keeps a browser signed in by a cookie scripts cannot read, and asks for its own origin', async () => {
    const body = JSON.stringify({ email: 'person1@example.org', password: 'correct horse' });
    const signIn = await fetch(new URL('/api/auth/sign-in/email', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body,
    });
    const [cookie = ''] = signIn.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    const headers = { cookie: cookie.split(';')[0] ?? '', 'content-type': 'application/json' };
    expect((await fetch(new URL('/v1/me', server.url), { headers })).status).toBe(200);
    const make = (more: { readonly [name: string]: string }) =>
      fetch(new URL('/admin/bases', server.url), {
        method: 'POST',
        headers: { ...headers, ...more },
        body: '{"baseName":"B"}',
      });
    expect((await make({})).status).toBe(403);
    expect((await make({ origin: 'https://evil.example' })).status).toBe(403);
    // What is no token excuses no call from its origin.
    expect((await make({ authorization: 'Bearer !' })).status).toBe(401);
    expect((await make({ origin: server.url })).status).toBe(200);
    await fetch(new URL('/api/auth/sign-out', server.url), {
      method: 'POST',
      headers: { ...headers, origin: server.url },
      body: '{}',
    });
    expect((await fetch(new URL('/v1/me', server.url), { headers })).status).toBe(401);
  });

  it('sends nobody on to another address', async () => {
    const answer = await callAs(server.url, null)('POST', '/api/auth/sign-in/email', {
      email: 'person1@example.org',
      password: 'correct horse',
      callbackURL: 'https://evil.example',
    });
    expect(await json(answer)).toMatchObject({ redirect: false });
  });

  it('answers a wrong password without saying which part was wrong', async () => {
    const signIn = (email: string) =>
      callAs(server.url, null)('POST', '/api/auth/sign-in/email', { email, password: 'wrong horse' });
    const [known, unknown] = await Promise.all([signIn('person1@example.org'), signIn('nobody@example.org')]);
    expect([known.status, unknown.status]).toEqual([401, 401]);
    expect(await known.text()).toBe(await unknown.text());
  });

  it('limits guessing', async () => {
    const guess = () =>
      callAs(server.url, null)('POST', '/api/auth/sign-in/email', {
        email: 'a@example.org',
        password: 'guess guess',
      });
    const statuses: number[] = [];
    for (let i = 0; i < 32; i++) statuses.push((await guess()).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
