import type { Engine, Sql } from './engine/engine.ts';
import { DatabaseError } from './pg-errors.ts';
import { baseSchemaPattern } from './schema/names.ts';

/** The tables of an engine that lie on workers of Citus, as `schema.table`; none where it has no such. */
export async function distributedTables(
  { sharding }: Pick<Engine, 'sharding'>,
  sql: Sql,
): Promise<ReadonlySet<string>> {
  if (sharding === null) return new Set();
  const rows = await sql.query(
    `SELECT n.nspname || '.' || c.relname FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
     JOIN pg_namespace n ON n.oid = c.relnamespace`,
  );
  return new Set(rows.map(([name]) => String(name)));
}

/** A worker, and what it holds. */
interface Worker {
  readonly host: string;
  readonly port: number;
  readonly bytes: number;
}

interface PlacedBase {
  readonly baseId: string;
  readonly on: string;
  readonly bytes: number;
}

const nameOf = ({ host, port }: Pick<Worker, 'host' | 'port'>): string => `${host}:${port}`;

/** The workers that may hold bases, and where each base lies. */
export async function placement(
  engine: Engine,
): Promise<{ readonly workers: readonly Worker[]; readonly bases: readonly PlacedBase[] }> {
  const placed = await engine.query(
    `SELECT n.nspname::text, s.nodename || ':' || s.nodeport, sum(s.shard_size)::int8 FROM citus_shards s
     JOIN pg_class c ON c.oid = s.table_name JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname ~ ${baseSchemaPattern} GROUP BY 1, 2 ORDER BY 1`,
  );
  const bases = placed.map(([baseId, on, bytes]) => ({
    baseId: String(baseId),
    on: String(on),
    bytes: Number(bytes),
  }));
  const nodes = await engine.query(
    `SELECT nodename, nodeport FROM pg_dist_node
     WHERE groupid <> 0 AND noderole = 'primary' AND isactive AND shouldhaveshards ORDER BY nodeid`,
  );
  const workers = nodes.map(([host, port]) => {
    const node = { host: String(host), port: Number(port) };
    const own = bases.filter(({ on }) => on === nameOf(node));
    return { ...node, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) };
  });
  return { workers, bases };
}

/** Milliseconds that what workers hold is taken as known, for new bases come in bursts; and that one of them is away. */
const [knownFor, awayFor] = [60_000, 5_000];
/** What a worker may hold beyond the emptiest and count as light still: a share, and bytes. */
const beyond = { share: 1.1, bytes: 16 * 1024 * 1024 };

const known = new WeakMap<Engine, { readonly at: number; readonly place: Promise<Place> }>();

/**
 * Where a new base may lie: on one of these workers, `host:port`, which hold about as little as the emptiest; anywhere; on the
 * coordinator while a worker is away, for Citus tells every worker of each schema that it distributes.
 */
export type Place = ReadonlySet<string> | 'anywhere' | 'coordinator';

async function cachedPlace(engine: Engine): Promise<Place> {
  if (engine.sharding === null) return 'anywhere';
  const last = known.get(engine);
  if (last !== undefined) {
    const [place, age] = [await last.place, performance.now() - last.at];
    if (age < (place === 'coordinator' ? awayFor : knownFor)) return place;
  }
  const place = readPlace(engine);
  known.set(engine, { at: performance.now(), place });
  place.catch(() => known.delete(engine));
  return place;
}

/** The same, asked now. */
export async function readPlace(engine: Engine): Promise<Place> {
  const rows = await engine.query(
    `SELECT n.nodename || ':' || n.nodeport, CASE WHEN r.success THEN r.result::int8 END
     FROM run_command_on_workers('SELECT pg_database_size(current_database())') AS r
     JOIN pg_dist_node AS n ON n.nodename = r.nodename AND n.nodeport = r.nodeport
     WHERE n.noderole = 'primary' AND n.isactive AND n.shouldhaveshards`,
  );
  const sizes = rows.flatMap(([name, bytes]) =>
    bytes === null ? [] : [[String(name), Number(bytes)] as const],
  );
  if (sizes.length < rows.length) return 'coordinator';
  const least = Math.min(...sizes.map(([, bytes]) => bytes));
  const light = sizes.filter(([, bytes]) => bytes <= least * beyond.share + beyond.bytes);
  return light.length === rows.length ? 'anywhere' : new Set(light.map(([name]) => name));
}

