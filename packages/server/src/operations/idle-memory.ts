/** Milliseconds between two checks. */
const checkInterval = 2_000;
/** Milliseconds of processor time, of all threads, within an interval: at most this and the process counts as idle. */
const idleProcessorTime = 100;
/** Bytes resident beyond the lowest since the last collection: less is not worth a pause. */
const minFreed = 48 * 1024 * 1024;

/** What is measured of a process, and what is done about it. */
export interface IdleMemoryDeps {
  /** Bytes resident. */
  readonly resident: () => number;
  /** Milliseconds of processor time spent so far, by all threads. */
  readonly spent: () => number;
  readonly release: () => void;
}

/** Gives the memory that work has left behind back to the system, once the process is idle. */
export class IdleMemory {
  readonly #deps: IdleMemoryDeps;
  /** What starting has left behind is given back too, at the first idle interval. */
  #lowest = 0;
  #spent: number;

  constructor(deps: IdleMemoryDeps) {
    this.#deps = deps;
    this.#spent = deps.spent();
  }

  /** From now on, as long as the process lives. */
  start(): void {
    setInterval(() => this.check(), checkInterval).unref();
  }

  /** Called once in every interval. */
  check(): void {
    const { resident, spent, release } = this.#deps;
    const before = this.#spent;
    this.#spent = spent();
    this.#lowest = Math.min(this.#lowest, resident());
    if (this.#spent - before > idleProcessorTime || resident() < this.#lowest + minFreed) return;
    release();
    this.#lowest = resident();
    this.#spent = spent();
  }
}
