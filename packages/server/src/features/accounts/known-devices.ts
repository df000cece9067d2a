import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { FailureKey } from '@weft/db';
import type { FastifyRequest } from 'fastify';
import { isSameSecret } from '../../constant-time.ts';

/** Days a browser is known after it signed in: as long as browsers keep any cookie. */
export const deviceKnownDays = 400;

const addressHash = (email: string): string =>
  createHash('sha256').update(`address:${email.trim().toLowerCase()}`).digest('base64url').slice(0, 22);

/** One per account, for several people may use a browser. */
const cookieName = (email: string): string => `weft.device_${addressHash(email)}`;

export const accountKey = (email: string): FailureKey => ({
  kind: 'account',
  key: `account:${addressHash(email)}`,
});

/** Browsers are known by a cookie that we signed when somebody last signed in with it. */
export class KnownDevices {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  #sign(email: string, nonce: string): Buffer {
    return createHmac('sha256', this.#secret)
      .update(`device:${addressHash(email)}:${nonce}`)
      .digest();
  }

  /** What the attempts of this browser are counted for: by themselves when the account was signed in to in it before. */
  keyOf(request: FastifyRequest, email: string): FailureKey {
    const cookies = (request.headers.cookie ?? '').split(/;\s*/);
    const name = `${cookieName(email)}=`;
    const value = cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length) ?? '';
    const [nonce = '', mac = ''] = value.split('.');
    const known = isSameSecret(mac, this.#sign(email, nonce).toString('base64url'));
    return known ? { kind: 'device', key: `device:${addressHash(email)}:${nonce}` } : accountKey(email);
  }

  /** The cookie that makes a browser known. */
  cookie(email: string, secure: boolean): string {
    const nonce = randomBytes(16).toString('base64url');
    const value = `${nonce}.${this.#sign(email, nonce).toString('base64url')}`;
    return `${cookieName(email)}=${value}; Path=/api/auth; Max-Age=${deviceKnownDays * 24 * 60 * 60}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  }
}
