import type { RateLimit } from '@weft/integrations';

/** Keys that are remembered. */
const maxKeys = 10_000;

/** Spaces requests out, so that a service's limit is not met: each takes the next free moment of its key. */
export class Pace {
  readonly #free = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds until the next moment of a key, which is taken by asking. */
  take(key: string, { requests, per }: RateLimit): number {
    const now = this.#now();
    const step = per / requests;
    // What was not used in the last period may be used at once.
    const at = Math.max(this.#free.get(key) ?? 0, now - per + step);
    if (this.#free.size >= maxKeys) this.#free.clear();
    this.#free.set(key, at + step);
    return Math.max(0, at - now);
  }
}
