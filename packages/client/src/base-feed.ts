import type { LogEvent } from '@weft/protocol';
import type { AppError } from '@weft/std';
import type { Transport } from './transport.ts';

/** Milliseconds without the feed after which records kept here are stale (specification 2, section 9). */
const staleAfter = 30_000;

export interface BaseFeedWorld {
  readonly basePublicId: string;
  readonly follow: Transport['follow'];
  /** ISO 8601 UTC. */
  readonly now: () => string;
}

export interface BaseFeedListener {
  /** Each entry once, in order. */
  readonly onEvent: (event: LogEvent) => void;
  readonly onLost: () => void;
  /** It is there again; `stale`: it was away for so long that what is on screen may be old. */
  readonly onBack: (stale: boolean) => void;
  readonly onRefused: (error: AppError) => void;
}

/** The feed of one base: how far it has come, and whether it is there. */
export class BaseFeed {
  readonly #world: BaseFeedWorld;
  readonly #listener: BaseFeedListener;
  #seq = 0;
  #online = true;
  /** Epoch milliseconds. */
  #lostAt = 0;
  #stop: () => void = () => {};

  constructor(world: BaseFeedWorld, listener: BaseFeedListener) {
    this.#world = world;
    this.#listener = listener;
  }

  get online(): boolean {
    return this.#online;
  }

  /** Goes on after the last entry that came, or after `seq` where that is later. */
  start(seq = 0): void {
    this.#seq = Math.max(this.#seq, seq);
    this.#stop = this.#world.follow(this.#world.basePublicId, this.#seq, {
      onEvent: (event) => {
        if (event.seq <= this.#seq) return;
        this.#seq = event.seq;
        this.#listener.onEvent(event);
      },
      onOnline: (online) => this.#setOnline(online),
      onRefused: this.#listener.onRefused,
    });
  }

  stop(): void {
    this.#stop();
  }

  #setOnline(online: boolean): void {
    if (online === this.#online) return;
    this.#online = online;
    const now = Date.parse(this.#world.now());
    if (online) this.#listener.onBack(now - this.#lostAt > staleAfter);
    else {
      this.#lostAt = now;
      this.#listener.onLost();
    }
  }
}
