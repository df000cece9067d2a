import { deepEqual } from '@weft/std';
import type { After } from '../transport/timers.ts';

/** Least milliseconds between two calls: at most five a second. */
const throttle = 200;
/** Milliseconds after which a tab tells again that it is there; the server forgets one that has not told for 10 s. */
const tellEvery = 4_000;

/** What a tab tells of itself; `at` is what is selected in it. */
export interface OwnPresence<At> {
  readonly tabId: string;
  readonly at: At | null;
  readonly leaves: boolean;
}

export interface PresenceDeps<At> {
  /** The person of this tab: they do not see themselves. */
  readonly userId: string;
  readonly tabId: string;
  /** May fail: what is true is told again. */
  readonly send: (own: OwnPresence<At>) => Promise<unknown>;
  readonly after: After;
}

/** Who else has a flow open and what each has selected there; tells the server the same of this tab. */
export class Presence<Person extends { readonly userId: string }, At> {
  readonly #deps: PresenceDeps<At>;
  readonly #listeners = new Set<() => void>();
  #others: readonly Person[] = [];
  #at: At | null = null;
  /** Whether this tab tells that it is there: it is open and looked at. */
  #tells = false;
  /** Whether something was said since the last call. */
  #changed = false;
  #waiting = false;
  #cancel: () => void = () => {};

  constructor(deps: PresenceDeps<At>) {
    this.#deps = deps;
  }

  /** Everybody else; the same array until somebody comes, goes or selects something else. */
  get others(): readonly Person[] {
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

  /** Something else is selected. */
  select(at: At | null): void {
    if (deepEqual(at, this.#at)) return;
    this.#at = at;
    if (this.#tells) this.#tellSoon();
  }

  /** What the server tells of everybody. */
  received(people: readonly Person[]): void {
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
    send({ tabId, at: this.#at, leaves: !this.#tells }).catch(() => {});
  }
}
