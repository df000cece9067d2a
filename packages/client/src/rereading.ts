/** What reading again needs of the base around it. */
export interface RereadingWorld {
  /** Whether a change is one made here and still laid over what the server said. */
  readonly isOwn: (actionId: string) => boolean;
  /** Resolves once all changes made here so far have been taken, or one of them was refused. */
  readonly afterOwn: () => Promise<void>;
  /** Reads the base and the rows of these tables. */
  readonly read: (tableIds: ReadonlySet<string>) => Promise<void>;
  /** Takes own changes off: they are in what was read. */
  readonly drop: (actionIds: readonly string[], tableIds: ReadonlySet<string>) => void;
  /** Resolves a moment after a reading: what changes in many parts is not read after each. */
  readonly rest: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Changes too large to travel: the tables they name are read again, once for all that are told of meanwhile. One made
 * here stays on screen until then.
 */
export class Rereading {
  readonly #world: RereadingWorld;
  /** The tables to be read again, by the action that changed them. */
  #told = new Map<string, readonly string[]>();
  #busy = false;

  constructor(world: RereadingWorld) {
    this.#world = world;
  }

  async hear(actionId: string, tableIds: readonly string[]): Promise<void> {
    this.#told.set(actionId, tableIds);
    if (this.#busy) return;
    this.#busy = true;
    const { isOwn, afterOwn, read, drop, rest, onError } = this.#world;
    while (this.#told.size > 0) {
      // Other parts of what was done here are on their way: one reading after the last is enough, and less in their way.
      if ([...this.#told.keys()].some(isOwn)) await afterOwn();
      const told = this.#told;
      this.#told = new Map();
      const tables = new Set([...told.values()].flat());
      try {
        await read(tables);
      } catch (error) {
        onError(error);
      }
      const own = [...told.keys()].filter(isOwn);
      if (own.length > 0) drop(own, tables);
      await rest();
    }
    this.#busy = false;
  }
}
