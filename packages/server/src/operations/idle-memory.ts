/** Milliseconds between two looks. */
const lookEvery = 2_000;
/** Of them spent by all threads together: at most this and the process rests. */
const quiet = 100;
/** Bytes resident beyond the least since the last time: less is not worth stopping for. */
const worthwhile = 48 * 1024 * 1024;

/** What is looked at of a process, and what is done about it. */
export interface IdleMemoryDeps {
  /** Bytes resident. */
  readonly resident: () => number;
  /** Milliseconds of processor time spent so far, by all threads. */
  readonly spent: () => number;
  readonly giveBack: () => void;
}

/** Gives the memory that work has left behind back to the system, once nobody is at work. */
export class IdleMemory {
  readonly #deps: IdleMemoryDeps;
  #left: number;
  #spent: number;

  constructor(deps: IdleMemoryDeps) {
    this.#deps = deps;
    this.#left = deps.resident();
    this.#spent = deps.spent();
  }

  /** From now on, as long as the process lives. */
  start(): void {
    setInterval(() => this.look(), lookEvery).unref();
  }

  /** Called once in every interval. */
  look(): void {
    const { resident, spent, giveBack } = this.#deps;
    const before = this.#spent;
    this.#spent = spent();
    this.#left = Math.min(this.#left, resident());
    if (this.#spent - before > quiet || resident() < this.#left + worthwhile) return;
    giveBack();
    this.#left = resident();
    this.#spent = spent();
  }
}
