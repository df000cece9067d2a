import type { Change } from '@weft/history';
import type { Sql } from '../engine/engine.ts';

/** Ids of records, by table. */
export type InsertedRecords = ReadonlyMap<string, readonly string[]>;

/**
 * The records of some tables that were inserted after a field was hidden last, by the log and by `earlier` changes of the
 * same transaction; some of them may be gone again. Cheap: only the entries since then are read.
 */
export async function insertedSinceHidden(
  sql: Sql,
  schema: string,
  { tableId, fieldId }: { readonly tableId: string; readonly fieldId: string },
  tableIds: readonly string[],
  earlier: readonly Change[],
): Promise<InsertedRecords> {
  const inserted = new Map(tableIds.map((id) => [id, new Set<string>()]));
  for (const change of earlier)
    if (change.kind === 'record' && change.after !== null) inserted.get(change.tableId)?.add(change.recordId);
  const [hidden] = await sql.query(
    `SELECT seq FROM ${schema}._log WHERE $1 = ANY(table_ids) AND changes @> $2::jsonb ORDER BY seq DESC LIMIT 1`,
    [tableId, JSON.stringify([{ kind: 'field', fieldId, after: null }])],
  );
  const rows =
    hidden === undefined
      ? []
      : await sql.query(
          `WITH since AS (SELECT l.seq, c.place, c.change FROM ${schema}._log l,
               jsonb_array_elements(l.changes) WITH ORDINALITY AS c(change, place)
             WHERE l.seq >= $1 AND (l.seq = $1 OR l.table_ids && $2::text[])),
           hidden AS (SELECT max(place) AS place FROM since
             WHERE seq = $1 AND change->>'kind' = 'field' AND change->>'fieldId' = $3 AND change->'after' = 'null')
           SELECT DISTINCT change->>'tableId', change->>'recordId' FROM since, hidden
           WHERE (seq > $1 OR since.place > hidden.place) AND change->>'kind' = 'record'
             AND change->'after' <> 'null' AND change->>'tableId' = ANY($2::text[])`,
          [hidden[0], tableIds, fieldId],
        );
  for (const [of, id] of rows) inserted.get(of as string)?.add(id as string);
  return new Map([...inserted].map(([of, ids]) => [of, [...ids]]));
}
