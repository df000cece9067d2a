import type { RateLimit } from '@weft/integrations';

/** Keys and turns that are remembered. */
const maxKeys = 10_000;
const maxTurns = 200_000;

/**
 * Spaces requests out, so that a service's limit is not met. Each takes the next free moment of its key, which stays its
 * turn when it comes back later: many that wait do not push each other away.
 */
export class Pace {
  readonly #free = new Map<string, number>();
  readonly #turns = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds until the turn of whoever asks. */
  turnOf(id: string, key: string, { requests, per }: RateLimit): number {
    const now = this.#now();
    const step = per / requests;
    let at = this.#turns.get(id);
    if (at === undefined) {
      at = Math.max(this.#free.get(key) ?? 0, now);
      if (this.#free.size >= maxKeys) this.#free.clear();
      this.#free.set(key, at + step);
      if (this.#turns.size >= maxTurns) this.#turns.clear();
      this.#turns.set(id, at);
    }
    return Math.max(0, at - now);
  }

  /** The turn was used. */
  end(id: string): void {
    this.#turns.delete(id);
  }
}
