import type { RateLimit } from '@weft/integrations';

/** Keys and turns that are remembered. */
const maxKeys = 10_000;
const maxTurns = 200_000;

interface Line {
  /** When the next turn is free. */
  free: number;
  /** When the last requests were sent, or are to be; as many as the limit allows in its time. */
  sent: number[];
}

/**
 * Keeps requests to a service's limit. Whoever has much to send takes a turn, which stays theirs when they come back later:
 * many that wait do not push each other away. Each request then waits until the limit allows it, those of people who look
 * something up before all turns that are not due yet.
 */
export class Pace {
  readonly #lines = new Map<string, Line>();
  readonly #turns = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds until the turn of whoever asks. */
  turnOf(id: string, key: string, limit: RateLimit): number {
    const now = this.#now();
    let at = this.#turns.get(id);
    if (at === undefined) {
      at = this.#take(this.#line(key), limit);
      if (this.#turns.size >= maxTurns) this.#turns.clear();
      this.#turns.set(id, at);
    }
    return Math.max(0, at - now);
  }

  /** The turn was used. */
  end(id: string): void {
    this.#turns.delete(id);
  }

  /**
   * Milliseconds until a request may be sent, which counts from now on; null: that is longer than `most`, and it does not
   * count. `hasTurn`: it is what a turn was taken for.
   */
  untilRequest(
    key: string,
    limit: RateLimit,
    { most, hasTurn }: { readonly most: number; readonly hasTurn: boolean },
  ): number | null {
    const { requests, per } = limit;
    const now = this.#now();
    const line = this.#line(key);
    line.sent = line.sent.filter((at) => at > now - per);
    const at = Math.max(now, (line.sent.at(-requests) ?? Number.NEGATIVE_INFINITY) + per);
    if (at - now > most) return null;
    line.sent.push(at);
    if (!hasTurn) this.#take(line, limit);
    return at - now;
  }

  #take(line: Line, { requests, per }: RateLimit): number {
    const at = Math.max(line.free, this.#now());
    line.free = at + per / requests;
    return at;
  }

  #line(key: string): Line {
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    if (this.#lines.size >= maxKeys) this.#lines.clear();
    const line: Line = { free: 0, sent: [] };
    this.#lines.set(key, line);
    return line;
  }
}
