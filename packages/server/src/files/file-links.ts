import { createHmac } from 'node:crypto';
import { isSameSecret } from '../constant-time.ts';

/** Milliseconds. */
const day = 24 * 60 * 60_000;

/** What a link is for: a file answers only for the flow it belongs to. */
interface LinkedFile {
  readonly id: string;
  readonly flowId: string | null;
}

/**
 * Addresses that open a file for whoever holds them, until they expire. They are bound to the file, the flow it belongs to
 * and the moment they end.
 */
export class FileLinks {
  readonly #key: Buffer;
  readonly #now: () => number;

  constructor(secret: string, now: () => number) {
    this.#key = createHmac('sha256', secret).update('links to files').digest();
    this.#now = now;
  }

  /** The query of a link, good for one to two days: the same all day, so that what was fetched stays cached. */
  query(file: LinkedFile): string {
    const expires = (Math.floor(this.#now() / day) + 2) * (day / 1_000);
    return `expires=${expires}&signature=${this.#sign(file, expires).toString('base64url')}`;
  }

  /** Whether the query of an address was made here for this file, and has not expired. */
  isGood(file: LinkedFile, { expires, signature }: { readonly [name: string]: unknown }): boolean {
    if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,11}$/.test(expires))
      return false;
    if (Number(expires) * 1_000 <= this.#now()) return false;
    return isSameSecret(Buffer.from(signature, 'base64url'), this.#sign(file, Number(expires)));
  }

  #sign({ id, flowId }: LinkedFile, expires: number): Buffer {
    return createHmac('sha256', this.#key)
      .update(`${id} ${flowId ?? ''} ${expires}`)
      .digest();
  }
}
