import type { Table } from '@weft/core';
import { BaseLoad } from './base/base-load.ts';
import { copyBaseSchema } from './base/copy-base.ts';
import { PgBaseStore, type StoreDeps } from './base/pg-base-store.ts';
import { purgeTables } from './base/purge-tables.ts';
import { LogHeads } from './control/log-heads.ts';
import type { Engine, Sql, Transaction } from './engine/engine.ts';
import { fillSearchIndex } from './query/fill-search-index.ts';
import { fillViewIndex } from './query/fill-view-index.ts';
import type { SavedView } from './query/saved-view.ts';
import { createBaseSchema, dropBaseSchema } from './schema/create-base.ts';
import { baseSchemaPattern, schemaOf } from './schema/names.ts';
import { distributedTables, placeBase } from './sharding.ts';

/**
 * Followed bases whose logs are looked at each time. A statement that names many bases costs PostgreSQL the square of their
 * number (500 of them 50 ms), and Citus asks a worker for each.
 */
const lookedAtOnce = { postgres: 20, citus: 4 } as const;

/** The bases of an engine; each is opened once per process. */
export class Bases {
  readonly #engine: Engine;
  readonly #deps: StoreDeps;
  readonly #open = new Map<string, PgBaseStore>();
  readonly #heads: LogHeads;
  /** How many of the followed bases were looked at in this round. */
  #looked = 0;

  constructor(engine: Engine, deps: StoreDeps) {
    this.#engine = engine;
    const heads = new LogHeads(engine);
    this.#heads = heads;
    // No other process has the embedded database open.
    this.#deps =
      engine.kind === 'embedded' ? deps : { ...deps, onHead: (baseId, seq) => heads.publish(baseId, seq) };
  }

