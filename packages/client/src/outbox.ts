import { type Action, type ActionStatus, definitionOf, mergeActions } from '@weft/history';
import { AppError } from '@weft/std';

/** One change on its way to the server. */
export interface Outgoing {
  readonly action: Action;
  readonly status: ActionStatus;
}

/** Quietly shown in the top bar. */
export type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving'; readonly waiting: number }
  | { readonly kind: 'offline'; readonly waiting: number }
  | { readonly kind: 'failed' };

export interface OutboxWorld {
  /** Calls back after milliseconds; the answer cancels. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  /** Carries one action to the server; `leaving`: the page is going away. */
  readonly send: (action: Action, leaving: boolean) => Promise<void>;
  /** Keeps what waits across a reload; the same actions sent twice change nothing. */
  readonly keep: (actions: readonly Action[]) => void;
}

export interface OutboxListener {
  readonly onState: (state: SaveState) => void;
  /** The server has taken it. */
  readonly onSynced: (action: Action) => void;
  /** The server refused the first; all of them are dropped. */
  readonly onFailed: (dropped: readonly Action[], error: AppError) => void;
}

/** Milliseconds before a change is tried again while the network is away. */
const retries = [500, 1_000, 2_000, 5_000] as const;

/**
 * The queue of changes: sent in order, one at a time. Changes of one target merge while they wait out their
 * debounce; a network fault keeps everything and tries again; a refusal drops everything behind it.
 */
export class Outbox {
  readonly #world: OutboxWorld;
  readonly #listener: OutboxListener;
  #queue: Outgoing[] = [];
  #cancelTimer: (() => void) | null = null;
  #sending = false;
  #leaving = false;
  #tries = 0;
  #failed = false;
  #idle: (() => void)[] = [];

  constructor(world: OutboxWorld, listener: OutboxListener) {
    this.#world = world;
    this.#listener = listener;
  }

  get waiting(): readonly Action[] {
    return this.#queue.map((outgoing) => outgoing.action);
  }

  get state(): SaveState {
    if (this.#failed) return { kind: 'failed' };
    if (this.#queue.length === 0) return { kind: 'saved' };
    return { kind: this.#tries > 0 ? 'offline' : 'saving', waiting: this.#queue.length };
  }

  /** Takes a change; the answer is the action it merged into, if it did. */
  push(action: Action): Action | null {
    const debounce = definitionOf(action.type).debounce;
    const last = this.#queue.at(-1);
    const merged = last?.status === 'debounced' ? mergeActions(last.action, action) : null;
    if (merged !== null) this.#queue[this.#queue.length - 1] = { action: merged, status: 'debounced' };
    else {
      // A new target: what waited out its debounce before it must go first anyway.
      this.#release();
      this.#queue.push({ action, status: debounce > 0 ? 'debounced' : 'pending' });
    }
    this.#schedule(debounce);
    this.#changed();
    void this.#drain();
    return merged;
  }

  /**
   * Takes what an earlier page left unsent, each as it was: the server may have taken one of them already, and would
   * not look at what another merged into it.
   */
  restore(actions: readonly Action[]): void {
    if (actions.length === 0) return;
    this.#queue = [...actions.map((action): Outgoing => ({ action, status: 'pending' })), ...this.#queue];
    this.#changed();
    void this.#drain();
  }

  /** Sends what waits out its debounce now; resolves when the queue is empty, or rejects when it fails. */
  async flush(): Promise<void> {
    this.#release();
    void this.#drain();
    if (this.#queue.length === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /**
   * The page may be going away: nothing waits out its debounce any longer. Still one after the other, for two edits of
   * one cell must not overtake each other; what does not get away is kept and sent when the base is opened again.
   */
  leave(): void {
    this.#leaving = true;
    this.#release();
    void this.#drain();
  }

  /** Tries again at once: the network is back. */
  retry(): void {
    if (this.#tries === 0) return;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    void this.#drain();
  }

  #release(): void {
    this.#queue = this.#queue.map((outgoing) =>
      outgoing.status === 'debounced' ? { ...outgoing, status: 'pending' } : outgoing,
    );
  }

  #schedule(debounce: number): void {
    if (debounce === 0 || this.#tries > 0) return;
    this.#cancelTimer?.();
    this.#cancelTimer = this.#world.after(debounce, () => {
      this.#cancelTimer = null;
      this.#release();
      void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    if (this.#sending || this.#failed || (this.#tries > 0 && this.#cancelTimer !== null)) return;
    this.#sending = true;
    try {
      for (let next = this.#queue[0]; next?.status === 'pending'; next = this.#queue[0]) {
        this.#queue[0] = { ...next, status: 'syncing' };
        if (!(await this.#deliver(next.action))) break;
      }
    } finally {
      this.#sending = false;
      this.#leaving = false;
    }
  }

  async #deliver(action: Action): Promise<boolean> {
    try {
      await this.#world.send(action, this.#leaving);
    } catch (error) {
      const known =
        error instanceof AppError
          ? error
          : new AppError('internal', 'The change could not be sent', undefined, { cause: error });
      if (known.kind === 'unavailable' || known.kind === 'rate-limit') this.#waitForNetwork(action);
      else this.#fail(known);
      return false;
    }
    // What was changed while the network was away has waited long enough.
    if (this.#tries > 0) this.#release();
    this.#tries = 0;
    this.#queue.shift();
    this.#listener.onSynced(action);
    this.#changed();
    return true;
  }

  #waitForNetwork(action: Action): void {
    this.#queue[0] = { action, status: 'pending' };
    const wait = retries[Math.min(this.#tries, retries.length - 1)] ?? 5_000;
    this.#tries++;
    this.#cancelTimer?.();
    this.#cancelTimer = this.#world.after(wait, () => {
      this.#cancelTimer = null;
      void this.#drain();
    });
    this.#changed();
  }

  #fail(error: AppError): void {
    const dropped = this.waiting;
    this.#failed = true;
    this.#queue = [];
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#changed();
    this.#listener.onFailed(dropped, error);
  }

  #changed(): void {
    this.#world.keep(this.waiting);
    this.#listener.onState(this.state);
    if (this.#queue.length > 0) return;
    for (const resolve of this.#idle) resolve();
    this.#idle = [];
  }
}
