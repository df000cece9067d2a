import { fold, type RecordData } from '@weft/core';
import type { Engine, Scanner } from '../engine/engine.ts';
import { folded, literalPattern } from '../fields/folded.ts';
import type { RunScan } from '../query/record-query.ts';
import type { TableLayout } from '../schema/layout.ts';
import { indexLogByRecord } from './erase-records.ts';

/** A deleted record as it was when it went. */
export interface DeletedRecord {
  readonly id: string;
  readonly data: RecordData;
}

/** Entries of the log that one statement looks at. */
const step = 5_000;

/**
 * Records of a table that were deleted while their cells held a text somewhere, but for case and accents, as they were
 * when they went last. Some of them may have come back since.
 */
export async function* deletedWithText(
  engine: Engine,
  table: TableLayout,
  text: string,
  runScan: RunScan,
): AsyncGenerator<readonly DeletedRecord[]> {
  const { schema, id: tableId } = table;
  const any = await engine.query(`SELECT 1 FROM ${schema}._deleted_records WHERE table_id = $1 LIMIT 1`, [
    tableId,
  ]);
  if (any.length === 0) return;
  await indexLogByRecord(engine, schema);
  const [ends] = await engine.query(
    `SELECT coalesce(min(seq), 1), coalesce(max(seq), 0) FROM ${schema}._log`,
  );
  const [oldest = 1, newest = 0] = (ends ?? []).map(Number);
  for (let from = oldest; from <= newest; from += step) {
    const found = await runScan((signal) => readStep(engine.scanner(signal), table, text, from));
    if (found.length > 0) yield found;
  }
}

async function readStep(
  sql: Scanner,
  { schema, id: tableId }: TableLayout,
  text: string,
  from: number,
): Promise<readonly DeletedRecord[]> {
  const deletion = `c->>'kind' = 'record' AND c->>'tableId' = $1 AND c->'after' = 'null'::jsonb`;
  // Whoever was restored and deleted again went last in a later entry: that one tells what they held.
  const rows = await sql.query(
    `WITH held AS MATERIALIZED (
       SELECT DISTINCT c->>'recordId' AS id FROM ${schema}._log, jsonb_array_elements(changes) AS c
       WHERE seq >= $3 AND seq < $4 AND $1 = ANY (table_ids) AND ${deletion}
         AND ${folded(`(c->'before'->>'data')`)} LIKE $2)
     SELECT DISTINCT ON (c->>'recordId') c->>'recordId', c->'before'->'data'
     FROM ${schema}._log, jsonb_array_elements(changes) AS c
     WHERE EXISTS (SELECT 1 FROM held) AND seq >= $3 AND $1 = ANY (table_ids) AND ${deletion}
       AND (record_ids IS NULL OR record_ids && ARRAY(SELECT id FROM held)) AND c->>'recordId' IN (SELECT id FROM held)
     ORDER BY c->>'recordId', seq DESC`,
    [tableId, `%${literalPattern(fold(text))}%`, from, from + step],
  );
  return rows.map(([id, data]) => ({ id: String(id), data: data as RecordData }));
}
