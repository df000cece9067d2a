import { type Action, mergeActions } from '@weft/history';
import type { AppError } from '@weft/std';
import { dependsOn } from './dependencies.ts';

/** `debounced`: it may still merge with the next. */
type Status = 'pending' | 'debounced' | 'syncing' | 'failed';

interface Entry {
  readonly action: Action;
  readonly status: Status;
}

/** Most calls in flight. */
const maxInFlight = 3;

/** The step of undo that an action belongs to: the actions of a group are one. */
export const stepOf = ({ id, groupId }: Action): string => groupId ?? id;

/** The changes that the server has not accepted yet, in order, with the state of each. */
export class OutboxEntries {
  #entries: readonly Entry[] = [];

  get actions(): readonly Action[] {
    return this.#entries.map(({ action }) => action);
  }

  /** How many steps of undo they are. */
  get steps(): number {
    return new Set(this.#entries.map(({ action }) => stepOf(action))).size;
  }

  has(status: Status): boolean {
    return this.#entries.some((entry) => entry.status === status);
  }

  /** Appends a change; the answer is the action that it merged into, if it did. */
  push(action: Action, debounced: boolean): Action | null {
    const last = this.#entries.at(-1);
    const merged = last?.status === 'debounced' ? mergeActions(last.action, action) : null;
    if (merged !== null)
      this.#entries = [...this.#entries.slice(0, -1), { action: merged, status: 'debounced' }];
    else {
      // Another target: the debounced entry before it must be sent first anyway.
      this.endDebounce();
      this.#entries = [...this.#entries, { action, status: debounced ? 'debounced' : 'pending' }];
    }
    return merged;
  }

  /** Appends the actions of one step. */
  pushAll(actions: readonly Action[]): void {
    this.endDebounce();
    this.#entries = [...this.#entries, ...actions.map((action): Entry => ({ action, status: 'pending' }))];
  }

  prepend(actions: readonly Action[]): void {
    this.#entries = [...actions.map((action): Entry => ({ action, status: 'pending' })), ...this.#entries];
  }

  /** Makes debounced entries pending. */
  endDebounce(): void {
    this.#entries = this.#entries.map((entry) =>
      entry.status === 'debounced' ? { ...entry, status: 'pending' } : entry,
    );
  }

  mark(action: Action, status: Status): void {
    this.#entries = this.#entries.map((entry) => (entry.action === action ? { action, status } : entry));
  }

  /** The server has accepted the action. */
  remove(action: Action): void {
    this.#entries = this.#entries.filter((entry) => entry.action !== action);
  }

  clear(): void {
    this.#entries = [];
  }

  /**
   * The first action not yet in flight, if it may be sent beside those that are: it belongs to their step and depends on
   * none of them. `before` limits the choice to the actions before a barrier.
   */
  next(before?: ReadonlySet<Action>): Action | null {
    const inFlight: Action[] = [];
    for (const { action, status } of this.#entries) {
      if (before?.has(action) === false) return null;
      if (status === 'syncing') inFlight.push(action);
      else if (status !== 'pending' || inFlight.length >= maxInFlight) return null;
      else if (inFlight.some((other) => stepOf(other) !== stepOf(action) || dependsOn(action, other)))
        return null;
      else return action;
    }
    return null;
  }
}

/** Work that keeps its place among the changes, such as an undo. */
interface Barrier {
  /** The changes made before it. */
  readonly before: ReadonlySet<Action>;
  readonly run: () => Promise<void>;
  readonly reject: (error: AppError) => void;
}

/** Barriers among the changes: each runs once all changes before it are accepted and before any later one is sent. */
export class OutboxBarriers {
  readonly #barriers: Barrier[] = [];
  #running = false;

  /** The changes before the first barrier; undefined: there is no barrier. */
  get before(): ReadonlySet<Action> | undefined {
    return this.#barriers[0]?.before;
  }

  add<T>(before: readonly Action[], run: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#barriers.push({ before: new Set(before), run: () => run().then(resolve, reject), reject });
    });
  }

  /** Runs the first barrier, unless a change before it is still waiting. */
  runNext(waiting: readonly Action[], onEnd: () => void): void {
    const [barrier] = this.#barriers;
    if (barrier === undefined || this.#running || waiting.some((action) => barrier.before.has(action)))
      return;
    this.#running = true;
    void barrier.run().finally(() => {
      this.#running = false;
      this.#barriers.shift();
      onEnd();
    });
  }

  /** A change before them was refused; one that is running ends by itself. */
  reject(error: AppError): void {
    for (const barrier of this.#barriers.splice(this.#running ? 1 : 0)) barrier.reject(error);
  }
}
