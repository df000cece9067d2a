import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, newBase, rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

const json = async <T>(response: Response): Promise<T> => (await response.json()) as T;

interface Outbox {
  readonly mails: readonly { readonly to: string; readonly subject: string; readonly text: string }[];
}
interface Sessions {
  readonly sessions: readonly { readonly id: string; readonly device: string; readonly current: boolean }[];
}

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann First');
});
afterAll(() => server.close());

const nobody: TestPerson['call'] = (...call) => callAs(server.url, null)(...call);
const signIn = async (email: string, password: string) => {
  const response = await nobody('POST', '/api/auth/sign-in/email', { email, password });
  if (!response.ok) return null;
  const { token } = await json<{ token: string }>(response);
  return callAs(server.url, token);
};
/** The code of the newest mail to an address, as the instance admin finds it. */
const codeTo = async (email: string, page: string): Promise<string> => {
  const { mails } = await json<Outbox>(await ann.call('GET', '/v1/outbox'));
  const links = mails.filter(({ to }) => to === email).map(({ text }) => text.match(`/${page}#(\\S+)`)?.[1]);
  return must(
    links.find((code) => code !== undefined),
    `a mail to ${email}`,
  );
};

describe('a forgotten password', () => {
  it('is replaced by a link, once, and everything that was open ends', async () => {
    const bob = await server.signUp('Bob');
    const elsewhere = must(await signIn(bob.email, 'correct horse'), 'a second session');
    const { token } = await json<{ token: string }>(
      await bob.call('POST', '/v1/tokens', { name: 'Script', scopes: ['read'], expiresInDays: 7 }),
    );
    const script = callAs(server.url, token);
    expect((await script('GET', '/v1/me')).status).toBe(200);
    expect((await elsewhere('GET', '/v1/me')).status).toBe(200);

    await nobody('POST', '/api/auth/request-password-reset', { email: bob.email });
    const code = await codeTo(bob.email, 'reset-password');
    const reset = (newPassword: string) =>
      nobody('POST', '/api/auth/reset-password', { token: code, newPassword });
    expect((await reset('short')).status).toBe(400);
    expect((await reset('another horse')).status).toBe(200);
    expect((await reset('a third horse')).status).toBe(400);

    for (const call of [bob.call, elsewhere, script]) expect((await call('GET', '/v1/me')).status).toBe(401);
    expect(await signIn(bob.email, 'correct horse')).toBeNull();
    expect(await signIn(bob.email, 'another horse')).not.toBeNull();
  });

  it('leaves no other link that works, and neither does a password changed in the settings', async () => {
    const ulf = await server.signUp('Ulf');
    const link = async () => {
      await nobody('POST', '/api/auth/request-password-reset', { email: ulf.email });
      return codeTo(ulf.email, 'reset-password');
    };
    const reset = async (token: string, newPassword: string) =>
      (await nobody('POST', '/api/auth/reset-password', { token, newPassword })).status;
    const [first, second, third] = [await link(), await link(), await link()];
    expect(await reset(second, 'another horse')).toBe(200);
    expect([await reset(first, 'stolen horse'), await reset(third, 'stolen horse')]).toEqual([400, 400]);

    const fourth = await link();
    const signedIn = await nobody('POST', '/api/auth/sign-in/email', {
      email: ulf.email,
      password: 'another horse',
    });
    const cookie = must(signedIn.headers.getSetCookie()[0]?.split(';')[0]);
    const changed = await fetch(new URL('/api/auth/change-password', server.url), {
      method: 'POST',
      headers: { cookie, origin: server.url, 'content-type': 'application/json' },
      body: JSON.stringify({ currentPassword: 'another horse', newPassword: 'fresh horse' }),
    });
    expect(changed.status).toBe(200);
    expect(await reset(fourth, 'stolen horse')).toBe(400);
    // Somebody else's link is not theirs to end.
    const vic = await server.signUp('Vic');
    await nobody('POST', '/api/auth/request-password-reset', { email: vic.email });
    const theirs = await codeTo(vic.email, 'reset-password');
    expect(await reset(await link(), 'last horse')).toBe(200);
    expect(await reset(theirs, 'another horse')).toBe(200);
  });

  it('is answered alike whether the address is known', async () => {
    const ask = (email: string) => nobody('POST', '/api/auth/request-password-reset', { email });
    const [known, unknown] = await Promise.all([ask(ann.email), ask('nobody@example.org')]);
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    const { mails } = await json<Outbox>(await ann.call('GET', '/v1/outbox'));
    expect(mails.some(({ to }) => to === 'nobody@example.org')).toBe(false);
  });

  it('cannot be replaced by an old link, an invented one, or what the database holds', async () => {
    const cem = await server.signUp('Cem');
    await nobody('POST', '/api/auth/request-password-reset', { email: cem.email });
    const code = await codeTo(cem.email, 'reset-password');
    const { rows } = await sql<{ identifier: string }>`select identifier from weft.auth_verification`.execute(
      server.control,
    );
    const stored = rows.map(({ identifier }) => identifier.replace('reset-password:', ''));
    expect(stored).not.toContain(code);
    await sql`update weft.auth_verification set "expiresAt" = now() - interval '1 minute'`.execute(
      server.control,
    );
    for (const token of [code, 'invented', ...stored]) {
      const response = await nobody('POST', '/api/auth/reset-password', {
        token,
        newPassword: 'long enough',
      });
      expect(response.status).toBe(400);
    }
    expect(await signIn(cem.email, 'correct horse')).not.toBeNull();
  });
});

