import type { ActionType } from '@weft/history';
import { must } from '@weft/std';
import type { Engine, Sql } from '../engine/engine.ts';
import { deleteLinks } from '../records/links.ts';
import { partName } from '../schema/layout.ts';
import { readBase } from '../schema/read-base.ts';
import { dropSearchTable } from '../schema/search-table.ts';
import { dropViewIndexes } from '../schema/view-index-table.ts';

/** A deleted table can be restored for this long at least. */
const keptFor = `interval '30 days'`;
/** Steps that a person can undo one after the other: as many as a browser lists. */
const reach = 50;
/** Lock timeout: a table that is being read, by a backup for example, is left for the next run. */
const lockTimeout = '1s';

const waiting = (schema: string): string =>
  `SELECT id FROM ${schema}._tables WHERE deleted_at < now() - ${keptFor} AND purged_at IS NULL`;

/**
 * Drops the records of tables of a base that nobody can bring back any more, each in a transaction of its own; how many
 * there were. Any number of processes may do this at once.
 */
export async function purgeTables(engine: Engine, schema: string): Promise<number> {
  let purged = 0;
  for (const [id] of await engine.query(waiting(schema))) {
    const tableId = id as string;
    // Asked before the base is held: the log may be long.
    if (await mayComeBack(engine, schema, tableId)) continue;
    if (await engine.transaction((tx) => purge(tx, schema, tableId))) purged++;
  }
  return purged;
}

/** False: somebody was faster, or restored the table meanwhile. */
async function purge(tx: Sql, schema: string, tableId: string): Promise<boolean> {
  await tx.query(`SELECT set_config('lock_timeout', '${lockTimeout}', true)`);
  await tx.query(`SELECT 1 FROM ${schema}._base FOR UPDATE`);
  const still = await tx.query(`${waiting(schema)} AND id = $1`, [tableId]);
  if (still.length === 0 || (await mayComeBack(tx, schema, tableId))) return false;
  const table = must(
    (await readBase(tx, schema)).layout.tables.get(tableId),
    'the layout of a deleted table',
  );
  for (let part = 0; part < table.parts; part++) await tx.query(`DROP TABLE ${partName(table, part)}`);
  await dropSearchTable(tx, table);
  await dropViewIndexes(tx, table);
  await deleteLinks(tx, table);
  await tx.query(`DELETE FROM ${schema}._deleted_records WHERE table_id = $1`, [tableId]);
  await tx.query(`UPDATE ${schema}._tables SET purged_at = now() WHERE id = $1`, [tableId]);
  // Whoever goes back further than their list reaches passes over them: they would bring back an empty table.
  await tx.query(`UPDATE ${schema}._log SET state = NULL WHERE state IS NOT NULL AND ${ofTable}`, [
    tableId,
    tableChange(tableId),
  ]);
  await tx.query(`UPDATE ${schema}._base SET meta_version = meta_version + 1`);
  return true;
}

/** Actions of records alone: their long lists of changes are not looked through for the table's own. */
const ofRecords: readonly ActionType[] = [
  'CREATE_RECORD',
  'UPDATE_RECORD_CELL',
  'UPDATE_LINKS',
  'BULK_UPDATE_LINKS',
  'DELETE_RECORD',
  'RESTORE_RECORDS',
  'REORDER_RECORDS',
  'BULK_PASTE_CELLS',
  'BULK_CLEAR_CELLS',
  'BULK_DELETE_RECORDS',
];

/** Entries that make or delete a table: $1 its id, $2 that change of it. */
const ofTable = `$1 = ANY(table_ids) AND type <> ALL('{${ofRecords.join()}}') AND changes @> $2::jsonb`;

const tableChange = (tableId: string): string => JSON.stringify([{ kind: 'table', tableId }]);

/**
 * Whether a step that makes or deletes the table is among those somebody can undo or redo. A table the log does
 * not name belongs to an import, which cleans up after itself.
 */
async function mayComeBack(sql: Sql, schema: string, tableId: string): Promise<boolean> {
  const [row] = await sql.query(
    `WITH own AS MATERIALIZED (
       SELECT seq, user_id, group_id, state, undone_seq FROM ${schema}._log
       WHERE ${ofTable})
     SELECT NOT EXISTS (SELECT 1 FROM own) OR EXISTS (SELECT 1 FROM own WHERE
       state = 'done' AND ${reach} > (SELECT count(*) FROM (
         SELECT DISTINCT coalesce(l.group_id, l.seq::text) FROM ${schema}._log l
         WHERE l.user_id = own.user_id AND l.state = 'done' AND l.seq > own.seq
           AND (own.group_id IS NULL OR l.group_id IS DISTINCT FROM own.group_id)
         LIMIT ${reach}) AS later)
       OR state = 'undone' AND undone_seq > coalesce(
         (SELECT max(seq) FROM ${schema}._log l WHERE l.user_id = own.user_id AND l.state = 'done'), 0))`,
    [tableId, tableChange(tableId)],
  );
  return row?.[0] === true;
}
