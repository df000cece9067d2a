import type { LogEvent } from '@weft/protocol';
import type { Locks } from '../feed/leader-election.ts';
import type { FeedMessage, SharedFeedDeps } from '../feed/shared-feed.ts';
import type { After } from '../transport/timers.ts';

interface Waiting {
  readonly held: (lock: unknown) => Promise<void>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Locks as a browser grants them: in the order asked for, let go when the holder is done, and open to theft. */
class MemoryLocks implements Locks {
  readonly #holders = new Map<string, Waiting>();
  readonly #queues = new Map<string, Waiting[]>();

  request(
    name: string,
    options: { readonly ifAvailable?: boolean; readonly steal?: boolean; readonly signal?: AbortSignal },
    held: (lock: unknown) => Promise<void>,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { held, resolve, reject };
      const holder = this.#holders.get(name);
      if (options.steal === true) {
        holder?.reject(new DOMException('stolen', 'AbortError'));
        this.#grant(name, waiting);
      } else if (holder === undefined) this.#grant(name, waiting);
      else if (options.ifAvailable === true) held(null).then(resolve, reject);
      else {
        const queue = this.#queues.get(name) ?? [];
        this.#queues.set(name, queue);
        queue.push(waiting);
        options.signal?.addEventListener('abort', () => {
          const place = queue.indexOf(waiting);
          if (place !== -1) queue.splice(place, 1);
          reject(new DOMException('aborted', 'AbortError'));
        });
      }
    });
  }

  #grant(name: string, waiting: Waiting): void {
    this.#holders.set(name, waiting);
    // As in a browser, not in the same breath.
    void Promise.resolve()
      .then(() => waiting.held({ name }))
      .then(waiting.resolve, waiting.reject)
      .then(() => {
        if (this.#holders.get(name) !== waiting) return;
        this.#holders.delete(name);
        const next = this.#queues.get(name)?.shift();
        if (next) this.#grant(name, next);
      });
  }
}

/** Timers that run when a test lets time pass. */
export class MemoryClock {
  #now = 0;
  readonly #timers = new Set<{ readonly at: number; readonly callback: () => void }>();

  readonly after: After = (milliseconds, callback) => {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** Lets time pass; `settle` lets what each timer began come to rest. */
  async pass(milliseconds: number, settle: () => Promise<void>): Promise<void> {
    const until = this.#now + milliseconds;
    for (;;) {
      const due = [...this.#timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#now = due.at;
      due.callback();
      await settle();
    }
    this.#now = until;
  }
}

/** The tabs of one browser: their locks, and what they say to each other, which comes when it is let through. */
export class MemoryBrowser {
  readonly locks = new MemoryLocks();
  readonly #ears = new Map<
    string,
    Set<{ hear: (message: FeedMessage<LogEvent>) => void; waiting: FeedMessage<LogEvent>[] }>
  >();

  /** A tab of this browser; `sleep` and `wake` are what the browser tells it. */
  tab(
    clock: MemoryClock,
    streams: Pick<SharedFeedDeps<LogEvent>, 'stream' | 'catchUp'>,
  ): SharedFeedDeps<LogEvent> & { readonly sleep: () => void; readonly wake: () => void } {
    let listener = (_awake: boolean) => {};
    return {
      ...streams,
      locks: this.locks,
      after: clock.after,
      channel: (name, onMessage) => {
        const ears = this.#ears.get(name) ?? new Set();
        this.#ears.set(name, ears);
        const own = { hear: onMessage, waiting: [] };
        ears.add(own);
        return {
          post: (message) => {
            const copy = structuredClone(message);
            for (const ear of ears) if (ear !== own) ear.waiting.push(copy);
          },
          close: () => ears.delete(own),
        };
      },
      onAwake: (heard) => {
        listener = heard;
        return () => {};
      },
      sleep: () => listener(false),
      wake: () => listener(true),
    };
  }

  /**
   * Lets what was said be heard, by all or by those chosen. A browser keeps the order in which things were said;
   * `shuffle` does not.
   */
  deliver(
    chosen: (index: number) => boolean = () => true,
    shuffle: <T>(items: readonly T[]) => readonly T[] = (items) => items,
  ): void {
    let index = 0;
    for (const ears of this.#ears.values())
      for (const ear of [...ears]) {
        if (!chosen(index++)) continue;
        for (const message of shuffle(ear.waiting.splice(0))) if (ears.has(ear)) ear.hear(message);
      }
  }
}