describe('an address', () => {
  it('is verified by the link of the mail that signing up sends', async () => {
    const dan = await server.signUp('Dan');
    const verified = async () =>
      (await json<{ user: { emailVerified: boolean } }>(await dan.call('GET', '/v1/me'))).user.emailVerified;
    expect(await verified()).toBe(false);
    const code = await codeTo(dan.email, 'verify-email');
    expect((await nobody('GET', `/api/auth/verify-email?token=${code}x`)).status).toBe(401);
    expect(await verified()).toBe(false);
    // Where else the link would lead is not followed.
    const answer = await nobody(
      'GET',
      `/api/auth/verify-email?token=${code}&callbackURL=https://evil.example`,
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    expect(await verified()).toBe(true);
    const { entries } = await json<{ entries: { action: string }[] }>(await dan.call('GET', '/v1/audit'));
    expect(entries.map(({ action }) => action)).toContain('email.verified');
  });

  it('is sent another mail without being told whether it is known', async () => {
    const eve = await server.signUp('Eve');
    const ask = (email: string) => nobody('POST', '/api/auth/send-verification-email', { email });
    const [known, unknown] = await Promise.all([ask(eve.email), ask('nobody@example.org')]);
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
  });
});

describe('sessions', () => {
  it('are listed by device, and ended one by one or all but this one', async () => {
    const fay = await server.signUp('Fay');
    const second = must(await signIn(fay.email, 'correct horse'), 'a second session');
    const third = must(await signIn(fay.email, 'correct horse'), 'a third session');
    const list = async () => (await json<Sessions>(await fay.call('GET', '/v1/sessions'))).sessions;
    expect((await second('GET', '/v1/me')).status).toBe(200);
    const before = await list();
    expect(before.map(({ current }) => current).filter(Boolean)).toHaveLength(1);
    expect(before).toHaveLength(3);

    // What names a session in the list does not sign in.
    const other = must(
      before.find(({ current }) => !current),
      'another session',
    );
    expect((await callAs(server.url, other.id)('GET', '/v1/me')).status).toBe(401);
    expect((await ann.call('DELETE', `/v1/sessions/${other.id}`)).status).toBe(404);
    expect((await fay.call('DELETE', `/v1/sessions/${other.id}`)).status).toBe(200);
    expect((await fay.call('DELETE', `/v1/sessions/${other.id}`)).status).toBe(404);
    expect(await list()).toHaveLength(2);
    expect(await json(await fay.call('DELETE', '/v1/sessions'))).toEqual({ ended: 1 });
    expect((await list()).map(({ current }) => current)).toEqual([true]);
    for (const call of [second, third]) expect((await call('GET', '/v1/me')).status).toBe(401);
  });
});

describe('access tokens', () => {
  it('are shown once, kept as a hash, and listed with their last use', async () => {
    const gil = await server.signUp('Gil');
    const input = { name: ' Nightly script ', scopes: ['write', 'read', 'read'], expiresInDays: 30 };
    const made = await json<{ id: string; token: string }>(await gil.call('POST', '/v1/tokens', input));
    expect(made).toMatchObject({ name: 'Nightly script', scopes: ['read', 'write'], lastUsedAt: null });
    expect(made.token).toMatch(/^weft_[A-Za-z0-9_-]{43}$/);
    const { rows } = await sql<{
      row: string;
    }>`select row_to_json(t)::text as row from weft.tokens t`.execute(server.control);
    expect(rows.map(({ row }) => row).join()).not.toContain(made.token.slice(5));

    const script = callAs(server.url, made.token);
    const basePublicId = await newBase({ call: script }, 'By script');
    await rpc({ call: script }, 'metadata.create', { basePublicId, createDefaultRecords: true });
    const { tokens } = await json<{ tokens: { lastUsedAt: string | null }[] }>(
      await gil.call('GET', '/v1/tokens'),
    );
    expect(tokens).toMatchObject([{ name: 'Nightly script', lastUsedAt: expect.any(String) }]);
    expect(JSON.stringify(tokens)).not.toContain(made.token);
    // A name of a token opens nothing.
    expect((await callAs(server.url, made.id)('GET', '/v1/me')).status).toBe(401);
  });

  it.each([
    [{ scopes: ['read'], expiresInDays: 1 }, 'name'],
    [{ name: 'x', scopes: [], expiresInDays: 1 }, 'scopes'],
    [{ name: 'x', scopes: ['everything'], expiresInDays: 1 }, 'scopes.0'],
    [{ name: 'x', scopes: ['read'] }, 'expiresInDays'],
    [{ name: 'x', scopes: ['read'], expiresInDays: 0.5 }, 'expiresInDays'],
    [{ name: 'x', scopes: ['read'], expiresInDays: 1e9 }, 'expiresInDays'],
  ])('are refused as %j', async (input, path) => {
    const response = await ann.call('POST', '/v1/tokens', input);
    expect([response.status, await json(response)]).toMatchObject([400, { error: { details: [{ path }] } }]);
  });

  it('make and see the first person’s matters only with the scope admin', async () => {
    const make = async (scope: string) => {
      const input = { name: scope, scopes: [scope], expiresInDays: 1 };
      const { token } = await json<{ token: string }>(await ann.call('POST', '/v1/tokens', input));
      return callAs(server.url, token);
    };
    const [write, admin] = await Promise.all([make('write'), make('admin')]);
    const child = { name: 'Child', scopes: ['admin'], expiresInDays: 1 };
    expect((await write('POST', '/v1/tokens', child)).status).toBe(403);
    expect((await admin('POST', '/v1/tokens', child)).status).toBe(200);
    expect((await write('GET', '/v1/outbox')).status).toBe(403);
    expect((await admin('GET', '/v1/outbox')).status).toBe(200);
    expect(await json(await write('GET', '/v1/me'))).toMatchObject({ isInstanceAdmin: false });
  });

  it('stay in the organization they were made in', async () => {
    const hal = await server.signUp('Hal');
    const { token } = await json<{ token: string }>(
      await hal.call('POST', '/v1/tokens', { name: 'x', scopes: ['read'], expiresInDays: 1 }),
    );
    const { code } = await json<{ code: string }>(await ann.call('POST', '/v1/invitations', {}));
    await hal.call('POST', `/v1/invitations/${code}/accept`);
    const nameOf = async (call: TestPerson['call']) =>
      (await json<{ organization: { name: string } }>(await call('GET', '/v1/me'))).organization.name;
    expect(await nameOf(hal.call)).toBe("Ann First's organization");
    expect(await nameOf(callAs(server.url, token))).toBe("Hal's organization");
  });

  it('are counted one by one against the limit of requests', async () => {
    const lea = await server.signUp('Lea');
    const remaining = async (call: TestPerson['call']) =>
      Number((await call('GET', '/v1/me')).headers.get('x-ratelimit-remaining'));
    const make = async () => {
      const input = { name: 'x', scopes: ['read'], expiresInDays: 1 };
      const { token } = await json<{ token: string }>(await lea.call('POST', '/v1/tokens', input));
      return callAs(server.url, token);
    };
    const [one, other] = await Promise.all([make(), make()]);
    const first = await remaining(one);
    expect(await remaining(one)).toBe(first - 1);
    expect(await remaining(other)).toBe(first);
  });

  it('end their open streams when they are revoked', async () => {
    const ida = await server.signUp('Ida');
    const { id, token } = await json<{ id: string; token: string }>(
      await ida.call('POST', '/v1/tokens', { name: 'x', scopes: ['write'], expiresInDays: 1 }),
    );
    const script = callAs(server.url, token);
    const basePublicId = await newBase({ call: script });
    const input = encodeURIComponent(JSON.stringify({ basePublicId }));
    const stream = await script('GET', `/rpc/base.changes?input=${input}`);
    expect(stream.status).toBe(200);
    await ida.call('DELETE', `/v1/tokens/${id}`);
    // Resolves only when the server ends the stream.
    await stream.text();
  });
});

describe('the audit log', () => {
  it('says who did what, newest first, page by page, to the organization’s admins', async () => {
    const jo = await server.signUp('Jo');
    await nobody('POST', '/api/auth/sign-in/email', { email: jo.email, password: 'wrong horse' });
    must(await signIn(jo.email, 'correct horse'), 'a session');
    const { id } = await json<{ id: string }>(
      await jo.call('POST', '/v1/tokens', { name: 'Script', scopes: ['read'], expiresInDays: 1 }),
    );
    await jo.call('DELETE', `/v1/tokens/${id}`);
    const flow = await newBase(jo);
    await jo.call('PUT', `/admin/flows/rename/${flow}`, { newName: 'Better plans' });
    await jo.call('PATCH', '/v1/me', { name: 'Jo' });
    await jo.call('PATCH', '/v1/me', { name: 'Jo Smith' });
    await jo.call('PATCH', '/v1/me', { name: 'Jo' });
    const other = must(await signIn(jo.email, 'correct horse'), 'another session');
    await other('POST', '/api/auth/sign-out', {});
    await jo.call('POST', '/admin/flows/trash', { flowIds: [flow], action: 'trash' });
    await jo.call('POST', '/admin/flows/trash', { flowIds: [flow], action: 'restore' });
    const base = { basePublicId: flow };
    await rpc(jo, 'metadata.create', base);
    const { metadata } = await rpc(jo, 'metadata.get', base);
    const table = must(metadata.tables[0], 'a table');
    await (await jo.call('GET', `/v1/bases/${flow}/tables/${table.id}/export?format=csv`)).text();
    await jo.call('DELETE', '/v1/sessions');
    interface Page {
      readonly entries: readonly { action: string; person: { name: string }; ip: string; details: object }[];
      readonly nextCursor: string | null;
    }
    const page = async (cursor: string) => json<Page>(await jo.call('GET', `/v1/audit?cursor=${cursor}`));
    const actions = async () =>
      (await json<Page>(await jo.call('GET', '/v1/audit'))).entries.map(({ action }) => action).toSorted();
    await expect
      .poll(actions)
      .toEqual(
        [
          'sign-up',
          'sign-in.failed',
          'sign-in',
          'sign-in',
          'sign-out',
          'person.renamed',
          'person.renamed',
          'flow.made',
          'flow.renamed',
          'token.made',
          'token.revoked',
          'flow.trashed',
          'flow.restored',
          'flow.exported',
          'session.revoked',
        ].toSorted(),
      );
    const { entries } = await json<Page>(await jo.call('GET', '/v1/audit'));
    expect(entries[0]).toMatchObject({
      action: 'session.revoked',
      person: { name: 'Jo' },
      ip: '127.0.0.1',
      details: { device: 'all others' },
    });

    const organization = await json<{ organization: { id: string } }>(await jo.call('GET', '/v1/me'));
    await sql`
      insert into weft.audit_log (id, organization_id, action, details)
      select 'aud000000' || lpad(n::text, 15, '0'), ${organization.organization.id}, 'sign-in', '{}'
      from generate_series(1, 60) n`.execute(server.control);
    const first = await json<Page>(await jo.call('GET', '/v1/audit'));
    expect(first.entries).toHaveLength(50);
    const second = await page(must(first.nextCursor, 'a second page'));
    expect([second.entries.length, second.nextCursor]).toEqual([25, null]);
    expect((await jo.call('GET', '/v1/audit?cursor=nonsense')).status).toBe(400);
  });
});

describe('a password', () => {
  it('is changed by whoever knows the current one; other sessions end', async () => {
    const kim = await server.signUp('Kim');
    const elsewhere = must(await signIn(kim.email, 'correct horse'), 'a second session');
    const response = await fetch(new URL('/api/auth/sign-in/email', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ email: kim.email, password: 'correct horse' }),
    });
    const cookieOf = (from: Response) => from.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const change = (cookie: string, currentPassword: string) =>
      fetch(new URL('/api/auth/change-password', server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.url, cookie },
        body: JSON.stringify({ currentPassword, newPassword: 'fresh horse' }),
      });
    const cookie = cookieOf(response);
    expect((await change(cookie, 'wrong horse')).status).toBe(400);
    expect((await elsewhere('GET', '/v1/me')).status).toBe(200);
    const changed = await change(cookie, 'correct horse');
    expect(changed.status).toBe(200);
    const me = (with_: string) =>
      fetch(new URL('/v1/me', server.url), { headers: { cookie: with_ } }).then(({ status }) => status);
    expect([await me(cookie), await me(cookieOf(changed))]).toEqual([401, 200]);
    expect((await elsewhere('GET', '/v1/me')).status).toBe(401);
    expect(await signIn(kim.email, 'fresh horse')).not.toBeNull();
  });

  it('is not changed by a cookie that comes beside somebody else’s token', async () => {
    const [lea, max] = [await server.signUp('Lea'), await server.signUp('Max')];
    const response = await fetch(new URL('/api/auth/sign-in/email', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ email: max.email, password: 'correct horse' }),
    });
    const headers = {
      authorization: `Bearer ${lea.token}`,
      cookie: must(response.headers.getSetCookie()[0]?.split(';')[0]),
      'content-type': 'application/json',
    };
    const changed = await fetch(new URL('/api/auth/change-password', server.url), {
      method: 'POST',
      headers,
      body: JSON.stringify({ currentPassword: 'correct horse', newPassword: 'fresh horse' }),
    });
    expect(changed.status).toBe(401);
    expect(await signIn(max.email, 'correct horse')).not.toBeNull();
    const session = await fetch(new URL('/api/auth/get-session', server.url), { headers });
    expect(await session.text()).not.toContain(max.id);
  });
});

