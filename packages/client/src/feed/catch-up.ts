import type { FeedEvent, FeedHandlers } from '../transport/transport.ts';

/** Most changes buffered: some MB of a busy base. */
const maxChanges = 2_000;

/** The last events of a feed without a gap, for a tab that has missed a few. */
export class RecentEvents<E extends FeedEvent> {
  #events: E[] = [];
  /** The seq before the oldest buffered event. */
  #floor: number;
  #changes = 0;

  constructor(seq: number) {
    this.#floor = seq;
  }

  add(event: E): void {
    this.#events.push(event);
    this.#changes += weightOf(event);
    while (this.#changes > maxChanges) {
      const oldest = this.#events.shift();
      if (oldest === undefined) break;
      this.#floor = oldest.seq;
      this.#changes -= weightOf(oldest);
    }
  }

  /** All events after a seq; null when that is older than the buffer. */
  after(seq: number): readonly E[] | null {
    return seq < this.#floor ? null : this.#events.filter((event) => event.seq > seq);
  }
}

const weightOf = ({ action }: FeedEvent): number => 1 + (action?.changes?.length ?? 0);

export interface FeedCatchUpDeps<E extends FeedEvent> {
  /** Opens a stream of the entries after a seq; the answer ends it. */
  readonly follow: (since: number, handlers: FeedHandlers<E>) => () => void;
  readonly onEvent: FeedHandlers<E>['onEvent'];
  readonly onRefused: FeedHandlers<E>['onRefused'];
}

/** A short-lived stream that fetches the events a tab missed, up to where the others are. */
export class FeedCatchUp<E extends FeedEvent> {
  readonly #deps: FeedCatchUpDeps<E>;
  #target = 0;
  #stop: (() => void) | null = null;

  constructor(deps: FeedCatchUpDeps<E>) {
    this.#deps = deps;
  }

  get running(): boolean {
    return this.#stop !== null;
  }

  /** Fetches the entries after `since` up to `target`; extends the target of one that is running. */
  run(since: number, target: number): void {
    this.#target = Math.max(this.#target, target);
    this.#stop ??= this.#deps.follow(since, {
      onEvent: (event) => {
        this.#deps.onEvent(event);
        if (event.seq >= this.#target) this.stop();
      },
      onOnline: () => {},
      onRefused: this.#deps.onRefused,
    });
  }

  stop(): void {
    this.#stop?.();
    this.#stop = null;
    this.#target = 0;
  }
}