  get(baseId: string): PgBaseStore {
    const present = this.#open.get(baseId);
    if (present) return present;
    const store = new PgBaseStore(this.#engine, baseId, this.#deps);
    this.#open.set(baseId, store);
    return store;
  }

  /** Makes an empty base; `alongside` runs in the same transaction. */
  async create(baseId: string, alongside: (tx: Transaction) => Promise<void>): Promise<void> {
    await placeBase(this.#engine, (place) =>
      this.#engine.load(async (tx) => {
        await createBaseSchema(tx, baseId, place);
        await alongside(tx);
      }),
    );
  }

  /** Makes a base that is a copy of another, with these copies of its files; `alongside` runs in the same transaction. */
  async copy(
    sourceId: string,
    copyId: string,
    files: ReadonlyMap<string, string>,
    alongside: (tx: Sql) => Promise<void>,
  ): Promise<void> {
    await this.#open.get(sourceId)?.idle();
    await placeBase(this.#engine, (place) =>
      this.#engine.load(async (tx) => {
        await copyBaseSchema(tx, { sourceId, copyId, place }, files);
        await alongside(tx);
      }),
    );
  }

  /** Begins a base that is filled before its flow is made. */
  beginLoad(baseId: string, tables: readonly Table[], userId: string | null = null): Promise<BaseLoad> {
    return BaseLoad.begin(this.#engine, baseId, tables, this.#deps.now(), userId);
  }

  /** Removes what a killed process left of bases it was filling; `before`: the least id that may still be filled. */
  async removeUnfinished(before: string): Promise<void> {
    const left = await this.#engine.query(
      `SELECT n.nspname::text FROM pg_namespace n WHERE n.nspname ~ ${baseSchemaPattern} AND n.nspname::text COLLATE "C" < $1
         AND NOT EXISTS (SELECT 1 FROM weft.flows f WHERE f.id = n.nspname) LIMIT 100`,
      [before],
    );
    for (const [id] of left) await this.#engine.transaction((tx) => dropBaseSchema(tx, String(id)));
  }

  async remove(baseId: string, alongside: (tx: Sql) => Promise<void>): Promise<void> {
    await this.#open.get(baseId)?.idle();
    this.#open.delete(baseId);
    await this.#engine.transaction(async (tx) => {
      await dropBaseSchema(tx, baseId);
      await tx.query('DELETE FROM weft.log_heads WHERE base_id = $1', [baseId]);
      await alongside(tx);
    });
  }

  /** How many records a base has, unless it is still at `knownSeq`: then null. */
  async countRecords(
    baseId: string,
    knownSeq: number | null,
  ): Promise<{ readonly seq: number; readonly records: number } | null> {
    const schema = schemaOf(baseId);
    const [base] = await this.#engine.query(`SELECT seq FROM ${schema}._base`);
    const seq = Number(base?.[0]);
    if (seq === knownSeq) return null;
    let records = 0;
    for (const [tableId] of await this.#engine.query(
      `SELECT id FROM ${schema}._tables WHERE deleted_at IS NULL ORDER BY id`,
    )) {
      const query = { tableId: String(tableId), timeZone: 'UTC', now: new Date(0).toISOString() };
      const { total = 0 } = await this.get(baseId).list({ ...query, limit: 1, includeTotal: true });
      records += total;
    }
    return { seq, records };
  }

  /** Bytes that the records of a base take, as the database keeps them. */
  async sizeOf(baseId: string): Promise<number> {
    const distributed = await distributedTables(this.#engine, this.#engine);
    const size = distributed.has(`${baseId}._base`) ? 'citus_table_size' : 'pg_table_size';
    const [row] = await this.#engine.query(
      `SELECT coalesce(sum(${size}(c.oid)), 0)::bigint FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND c.relkind = 'r' AND c.relname LIKE 'tbl%'`,
      [baseId],
    );
    return Number(row?.[0]);
  }

  /** Builds the search index of a table or brings it up to date; false where the database has no trigrams. */
  fillSearchIndex(baseId: string, tableId: string, signal: AbortSignal): Promise<boolean> {
    return fillSearchIndex(this.#engine, schemaOf(baseId), tableId, signal);
  }

  /** Builds the index of a saved view or brings it up to date. */
  fillViewIndex(baseId: string, tableId: string, view: SavedView, signal: AbortSignal): Promise<void> {
    return fillViewIndex(this.#engine, schemaOf(baseId), { tableId, view, signal });
  }

  /** Drops for good what nobody can bring back any more; how many tables there were. */
  purge(baseId: string): Promise<number> {
    return purgeTables(this.#engine, schemaOf(baseId));
  }

  /**
   * Looks whether other processes wrote to the bases that are followed here: where they published it, one statement for all of them,
   * and into the logs of some, in turn.
   */
  async look(): Promise<void> {
    const followed = [...this.#open].filter(([, store]) => store.followed);
    if (followed.length === 0) return;
    const most = lookedAtOnce[this.#engine.sharding ?? 'postgres'];
    if (followed.length > most) await this.#readHeads(new Map(followed));
    const begin = this.#looked < followed.length ? this.#looked : 0;
    const some = followed.slice(begin, begin + most);
    this.#looked = begin + most;
    // A base that another process removed must not hide the others.
    await this.#lookAt(some).catch(() => Promise.all(some.map((one) => this.#lookAt([one]).catch(() => {}))));
  }

  async #readHeads(followed: ReadonlyMap<string, PgBaseStore>): Promise<void> {
    const heads = await this.#heads.read([...followed.keys()]);
    await Promise.allSettled([...heads].map(([id, seq]) => followed.get(id)?.seen(seq)));
  }

  async #lookAt(bases: readonly (readonly [string, PgBaseStore])[]): Promise<void> {
    const heads = bases.map(([id], i) => `SELECT ${i}, seq FROM ${schemaOf(id)}._base`);
    const rows = await this.#engine.query(heads.join(' UNION ALL '));
    await Promise.all(rows.map(([i, seq]) => bases[i as number]?.[1].seen(seq as number)));
  }

  /** Resolves when every base has written what it was given. */
  async idle(): Promise<void> {
    for (const store of this.#open.values()) await store.idle();
    await this.#heads.idle();
  }
}
