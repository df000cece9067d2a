import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { CopyFormat, Engine, Reads, Row, Scanner, Statement, Transaction } from './engine.ts';
import { type KyselyConnection, kyselyOver } from './kysely-dialect.ts';
import { peopleOnCitus } from './people-on-citus.ts';
import { unfit } from './postgres-fit.ts';
import type { PostgresOptions } from './postgres-options.ts';
import { bothOn, connected, PostgresScanner, type ServedClient } from './postgres-scanner.ts';
import {
  beginning,
  type Client,
  ClientSql,
  failing,
  objectTypes,
  rowsOf,
  run,
} from './postgres-transaction.ts';
import { StatementNames } from './statement-names.ts';

/** Connections of one process for edits, sessions and pages: reads beside the one writer of each base. */
const maxConnections = 10;
/** Connections for reads that may look through a whole table: they never take one of the others. */
const maxScanning = 6;
/**
 * Connections for loads, which wait for one as long as it takes: more at once take the processor and the log's disk
 * from edits, and load no faster.
 */
const maxLoading = 2;
/** Connections that cancel long reads, where the others lead through a pooler. */
const maxCancelling = 1;
/** Milliseconds that running statements get when the engine is closed. */
const endWithin = 1_500;
/** Milliseconds to wait for a connection. */
const longestWait = 5_000;

const looking = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

const oneBaseOfEachWorker = `SELECT DISTINCT ON (p.groupid) n.nspname::text FROM pg_dist_placement p
  JOIN pg_dist_shard s USING (shardid) JOIN pg_class c ON c.oid = s.logicalrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = '_base' ORDER BY p.groupid, n.nspname`;

interface Pools {
  readonly pool: pg.Pool;
  readonly scanning: pg.Pool;
  readonly loading: pg.Pool;
  /** Never one that long reads can fill. */
  readonly cancelling: pg.Pool;
}

class PostgresEngine implements Engine {
  readonly kind = 'postgres';
  readonly copyFiles = null;
  readonly connections;
  readonly sharding;
  readonly kysely;
  readonly #pool: pg.Pool;
  readonly #scanning: pg.Pool;
  readonly #loading: pg.Pool;
  readonly #cancelling: pg.Pool;
  /** None where a pooler gives each transaction another connection of the database: it knows no plan of the one before. */
  readonly #names: StatementNames | null;

