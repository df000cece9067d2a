import { createBaseSchema, dropBaseSchema } from './base/create-base.ts';
import { PgBaseStore, type StoreWorld } from './base/pg-base-store.ts';
import type { Engine, Sql } from './engine/engine.ts';

/** The bases of an engine; each is opened once per process. */
export class Bases {
  readonly #engine: Engine;
  readonly #world: StoreWorld;
  readonly #open = new Map<string, PgBaseStore>();

  constructor(engine: Engine, world: StoreWorld) {
    this.#engine = engine;
    this.#world = world;
  }

  get(baseId: string): PgBaseStore {
    const present = this.#open.get(baseId);
    if (present) return present;
    const store = new PgBaseStore(this.#engine, baseId, this.#world);
    this.#open.set(baseId, store);
    return store;
  }

  /** Makes an empty base; `alongside` runs in the same transaction. */
  async create(baseId: string, alongside: (tx: Sql) => Promise<void>): Promise<void> {
    await this.#engine.transaction(async (tx) => {
      await createBaseSchema(tx, baseId);
      await alongside(tx);
    });
  }

  async remove(baseId: string, alongside: (tx: Sql) => Promise<void>): Promise<void> {
    await this.#open.get(baseId)?.idle();
    this.#open.delete(baseId);
    await this.#engine.transaction(async (tx) => {
      await dropBaseSchema(tx, baseId);
      await alongside(tx);
    });
  }

  /** Resolves when every base has written what it was given. */
  async idle(): Promise<void> {
    for (const store of this.#open.values()) await store.idle();
  }
}
