import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@weft/std';

/** Most lookups of unknown sessions and tokens per network and minute. */
export const maxUnknownPerMinute = 60;
const minute = 60_000;
const maxNetworks = 50_000;
/** Milliseconds until a refusal is answered: programs ask again at once, and each refusal costs some of a millisecond. */
const pause = 1_000;
/** Most refusals that wait at a time: they hold memory. Those beyond are answered at once. */
export const maxRefusalsWaiting = 1_000;

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
  #refusalsWaiting = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts one until the answer uncounts it; null once there were too many. */
  take(network: string): (() => void) | null {
    const count = this.#countOf(network);
    if (count.unknown >= maxUnknownPerMinute) return null;
    count.unknown++;
    return () => {
      count.unknown--;
    };
  }

  /** Throws after a pause that there were too many. */
  async refuse(): Promise<never> {
    if (this.#refusalsWaiting < maxRefusalsWaiting) {
      this.#refusalsWaiting++;
      await wait(pause);
      this.#refusalsWaiting--;
    }
    throw new AppError(
      'rate-limit',
      'Too many unknown sessions and tokens came from your address: wait a minute and try again',
    );
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
