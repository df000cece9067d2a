import type { LogEvent } from '@weft/protocol';

/** Changes remembered at most: some MB of a busy base. */
const mostChanges = 2_000;

/** The last events of a feed, without a gap, for a tab that has missed a few. */
export class RecentEvents {
  #events: LogEvent[] = [];
  /** The seq before the oldest event here. */
  #floor: number;
  #changes = 0;

  constructor(seq: number) {
    this.#floor = seq;
  }

  add(event: LogEvent): void {
    this.#events.push(event);
    this.#changes += weightOf(event);
    while (this.#changes > mostChanges) {
      const oldest = this.#events.shift();
      if (oldest === undefined) break;
      this.#floor = oldest.seq;
      this.#changes -= weightOf(oldest);
    }
  }

  /** Everything after a seq; null when that reaches further back than is remembered. */
  after(seq: number): readonly LogEvent[] | null {
    return seq < this.#floor ? null : this.#events.filter((event) => event.seq > seq);
  }
}

const weightOf = ({ action }: LogEvent): number => 1 + (action.changes?.length ?? 0);
