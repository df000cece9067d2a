import { type Action, mergeActions, waitOf } from '@weft/history';
import { AppError, errorKinds } from '@weft/std';
import { dependsOn } from './dependencies.ts';
import { Later } from './transport.ts';

/** One change on its way to the server. */
interface Outgoing {
  readonly action: Action;
  /** `debounced`: it may still merge with the next. */
  readonly status: OutgoingStatus;
}

type OutgoingStatus = 'pending' | 'debounced' | 'syncing' | 'failed';

/**
 * Why nothing is sent until somebody does something about it: nobody, or somebody else, is signed in, and what waits is
 * this person's; or the base is in the trash.
 */
export type Hold = 'signed-out' | 'trashed';

/** A refusal that does not last: what it is about waits, with all behind it. */
export class HeldUp extends AppError {
  readonly hold: Hold;

  constructor(hold: Hold, error: AppError) {
    super(error.kind, error.message);
    this.hold = hold;
  }
}

/** Quietly shown in the top bar. */
export type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving'; readonly waiting: number }
  | { readonly kind: 'offline'; readonly waiting: number }
  | { readonly kind: Hold; readonly waiting: number }
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

/** Milliseconds a server that asks for a pause is left alone at most. */
const longestPause = 60_000;

/** Times a fault of the server itself is tried again: it may be of one moment, or of this very change. */
const mostFaults = 2;

/** Something that has its place among the changes, such as a step back. */
interface Turn {
  /** The changes made before it. */
  readonly before: ReadonlySet<Action>;
  readonly start: () => Promise<void>;
  readonly reject: (error: AppError) => void;
}

/** Calls under way at a time. */
const mostSent = 3;

/** The step an action belongs to: the actions of a group are one. */
export const stepOf = ({ id, groupId }: Action): string => groupId ?? id;

/**
 * The queue of changes: sent in order, for the order is that of the person's steps back. Only what belongs to one step
 * may be under way side by side, where neither depends on the other. Changes of one target merge while they wait out
 * their debounce; a network fault keeps everything and tries again; what is held up is kept until it is let go; a
 * refusal drops everything behind it.
 */
export class Outbox {
  readonly #world: OutboxWorld;
  readonly #listener: OutboxListener;
  #queue: Outgoing[] = [];
  #cancelTimer: (() => void) | null = null;
  #error: AppError | null = null;
  #leaving = false;
  #tries = 0;
  #faults = 0;
  #held: Hold | null = null;
  #failed = false;
  /** What is done between changes, in order. */
  readonly #turns: Turn[] = [];
  #inTurn = false;

  constructor(world: OutboxWorld, listener: OutboxListener) {
    this.#world = world;
    this.#listener = listener;
  }

  get waiting(): readonly Action[] {
    return this.#queue.map((outgoing) => outgoing.action);
  }

