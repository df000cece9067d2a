import { looksLikeToken, type People } from '@weft/db';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../http/caller.ts';
import { LookupLimit } from '../../http/lookup-limit.ts';
import { networkOf } from '../../http/network.ts';
import { hasToken } from '../../http/origin.ts';
import { sessionCookie } from '../../http/session-cookie.ts';
import type { Auth } from './auth.ts';
import type { Callers } from './callers.ts';

/**
 * Milliseconds a looked-up session or token is cached. One ended in this process is dropped at once; one ended by another
 * server on the same database is refused here after this time.
 */
const cachedFor = 3_000;
const maxRemembered = 10_000;

interface Remembered {
  readonly caller: Promise<Caller | null>;
  readonly until: number;
}

const cookiePattern = new RegExp(`(?:^|;\\s*)((?:__Secure-)?${sessionCookie.replace('.', '\\.')})=([^;]+)`);

/** The session cookie or access token of a request; null when it has neither. */
function proofOf(
  request: FastifyRequest,
): { readonly kind: 'bearer' | 'cookie'; readonly text: string } | null {
  const { authorization = '' } = request.headers;
  const bearer = /^bearer\s+([A-Za-z0-9._~+/=-]{1,512})$/i.exec(authorization);
  if (bearer?.[1] !== undefined) return { kind: 'bearer', text: bearer[1] };
  // Such a call was not asked for its origin, so the cookie says nothing of who sends it.
  if (hasToken(request)) return null;
  const cookie = cookiePattern.exec(request.headers.cookie ?? '');
  return cookie === null ? null : { kind: 'cookie', text: `${cookie[1]}=${cookie[2]}` };
}

/** The session or token that a request shows, whoever's it is or was; of a cookie without its signature. */
export function shownBy(request: FastifyRequest): string | null {
  const proof = proofOf(request);
  if (proof === null) return null;
  return proof.kind === 'bearer' ? proof.text : proof.text.replace(/^[^=]*=/, '').replace(/(\.|%2E).*$/i, '');
}

/** Authenticates requests; cached for a moment, because a cell edit must not cost a query. */
export class Sessions {
  readonly #auth: () => Auth;
  readonly #callers: Callers;
  readonly #people: Pick<People, 'isEmpty'>;
  readonly #now: () => number;
  readonly #remembered = new Map<string, Remembered>();
  /** Sessions and tokens that were valid once: looking them up again is not limited. */
  readonly #proven = new Set<string>();
  readonly #limit: LookupLimit;

  constructor(auth: () => Auth, callers: Callers, people: Pick<People, 'isEmpty'>, now: () => number) {
    this.#auth = auth;
    this.#callers = callers;
    this.#people = people;
    this.#now = now;
    this.#limit = new LookupLimit(now);
  }

  /** Throws when its address showed too many sessions and tokens that are nobody's. */
  async ofRequest(request: FastifyRequest): Promise<Caller | null> {
    const proof = proofOf(request);
    if (proof === null) return null;
    const key = `${proof.kind}:${proof.text}`;
    const known = this.#remembered.get(key);
    if (known !== undefined && known.until > this.#now()) {
      const caller = await known.caller;
      return caller !== null && caller.expiresAt > this.#now() ? caller : null;
    }
    // A cookie is looked up where its signature is ours alone: a made-up one costs no query.
    const isKnown = proof.kind === 'cookie' || this.#proven.has(key);
    const giveBack = isKnown ? () => {} : this.#limit.take(networkOf(request.ip));
    if (giveBack === null) return this.#limit.refuse();
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
    const caller = proof.kind === 'bearer' ? this.#ofBearer(proof.text) : this.#ofCookie(proof.text);
    this.#remembered.set(key, { caller, until: this.#now() + cachedFor });
    const found = await caller.catch((error: unknown) => {
      this.#remembered.delete(key);
      giveBack();
      throw error;
    });
    if (found === null) {
      this.#remembered.delete(key);
      this.#proven.delete(key);
    } else {
      giveBack();
      this.#prove(key);
    }
    return found !== null && found.expiresAt > this.#now() ? found : null;
  }

  #prove(key: string): void {
    const [oldest] = this.#proven;
    if (oldest !== undefined && this.#proven.size >= maxRemembered) this.#proven.delete(oldest);
    this.#proven.add(key);
  }

  /** Clears the cache: after a sign-out, a revoked token, a change of membership. */
  forget(): void {
    this.#remembered.clear();
  }

  #ofBearer(text: string): Promise<Caller | null> {
    return looksLikeToken(text) ? this.#callers.ofToken(text) : this.#callers.ofSession(text);
  }

  async #ofCookie(cookie: string): Promise<Caller | null> {
    const headers = new Headers({ cookie });
    const found = await this.#auth()
      .api.getSession({ headers })
      .catch(async () => {
        // The library says of a database that is gone that something is wrong; ours says that it is gone.
        await this.#people.isEmpty();
        // It was away, or had no connection left, for a moment.
        return this.#auth().api.getSession({ headers });
      });
    return found === null ? null : this.#callers.ofSession(found.session.token);
  }
}
