import type { Sql } from '../engine/engine.ts';
import { partName, type TableLayout } from './layout.ts';

/**
 * The search index of a table is a table beside it: the folded texts of each record, and an index of their trigrams. It is
 * as of a seq, and edits never write to it: who reads it adds the records that the log names since. It is derived, so
 * copies and backups leave it out, and it is built again where it is missed.
 */
export interface SearchState {
  /** Of every searched field, as `placeKey` names it. */
  readonly fields: readonly string[];
  readonly seq: number;
  /** Whether every record is in it. */
  readonly filled: boolean;
}

/** Matches the names of derived tables, of searches and of views, and of their indexes, as a POSIX pattern between quotes. */
export const derivedTablePattern = `'^_(search|order)_'`;

export const isDerivedTable = (name: string): boolean =>
  name.startsWith('_search_') || name.startsWith('_order_');

const nameOf = ({ id }: TableLayout): string => `_search_${id}`;

export const searchTable = (table: TableLayout): string => `${table.schema}.${nameOf(table)}`;

/** Tables from this many bytes on get an index when they are searched: about fifty thousand records. */
const worthwhile = 16 * 1024 * 1024;

/** The state, kept as the search table's comment; null: there is none. And whether the table is worth an index. */
export async function readSearchState(
  sql: Pick<Sql, 'query'>,
  table: TableLayout,
): Promise<{ readonly state: SearchState | null; readonly isLarge: boolean }> {
  const [row] = await sql.query(
    `SELECT obj_description(to_regclass($1), 'pg_class'), pg_relation_size($2::regclass) >= $3::bigint`,
    [searchTable(table), partName(table), worthwhile],
  );
  const [comment, isLarge] = row ?? [];
  return {
    state: typeof comment === 'string' ? (JSON.parse(comment) as SearchState) : null,
    isLarge: isLarge === true,
  };
}

/** Ids, kinds and a number need no escaping. */
export const writeSearchState = (sql: Pick<Sql, 'exec'>, table: TableLayout, state: SearchState) =>
  sql.exec(`COMMENT ON TABLE ${searchTable(table)} IS '${JSON.stringify(state)}'`);

/** Small lists of pending trigrams: a longer one is merged in one go, which the embedded engine's connection waits for. */
const pendingKilobytes = 512;

export async function createSearchTable(
  sql: Pick<Sql, 'exec'>,
  table: TableLayout,
  state: SearchState,
): Promise<void> {
  await dropSearchTable(sql, table);
  await sql.exec(
    `CREATE TABLE ${searchTable(table)} (id text COLLATE "C" PRIMARY KEY, text text COLLATE "C" NOT NULL)`,
  );
  await sql.exec(
    `CREATE INDEX ON ${searchTable(table)} USING gin (text gin_trgm_ops) WITH (gin_pending_list_limit = ${pendingKilobytes})`,
  );
  await writeSearchState(sql, table, state);
}

export const dropSearchTable = (sql: Pick<Sql, 'exec'>, table: TableLayout) =>
  sql.exec(`DROP TABLE IF EXISTS ${searchTable(table)}`);
