import { type Action, mergeActions } from '@weft/history';
import { dependsOn } from './dependencies.ts';

/** `debounced`: it may still merge with the next. */
type Status = 'pending' | 'debounced' | 'syncing' | 'failed';

/** One change on its way to the server. */
interface Outgoing {
  readonly action: Action;
  readonly status: Status;
}

/** Calls under way at a time. */
const mostSent = 3;

/** The step an action belongs to: the actions of a group are one. */
export const stepOf = ({ id, groupId }: Action): string => groupId ?? id;

/** The changes the server has not taken yet, in order, and which of them may go now. */
export class WaitingList {
  #list: readonly Outgoing[] = [];

  get actions(): readonly Action[] {
    return this.#list.map(({ action }) => action);
  }

  /** How many steps of the person they are. */
  get steps(): number {
    return new Set(this.#list.map(({ action }) => stepOf(action))).size;
  }

  has(status: Status): boolean {
    return this.#list.some((outgoing) => outgoing.status === status);
  }

  /** Adds a change behind all others; the answer is the action it merged into, if it did. */
  push(action: Action, waits: boolean): Action | null {
    const last = this.#list.at(-1);
    const merged = last?.status === 'debounced' ? mergeActions(last.action, action) : null;
    if (merged !== null) this.#list = [...this.#list.slice(0, -1), { action: merged, status: 'debounced' }];
    else {
      // A new target: what waited out its debounce before it must go first anyway.
      this.release();
      this.#list = [...this.#list, { action, status: waits ? 'debounced' : 'pending' }];
    }
    return merged;
  }

  /** Adds the parts of one step. */
  pushParts(parts: readonly Action[]): void {
    this.release();
    this.#list = [...this.#list, ...parts.map((action): Outgoing => ({ action, status: 'pending' }))];
  }

  putFirst(actions: readonly Action[]): void {
    this.#list = [...actions.map((action): Outgoing => ({ action, status: 'pending' })), ...this.#list];
  }

  /** Nothing waits out its debounce any longer. */
  release(): void {
    this.#list = this.#list.map((outgoing) =>
      outgoing.status === 'debounced' ? { ...outgoing, status: 'pending' } : outgoing,
    );
  }

  mark(action: Action, status: Status): void {
    this.#list = this.#list.map((outgoing) => (outgoing.action === action ? { action, status } : outgoing));
  }

  taken(action: Action): void {
    this.#list = this.#list.filter((outgoing) => outgoing.action !== action);
  }

  clear(): void {
    this.#list = [];
  }

  /**
   * The first action not yet sent, if all before it are such that it need not wait for them; none but `among`, where
   * that is given.
   */
  ready(among?: ReadonlySet<Action>): Action | null {
    const sent: Action[] = [];
    for (const { action, status } of this.#list) {
      if (among?.has(action) === false) return null;
      if (status === 'syncing') sent.push(action);
      else if (status !== 'pending' || sent.length >= mostSent) return null;
      else if (sent.some((other) => stepOf(other) !== stepOf(action) || dependsOn(action, other)))
        return null;
      else return action;
    }
    return null;
  }
}
