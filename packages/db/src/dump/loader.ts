import { AppError, must } from '@weft/std';
import type { Engine, Sql } from '../engine/engine.ts';
import { DatabaseError } from '../pg-errors.ts';
import { createPlacedSchema } from '../schema/create-base.ts';
import { distributedTables, type Place, readPlace } from '../sharding.ts';
import type { DumpItem } from './dump.ts';
import { damaged, Received } from './received.ts';
import { type RowSums, sameSums } from './row-sums.ts';
import {
  copiedColumns,
  createTableText,
  ownSchemas,
  quoted,
  type Structure,
  type TableShape,
  tableKey,
  tableName,
} from './structure.ts';
import { tableSums } from './table-rows.ts';
import { type Purpose, unfinishedPurpose, unfinishedTable } from './unfinished.ts';

/** What was put in before this process began, by table. */
type Done = ReadonlyMap<string, { readonly shape: string; readonly sums: RowSums }>;

/** Bytes of rows after which workers are asked again what they hold. */
const askAfter = 4 * 1024 * 1024;

/** Thrown when a database that is to be filled holds somebody's work. */
export class NotEmpty extends AppError {
  constructor() {
    super('conflict', 'The database to fill is not empty.');
  }
}

/** Whether people have signed up here: an instance that was only ever started holds nothing to lose. */
export async function hasPeople(sql: Sql): Promise<boolean> {
  const [there] = await sql.query(`SELECT to_regclass('weft.auth_user') IS NOT NULL`);
  if (there?.[0] !== true) return false;
  const [row] = await sql.query('SELECT EXISTS (SELECT 1 FROM weft.auth_user)');
  return row?.[0] === true;
}

/** Puts a database together from what `dump` took apart, verifying each table by reading it back. */
export class Loader {
  readonly #engine: Engine;
  readonly #done: Done;
  readonly #received = new Received();
  #structure: Structure | null = null;
  /** The table that rows go into. */
  #filling: string | null = null;
  /** Made anew by this process: none of their partitions is there any more. */
  readonly #divided = new Set<string>();
  /** Schemas of bases that are made with their first table, each on a worker that holds little by then. */
  readonly #awaited = new Set<string>();
  #place: Place = 'anywhere';
  /** Bytes of rows since the workers were asked. */
  #since = askAfter;

  private constructor(engine: Engine, done: Done) {
    this.#engine = engine;
    this.#done = done;
  }

  /**
   * Takes the database for filling. One that holds people's work is refused with `NotEmpty`, unless `replace`: then
   * it is emptied. A broken-off move goes on with what it has put in; a broken-off restore starts over.
   */
  static async begin(
    engine: Engine,
    { purpose, replace }: { readonly purpose: Purpose; readonly replace: boolean },
  ): Promise<Loader> {
    const unfinished = await unfinishedPurpose(engine);
    if (unfinished === null && !replace && (await hasPeople(engine))) throw new NotEmpty();
    if (unfinished === 'move' && purpose === 'move') return new Loader(engine, await readDone(engine));
    await engine.transaction(async (tx) => {
      await tx.query(`DROP TABLE IF EXISTS ${unfinishedTable}`);
      await tx.query(
        `CREATE TABLE ${unfinishedTable} (item text PRIMARY KEY, purpose text, shape text, sums jsonb)`,
      );
      await tx.query(`INSERT INTO ${unfinishedTable} (item, purpose) VALUES ('', $1)`, [purpose]);
    });
    await removeOwn(engine);
    return new Loader(engine, new Map());
  }

