import type { Locks } from './browser-locks.ts';

export interface LeadListener {
  /** This tab leads from now on. */
  readonly onLead: () => void;
  /** Another tab took the lead, for this one did not answer in time. */
  readonly onTaken: () => void;
}

/**
 * The lead among the tabs of a browser: all wait for one lock, and who holds it leads. It passes on by itself when the
 * page that leads closes.
 */
export class Lead {
  readonly #locks: Locks;
  readonly #name: string;
  readonly #listener: LeadListener;
  #leave = () => {};

  constructor(locks: Locks, name: string, listener: LeadListener) {
    this.#locks = locks;
    this.#name = name;
    this.#listener = listener;
  }

  /** Waits for its turn to lead; `steal`: takes the lead from whichever tab has it. */
  seek({ steal = false }: { readonly steal?: boolean } = {}): void {
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
      this.#listener.onLead();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    };
    this.#locks.request(this.#name, steal ? { steal } : { signal: wait.signal }, held).catch(() => {
      if (leads && !left) this.#listener.onTaken();
    });
  }

  /** Gives the lead on, or waits for it no longer. */
  leave(): void {
    this.#leave();
  }
}
