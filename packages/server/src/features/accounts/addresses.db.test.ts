import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import type { TestPerson } from '../../testing.ts';
import { accounts, json, type Outbox } from './testing.ts';

const { server, ann, nobody, signIn, codeTo } = await accounts();

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
