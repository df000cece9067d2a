import { type Action, debounceOf } from '@weft/history';
import { AppError } from '@weft/std';
import { RetryBackoff } from '../transport/retry.ts';
import type { After } from '../transport/timers.ts';
import { OutboxBarriers, OutboxEntries } from './outbox-entries.ts';

/**
 * Why nothing is sent until somebody acts: nobody, or somebody else, is signed in, and what is pending belongs to this
 * person; or the base is in the trash.
 */
export type HoldReason = 'signed-out' | 'trashed';

/** A refusal that does not last: the refused change and all behind it stay pending. */
export class OutboxHeldError extends AppError {
  readonly hold: HoldReason;

  constructor(hold: HoldReason, error: AppError) {
    super(error.kind, error.message);
    this.hold = hold;
  }
}

/** Shown in the top bar; `waiting` counts steps of undo that the server has not accepted. */
export type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving'; readonly waiting: number }
  | { readonly kind: 'offline'; readonly waiting: number }
  | { readonly kind: HoldReason; readonly waiting: number }
  | { readonly kind: 'failed' };

export interface OutboxDeps {
  readonly after: After;
  /** Sends one action; `leaving`: the page is about to unload. */
  readonly send: (action: Action, leaving: boolean) => Promise<void>;
  /** Stores the pending actions across a reload; sending the same action twice changes nothing. */
  readonly keep: (actions: readonly Action[]) => void;
}

export interface OutboxListener {
  readonly onState: () => void;
  /** The server refused the first; all of them were dropped. */
  readonly onFailed: (dropped: readonly Action[], error: AppError) => void;
}

