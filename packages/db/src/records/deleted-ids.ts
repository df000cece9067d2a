import type { Sql } from '../engine/engine.ts';
import { partName, type TableLayout } from '../schema/layout.ts';

/**
 * Remembers the ids of records that are about to go, and who made them: no other record gets such an id, since the deleted
 * record may come back under it.
 */
export const rememberDeleted = (tx: Sql, table: TableLayout, ids: readonly string[]): Promise<unknown> =>
  tx.query(
    `INSERT INTO ${table.schema}._deleted_records (table_id, id, created_by)
     SELECT $1, gone.id, t.created_by FROM unnest($2::text[]) AS gone(id) LEFT JOIN ${partName(table)} t ON t.id = gone.id
     ON CONFLICT (table_id, id) DO UPDATE SET created_by = excluded.created_by`,
    [table.id, ids],
  );

/** Which of these ids are of records that were deleted; some of them may have come back. */
export async function deletedIds(
  tx: Sql,
  schema: string,
  tableId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx.query(
    `SELECT id FROM ${schema}._deleted_records WHERE table_id = $1 AND id = ANY($2::text[])`,
    [tableId, ids],
  );
  return rows.map(([id]) => id as string);
}
