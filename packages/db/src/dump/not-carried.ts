import { AppError } from '@weft/std';
import type { Sql } from '../engine/engine.ts';
import { baseSchemaPattern } from '../schema/names.ts';
import { derivedTablePattern } from '../schema/search-table.ts';

/** What to do about things beside those of Weft in its database: name them and stop, or copy what is Weft's alone. */
export type Others = 'refuse' | 'leave';

const inOurs = `(n.nspname = 'weft' OR n.nspname ~ ${baseSchemaPattern})`;

/** In our schemas: what no migration of ours makes. A copy that left it out would not be the same database. */
const unknownInOurs = `
  SELECT 'relation ' || n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind NOT IN ('r', 'i', 'S', 't', 'p', 'I') AND ${inOurs}
  UNION ALL SELECT 'sequence ' || n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'S' AND ${inOurs} AND NOT EXISTS
    (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i'))
  UNION ALL SELECT 'function ' || n.nspname || '.' || p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE ${inOurs}
  UNION ALL SELECT 'trigger ' || g.tgname || ' on ' || n.nspname || '.' || c.relname FROM pg_trigger g
  JOIN pg_class c ON c.oid = g.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE NOT g.tgisinternal AND ${inOurs}
  UNION ALL SELECT 'type ' || n.nspname || '.' || t.typname FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
  WHERE t.typtype IN ('e', 'd', 'r') AND ${inOurs}
  UNION ALL SELECT 'policy ' || y.polname || ' on ' || n.nspname || '.' || c.relname FROM pg_policy y
  JOIN pg_class c ON c.oid = y.polrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${inOurs}
  UNION ALL SELECT 'row level security of ' || n.nspname || '.' || c.relname FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relrowsecurity AND ${inOurs}
  UNION ALL SELECT 'rule ' || r.rulename || ' on ' || n.nspname || '.' || c.relname FROM pg_rewrite r
  JOIN pg_class c ON c.oid = r.ev_class JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE r.rulename <> '_RETURN' AND c.relkind = 'r' AND ${inOurs}
  UNION ALL SELECT 'statistics ' || n.nspname || '.' || s.stxname FROM pg_statistic_ext s
  JOIN pg_namespace n ON n.oid = s.stxnamespace WHERE ${inOurs}
  UNION ALL SELECT DISTINCT 'extension ' || e.extname || ', which ' || n.nspname || '.' || c.relname || ' uses'
  FROM pg_depend own JOIN pg_depend member ON member.classid = own.refclassid AND member.objid = own.refobjid
    AND member.deptype = 'e' AND member.refclassid = 'pg_extension'::regclass
  JOIN pg_extension e ON e.oid = member.refobjid
  JOIN pg_class c ON own.classid = 'pg_class'::regclass AND c.oid = own.objid
  JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${inOurs} AND c.relname !~ ${derivedTablePattern}`;

const notOfAnExtension = (catalogue: string, oid: string): string => `NOT EXISTS (SELECT 1 FROM pg_depend m
  WHERE m.classid = '${catalogue}'::regclass AND m.objid = ${oid} AND m.deptype = 'e')`;

/** Beside ours in the same database. */
const others = `
  SELECT 'schema ' || n.nspname FROM pg_namespace n
  WHERE n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'public') AND NOT ${inOurs}
    AND ${notOfAnExtension('pg_namespace', 'n.oid')}
  UNION ALL SELECT CASE c.relkind WHEN 'r' THEN 'table ' WHEN 'S' THEN 'sequence ' ELSE 'relation ' END || 'public.' || c.relname
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND c.relkind NOT IN ('i', 'I', 't', 'c') AND c.relname NOT IN ('weft_migrations', 'weft_unfinished')
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND c.relkind = 'S'
      AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i'))
    AND ${notOfAnExtension('pg_class', 'c.oid')}
  UNION ALL SELECT 'function public.' || p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname = 'public' AND ${notOfAnExtension('pg_proc', 'p.oid')}
  UNION ALL SELECT 'type public.' || t.typname FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
  WHERE n.nspname = 'public' AND t.typtype IN ('e', 'd', 'r') AND ${notOfAnExtension('pg_type', 't.oid')}
  UNION ALL SELECT 'extension ' || e.extname FROM pg_extension e WHERE e.extname NOT IN ('plpgsql', 'pg_trgm', 'citus', 'citus_columnar')
  UNION ALL SELECT 'event trigger ' || v.evtname FROM pg_event_trigger v WHERE ${notOfAnExtension('pg_event_trigger', 'v.oid')}
  UNION ALL SELECT 'publication ' || p.pubname FROM pg_publication p
  UNION ALL SELECT 'large objects' WHERE EXISTS (SELECT 1 FROM pg_largeobject_metadata)`;

/** How many things are named. */
const maxNamed = 20;

function listed(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return `the ${names.slice(0, maxNamed).join(', the ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const named = async (sql: Sql, query: string): Promise<readonly string[]> =>
  (await sql.query(`${query} ORDER BY 1`)).map(([name]) => String(name));

/** Throws a sentence that names what a copy of this database would lack. */
export async function refuseNotCarried(sql: Sql, about: Others): Promise<void> {
  const unknown = await named(sql, unknownInOurs);
  if (unknown.length > 0)
    throw new AppError(
      'conflict',
      `The schemas of Weft hold what a copy cannot carry: ${listed(unknown)}. Nothing was written. Remove what was added there, and try again.`,
    );
  const beside = about === 'refuse' ? await named(sql, others) : [];
  if (beside.length > 0)
    throw new AppError(
      'conflict',
      `The database holds what is not of Weft and a copy would lack: ${listed(beside)}. Nothing was written. Add --only-weft to leave that out, and keep it by other means.`,
    );
}
