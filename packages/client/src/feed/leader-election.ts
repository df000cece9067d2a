import type { After } from '../transport/timers.ts';

/** The part of the browser's lock manager that is used; the browser releases the locks of a closed page. */
export interface Locks {
  /**
   * Calls `held` with the lock and keeps it until that promise settles. Rejects when `signal` aborts the wait, and at
   * once when another page steals the lock. With `ifAvailable`, `held` gets null where another page holds it.
   */
  request(
    name: string,
    options: {
      readonly ifAvailable?: boolean;
      readonly steal?: boolean;
      readonly signal?: AbortSignal;
    },
    held: (lock: unknown) => Promise<void>,
  ): Promise<unknown>;
}

export interface LeaderListener {
  /** This tab leads from now on. */
  readonly onElected: () => void;
  /** Another tab took the lead, because this one did not answer in time. */
  readonly onDeposed: () => void;
}

/** Elects a leader among the tabs of a browser: all queue for one lock, and its holder leads until its page closes. */
export class LeaderElection {
  readonly #locks: Locks;
  readonly #name: string;
  readonly #listener: LeaderListener;
  #leave = () => {};

  constructor(locks: Locks, name: string, listener: LeaderListener) {
    this.#locks = locks;
    this.#name = name;
    this.#listener = listener;
  }

  /** Queues for the lead; `steal`: takes it from the tab that has it. */
  join({ steal = false }: { readonly steal?: boolean } = {}): void {
    this.leave();
    const wait = new AbortController();
    let release = () => {};
    let left = false;
    let leads = false;
    this.#leave = () => {
      left = true;
      wait.abort();
      release();
    };
    const held = async () => {
      if (left) return;
      leads = true;
      this.#listener.onElected();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    };
    this.#locks.request(this.#name, steal ? { steal } : { signal: wait.signal }, held).catch(() => {
      if (leads && !left) this.#listener.onDeposed();
    });
  }

  /** Gives up the lead, or the place in the queue. */
  leave(): void {
    this.#leave();
  }
}

/** Milliseconds of silence after which the leader is pinged. */
const heartbeat = 15_000;
/** Milliseconds it has to answer: after that it is taken for suspended, and another tab leads. */
const answerTimeout = 10_000;

export interface LeaderMonitorListener {
  /** The leader is to be asked for an answer. */
  readonly onPing: () => void;
  /** It has not answered. */
  readonly onTimeout: () => void;
}

/** Checks that the leading tab is alive: any message counts as a heartbeat, silence is followed by a ping. */
export class LeaderMonitor {
  readonly #after: After;
  readonly #listener: LeaderMonitorListener;
  #heard = false;
  #awaitingAnswer = false;
  #cancelHeartbeat = () => {};
  #cancelAnswer = () => {};

  constructor(after: After, listener: LeaderMonitorListener) {
    this.#after = after;
    this.#listener = listener;
  }

  get awaitingAnswer(): boolean {
    return this.#awaitingAnswer;
  }

  start(): void {
    this.#schedule();
    this.ping();
  }

  ping(): void {
    this.#awaitingAnswer = true;
    this.#listener.onPing();
    this.#cancelAnswer();
    this.#cancelAnswer = this.#after(answerTimeout, this.#listener.onTimeout);
  }

  /** A message of the leader came; `answer`: to a ping. */
  heard({ answer }: { readonly answer: boolean }): void {
    this.#heard = true;
    this.#cancelAnswer();
    if (answer) this.#awaitingAnswer = false;
  }

  stop(): void {
    this.#cancelHeartbeat();
    this.#cancelAnswer();
    this.#awaitingAnswer = false;
  }

  #schedule(): void {
    this.#cancelHeartbeat();
    this.#heard = false;
    this.#cancelHeartbeat = this.#after(heartbeat, () => {
      if (!this.#heard || this.#awaitingAnswer) this.ping();
      this.#schedule();
    });
  }
}
