import { OneAtATime } from '@weft/std';
import { Feed, follow } from '../feed.ts';

interface Numbered {
  readonly seq: number;
}

/** The table that events are read from; they are numbered per id, without gaps, in the order of their commits. */
interface EventTable<E extends Numbered> {
  /** Events kept for those who were away. */
  readonly kept: number;
  /** What those are told who missed more than that; `seq` is the last number. */
  readonly missed: (seq: number) => E;
  /** The number of the last event of each id. */
  readonly heads: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** The next events after a number, in order, in pages. */
  readonly readAfter: (id: string, seq: number) => Promise<readonly E[]>;
}

/** The feed of one id in this process: events are read from the table once, and shared by all readers. */
interface Tail<E extends Numbered> {
  readonly feed: Feed<E>;
  readonly turn: OneAtATime;
  /** The last event published; null until the feed's end was read for the first time. */
  seq: number | null;
}

/** Live feeds of events that stand in a table: of organizations, of documents. */
export class TableFeed<E extends Numbered> {
  readonly #table: EventTable<E>;
  readonly #tails = new Map<string, Tail<E>>();

  constructor(table: EventTable<E>) {
    this.#table = table;
  }

  /** The number of the last event; 0 before the first. */
  async head(id: string): Promise<number> {
    return (await this.#table.heads([id])).get(id) ?? 0;
  }

  /** Events after `since`, then live ones, in order and without gaps, until the signal is aborted. */
  async *changes(id: string, since: number, signal: AbortSignal): AsyncGenerator<E> {
    const tail = this.#tails.get(id) ?? { feed: new Feed(), turn: new OneAtATime(), seq: null };
    this.#tails.set(id, tail);
    // Held while the end is read: a tail without readers is dropped.
    const release = tail.feed.subscribe(() => {});
    try {
      const head = await this.head(id);
      tail.seq ??= head;
      let from = since;
      if (since < head - this.#table.kept) {
        yield this.#table.missed(head);
        from = head;
      }
      yield* follow(tail.feed, from, (seq) => this.#table.readAfter(id, seq), signal);
    } finally {
      release();
      if (tail.feed.readers === 0) this.#tails.delete(id);
    }
  }

  /** Changes of this process were committed: their readers are told at once. */
  async changed(ids: Iterable<string>): Promise<void> {
    for (const id of new Set(ids)) {
      const tail = this.#tails.get(id);
      if (tail !== undefined) await this.#publish(id, tail);
    }
  }

  /** Looks whether other processes changed what is followed here: one statement for all ids. */
  async look(): Promise<void> {
    if (this.#tails.size === 0) return;
    for (const [id, head] of await this.#table.heads([...this.#tails.keys()])) {
      const tail = this.#tails.get(id);
      if (tail !== undefined && tail.seq !== null && tail.seq < head) await this.#publish(id, tail);
    }
  }

  /** Publishes what was committed since the last time. */
  #publish(id: string, tail: Tail<E>): Promise<void> {
    return tail.turn.run(async () => {
      // Not followed yet: whoever begins reads from the table.
      while (tail.seq !== null) {
        const events = await this.#table.readAfter(id, tail.seq);
        const last = events.at(-1);
        if (last === undefined) return;
        tail.seq = last.seq;
        tail.feed.publish(events);
      }
    });
  }
}
