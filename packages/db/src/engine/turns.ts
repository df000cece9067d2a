/** What work on the one connection is for; where several wait, the former go first. */
const ranks = ['edit', 'page', 'scan'] as const;
export type Rank = (typeof ranks)[number];

/** Milliseconds without a turn after which a lower rank gets one before the higher ones: nothing waits for ever. */
const longestWithout = 1_000;

interface Waiting {
  readonly since: number;
  readonly begin: () => void;
}

/** Runs pieces of work one after the other: by rank, and in the order they came within one. */
export class Turns {
  readonly #now: () => number;
  readonly #waiting: { readonly [R in Rank]: Waiting[] } = { edit: [], page: [], scan: [] };
  /** When each rank had its last turn. */
  readonly #last: { [R in Rank]: number } = { edit: 0, page: 0, scan: 0 };
  #busy = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Work whose signal is aborted before its turn comes is not begun: what is thrown is the signal's reason. */
  async run<T>(rank: Rank, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#busy) await this.#turn(rank, signal);
    else this.#busy = true;
    this.#last[rank] = this.#now();
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #turn(rank: Rank, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting[rank];
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        since: this.#now(),
        begin: () => {
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
      return first !== undefined && this.#now() - Math.max(first.since, this.#last[rank]) > longestWithout;
    });
    const rank = overdue ?? ranks.find((each) => this.#waiting[each].length > 0);
    const next = rank === undefined ? undefined : this.#waiting[rank].shift();
    if (next === undefined) this.#busy = false;
    else next.begin();
  }
}
