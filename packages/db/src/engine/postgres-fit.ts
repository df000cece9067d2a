import type { Engine } from './engine.ts';

/** Why a server cannot be used with these settings; null when it can. */
export async function unfit(engine: Engine): Promise<string | null> {
  const [version] = await engine.query(`SELECT current_setting('server_version_num')::int`);
  if (Number(version?.[0]) < 150_000) return 'DATABASE_URL names a server older than PostgreSQL 15.';
  const [encoding] = await engine.query(`SELECT current_setting('server_encoding')`);
  if (encoding?.[0] !== 'UTF8')
    return `DATABASE_URL names a database in the encoding ${String(encoding?.[0])}, but Weft needs UTF8.`;
  const collations = await engine.query(`SELECT 1 FROM pg_collation WHERE collname = 'und-x-icu'`);
  if (collations.length === 0)
    return 'The PostgreSQL server at DATABASE_URL was built without ICU collations, which Weft needs.';
  return engine.sharding === null ? unfitWithoutCitus(engine) : unfitForCitus(engine);
}

/** Whether bases lie on workers, which only a server that knows of it may write beside. */
async function unfitWithoutCitus(engine: Engine): Promise<string | null> {
  const [row] = await engine.query(`SELECT to_regclass('pg_catalog.pg_dist_schema')::text`);
  if (typeof row?.[0] !== 'string') return null;
  const placed = await engine.query('SELECT 1 FROM pg_catalog.pg_dist_schema LIMIT 1');
  return placed.length === 0
    ? null
    : "The databases at DATABASE_URL lie on workers of Citus: set DATABASE_SHARDING to 'citus'";
}

/** What the settings of Citus lack; null when it can be used. */
async function unfitForCitus(engine: Engine): Promise<string | null> {
  const [row] = await engine.query(
    `SELECT (SELECT extversion FROM pg_extension WHERE extname = 'citus'), current_setting('citus.version', true)`,
  );
  const [version] = row ?? [];
  if (typeof version !== 'string')
    return "DATABASE_SHARDING is 'citus', but the database at DATABASE_URL does not have that extension: run CREATE EXTENSION citus there";
  if (Number.parseInt(version, 10) < 12)
    return `DATABASE_SHARDING needs Citus 12 or newer, and the database at DATABASE_URL has ${version}`;
  const [nodes] = await engine.query(
    `SELECT count(*) FILTER (WHERE groupid = 0), count(*) FILTER (WHERE groupid <> 0 AND shouldhaveshards AND isactive),
       (SELECT groupid FROM pg_dist_local_group) FROM pg_dist_node`,
  );
  if (nodes?.[2] !== 0) return 'DATABASE_URL names a worker of Citus: it must be the coordinator';
  if (nodes[1] === 0)
    return "DATABASE_SHARDING is 'citus', but the coordinator has no worker: run SELECT citus_add_node(…) there";
  if (nodes[0] === 0)
    return "DATABASE_SHARDING is 'citus', but the workers do not know the coordinator: run SELECT citus_set_coordinator_host(…) there";
  return null;
}