  /** The sums of a table that is in already and looks the same, for `dump` to compare. */
  readonly known = (shape: TableShape): RowSums | null => {
    if (this.#divided.has(wholeOf(shape) ?? '')) return null;
    const done = this.#done.get(tableKey(shape));
    return done !== undefined && done.shape === JSON.stringify(shape) ? done.sums : null;
  };

  readonly take = async (item: DumpItem): Promise<void> => {
    this.#received.take(item);
    if (item.kind === 'structure') return this.#begin(item.structure);
    if (item.kind === 'same') return;
    const shape = this.#received.shape(item.table);
    if (this.#filling !== item.table) await this.#make(shape);
    this.#filling = item.table;
    if (item.kind === 'rows') await this.#insert(shape, item.lines);
    else await this.#finishTable(shape, item.sums);
  };

  /** Foreign keys and numbering, then the database is whole: in one transaction. */
  async finish(): Promise<void> {
    const { sequences, tables } = must(this.#structure, 'the structure');
    this.#received.end();
    await this.#engine.transaction(async (tx) => {
      for (const table of tables)
        for (const key of table.foreignKeys) await tx.query(`ALTER TABLE ${tableName(table)} ADD ${key}`);
      for (const sequence of sequences) {
        const name = sequence.identity
          ? `pg_get_serial_sequence('${tableName({ schema: sequence.schema, name: sequence.table })}', '${sequence.column}')`
          : `'${tableName(sequence)}'`;
        if (!sequence.identity) {
          const owner = `${tableName({ schema: sequence.schema, name: sequence.table })}.${quoted(sequence.column)}`;
          await tx.query(`ALTER SEQUENCE ${tableName(sequence)} OWNED BY ${owner}`);
        }
        if (sequence.last !== null) await tx.query(`SELECT setval(${name}, $1)`, [sequence.last]);
      }
      await tx.query(`DROP TABLE ${unfinishedTable}`);
    });
    await this.#engine.exec('ANALYZE');
  }

  /** Leaves the database empty. */
  async abandon(): Promise<void> {
    await removeOwn(this.#engine);
    await this.#engine.query(`DROP TABLE IF EXISTS ${unfinishedTable}`);
  }

  async #begin(structure: Structure): Promise<void> {
    this.#structure = structure;
    const keys = new Set(structure.tables.map(tableKey));
    const there = await ownSchemas(this.#engine);
    for (const schema of there)
      if (!structure.schemas.includes(schema))
        await this.#engine.query(`DROP SCHEMA ${quoted(schema)} CASCADE`);
    for (const schema of structure.schemas)
      if (there.includes(schema)) continue;
      else if (schema !== 'weft' && this.#engine.sharding !== null) this.#awaited.add(schema);
      else await this.#engine.query(`CREATE SCHEMA ${quoted(schema)}`);
    for (const [table, { shape }] of this.#done)
      if (!keys.has(table))
        await this.#engine.query(`DROP TABLE IF EXISTS ${tableName(JSON.parse(shape))} CASCADE`);
    for (const sequence of structure.sequences)
      if (!sequence.identity)
        await this.#engine.query(`CREATE SEQUENCE IF NOT EXISTS ${tableName(sequence)}`);
  }

  async #make(shape: TableShape): Promise<void> {
    if (shape.dividedBy !== undefined) this.#divided.add(tableKey(shape));
    const isAwaited = this.#awaited.has(shape.schema);
    const place = isAwaited ? await this.#placeOfBase() : 'anywhere';
    const work = async (tx: Sql) => {
      await tx.query(
        `DELETE FROM ${unfinishedTable} WHERE item = $1
           OR shape IS NOT NULL AND shape::jsonb->>'schema' = $2 AND shape::jsonb->'partition'->>'of' = $3`,
        [tableKey(shape), shape.schema, shape.name],
      );
      const [name, text] = [tableName(shape), createTableText(shape)];
      if (isAwaited) return createPlacedSchema(tx, quoted(shape.schema), { name, text }, place);
      await tx.query(`DROP TABLE IF EXISTS ${name} CASCADE`);
      await tx.query(text);
    };
    // Schemas are distributed as loads make them.
    await (isAwaited ? this.#engine.load(work) : this.#engine.transaction(work));
    this.#awaited.delete(shape.schema);
  }

  async #placeOfBase(): Promise<Place> {
    if (this.#since >= askAfter) {
      const place = await readPlace(this.#engine);
      // A restore or a move fails while a worker is away: all that it brings would lie on the coordinator.
      this.#place = place === 'coordinator' ? 'anywhere' : place;
      this.#since = 0;
    }
    return this.#place;
  }

  /** Does not wait for the disk: the table is read back, and the last commit brings everything before it there. */
  async #insert(shape: TableShape, lines: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#since += lines.length;
    try {
      await this.#engine.transaction(async (tx) => {
        await tx.query('SET LOCAL synchronous_commit = off');
        await tx.copyIn(`${tableName(shape)} (${copiedColumns(shape)})`, lines);
      });
    } catch (error) {
      // Class 22: the text of a value cannot be read.
      if (error instanceof DatabaseError && error.code?.startsWith('22') === true)
        throw damaged(`the rows of ${tableKey(shape)} cannot be read`);
      throw error;
    }
  }

  async #finishTable(shape: TableShape, sums: RowSums): Promise<void> {
    const distributed = await distributedTables(this.#engine, this.#engine);
    const there = await this.#engine.snapshot((reads) =>
      tableSums(reads, shape, distributed.has(tableKey(shape))),
    );
    if (!sameSums(there, sums)) throw damaged(`${tableKey(shape)} does not hold what was put in`);
    await this.#engine.transaction(async (tx) => {
      for (const rule of shape.constraints) await tx.query(`ALTER TABLE ${tableName(shape)} ADD ${rule}`);
      for (const index of shape.indexes) await tx.query(index);
      await tx.query(`INSERT INTO ${unfinishedTable} (item, shape, sums) VALUES ($1, $2, $3::jsonb)`, [
        tableKey(shape),
        JSON.stringify(shape),
        JSON.stringify(sums),
      ]);
    });
  }
}

/** The key of the table that one is a partition of. */
const wholeOf = ({ schema, partition }: TableShape): string | null =>
  partition === undefined ? null : tableKey({ schema, name: partition.of });

async function readDone(engine: Engine): Promise<Done> {
  const rows = await engine.query(`SELECT item, shape, sums FROM ${unfinishedTable} WHERE item <> ''`);
  return new Map(
    rows.map(([item, shape, sums]) => [String(item), { shape: String(shape), sums: sums as RowSums }]),
  );
}

/** One schema at a time: each takes a lock per table, and a server has room for some thousands. */
async function removeOwn(engine: Engine): Promise<void> {
  for (const schema of await ownSchemas(engine)) await engine.query(`DROP SCHEMA ${quoted(schema)} CASCADE`);
  await engine.query('DROP TABLE IF EXISTS public.weft_migrations');
}
