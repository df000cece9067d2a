import type { After } from './after.ts';

/** Milliseconds without a word from the leading tab before it is asked whether it is still there. */
const quiet = 15_000;
/** Milliseconds it has to answer: then it sleeps or hangs, and another leads. */
const answerWithin = 10_000;

export interface LeaderWatchListener {
  /** The leading tab is to be asked. */
  readonly onAsk: () => void;
  /** It has not answered. */
  readonly onSilent: () => void;
}

/** Watches whether the tab that leads is still there. */
export class LeaderWatch {
  readonly #after: After;
  readonly #listener: LeaderWatchListener;
  #heard = false;
  #asking = false;
  #cancelQuiet = () => {};
  #cancelAnswer = () => {};

  constructor(after: After, listener: LeaderWatchListener) {
    this.#after = after;
    this.#listener = listener;
  }

  /** Whether an answer is still to come. */
  get asking(): boolean {
    return this.#asking;
  }

  begin(): void {
    this.#listen();
    this.ask();
  }

  ask(): void {
    this.#asking = true;
    this.#listener.onAsk();
    this.#cancelAnswer();
    this.#cancelAnswer = this.#after(answerWithin, this.#listener.onSilent);
  }

  /** The leading tab has said something; `answer`: to a question. */
  hear({ answer }: { readonly answer: boolean }): void {
    this.#heard = true;
    this.#cancelAnswer();
    if (answer) this.#asking = false;
  }

  end(): void {
    this.#cancelQuiet();
    this.#cancelAnswer();
    this.#asking = false;
  }

  #listen(): void {
    this.#cancelQuiet();
    this.#heard = false;
    this.#cancelQuiet = this.#after(quiet, () => {
      if (!this.#heard || this.#asking) this.ask();
      this.#listen();
    });
  }
}
