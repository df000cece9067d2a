interface Numbered {
  readonly seq: number;
}

/** The live tail of one log inside this process: an entry object is shared by all readers. */
export class Feed<E extends Numbered> {
  readonly #listeners = new Set<(entry: E) => void>();

  publish(entries: readonly E[]): void {
    for (const entry of entries) for (const listener of this.#listeners) listener(entry);
  }

  subscribe(listener: (entry: E) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get readers(): number {
    return this.#listeners.size;
  }
}

/**
 * Entries after `sinceSeq`, first those of the log, then live ones, in order and without gaps: live ones are buffered
 * from before the log is read, duplicates are dropped, and what lies before one that comes too early is read from the log.
 */
export async function* follow<E extends Numbered>(
  feed: Feed<E>,
  sinceSeq: number,
  readAfter: (seq: number) => Promise<readonly E[]>,
  signal: AbortSignal,
): AsyncGenerator<E> {
  const waiting: E[] = [];
  let wake: () => void = () => {};
  const unsubscribe = feed.subscribe((entry) => {
    waiting.push(entry);
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  try {
    let last = sinceSeq;
    const unread = async function* (): AsyncGenerator<E> {
      for (;;) {
        const page = await readAfter(last);
        if (page.length === 0 || signal.aborted) return;
        for (const entry of page) {
          yield entry;
          last = entry.seq;
        }
      }
    };
    yield* unread();
    while (!signal.aborted) {
      const entry = waiting.shift();
      if (entry === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (waiting.length > 0 || signal.aborted) resolve();
        });
        continue;
      }
      if (entry.seq > last + 1) yield* unread();
      if (entry.seq <= last) continue;
      yield entry;
      last = entry.seq;
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', onAbort);
  }
}