  constructor({ pool, scanning, loading, cancelling }: Pools, isPooled: boolean, sharding: 'citus' | null) {
    this.sharding = sharding;
    const straight =
      maxScanning + (cancelling === pool ? 0 : maxCancelling) + (sharding === null ? 0 : maxLoading);
    const most = maxConnections + (sharding === null ? maxLoading : 0);
    this.connections = isPooled ? { direct: straight, pooled: most } : { direct: most + straight, pooled: 0 };
    this.#names = isPooled ? null : new StatementNames();
    this.#pool = pool;
    this.#scanning = scanning;
    this.#loading = loading;
    this.#cancelling = cancelling;
    this.kysely = kyselyOver(() => this.#connect());
  }

  pages(): Scanner {
    return {
      inSteps: false,
      isAlone: true,
      worked: 0,
      query: (text, params) => this.query(text, params),
      queryBoth: (first, second) => this.queryBoth(first, second),
    };
  }

  scanner(signal: AbortSignal): Scanner {
    const cancel = async (processId: number): Promise<void> => {
      // Citus has another of this name, for bigint. A database that is away ends the statement too.
      await rowsOf(this.#cancelling as unknown as Client, 'SELECT pg_cancel_backend($1::int)', [
        processId,
      ]).catch(() => {});
    };
    return new PostgresScanner(this.#scanning, this.sharding !== null, signal, cancel);
  }

  query(text: string, params: readonly unknown[] = []): Promise<readonly Row[]> {
    return rowsOf(this.#pool as unknown as Client, text, params, this.#names);
  }

  queryBoth(first: Statement, second: Statement): Promise<readonly [readonly Row[], readonly Row[]]> {
    return connected(this.#pool, (client) => bothOn(client, [first, second], this.#names));
  }

  copyIn(target: string, bytes: Uint8Array<ArrayBuffer>, format?: CopyFormat): Promise<void> {
    return this.transaction((tx) => tx.copyIn(target, bytes, format));
  }

  copyOut(select: string): Promise<Uint8Array> {
    return this.transaction((tx) => tx.copyOut(select));
  }

  /** One transaction exports the snapshot and stays open without locks; the others import it. */
  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T> {
    // A snapshot of the coordinator is none of the workers: there, one transaction reads all, and begins on each at once.
    if (this.sharding !== null)
      return this.#begin(looking, async (tx) => {
        const bases = await tx.query(oneBaseOfEachWorker);
        for (const [base] of bases) await tx.query(`SELECT seq FROM ${String(base)}._base`);
        return work((reading) => reading(tx));
      });
    return this.#begin(looking, async (holder) => {
      const [row] = await holder.query('SELECT pg_export_snapshot()');
      const same = `SET TRANSACTION SNAPSHOT '${String(row?.[0])}'`;
      return work((reading) =>
        this.#begin(looking, async (tx) => {
          await tx.query(same);
          return reading(tx);
        }),
      );
    });
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#begin(beginning, work);
  }

  load<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#begin(beginning, work, this.#loading);
  }

  async #begin<T>(begin: string, work: (tx: Transaction) => Promise<T>, pool = this.#pool): Promise<T> {
    const client = await failing(pool.connect());
    const tx = new ClientSql(client, begin, this.#names, this.sharding !== null);
    let broken = false;
    try {
      const result = await work(tx);
      await tx.commit();
      return result;
    } catch (error) {
      const cause = await tx.rollback(error).catch(() => {
        broken = true;
        return error;
      });
      throw cause;
    } finally {
      tx.end();
      client.release(broken);
    }
  }

  async exec(text: string): Promise<void> {
    await failing(this.#pool.query(text));
  }

  async close(): Promise<void> {
    const pools = new Set([this.#pool, this.#scanning, this.#loading, this.#cancelling]);
    const ended = Promise.all([...pools].map((pool) => pool.end()));
    // A statement that still runs is rolled back when its connection breaks.
    await Promise.race([ended, setTimeout(endWithin, undefined, { ref: false })]);
  }

  async #connect(): Promise<KyselyConnection> {
    const client = await failing(this.#pool.connect());
    return {
      run: async (text, params) => {
        const result = await run<Record<string, unknown>>(
          client,
          { text, values: [...params] },
          objectTypes,
          this.#names,
        );
        return { rows: result.rows, affected: result.rowCount ?? 0 };
      },
      release: () => client.release(),
    };
  }
}

/** A pooler keeps these two for whoever it gives its connections to, and refuses them where they come as options. */
const sameValues = `SET timezone = 'UTC'; SET datestyle = 'ISO'`;

/**
 * Has a connection compress long values, the log's lists of changes before all, by lz4 where the server has it: the log
 * row of a paste of 10,000 x 20 cells is written in 2.1 s instead of 3.8 s (on a busy machine), in 3.1 MB instead of 2.1.
 */
const compressFast = `SELECT set_config(name, 'lz4', false) FROM pg_settings
  WHERE name = 'default_toast_compression' AND 'lz4' = ANY(enumvals)`;

/**
 * PostgreSQL compiles what it estimates to be dear. A look for jobs beside 20,000 of them took 0.6 to 1.5 s of a processor
 * to compile and 1 ms to run, and reads of a million rows are no faster compiled.
 */
const notCompiled = 'SET jit = off';

/**
 * The driver treats these modes as `verify-full`, and warns that a later version will not. Writing `verify-full` keeps
 * certificates checked whatever the version.
 */
export function withCheckedCertificate(url: string): string {
  const address = new URL(url);
  const { searchParams } = address;
  if (
    searchParams.has('uselibpqcompat') ||
    !/^(prefer|require|verify-ca)$/.test(searchParams.get('sslmode') ?? '')
  )
    return url;
  searchParams.set('sslmode', 'verify-full');
  return address.href;
}

interface PoolOptions {
  readonly max: number;
  /** Milliseconds to wait for a connection; 0: as long as it takes. */
  readonly patience?: number;
  readonly sharding: 'citus' | null;
}

/** What schemas are made from here on become distributed ones; the control schema is made with it off. */
const distributed = 'SET citus.enable_schema_based_sharding = on';

function poolOf(url: string, { max, patience = longestWait, sharding }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withCheckedCertificate(url),
    max,
    connectionTimeoutMillis: patience,
    application_name: 'weft',
    onConnect: async (client) => {
      const settings = [sameValues, notCompiled, ...(sharding === null ? [] : [distributed]), compressFast];
      await client.query(settings.join('; '));
    },
  });
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => {});
  // The same while it is in use: what it was used for fails, and says so.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/** Whether who answers is not the server's own process: a pooler has numbers of its own. */
const hasPooler = (pool: pg.Pool): Promise<boolean> =>
  connected(pool, async (client) => {
    const [row] = await rowsOf(client, 'SELECT pg_backend_pid()', []);
    return row?.[0] !== (client as unknown as ServedClient).processID;
  });

const poolerAlone =
  'DATABASE_URL leads through a pooler of connections: set DATABASE_DIRECT_URL to the address of the PostgreSQL server behind it, by which long reads are cancelled';

/** Opens pools to a PostgreSQL server >= 15. Throws a sentence when it cannot be used. */
export async function openPostgres(
  url: string,
  { directUrl = null, sharding = null }: PostgresOptions,
): Promise<Engine> {
  const direct = directUrl ?? url;
  // A pooler would not keep for us what makes a schema a distributed one.
  const making = sharding === null ? url : direct;
  const pool = poolOf(url, { max: maxConnections, sharding: null });
  const scanning = poolOf(direct, { max: maxScanning, sharding: null });
  const loading = poolOf(making, { max: maxLoading, patience: 0, sharding });
  const cancelling = directUrl === null ? pool : poolOf(direct, { max: maxCancelling, sharding: null });
  try {
    const isPooled = await hasPooler(pool);
    if (isPooled && (directUrl === null || (await hasPooler(scanning)))) throw new Error(poolerAlone);
    const engine = new PostgresEngine({ pool, scanning, loading, cancelling }, isPooled, sharding);
    const reason = await unfit(engine);
    if (reason !== null) throw new Error(reason);
    return sharding === null ? engine : peopleOnCitus(engine);
  } catch (error) {
    await Promise.all([...new Set([pool, scanning, loading, cancelling])].map((each) => each.end()));
    throw error;
  }
}
