interface StaleNamesDeps {
  /** Reads records of a table again, and shows them. */
  readonly read: (tableId: string, recordIds: readonly string[]) => Promise<void>;
  /** Resolves after the pause between two reads. */
  readonly pause: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Most records of one read. */
const maxRead = 1_000;

/**
 * Reads again the records that an edit gave the name of a person, which no event carries: once for all edits that
 * arrive meanwhile.
 */
export class StaleNames {
  readonly #deps: StaleNamesDeps;
  #stale = new Map<string, Set<string>>();
  #running = false;

  constructor(deps: StaleNamesDeps) {
    this.#deps = deps;
  }

  async mark(tableId: string, recordIds: ReadonlySet<string>): Promise<void> {
    this.#stale.set(tableId, new Set([...(this.#stale.get(tableId) ?? []), ...recordIds]));
    if (this.#running) return;
    this.#running = true;
    const { read, pause, onError } = this.#deps;
    while (this.#stale.size > 0) {
      const stale = this.#stale;
      this.#stale = new Map();
      try {
        for (const [id, records] of stale) {
          const ids = [...records];
          for (let at = 0; at < ids.length; at += maxRead) await read(id, ids.slice(at, at + maxRead));
        }
      } catch (error) {
        onError(error);
      }
      await pause();
    }
    this.#running = false;
  }
}
