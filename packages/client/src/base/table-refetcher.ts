export interface TableRefetcherDeps {
  /** Whether an action was done here and is still in the overlay. */
  readonly isPending: (actionId: string) => boolean;
  /** Resolves once all local changes so far are accepted, or one of them is refused. */
  readonly afterPending: () => Promise<void>;
  /** Fetches the base and the rows of these tables. */
  readonly refetch: (tableIds: ReadonlySet<string>) => Promise<void>;
  /** Removes local actions from the overlay: the refetched tables contain them. */
  readonly dropPending: (actionIds: readonly string[], tableIds: ReadonlySet<string>) => void;
  /** Resolves after the pause between two refetches: an action in many batches must not cause one for each. */
  readonly pause: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Refetches the tables of events whose changes were too large for the feed: once for all events that arrive meanwhile. A
 * local action stays in the overlay until then.
 */
export class TableRefetcher {
  readonly #deps: TableRefetcherDeps;
  /** The stale tables by the action that changed them. */
  #stale = new Map<string, readonly string[]>();
  #running = false;

  constructor(deps: TableRefetcherDeps) {
    this.#deps = deps;
  }

  async markStale(actionId: string, tableIds: readonly string[]): Promise<void> {
    this.#stale.set(actionId, tableIds);
    if (this.#running) return;
    this.#running = true;
    const { isPending, afterPending, refetch, dropPending, pause, onError } = this.#deps;
    while (this.#stale.size > 0) {
      // More batches of a local action are in flight: one refetch after the last is enough, and does not slow them down.
      if ([...this.#stale.keys()].some(isPending)) await afterPending();
      const stale = this.#stale;
      this.#stale = new Map();
      const tables = new Set([...stale.values()].flat());
      try {
        await refetch(tables);
      } catch (error) {
        onError(error);
      }
      const pending = [...stale.keys()].filter(isPending);
      if (pending.length > 0) dropPending(pending, tables);
      await pause();
    }
    this.#running = false;
  }
}