  get state(): SaveState {
    if (this.#failed) return { kind: 'failed' };
    const waiting = new Set(this.#queue.map(({ action }) => stepOf(action))).size;
    if (this.#held !== null) return { kind: this.#held, waiting };
    if (waiting === 0) return { kind: 'saved' };
    return { kind: this.#tries > 0 ? 'offline' : 'saving', waiting };
  }

  /** Takes a change; the answer is the action it merged into, if it did. */
  push(action: Action): Action | null {
    const wait = waitOf(action);
    const last = this.#queue.at(-1);
    const merged = last?.status === 'debounced' ? mergeActions(last.action, action) : null;
    if (merged !== null) this.#queue[this.#queue.length - 1] = { action: merged, status: 'debounced' };
    else {
      // A new target: what waited out its debounce before it must go first anyway.
      this.#release();
      this.#queue.push({ action, status: wait > 0 ? 'debounced' : 'pending' });
    }
    this.#schedule(wait);
    this.#changed();
    this.#drain();
    return merged;
  }

  /** Takes the parts of one step. */
  pushParts(parts: readonly Action[]): void {
    this.#release();
    this.#queue.push(...parts.map((action): Outgoing => ({ action, status: 'pending' })));
    this.#changed();
    this.#drain();
  }

  /**
   * Takes what an earlier page left unsent, each as it was: the server may have taken one of them already, and would
   * not look at what another merged into it.
   */
  restore(actions: readonly Action[]): void {
    const known = new Set<string>();
    // Two lists of one device may both hold an action: it would wait for itself.
    const once = actions.filter(({ id }) => !known.has(id) && known.add(id));
    if (once.length === 0) return;
    this.#queue = [...once.map((action): Outgoing => ({ action, status: 'pending' })), ...this.#queue];
    this.#changed();
    this.#drain();
  }

  /**
   * Does something in its turn: once all changes made before it have been taken, and before any made later are sent.
   * Rejects when one of those before is refused.
   */
  inTurn<T>(run: () => Promise<T>): Promise<T> {
    if (this.#error !== null) return Promise.reject(this.#error);
    this.#release();
    const before = new Set(this.waiting);
    const done = new Promise<T>((resolve, reject) => {
      const start = () => run().then(resolve, reject);
      this.#turns.push({ before, start, reject });
    });
    this.#drain();
    return done;
  }

  /**
   * The page may be going away: nothing waits out its debounce any longer. Still one after the other, for two edits of
   * one cell must not overtake each other; what does not get away is kept and sent when the base is opened again.
   */
  leave(): void {
    this.#leaving = true;
    this.#release();
    this.#drain();
  }

  /** Tries again at once: the network is back. */
  retry(): void {
    if (this.#tries === 0) return;
    this.#pause();
    this.#drain();
  }

  /** Nothing is sent until `resume`. False: something holds it up already. */
  hold(why: Hold): boolean {
    if (this.#held !== null) return false;
    this.#held = why;
    this.#pause();
    this.#changed();
    return true;
  }

  /** What held it up is over. */
  resume(): void {
    if (this.#held === null) return;
    this.#held = null;
    this.#tries = 0;
    this.#release();
    this.#changed();
    this.#drain();
  }

  #pause(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  #release(): void {
    this.#queue = this.#queue.map((outgoing) =>
      outgoing.status === 'debounced' ? { ...outgoing, status: 'pending' } : outgoing,
    );
  }

  #schedule(wait: number): void {
    if (wait === 0 || this.#tries > 0 || this.#held !== null) return;
    this.#cancelTimer?.();
    this.#cancelTimer = this.#world.after(wait, () => {
      this.#cancelTimer = null;
      this.#release();
      this.#drain();
    });
  }

  #drain(): void {
    if (this.#error !== null || this.#held !== null || (this.#tries > 0 && this.#cancelTimer !== null))
      return;
    for (let next = this.#ready(); next !== null; next = this.#ready()) {
      this.#mark(next, 'syncing');
      void this.#deliver(next);
    }
    if (!this.#queue.some(({ status }) => status === 'pending')) this.#leaving = false;
    this.#takeTurn();
  }

  #takeTurn(): void {
    const [turn] = this.#turns;
    if (turn === undefined || this.#inTurn || this.#queue.some(({ action }) => turn.before.has(action)))
      return;
    this.#inTurn = true;
    void turn.start().finally(() => {
      this.#inTurn = false;
      this.#turns.shift();
      this.#drain();
    });
  }

  /** The first action not yet sent, if all before it are such that it need not wait for them. */
  #ready(): Action | null {
    const sent: Action[] = [];
    const [turn] = this.#turns;
    for (const { action, status } of this.#queue) {
      if (turn !== undefined && !turn.before.has(action)) return null;
      if (status === 'syncing') sent.push(action);
      else if (status !== 'pending' || sent.length >= mostSent) return null;
      else if (sent.some((other) => stepOf(other) !== stepOf(action) || dependsOn(action, other)))
        return null;
      else return action;
    }
    return null;
  }

  #mark(action: Action, status: OutgoingStatus): void {
    this.#queue = this.#queue.map((outgoing) => (outgoing.action === action ? { action, status } : outgoing));
  }

  async #deliver(action: Action): Promise<void> {
    try {
      await this.#world.send(action, this.#leaving);
    } catch (error) {
      const known =
        error instanceof AppError
          ? error
          : new AppError('internal', 'The change could not be sent', undefined, { cause: error });
      if (known.kind === 'unauthenticated') this.#holdUp(action, 'signed-out');
      else if (known instanceof HeldUp) this.#holdUp(action, known.hold);
      else if (errorKinds[known.kind].retry) this.#waitForNetwork(action, known);
      else if (known.kind === 'internal' && this.#faults++ < mostFaults) this.#waitForNetwork(action, known);
      else this.#fail(action, known);
      return;
    }
    this.#queue = this.#queue.filter((outgoing) => outgoing.action !== action);
    this.#listener.onSynced(action);
    if (this.#error !== null) {
      this.#settle();
      return;
    }
    // What was changed while the network was away has waited long enough.
    if (this.#tries > 0) this.#release();
    this.#tries = 0;
    this.#faults = 0;
    this.#changed();
    this.#drain();
  }

  #holdUp(action: Action, why: Hold): void {
    this.#mark(action, 'pending');
    this.hold(why);
    this.#settle();
  }

  #waitForNetwork(action: Action, error: AppError): void {
    this.#mark(action, 'pending');
    if (this.#error !== null) {
      this.#settle();
      return;
    }
    // Calls side by side fail together: they are one try.
    if (this.#held !== null || (this.#tries > 0 && this.#cancelTimer !== null)) return;
    const usual = retries[Math.min(this.#tries, retries.length - 1)] ?? 5_000;
    const wait = error instanceof Later ? Math.max(usual, Math.min(error.after, longestPause)) : usual;
    this.#tries++;
    this.#cancelTimer?.();
    this.#cancelTimer = this.#world.after(wait, () => {
      this.#cancelTimer = null;
      this.#drain();
    });
    this.#changed();
  }

  /** Nothing more is sent; what is under way still arrives or not. */
  #fail(action: Action, error: AppError): void {
    this.#mark(action, 'failed');
    this.#error ??= error;
    this.#pause();
    this.#settle();
  }

  #settle(): void {
    if (this.#error === null || this.#queue.some(({ status }) => status === 'syncing')) return;
    const dropped = this.waiting;
    this.#failed = true;
    this.#queue = [];
    this.#changed();
    for (const turn of this.#turns.splice(this.#inTurn ? 1 : 0)) turn.reject(this.#error);
    this.#listener.onFailed(dropped, this.#error);
  }

  #changed(): void {
    this.#world.keep(this.waiting);
    this.#listener.onState(this.state);
  }
}