/**
 * The queue of pending changes, sent in order: the order in which they are undone. Only actions of one step may be in
 * flight together, where neither depends on the other. Changes of the same target merge during their debounce. A
 * transient error keeps everything and retries with back-off; a held outbox keeps everything until it is resumed; any
 * other refusal drops the refused change and all behind it.
 */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #listener: OutboxListener;
  readonly #entries = new OutboxEntries();
  readonly #barriers = new OutboxBarriers();
  readonly #backoff = new RetryBackoff();
  /** Cancels the timer of a debounce or a retry; null: none is running. */
  #cancelTimer: (() => void) | null = null;
  #leaving = false;
  #held: HoldReason | null = null;
  #error: AppError | null = null;
  #failed = false;

  constructor(deps: OutboxDeps, listener: OutboxListener) {
    this.#deps = deps;
    this.#listener = listener;
  }

  /** Changes the server has not accepted yet, in order. */
  get pending(): readonly Action[] {
    return this.#entries.actions;
  }

  get state(): SaveState {
    if (this.#failed) return { kind: 'failed' };
    const waiting = this.#entries.steps;
    if (this.#held !== null) return { kind: this.#held, waiting };
    if (waiting === 0) return { kind: 'saved' };
    return { kind: this.#backoff.failing ? 'offline' : 'saving', waiting };
  }

  /** Queues a change; the answer is the action that it merged into, if it did. */
  push(action: Action): Action | null {
    const debounce = debounceOf(action);
    const merged = this.#entries.push(action, debounce > 0);
    if (debounce > 0 && !this.#backoff.failing && this.#held === null)
      this.#startTimer(debounce, () => {
        this.#entries.endDebounce();
        this.#drain();
      });
    this.#changed();
    this.#drain();
    return merged;
  }

  /** Queues the actions of one step. */
  pushAll(actions: readonly Action[]): void {
    this.#entries.pushAll(actions);
    this.#changed();
    this.#drain();
  }

  /**
   * Queues what an earlier page left unsent, unmerged: the server may have accepted one of them already, and ignores a
   * repeated action id with all that was merged into it since.
   */
  restore(actions: readonly Action[]): void {
    const known = new Set<string>();
    // Two lists stored on one device may both hold an action.
    const once = actions.filter(({ id }) => !known.has(id) && known.add(id));
    if (once.length === 0) return;
    this.#entries.prepend(once);
    this.#changed();
    this.#drain();
  }

  /**
   * Runs something as a barrier: once all changes made before it are accepted, and before any made later is sent.
   * Rejects when one of those before it is refused.
   */
  barrier<T>(run: () => Promise<T>): Promise<T> {
    if (this.#error !== null) return Promise.reject(this.#error);
    this.#entries.endDebounce();
    const done = this.#barriers.add(this.pending, run);
    this.#drain();
    return done;
  }

  /**
   * The page may be about to unload: sends without waiting for the debounce, still in order, for two edits of one cell
   * must not overtake each other. What is not sent stays stored, and is sent when the base is opened again.
   */
  flush(): void {
    this.#leaving = true;
    this.#entries.endDebounce();
    this.#drain();
  }

  /** Retries at once instead of after the back-off: the network is back. */
  retryNow(): void {
    if (!this.#backoff.failing) return;
    this.#stopTimer();
    this.#drain();
  }

  /** Stops sending until `resume`. False: it is held already. */
  hold(reason: HoldReason): boolean {
    if (this.#held !== null) return false;
    this.#held = reason;
    this.#stopTimer();
    this.#changed();
    return true;
  }

  /** The reason for the hold is gone. */
  resume(): void {
    if (this.#held === null) return;
    this.#held = null;
    this.#backoff.reset();
    this.#entries.endDebounce();
    this.#changed();
    this.#drain();
  }

  #startTimer(milliseconds: number, then: () => void): void {
    this.#stopTimer();
    this.#cancelTimer = this.#deps.after(milliseconds, () => {
      this.#cancelTimer = null;
      then();
    });
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  get #awaitsRetry(): boolean {
    return this.#backoff.failing && this.#cancelTimer !== null;
  }

  #drain(): void {
    if (this.#error !== null || this.#held !== null || this.#awaitsRetry) return;
    const next = () => this.#entries.next(this.#barriers.before);
    for (let action = next(); action !== null; action = next()) {
      this.#entries.mark(action, 'syncing');
      void this.#send(action);
    }
    if (!this.#entries.has('pending')) this.#leaving = false;
    this.#barriers.runNext(this.pending, () => this.#drain());
  }

  async #send(action: Action): Promise<void> {
    try {
      await this.#deps.send(action, this.#leaving);
    } catch (error) {
      this.#onSendError(
        action,
        error instanceof AppError
          ? error
          : new AppError('internal', 'The change could not be sent', undefined, { cause: error }),
      );
      return;
    }
    this.#entries.remove(action);
    if (this.#error !== null) return this.#settle();
    // Changes made while retrying have been debounced for long enough.
    if (this.#backoff.failing) this.#entries.endDebounce();
    this.#backoff.reset();
    this.#changed();
    this.#drain();
  }

  #onSendError(action: Action, error: AppError): void {
    const hold =
      error.kind === 'unauthenticated' ? 'signed-out' : error instanceof OutboxHeldError ? error.hold : null;
    const keeps = hold !== null || this.#backoff.shouldRetry(error);
    this.#entries.mark(action, keeps ? 'pending' : 'failed');
    if (hold !== null) this.hold(hold);
    else if (keeps) this.#scheduleRetry(error);
    else {
      // Nothing more is sent; calls in flight still succeed or fail.
      this.#error ??= error;
      this.#stopTimer();
    }
    this.#settle();
  }

  #scheduleRetry(error: AppError): void {
    // Calls in flight together fail together: they count as one attempt.
    if (this.#error !== null || this.#held !== null || this.#awaitsRetry) return;
    this.#startTimer(this.#backoff.nextDelay(error), () => this.#drain());
    this.#changed();
  }

  /** After a refusal, once nothing is in flight: drops everything. */
  #settle(): void {
    if (this.#error === null || this.#entries.has('syncing')) return;
    const dropped = this.pending;
    this.#failed = true;
    this.#entries.clear();
    this.#changed();
    this.#barriers.reject(this.#error);
    this.#listener.onFailed(dropped, this.#error);
  }

  #changed(): void {
    this.#deps.keep(this.pending);
    this.#listener.onState();
  }
}
