/** Calls that are under way: one that is sent again meanwhile waits for the first, and gets its answer. */
export class RunningCalls {
  readonly #running = new Map<string, Promise<unknown>>();

  /** Does the work, unless it is under way under the same key. */
  share<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key) as Promise<T> | undefined;
    if (running !== undefined) return running;
    const begun = work().finally(() => this.#running.delete(key));
    this.#running.set(key, begun);
    return begun;
  }
}
