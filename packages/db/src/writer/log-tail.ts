import type { Change } from '@weft/history';
import { OneAtATime } from '@weft/std';
import type { LogEntry } from './log-entry.ts';

/** Entries of other processes read at a time. */
const page = 500;

export interface LogTailDeps {
  readonly readAfter: (seq: number, limit: number) => Promise<readonly LogEntry[]>;
  /** Entries this process wrote, with all their changes; called once for each, in the order of the log. */
  readonly onOwn: (entries: readonly LogEntry[], changes: readonly Change[]) => void;
  /** Entries another process wrote. */
  readonly onOthers: (entries: readonly LogEntry[]) => void;
  /** Whether anybody here follows the log. */
  readonly isFollowed: () => boolean;
}

/**
 * Follows the log of a base for this process. Its own entries are published as they are committed; those of other
 * processes are read from the log when somebody finds it ahead. Each is published once, in order.
 */
export class LogTail {
  readonly #deps: LogTailDeps;
  readonly #turn = new OneAtATime();
  /** Transactions of this process in flight: `own` publishes what they wrote. */
  #writing = 0;
  /** Null until the log's end was seen for the first time. */
  #seq: number | null = null;

  constructor(deps: LogTailDeps) {
    this.#deps = deps;
  }

  /** Entries just committed here; the first follows `before`, the log's end when their transaction began. */
  async own(before: number, entries: readonly LogEntry[], changes: readonly Change[]): Promise<void> {
    await this.#turn.run(async () => {
      await this.#readUpTo(before);
      // Another read of the log may have published them already.
      if (entries[0] !== undefined && entries[0].seq > (this.#seq ?? 0)) this.#deps.onOwn(entries, changes);
      this.#advance(entries);
    });
  }

  /** Runs a transaction of this process; its entries may be seen in the log before `own` is called. */
  async writing<T>(work: () => Promise<T>): Promise<T> {
    this.#writing++;
    try {
      return await work();
    } finally {
      this.#writing--;
    }
  }

  /** The log was seen to end at `seq`: reads the missing entries, unless a transaction in flight will publish them. */
  async upTo(seq: number): Promise<void> {
    if (this.#writing > 0 || (this.#seq !== null && this.#seq >= seq)) return;
    await this.#turn.run(() => this.#readUpTo(seq));
  }

  async #readUpTo(seq: number): Promise<void> {
    // Followers may have read the log before its last entries were written: told of the last one, they read what they miss.
    this.#seq ??= this.#deps.isFollowed() ? Math.max(0, seq - 1) : seq;
    while (this.#seq < seq) {
      const entries = await this.#deps.readAfter(this.#seq, page);
      if (entries.length === 0) return;
      this.#deps.onOthers(entries);
      this.#advance(entries);
    }
  }

  #advance(entries: readonly LogEntry[]): void {
    this.#seq = Math.max(this.#seq ?? 0, entries.at(-1)?.seq ?? 0);
  }
}
