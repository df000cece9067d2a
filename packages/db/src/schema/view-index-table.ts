import { createHash } from 'node:crypto';
import type { Sql } from '../engine/engine.ts';
import { partName, type TableLayout } from './layout.ts';

/**
 * The index of a saved view is a table beside the records: the ids of those that its filter shows, with the keys of its
 * order. Like the search index it is as of a seq, edits never write to it, and it is derived.
 */
export interface ViewIndexState {
  readonly seq: number;
  /** Whether every record of the view is in it. */
  readonly filled: boolean;
  /** Whether it would not help: its filter shows too many records, or its keys are too long. Then it is empty. */
  readonly useless: boolean;
  readonly count: number;
  /** When it was read last, as far as it is noted: on each day once, and whenever it is brought up to date. ISO instant. */
  readonly used: string;
}

const prefixOf = ({ id }: TableLayout): string => `_order_${id}_`;

/** Tells the indexes of a table apart; `identity` tells queries apart. */
export const viewIndexKey = (identity: string): string =>
  createHash('sha256').update(identity).digest('hex').slice(0, 16);

/** Where the index of a query stands. */
export const viewIndexTable = (table: TableLayout, identity: string): string =>
  `${table.schema}.${prefixOf(table)}${viewIndexKey(identity)}`;

/** Views of tables from this many bytes on get an index: about fifty thousand records. */
const worthwhile = 16 * 1024 * 1024;

export const viewIndexStateOf = (comment: unknown): ViewIndexState | null =>
  typeof comment === 'string' ? (JSON.parse(comment) as ViewIndexState) : null;

/** The state, kept as the index table's comment; null: there is none. And whether the table is worth one. */
export async function readViewIndexState(
  sql: Pick<Sql, 'query'>,
  table: TableLayout,
  index: string,
): Promise<{ readonly state: ViewIndexState | null; readonly isLarge: boolean }> {
  const [row] = await sql.query(
    `SELECT obj_description(to_regclass($1), 'pg_class'), pg_relation_size($2::regclass) >= $3::bigint`,
    [index, partName(table), worthwhile],
  );
  return { state: viewIndexStateOf(row?.[0]), isLarge: row?.[1] === true };
}

/** Numbers, truth values and an instant need no escaping. */
export const writeViewIndexState = (sql: Pick<Sql, 'exec'>, index: string, state: ViewIndexState) =>
  sql.exec(`COMMENT ON TABLE ${index} IS '${JSON.stringify(state)}'`);

/** All indexes of views of a table, the last used first. */
export async function viewIndexesOf(
  sql: Pick<Sql, 'query'>,
  table: TableLayout,
): Promise<readonly { readonly index: string; readonly used: string }[]> {
  const rows = await sql.query(
    `SELECT relname::text, obj_description(oid, 'pg_class') FROM pg_class
     WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND starts_with(relname::text, $2)`,
    [table.schema, prefixOf(table)],
  );
  return rows
    .map(([name, comment]) => ({
      index: `${table.schema}.${name}`,
      used: viewIndexStateOf(comment)?.used ?? '',
    }))
    .toSorted((a, b) => (a.used < b.used ? 1 : -1));
}

export async function dropViewIndexes(sql: Pick<Sql, 'query' | 'exec'>, table: TableLayout): Promise<void> {
  await dropTables(sql, await viewIndexesOf(sql, table));
}

export async function dropTables(
  sql: Pick<Sql, 'exec'>,
  unwanted: readonly { readonly index: string }[],
): Promise<void> {
  for (const { index } of unwanted) await sql.exec(`DROP TABLE IF EXISTS ${index}`);
}
