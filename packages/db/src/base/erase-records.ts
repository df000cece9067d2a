import type { Engine, Sql, Transaction } from '../engine/engine.ts';
import { DatabaseError, lockTimeout } from '../pg-errors.ts';
import type { TableLayout } from '../schema/layout.ts';
import { searchTable } from '../schema/search-table.ts';
import { viewIndexesOf } from '../schema/view-index-table.ts';

/** A record of the log without what its cells held. */
const emptied = (side: 'before' | 'after') =>
  `CASE WHEN jsonb_typeof(c->'${side}') = 'object' THEN (c->'${side}') - 'raw' || '{"data": {}}' ELSE 'null' END`;

/**
 * Takes what records held out of the log and out of the derived tables, for good: nobody reads it there, and nobody brings
 * it back. That they were made and deleted stays, for whoever follows the base; deleted together with others, they come
 * back with them, empty.
 */
export async function eraseRecords(
  engine: Engine,
  table: TableLayout,
  recordIds: readonly string[],
): Promise<void> {
  const { schema, id } = table;
  await indexLogByRecord(engine, schema);
  await engine.query(
    `UPDATE ${schema}._log SET state = CASE WHEN record_ids <@ $2::text[] THEN NULL ELSE state END, changes = coalesce((
       SELECT jsonb_agg(CASE WHEN c->>'kind' = 'record' AND c->>'recordId' = ANY ($2::text[])
         THEN c || jsonb_build_object('before', ${emptied('before')}, 'after', ${emptied('after')}) ELSE c END ORDER BY n)
       FROM jsonb_array_elements(changes) WITH ORDINALITY AS e (c, n)
       WHERE NOT (c->>'kind' = 'cells' AND c->>'recordId' = ANY ($2::text[]) AND c->>'tableId' = $1)), '[]')
     WHERE $1 = ANY (table_ids) AND (record_ids && $2::text[] OR record_ids IS NULL AND EXISTS (
       SELECT 1 FROM jsonb_array_elements(changes) AS c
       WHERE c->>'tableId' = $1 AND c->>'recordId' = ANY ($2::text[])))`,
    [id, recordIds],
  );
  await eraseDerived(engine, table, recordIds);
}

/**
 * The log of a base whose records are erased is found by record: a GIN index of the records an entry lists, and one of
 * the few entries that list none. Other bases do without, as every edit pays for them.
 */
async function indexLogByRecord(engine: Engine, schema: string): Promise<void> {
  const [there] = await engine.query('SELECT to_regclass($1) IS NOT NULL', [`${schema}._log_records`]);
  if (there?.[0] === true) return;
  const index = async (tx: Transaction): Promise<void> => {
    await tx.query(
      `CREATE INDEX IF NOT EXISTS _log_unlisted ON ${schema}._log (seq) WHERE record_ids IS NULL`,
    );
    await tx.query(`CREATE INDEX IF NOT EXISTS _log_records ON ${schema}._log USING gin (record_ids)`);
  };
  try {
    // In a transaction it gives way where the base is being moved, and to whoever writes for long.
    await engine.transaction(index);
  } catch (error) {
    // The records are deleted by now, and their texts must not stay behind: without it they are found, only more slowly.
    if (!(error instanceof DatabaseError) || error.code !== lockTimeout) throw error;
  }
}

/**
 * Takes the records' texts out of the search index and the indexes of views. A row of a view's index stays, without its
 * keys: the index counts its rows, and reads leave out those that the log names as deleted.
 */
async function eraseDerived(sql: Sql, table: TableLayout, recordIds: readonly string[]): Promise<void> {
  const [there] = await sql.query('SELECT to_regclass($1) IS NOT NULL', [searchTable(table)]);
  if (there?.[0] === true)
    await sql.query(`DELETE FROM ${searchTable(table)} WHERE id = ANY($1::text[])`, [recordIds]);
  for (const { index } of await viewIndexesOf(sql, table)) {
    const keys = await sql.query(
      `SELECT attname::text FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND attname ~ '^k[0-9]+$'`,
      [index],
    );
    const emptyKeys = keys.map(([key]) => `${key} = NULL`).join();
    if (emptyKeys !== '')
      await sql.query(`UPDATE ${index} SET ${emptyKeys} WHERE id = ANY($1::text[])`, [recordIds]);
  }
}
