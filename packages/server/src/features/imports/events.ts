import type { ImportEvent } from '@weft/protocol';

/**
 * The events of one import, for readers that come and go: who attaches late hears where it stands,
 * then what follows, and always its end.
 */
export class ImportEvents {
  #past: ImportEvent[] = [];
  #ended = false;
  readonly #readers = new Set<() => void>();
  /** Called when the last reader has left. */
  #onAlone: () => void = () => {};

  get readers(): number {
    return this.#readers.size;
  }

  whenAlone(listener: () => void): void {
    this.#onAlone = listener;
  }

  publish(event: ImportEvent): void {
    // Counts replace one another only between readings: a late reader needs the newest alone.
    if (event.type === 'records' && this.#readers.size === 0)
      this.#past = this.#past.filter((past) => past.type !== 'records');
    this.#past.push(event);
    for (const wake of this.#readers) wake();
  }

  end(): void {
    this.#ended = true;
    for (const wake of this.#readers) wake();
  }

  async *read(signal: AbortSignal): AsyncGenerator<ImportEvent> {
    let wake: () => void = () => {};
    const reader = () => wake();
    this.#readers.add(reader);
    signal.addEventListener('abort', reader);
    try {
      const last = this.#past.findLast((event) => event.type === 'records');
      const start = this.#past.filter((event) => event.type !== 'records' || event === last);
      let next = this.#past.length;
      yield* start;
      while (!signal.aborted) {
        // Counts before `next` may have been dropped meanwhile, never while somebody reads.
        const event = this.#past[next];
        if (event !== undefined) {
          next++;
          yield event;
        } else if (this.#ended) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (next < this.#past.length || this.#ended || signal.aborted) resolve();
          });
      }
    } finally {
      signal.removeEventListener('abort', reader);
      this.#readers.delete(reader);
      if (this.#readers.size === 0) this.#onAlone();
    }
  }
}
