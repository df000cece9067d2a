import { AppError } from '@weft/std';

/** Most lookups of unknown sessions and tokens per network and minute. */
export const maxUnknownPerMinute = 60;
const minute = 60_000;
const maxNetworks = 50_000;

interface Count {
  unknown: number;
  readonly until: number;
}

/**
 * Rate limit of lookups of sessions and tokens that a network shows for the first time; a valid one is not counted in
 * the end. So random ones do not cost a query each.
 */
export class LookupLimit {
  readonly #now: () => number;
  readonly #counts = new Map<string, Count>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts one; throws once there were too many. The answer uncounts it. */
  take(network: string): () => void {
    const count = this.#countOf(network);
    if (count.unknown >= maxUnknownPerMinute)
      throw new AppError(
        'rate-limit',
        'Too many unknown sessions and tokens came from your address: wait a minute and try again',
      );
    count.unknown++;
    return () => {
      count.unknown--;
    };
  }

  #countOf(network: string): Count {
    const known = this.#counts.get(network);
    if (known !== undefined && known.until > this.#now()) return known;
    this.#counts.delete(network);
    // The oldest goes first: a map keeps the order of what was put in.
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined && this.#counts.size >= maxNetworks) this.#counts.delete(oldest);
    const count = { unknown: 0, until: this.#now() + minute };
    this.#counts.set(network, count);
    return count;
  }
}
