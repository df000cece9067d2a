import type { FeedHandlers } from './transport.ts';

export interface CatchUpWorld {
  /** Opens a stream of what came after an entry; the answer ends it. */
  readonly follow: (since: number, handlers: FeedHandlers) => () => void;
  readonly onEvent: FeedHandlers['onEvent'];
  readonly onRefused: FeedHandlers['onRefused'];
}

/** A short stream that brings a tab what it missed, up to where the others are. */
export class CatchUp {
  readonly #world: CatchUpWorld;
  #target = 0;
  #stop: (() => void) | null = null;

  constructor(world: CatchUpWorld) {
    this.#world = world;
  }

  get running(): boolean {
    return this.#stop !== null;
  }

  /** Brings the entries after `since` up to `target`; what is under way goes on further. */
  run(since: number, target: number): void {
    this.#target = Math.max(this.#target, target);
    this.#stop ??= this.#world.follow(since, {
      onEvent: (event) => {
        this.#world.onEvent(event);
        if (event.seq >= this.#target) this.stop();
      },
      onOnline: () => {},
      onRefused: this.#world.onRefused,
    });
  }

  stop(): void {
    this.#stop?.();
    this.#stop = null;
    this.#target = 0;
  }
}
