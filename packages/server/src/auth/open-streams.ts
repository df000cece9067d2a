/** The streams each session holds open, so that signing out ends them at once. */
export class OpenStreams {
  readonly #bySession = new Map<string, Set<AbortController>>();

  /** Remembers a stream until the returned function is called. */
  add(sessionId: string, controller: AbortController): () => void {
    const streams = this.#bySession.get(sessionId) ?? new Set();
    this.#bySession.set(sessionId, streams.add(controller));
    return () => {
      streams.delete(controller);
      if (streams.size === 0) this.#bySession.delete(sessionId);
    };
  }

  endSession(sessionId: string): void {
    for (const controller of this.#bySession.get(sessionId) ?? []) controller.abort();
  }

  endAll(): void {
    for (const sessionId of this.#bySession.keys()) this.endSession(sessionId);
  }
}
