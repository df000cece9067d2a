import type { Action } from '@weft/history';
import type { AppError } from '@weft/std';

/** Something that has its place among the changes, such as a step back. */
interface Turn {
  /** The changes made before it. */
  readonly before: ReadonlySet<Action>;
  readonly start: () => Promise<void>;
  readonly reject: (error: AppError) => void;
}

/** What is done between changes, one after the other. */
export class Turns {
  readonly #turns: Turn[] = [];
  #busy = false;

  /** The changes that are made before the first; undefined: nothing is to be done between changes. */
  get before(): ReadonlySet<Action> | undefined {
    return this.#turns[0]?.before;
  }

  add<T>(before: readonly Action[], run: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#turns.push({ before: new Set(before), start: () => run().then(resolve, reject), reject });
    });
  }

  /** Does the first, if none of the changes before it waits any more. */
  go(waiting: readonly Action[], onEnd: () => void): void {
    const [turn] = this.#turns;
    if (turn === undefined || this.#busy || waiting.some((action) => turn.before.has(action))) return;
    this.#busy = true;
    void turn.start().finally(() => {
      this.#busy = false;
      this.#turns.shift();
      onEnd();
    });
  }

  /** A change before them was refused; what is being done comes to its own end. */
  reject(error: AppError): void {
    for (const turn of this.#turns.splice(this.#busy ? 1 : 0)) turn.reject(error);
  }
}
