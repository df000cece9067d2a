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
  /** The last day on which it was read: YYYY-MM-DD. */
  readonly used: string;
}

const prefixOf = ({ id }: TableLayout): string => `_order_${id}_`;

/** Where the index of a query stands; `identity` tells queries apart. */
export const viewIndexTable = (table: TableLayout, identity: string): string =>
  `${table.schema}.${prefixOf(table)}${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`;

/** Views of tables from this many bytes on get an index: about fifty thousand records. */
const worthwhile = 16 * 1024 * 1024;

const stateOf = (comment: unknown): ViewIndexState | null =>
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
  return { state: stateOf(row?.[0]), isLarge: row?.[1] === true };
}

/** Numbers, truth values and a day need no escaping. */
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
    .map(([name, comment]) => ({ index: `${table.schema}.${name}`, used: stateOf(comment)?.used ?? '' }))
    .toSorted((a, b) => (a.used < b.used ? 1 : -1));
}

export async function dropViewIndexes(
  sql: Pick<Sql, 'query' | 'exec'>,
  table: TableLayout,
  which: (one: { readonly used: string }, place: number) => boolean = () => true,
): Promise<void> {
  const unwanted = (await viewIndexesOf(sql, table)).filter(which);
  for (const { index } of unwanted) await sql.exec(`DROP TABLE IF EXISTS ${index}`);
}