describe('another address', () => {
  /** Asks as the browser of somebody does who signs in for it. */
  async function askAs({ email }: TestPerson) {
    const headers = { 'content-type': 'application/json', origin: server.url };
    const post = (path: string, body: object, cookie = '') =>
      fetch(new URL(path, server.url), {
        method: 'POST',
        headers: { ...headers, cookie },
        body: JSON.stringify(body),
      });
    const signedIn = await post('/api/auth/sign-in/email', { email, password: 'correct horse' });
    const cookie = must(signedIn.headers.getSetCookie()[0]?.split(';')[0]);
    return (input: object) => post('/api/auth/change-email', input, cookie);
  }

  it('is asked for with the password, told to the old one, and takes its place once its mail is followed', async () => {
    const liv = await server.signUp('Liv');
    const ask = await askAs(liv);
    expect((await ask({ newEmail: 'liv@new.example', password: 'a wrong horse' })).status).toBe(400);
    expect((await ask({ newEmail: 'nobody', password: 'correct horse' })).status).toBe(400);
    expect((await ask({ newEmail: 'liv@new.example', password: 'correct horse' })).status).toBe(200);
    const email = async () =>
      (await json<{ user: { email: string } }>(await liv.call('GET', '/v1/me'))).user.email;
    expect(await email()).toBe(liv.email);
    const { mails } = await json<Outbox>(await ann.call('GET', '/v1/outbox'));
    expect(mails.find(({ to }) => to === liv.email)?.subject).toBe(
      'Your address for Weft is about to change',
    );
    const code = await codeTo('liv@new.example', 'verify-email');
    const verified = await nobody('GET', `/api/auth/verify-email?token=${code}`);
    expect([verified.status, verified.headers.getSetCookie()]).toEqual([200, []]);
    expect(await email()).toBe('liv@new.example');
    expect(await signIn('liv@new.example', 'correct horse')).not.toBeNull();
    expect(await signIn(liv.email, 'correct horse')).toBeNull();
  });

  it('that somebody has is answered alike, and stays theirs', async () => {
    const [mo, ned] = [await server.signUp('Mo'), await server.signUp('Ned')];
    const ask = await askAs(mo);
    const answer = await ask({ newEmail: ned.email, password: 'correct horse' });
    expect([answer.status, await answer.json()]).toEqual([200, { status: true, delivery: 'outbox' }]);
    expect(await signIn(ned.email, 'correct horse')).not.toBeNull();
  });
});
