/** Priorities of work on the single connection, highest first. */
const ranks = ['edit', 'page', 'scan'] as const;
export type Rank = (typeof ranks)[number];

/** Milliseconds after which waiting work of a lower priority goes first, so that it does not starve. */
const maxWait = 1_000;
/** Milliseconds without anybody waiting after which the connection counts as free for longer work. */
const quietAfter = 1_000;

interface Waiting {
  readonly since: number;
  readonly begin: () => void;
}

/** Runs work one at a time: by priority, first in first out within one. */
export class PriorityQueue {
  readonly #now: () => number;
  readonly #waiting: { readonly [R in Rank]: Waiting[] } = { edit: [], page: [], scan: [] };
  /** When work of each priority was last begun. */
  readonly #last: { [R in Rank]: number } = { edit: 0, page: 0, scan: 0 };
  /** When work last had to wait for other work. */
  #lastWait = Number.NEGATIVE_INFINITY;
  #busy = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Nobody has had to wait lately. */
  get isQuiet(): boolean {
    return this.#now() - this.#lastWait > quietAfter;
  }

  /** Work whose signal is aborted before it begins is dropped; the signal's reason is thrown. */
  async run<T>(rank: Rank, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#busy) await this.#enqueue(rank, signal);
    else this.#busy = true;
    this.#last[rank] = this.#now();
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #enqueue(rank: Rank, signal: AbortSignal | undefined): Promise<void> {
    this.#lastWait = this.#now();
    return new Promise((resolve, reject) => {
      const queue = this.#waiting[rank];
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        since: this.#now(),
        begin: () => {
          this.#lastWait = this.#now();
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      queue.push(waiting);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #next(): void {
    const overdue = ranks.find((rank) => {
      const [first] = this.#waiting[rank];
      return first !== undefined && this.#now() - Math.max(first.since, this.#last[rank]) > maxWait;
    });
    const rank = overdue ?? ranks.find((each) => this.#waiting[each].length > 0);
    const next = rank === undefined ? undefined : this.#waiting[rank].shift();
    if (next === undefined) this.#busy = false;
    else next.begin();
  }
}
