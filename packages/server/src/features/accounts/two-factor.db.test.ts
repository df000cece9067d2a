import { createHmac } from 'node:crypto';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann');
});
afterAll(() => server.close());

/** A browser: it keeps the cookies it is given. */
function browser() {
  const jar = new Map<string, string>();
  return async (method: string, path: string, body?: object) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, server.url), {
      method,
      headers: { origin: server.url, cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as never };
  };
}

/** What an authenticator app shows now for the secret of an address (RFC 6238). */
function codeOf(totpURI: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const secret = must(new URL(totpURI).searchParams.get('secret'));
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = must(mac.at(-1)) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

const isSignedIn = async (visit: ReturnType<typeof browser>) => (await visit('GET', '/v1/me')).status === 200;

it('two-factor sign-in is on after a first code, asks for one from then on, and takes each recovery code once', async () => {
  const credentials = { email: ann.email, password: 'correct horse' };
  const home = browser();
  await home('POST', '/api/auth/sign-in/email', credentials);
  const enable = (password: string) => home('POST', '/api/auth/two-factor/enable', { password });
  expect((await enable('a wrong horse')).status).toBe(400);
  const { totpURI, backupCodes }: { totpURI: string; backupCodes: readonly string[] } = (
    await enable('correct horse')
  ).body;
  const away = browser();
  await away('POST', '/api/auth/sign-in/email', credentials);
  expect(await isSignedIn(away)).toBe(true);
  const verify = (visit: ReturnType<typeof browser>, code: string) =>
    visit('POST', '/api/auth/two-factor/verify-totp', { code });
  expect((await verify(home, '000000')).status).toBe(401);
  expect((await verify(home, codeOf(totpURI))).status).toBe(200);
  expect((await home('GET', '/v1/me')).body).toMatchObject({ user: { twoFactorEnabled: true } });

  const later = browser();
  const first = await later('POST', '/api/auth/sign-in/email', credentials);
  expect(first.body).toMatchObject({ twoFactorRedirect: true });
  expect(await isSignedIn(later)).toBe(false);
  expect((await verify(later, '000000')).status).toBe(401);
  expect((await verify(later, codeOf(totpURI))).status).toBe(200);
  expect(await isSignedIn(later)).toBe(true);

  const recover = async () => {
    const lost = browser();
    await lost('POST', '/api/auth/sign-in/email', credentials);
    const code = backupCodes[0];
    const { status } = await lost('POST', '/api/auth/two-factor/verify-backup-code', { code });
    return [status, await isSignedIn(lost)];
  };
  expect(await recover()).toEqual([200, true]);
  expect(await recover()).toEqual([401, false]);

  expect((await home('POST', '/api/auth/two-factor/disable', { password: 'correct horse' })).status).toBe(
    200,
  );
  const plain = browser();
  await plain('POST', '/api/auth/sign-in/email', credentials);
  expect(await isSignedIn(plain)).toBe(true);
});
