import { type Action, waitOf } from '@weft/history';
import { AppError } from '@weft/std';
import type { After } from './after.ts';
import { Retries } from './retries.ts';
import { HeldUp, type Hold, type SaveState } from './save-state.ts';
import { Turns } from './turns.ts';
import { WaitingList } from './waiting-list.ts';

export interface OutboxWorld {
  readonly after: After;
  /** Carries one action to the server; `leaving`: the page is going away. */
  readonly send: (action: Action, leaving: boolean) => Promise<void>;
  /** Keeps what waits across a reload; the same actions sent twice change nothing. */
  readonly keep: (actions: readonly Action[]) => void;
}

export interface OutboxListener {
  readonly onState: () => void;
  /** The server refused the first; all of them are dropped. */
  readonly onFailed: (dropped: readonly Action[], error: AppError) => void;
}

/**
 * The queue of changes: sent in order, for the order is that of the person's steps back. Only what belongs to one step
 * may be under way side by side, where neither depends on the other. Changes of one target merge while they wait out
 * their debounce; a network fault keeps everything and tries again; what is held up is kept until it is let go; a
 * refusal drops everything behind it.
 */
export class Outbox {
  readonly #world: OutboxWorld;
  readonly #listener: OutboxListener;
  readonly #list = new WaitingList();
  readonly #turns = new Turns();
  readonly #retries = new Retries();
  /** Ends the wait of a debounce or for the network; null: nothing is waited for. */
  #cancelWait: (() => void) | null = null;
  #leaving = false;
  #held: Hold | null = null;
  #error: AppError | null = null;
  #failed = false;

  constructor(world: OutboxWorld, listener: OutboxListener) {
    this.#world = world;
    this.#listener = listener;
  }

  get waiting(): readonly Action[] {
    return this.#list.actions;
  }

  get state(): SaveState {
    if (this.#failed) return { kind: 'failed' };
    const waiting = this.#list.steps;
    if (this.#held !== null) return { kind: this.#held, waiting };
    if (waiting === 0) return { kind: 'saved' };
    return { kind: this.#retries.away ? 'offline' : 'saving', waiting };
  }

  /** Takes a change; the answer is the action it merged into, if it did. */
  push(action: Action): Action | null {
    const wait = waitOf(action);
    const merged = this.#list.push(action, wait > 0);
    if (wait > 0 && !this.#retries.away && this.#held === null)
      this.#wait(wait, () => {
        this.#list.release();
        this.#drain();
      });
    this.#changed();
    this.#drain();
    return merged;
  }

  /** Takes the parts of one step. */
  pushParts(parts: readonly Action[]): void {
    this.#list.pushParts(parts);
    this.#changed();
    this.#drain();
  }

  /**
   * Takes what an earlier page left unsent, each as it was: the server may have taken one of them already, and would
   * not look at what another merged into it.
   */
  restore(actions: readonly Action[]): void {
    const known = new Set<string>();
    // Two lists of one device may both hold an action: it need not be sent twice.
    const once = actions.filter(({ id }) => !known.has(id) && known.add(id));
    if (once.length === 0) return;
    this.#list.putFirst(once);
    this.#changed();
    this.#drain();
  }

  /**
   * Does something in its turn: once all changes made before it have been taken, and before any made later are sent.
   * Rejects when one of those before is refused.
   */
  inTurn<T>(run: () => Promise<T>): Promise<T> {
    if (this.#error !== null) return Promise.reject(this.#error);
    this.#list.release();
    const done = this.#turns.add(this.waiting, run);
    this.#drain();
    return done;
  }

  /**
   * The page may be going away: nothing waits out its debounce any longer. Still one after the other, for two edits of
   * one cell must not overtake each other; what does not get away is kept and sent when the base is opened again.
   */
  leave(): void {
    this.#leaving = true;
    this.#list.release();
    this.#drain();
  }

  /** Tries again at once: the network is back. */
  retry(): void {
    if (!this.#retries.away) return;
    this.#endWait();
    this.#drain();
  }

  /** Nothing is sent until `resume`. False: something holds it up already. */
  hold(why: Hold): boolean {
    if (this.#held !== null) return false;
    this.#held = why;
    this.#endWait();
    this.#changed();
    return true;
  }

  /** What held it up is over. */
  resume(): void {
    if (this.#held === null) return;
    this.#held = null;
    this.#retries.over();
    this.#list.release();
    this.#changed();
    this.#drain();
  }

  #wait(milliseconds: number, then: () => void): void {
    this.#endWait();
    this.#cancelWait = this.#world.after(milliseconds, () => {
      this.#cancelWait = null;
      then();
    });
  }

  #endWait(): void {
    this.#cancelWait?.();
    this.#cancelWait = null;
  }

  get #awaitsNetwork(): boolean {
    return this.#retries.away && this.#cancelWait !== null;
  }

  #drain(): void {
    if (this.#error !== null || this.#held !== null || this.#awaitsNetwork) return;
    const ready = () => this.#list.ready(this.#turns.before);
    for (let next = ready(); next !== null; next = ready()) {
      this.#list.mark(next, 'syncing');
      void this.#deliver(next);
    }
    if (!this.#list.has('pending')) this.#leaving = false;
    this.#turns.go(this.waiting, () => this.#drain());
  }

  async #deliver(action: Action): Promise<void> {
    try {
      await this.#world.send(action, this.#leaving);
    } catch (error) {
      this.#notTaken(
        action,
        error instanceof AppError
          ? error
          : new AppError('internal', 'The change could not be sent', undefined, { cause: error }),
      );
      return;
    }
    this.#list.taken(action);
    if (this.#error !== null) return this.#settle();
    // What was changed while the network was away has waited long enough.
    if (this.#retries.away) this.#list.release();
    this.#retries.over();
    this.#changed();
    this.#drain();
  }

  #notTaken(action: Action, error: AppError): void {
    const hold =
      error.kind === 'unauthenticated' ? 'signed-out' : error instanceof HeldUp ? error.hold : null;
    const stays = hold !== null || this.#retries.passes(error);
    this.#list.mark(action, stays ? 'pending' : 'failed');
    if (hold !== null) this.hold(hold);
    else if (stays) this.#awaitNetwork(error);
    else {
      // Nothing more is sent; what is under way still arrives or not.
      this.#error ??= error;
      this.#endWait();
    }
    this.#settle();
  }

  #awaitNetwork(error: AppError): void {
    // Calls side by side fail together: they are one try.
    if (this.#error !== null || this.#held !== null || this.#awaitsNetwork) return;
    this.#wait(this.#retries.next(error), () => this.#drain());
    this.#changed();
  }

  /** After a refusal, once nothing is under way: everything is dropped. */
  #settle(): void {
    if (this.#error === null || this.#list.has('syncing')) return;
    const dropped = this.waiting;
    this.#failed = true;
    this.#list.clear();
    this.#changed();
    this.#turns.reject(this.#error);
    this.#listener.onFailed(dropped, this.#error);
  }

  #changed(): void {
    this.#world.keep(this.waiting);
    this.#listener.onState();
  }
}
