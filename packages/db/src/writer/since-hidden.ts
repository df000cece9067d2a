import { type Cell, type Change, cellOf, recordOf } from '@weft/history';
import type { Sql } from '../engine/engine.ts';

interface HiddenField {
  readonly tableId: string;
  readonly fieldId: string;
}

/** The entry that hid a field last; undefined where the log tells of none. */
async function hiddenAt(
  sql: Sql,
  schema: string,
  { tableId, fieldId }: HiddenField,
): Promise<number | undefined> {
  const [row] = await sql.query(
    `SELECT seq FROM ${schema}._log WHERE $1 = ANY(table_ids) AND changes @> $2::jsonb ORDER BY seq DESC LIMIT 1`,
    [tableId, JSON.stringify([{ kind: 'field', fieldId, after: null }])],
  );
  return row?.[0] as number | undefined;
}

/** The changes of tables ($2) after the entry ($1) hid a field ($3), as `changed`. Cheap: only the entries since are read. */
const changedSince = (schema: string): string =>
  `WITH since AS (SELECT l.seq, c.place, c.change FROM ${schema}._log l,
     jsonb_array_elements(l.changes) WITH ORDINALITY AS c(change, place)
   WHERE l.seq >= $1 AND (l.seq = $1 OR l.table_ids && $2::text[])),
 hidden AS (SELECT max(place) AS place FROM since
   WHERE seq = $1 AND change->>'kind' = 'field' AND change->>'fieldId' = $3 AND change->'after' = 'null'),
 changed AS (SELECT seq, since.place, change FROM since, hidden
   WHERE (seq > $1 OR since.place > hidden.place) AND change->>'tableId' = ANY($2::text[]))`;

/** Ids of records, by table. */
export type InsertedRecords = ReadonlyMap<string, readonly string[]>;

/**
 * The records of some tables that were inserted after a field was hidden last, by the log and by `earlier` changes of the
 * same transaction; some of them may be gone again.
 */
export async function insertedSinceHidden(
  sql: Sql,
  schema: string,
  field: HiddenField,
  tableIds: readonly string[],
  earlier: readonly Change[],
): Promise<InsertedRecords> {
  const inserted = new Map(tableIds.map((id) => [id, new Set<string>()]));
  for (const change of earlier)
    if (change.kind === 'record' && change.after !== null) inserted.get(change.tableId)?.add(change.recordId);
  const seq = await hiddenAt(sql, schema, field);
  const rows =
    seq === undefined
      ? []
      : await sql.query(
          `${changedSince(schema)}
           SELECT DISTINCT change->>'tableId', change->>'recordId' FROM changed
           WHERE change->>'kind' = 'record' AND change->'after' <> 'null'`,
          [seq, tableIds, field.fieldId],
        );
  for (const [of, id] of rows) inserted.get(of as string)?.add(id as string);
  return new Map([...inserted].map(([of, ids]) => [of, [...ids]]));
}

/**
 * What the records whose cell of `source` was written after a field was hidden last, that went, or that were made since,
 * held there before; as `insertedSinceHidden`.
 */
export async function cellsWhenHidden(
  sql: Sql,
  schema: string,
  { source, ...field }: HiddenField & { readonly source: string },
  earlier: readonly Change[],
): Promise<ReadonlyMap<string, Cell>> {
  const seq = await hiddenAt(sql, schema, field);
  const first =
    seq === undefined
      ? []
      : await sql.query(
          `${changedSince(schema)}
           SELECT DISTINCT ON (change->>'recordId') change FROM changed
           WHERE change->>'kind' = 'record' OR change->>'kind' = 'cells' AND change->'after' ? $4
           ORDER BY change->>'recordId', seq, place`,
          [seq, [field.tableId], field.fieldId, source],
        );
  const cells = new Map<string, Cell>();
  for (const change of [...first.map(([of]) => of as Change), ...earlier]) {
    if (change.tableId !== field.tableId || !('recordId' in change) || cells.has(change.recordId)) continue;
    const { recordId } = change;
    if (change.kind === 'record')
      cells.set(
        recordId,
        change.before === null ? { value: null } : cellOf(recordOf(recordId, change.before, ''), source),
      );
    else if (change.kind === 'cells' && source in change.after)
      cells.set(recordId, change.before[source] ?? { value: null });
  }
  return cells;
}
