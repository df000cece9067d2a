import { must } from '@weft/std';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { callAs } from '../../testing.ts';
import { accounts, json, type Outbox } from './testing.ts';

const { server, ann, nobody, signIn, codeTo } = await accounts();

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
