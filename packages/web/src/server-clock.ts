/** Milliseconds that say nothing: the header counts whole seconds, and takes a while to come. */
const noise = 60_000;

/** The time by the server's clock; that of this device may be years off. */
export class ServerClock {
  readonly #now: () => number;
  #offset = 0;

  /** `now`: epoch milliseconds of this device. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes note of an answer's `Date` header. */
  hear(date: string | null): void {
    const time = Date.parse(date ?? '');
    if (Number.isNaN(time)) return;
    const offset = time - this.#now();
    this.#offset = Math.abs(offset) < noise ? 0 : offset;
  }

  /** Epoch milliseconds. */
  now(): number {
    return this.#now() + this.#offset;
  }
}
