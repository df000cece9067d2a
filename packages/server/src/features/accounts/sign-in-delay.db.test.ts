import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'loopback' });
  admin = await server.signUp('Admin');
});
afterAll(() => server.close());

/** Whoever guesses comes from another address each time: limits by address do not help. */
let addresses = 0;
const anAddress = () => ({ 'x-forwarded-for': `10.0.0.${++addresses}` });

const right = 'correct horse';
/** An attempt from a browser with these cookies. */
const signIn = (email: string, password: string, cookie = '') =>
  fetch(new URL('/api/auth/sign-in/email', server.url), {
    method: 'POST',
    headers: {
      ...anAddress(),
      'content-type': 'application/json',
      origin: server.url,
      ...(cookie && { cookie }),
    },
    body: JSON.stringify({ email, password }),
  });
const statusOf = async (attempt: Promise<Response>) => (await attempt).status;
const deviceOf = (response: Response): string =>
  must(
    response.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('weft.device'))
      ?.split(';')[0],
    'a device',
  );
/** The wait is over, or lasts longer than this test. */
const setWait = (state: 'over' | 'long') =>
  sql`update weft.sign_in_failures set blocked_until = now() + make_interval(hours => ${state === 'over' ? 0 : 1})`.execute(
    server.control,
  );
/** Seconds the last wrong password of the account makes the next attempt wait. */
const lastWait = async () => {
  const { rows } = await sql<{ seconds: number | string }>`
    select round(extract(epoch from blocked_until - last_at)) as seconds from weft.sign_in_failures
    where key like 'account:%' order by last_at desc limit 1`.execute(server.control);
  return Number(rows[0]?.seconds);
};

describe('wrong passwords', () => {
  it('make the next attempts wait longer and longer, but not a browser that signed in before', async () => {
    const ann = await server.signUp('Ann');
    const before = await signIn(ann.email, right);
    const device = deviceOf(before);
    expect(before.headers.getSetCookie().join()).toMatch(/weft\.device[^,]*HttpOnly/);

    const guesses = await Promise.all(
      Array.from({ length: 9 }, (_, i) => statusOf(signIn(ann.email, `guess ${i}`))),
    );
    expect(guesses.filter((status) => status === 401)).toHaveLength(6);
    await setWait('long');
    // Guessing pauses, and the right one is not looked at either.
    const refused = await signIn(ann.email, right);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toMatch(/Too many wrong passwords .* new password by mail/);
    expect(await statusOf(signIn(ann.email, right, device))).toBe(200);
    // What a stranger's browser makes up is no such device, nor is another person's.
    expect(await statusOf(signIn(ann.email, right, `${device}x`))).toBe(429);
    const bob = await server.signUp('Bob');
    const other = deviceOf(await signIn(bob.email, right));
    const renamed = `${must(device.split('=')[0])}=${must(other.split('=')[1])}`;
    expect(await statusOf(signIn(ann.email, right, renamed))).toBe(429);

    const waits: number[] = [];
    for (let i = 0; i < 9; i++) {
      await setWait('over');
      expect(await statusOf(signIn(ann.email, 'guess'))).toBe(401);
      waits.push(await lastWait());
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 900, 900]);
    await setWait('over');
    expect(await statusOf(signIn(ann.email, right))).toBe(200);
    expect(await statusOf(signIn(ann.email, 'guess'))).toBe(401);
    expect(await lastWait()).toBe(0);
  });

  it('are counted alike for addresses that nobody has', async () => {
    const guesses: number[] = [];
    for (let i = 0; i < 6; i++) guesses.push(await statusOf(signIn('nobody@example.org', `guess ${i}`)));
    expect(guesses).toEqual([401, 401, 401, 401, 401, 401]);
    expect(await lastWait()).toBe(5);
  });

  it('end with a new password', async () => {
    const cem = await server.signUp('Cem');
    for (let i = 0; i < 6; i++) await signIn(cem.email, `guess ${i}`);
    await setWait('long');
    expect(await statusOf(signIn(cem.email, right))).toBe(429);
    const nobody = callAs(server.url, null);
    await nobody('POST', '/api/auth/request-password-reset', { email: cem.email });
    const { mails } = (await (await admin.call('GET', '/v1/outbox')).json()) as {
      mails: { to: string; text: string }[];
    };
    const texts = mails.filter(({ to }) => to === cem.email).map(({ text }) => text);
    const token = must(/reset-password#(\S+)/.exec(texts.join())?.[1]);
    await nobody('POST', '/api/auth/reset-password', { token, newPassword: 'another horse' });
    expect(await statusOf(signIn(cem.email, 'another horse'))).toBe(200);
  });

  it('for one’s own new password wait too', async () => {
    const dan = await server.signUp('Dan');
    const cookie = must((await signIn(dan.email, right)).headers.getSetCookie()[0]?.split(';')[0]);
    const change = (currentPassword: string) =>
      fetch(new URL('/api/auth/change-password', server.url), {
        method: 'POST',
        headers: { ...anAddress(), cookie, origin: server.url, 'content-type': 'application/json' },
        body: JSON.stringify({ currentPassword, newPassword: 'another horse' }),
      });
    for (let i = 0; i < 6; i++) expect(await statusOf(change(`guess ${i}`))).toBe(400);
    await setWait('long');
    expect(await statusOf(change(right))).toBe(429);
    // Signing in is another matter: whoever has the session cannot hold it up.
    expect(await statusOf(signIn(dan.email, right))).toBe(200);
  });

  it('are forgotten by housekeeping after a day without one', async () => {
    await signIn('today@example.org', 'guess');
    await signIn('long.ago@example.org', 'guess');
    const keyed = () =>
      sql<{ key: string }>`select key from weft.sign_in_failures order by last_at`.execute(server.control);
    const before = (await keyed()).rows.map(({ key }) => key);
    const old = must(before.at(-1));
    await sql`update weft.sign_in_failures set last_at = now() - interval '25 hours' where key = ${old}`.execute(
      server.control,
    );
    for (const removeOld of server.parts.housekeeping.removeOld) await removeOld();
    expect((await keyed()).rows.map(({ key }) => key)).toEqual(before.slice(0, -1));
  });
});
