import type { TableLayout } from '../schema/layout.ts';
import type { Queries } from './scan.ts';

/** So many entries of the log are read beside an index; the job that brings it up to date is asked for long before. */
const maxEntries = 1_000;
const manyEntries = 200;

/**
 * The records that the log names since an index was up to date; null where they are too many, or an entry does not list
 * its records, as one of an import. `onBehind`: the index is to be brought up to date.
 */
export async function changedSince(
  sql: Queries,
  { schema, id }: TableLayout,
  seq: number,
  onBehind: () => void,
): Promise<readonly string[] | null> {
  const rows = await sql.query(
    `SELECT CASE WHEN type <> 'IMPORT_RECORDS' THEN record_ids END FROM ${schema}._log WHERE seq > $1 AND $2 = ANY(table_ids) LIMIT $3`,
    [seq, id, maxEntries + 1],
  );
  const isListed = rows.length <= maxEntries && rows.every(([ids]) => Array.isArray(ids));
  if (rows.length > manyEntries || !isListed) onBehind();
  return isListed ? [...new Set(rows.flatMap(([ids]) => ids as readonly string[]))] : null;
}

/** Whether rows came since that no entry of the log lists. */
export async function wasImported(sql: Queries, { schema, id }: TableLayout, seq: number): Promise<boolean> {
  const rows = await sql.query(
    `SELECT 1 FROM ${schema}._log WHERE seq > $1 AND $2 = ANY(table_ids) AND type = 'IMPORT_RECORDS' LIMIT 1`,
    [seq, id],
  );
  return rows.length > 0;
}

/** The records that entries after a seq and up to another have changed, those of long lists too. */
export async function changedBetween(
  sql: Queries,
  { schema, id }: TableLayout,
  since: number,
  to: number,
): Promise<readonly string[]> {
  const rows = await sql.query(
    `SELECT DISTINCT change->>'recordId' FROM ${schema}._log, jsonb_array_elements(changes) AS change
     WHERE seq > $1 AND seq <= $2 AND $3 = ANY(table_ids) AND change->>'tableId' = $3 AND change ? 'recordId'`,
    [since, to, id],
  );
  return rows.map(([recordId]) => recordId as string);
}

export async function headSeq(sql: Queries, schema: string): Promise<number> {
  const [row] = await sql.query(`SELECT seq FROM ${schema}._base`);
  return Number(row?.[0]);
}
