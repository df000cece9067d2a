import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

const json = async (response: Response) => (await response.json()) as { readonly [key: string]: unknown };

describe('signing up and in', () => {
  let server: TestServer;
  let ann: TestPerson;
  let visitedFirst: unknown;
  beforeAll(async () => {
    server = await startTestServer({ SIGNUP: 'invite' });
    visitedFirst = await json(await callAs(server.url, null)('GET', '/v1/visitor'));
    ann = await server.signUp('Ann First');
  });
  afterAll(() => server.close());

  it('walks from the first person to a colleague and out again', async () => {
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

  it('tells a visitor who they are, and a stranger whether they may sign up', async () => {
    expect(visitedFirst).toEqual({ me: null, signUp: 'open', providers: [], firstStart: true });
    const visited = async (person: Pick<TestPerson, 'call'>) => json(await person.call('GET', '/v1/visitor'));
    expect(await visited({ call: callAs(server.url, null) })).toEqual({
      me: null,
      signUp: 'invite',
      providers: [],
    });
    expect(await visited(ann)).toEqual({
      me: await json(await ann.call('GET', '/v1/me')),
      signUp: 'invite',
      providers: [],
    });
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

  describe('by an invitation', () => {
    const invite = async (input: { readonly email?: string; readonly role?: string }) => {
      const made = await json(await ann.call('POST', '/v1/invitations', input));
      return { id: String(made.id), code: String(made.code) };
    };
    const accept = async (person: TestPerson, code: string) =>
      (await person.call('POST', `/v1/invitations/${code}/accept`)).status;
    const refused = /400.*not valid any more/;
    it('sent to somebody, one person joins', async () => {
      const { code } = await invite({ email: 'cai@example.org' });
      const both = await Promise.allSettled(
        ['Cai', 'Dan'].map((name) => server.signUp(name, { invitationCode: code })),
      );
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await expect(server.signUp('Eli', { invitationCode: code })).rejects.toThrow(refused);
      expect((await callAs(server.url, null)('GET', `/v1/invitations/${code}`)).status).toBe(404);
    });

    it('that makes an admin, one newcomer joins', async () => {
      const { code } = await invite({ role: 'admin' });
      // Neither a member who opens it nor a sign-up that is refused uses it up.
      expect(await accept(ann, code)).toBe(200);
      const taken = await callAs(server.url, null)('POST', '/api/auth/sign-up/email', {
        name: 'Hal',
        email: ann.email,
        password: 'correct horse',
        invitationCode: code,
      });
      expect(taken.status).toBe(422);
      const hal = await server.signUp('Hal', { invitationCode: code });
      expect(await json(await hal.call('GET', '/v1/me'))).toMatchObject({ organization: { role: 'admin' } });
      // A call that comes twice answers the same.
      expect(await accept(hal, code)).toBe(200);
      await expect(server.signUp('Ivy', { invitationCode: code })).rejects.toThrow(refused);
    });

    it('to nobody in particular, everybody joins who has the link, until it is revoked', async () => {
      const { id, code } = await invite({});
      const lea = await server.signUp('Lea', { invitationCode: code });
      await server.signUp('Max', { invitationCode: code });
      const listed = async (person: TestPerson) =>
        (await json(await person.call('GET', '/v1/invitations'))).invitations as readonly { id: string }[];
      expect(await listed(ann)).toContainEqual(
        expect.objectContaining({ id, email: null, role: 'member', once: false }),
      );
      expect(await listed(lea)).toEqual([]);
      expect((await lea.call('DELETE', `/v1/invitations/${id}`)).status).toBe(404);
      expect((await ann.call('DELETE', `/v1/invitations/${id}`)).status).toBe(200);
      expect((await ann.call('DELETE', `/v1/invitations/${id}`)).status).toBe(404);
      await expect(server.signUp('Nia', { invitationCode: code })).rejects.toThrow(refused);
    });

    it('is over after a week, and gone a month later', async () => {
      const { id, code } = await invite({});
      const pass = (days: number) =>
        sql`update weft.invitations set expires_at = expires_at - make_interval(days => ${days}) where id = ${id}`.execute(
          server.control,
        );
      await pass(7);
      await expect(server.signUp('Ora', { invitationCode: code })).rejects.toThrow(refused);
      await pass(30);
      await server.parts.accounts.invitations.removeOld();
      const { rows } = await sql`select 1 from weft.invitations where id = ${id}`.execute(server.control);
      expect(rows).toEqual([]);
    });
  });

  it('limits guessing', async () => {
    // Refused for its form, which costs no hash, and counted all the same. The minute may end once on the way.
    const statuses: number[] = [];
    for (let i = 0; i < 62 && statuses.at(-1) !== 429; i++)
      statuses.push((await callAs(server.url, null)('POST', '/api/auth/sign-in/email', {})).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