/** Makes a base, in a transaction of its own: once more where a worker has left since the workers were asked. */
export async function placeBase<T>(engine: Engine, make: (place: Place) => Promise<T>): Promise<T> {
  const place = await cachedPlace(engine);
  try {
    return await make(place);
  } catch (error) {
    const mayBeAway = error instanceof DatabaseError && error.kind === 'unavailable';
    if (!mayBeAway || engine.sharding === null || place === 'coordinator') throw error;
    known.delete(engine);
    if ((await cachedPlace(engine)) !== 'coordinator') throw error;
    return make('coordinator');
  }
}

/** The bases that lie on the coordinator, made before Citus was or while a worker was away. */
export async function basesOfCoordinator(
  engine: Engine,
): Promise<readonly { readonly baseId: string; readonly bytes: number }[]> {
  const rows = await engine.query(
    `SELECT n.nspname::text, sum(pg_total_relation_size(c.oid))::int8 FROM pg_namespace n
     JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind = 'r'
     WHERE n.nspname ~ ${baseSchemaPattern} AND NOT EXISTS (SELECT 1 FROM pg_dist_schema s WHERE s.schemaid = n.oid)
     GROUP BY 1 ORDER BY 1`,
  );
  return rows.map(([baseId, bytes]) => ({ baseId: String(baseId), bytes: Number(bytes) }));
}

/** Lets a base of the coordinator lie on a worker; reads and writes of it wait as long as its rows are copied. */
export async function distributeBase(engine: Engine, baseId: string): Promise<void> {
  await engine.query('SELECT citus_schema_distribute($1::regnamespace)', [baseId]);
}

/** A base that is to go to another worker. */
interface Move {
  readonly baseId: string;
  readonly from: string;
  readonly to: { readonly host: string; readonly port: number };
  readonly bytes: number;
}

/**
 * The next move that brings the fullest and the emptiest worker closer to each other; null when none does. The base that
 * leaves least between them, and is no larger than three quarters of that: few moves, and none of much for little.
 */
export function nextMove({ workers, bases }: Awaited<ReturnType<typeof placement>>): Move | null {
  const [emptiest, fullest] = [
    workers.toSorted((a, b) => a.bytes - b.bytes),
    workers.toSorted((a, b) => b.bytes - a.bytes),
  ].map(([first]) => first);
  if (emptiest === undefined || fullest === undefined) return null;
  const between = fullest.bytes - emptiest.bytes;
  const left = ({ bytes }: PlacedBase) => Math.abs(between - 2 * bytes);
  const [base] = bases
    .filter((base) => base.on === nameOf(fullest) && base.bytes > 0 && base.bytes <= (3 / 4) * between)
    .toSorted((a, b) => left(a) - left(b));
  return base === undefined
    ? null
    : {
        baseId: base.baseId,
        from: base.on,
        to: { host: emptiest.host, port: emptiest.port },
        bytes: base.bytes,
      };
}

/**
 * Moves a base to another worker while people read and write it: its rows are copied, what changes meanwhile follows, and
 * writes wait only for the end. Rows of tables without a key are recognised by all they hold.
 */
export async function moveBase(engine: Engine, { baseId, to }: Pick<Move, 'baseId' | 'to'>): Promise<void> {
  const keyless = await engine.query(
    `SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind = 'r' AND c.relreplident = 'd'
       AND NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)`,
    [baseId],
  );
  for (const [table] of keyless) await engine.exec(`ALTER TABLE ${baseId}."${table}" REPLICA IDENTITY FULL`);
  await engine.query(`SELECT citus_schema_move($1::regnamespace, $2, $3::int, 'force_logical')`, [
    baseId,
    to.host,
    to.port,
  ]);
}
