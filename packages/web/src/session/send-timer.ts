/** Milliseconds after the last edit until it is sent: what is typed travels together. */
const afterPause = 400;
/** Milliseconds after which what is typed without a pause is sent all the same. */
const atLatest = 1_500;

export interface SendTimerDeps {
  readonly send: () => void;
  /** Calls back after some milliseconds, or sooner where there is a reason; gives back what cancels it. */
  readonly wait: (milliseconds: number, callback: () => void) => () => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

/** When edits are sent: in a pause, or a moment after the first of them where there is none. */
export class SendTimer {
  readonly #deps: SendTimerDeps;
  #unsentSince: number | null = null;
  #cancel = () => {};

  constructor(deps: SendTimerDeps) {
    this.#deps = deps;
  }

  edited(): void {
    const now = this.#deps.now();
    this.#unsentSince ??= now;
    this.sendIn(Math.min(afterPause, Math.max(0, this.#unsentSince + atLatest - now)));
  }

  sendIn(milliseconds: number): void {
    this.#cancel();
    this.#cancel = this.#deps.wait(milliseconds, this.#deps.send);
  }

  /** They are being sent, or nobody is there to send them. */
  stop(): void {
    this.#unsentSince = null;
    this.#cancel();
  }
}
