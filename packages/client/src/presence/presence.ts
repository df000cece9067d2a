import type { PresentCell, PresentPerson } from '@weft/protocol';
import { deepEqual } from '@weft/std';
import type { After } from '../transport/timers.ts';

/** Least milliseconds between two calls: at most five a second. */
const throttle = 200;
/** Milliseconds after which a tab tells again that it is there; the server forgets one that has not told for 10 s. */
const tellEvery = 4_000;

/** What a tab tells of itself. */
export interface OwnPresence {
  readonly tabId: string;
  readonly cell: PresentCell | null;
  readonly leaves: boolean;
}

export interface PresenceDeps {
  /** The person of this tab: they do not see themselves. */
  readonly userId: string;
  readonly tabId: string;
  /** May fail: what is true is told again. */
  readonly send: (own: OwnPresence) => Promise<unknown>;
  readonly after: After;
}

/** Who else has the base open and which cell each has selected; tells the server the same of this tab. */
export class Presence {
  readonly #deps: PresenceDeps;
  readonly #listeners = new Set<() => void>();
  #others: readonly PresentPerson[] = [];
  #cell: PresentCell | null = null;
  /** Whether this tab tells that it is there: it is open and looked at. */
  #tells = false;
  /** Whether something was said since the last call. */
  #changed = false;
  #waiting = false;
  #cancel: () => void = () => {};

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
  }

  /** Everybody else; the same array until somebody comes, goes or selects another cell. */
  get others(): readonly PresentPerson[] {
    return this.#others;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The tab is opened or looked at again, or (false) closed or out of sight. */
  look(here: boolean): void {
    if (here === this.#tells) return;
    this.#tells = here;
    if (here) this.#tellSoon();
    else {
      this.#cancel();
      this.#waiting = false;
      this.#send();
    }
  }

  /** Another cell is selected. */
  select(cell: PresentCell | null): void {
    if (deepEqual(cell, this.#cell)) return;
    this.#cell = cell;
    if (this.#tells) this.#tellSoon();
  }

  /** What the server tells of everybody. */
  received(people: readonly PresentPerson[]): void {
    const others = people.filter(({ userId }) => userId !== this.#deps.userId);
    if (deepEqual(others, this.#others)) return;
    this.#others = others;
    for (const listener of this.#listeners) listener();
  }

  #tellSoon(): void {
    this.#changed = true;
    if (!this.#waiting) this.#tell();
  }

  #tell(): void {
    this.#cancel();
    this.#changed = false;
    this.#waiting = true;
    this.#send();
    this.#cancel = this.#deps.after(throttle, () => {
      this.#waiting = false;
      if (this.#changed) this.#tell();
      else this.#cancel = this.#deps.after(tellEvery - throttle, () => this.#tell());
    });
  }

  #send(): void {
    const { tabId, send } = this.#deps;
    send({ tabId, cell: this.#cell, leaves: !this.#tells }).catch(() => {});
  }
}
