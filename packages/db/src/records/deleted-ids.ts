import type { Sql } from '../engine/engine.ts';
import type { TableLayout } from '../schema/layout.ts';

/** Remembers the ids of records that go: no other record gets one, since the deleted record may come back under it. */
export const rememberDeleted = (tx: Sql, table: TableLayout, ids: readonly string[]): Promise<unknown> =>
  tx.query(
    `INSERT INTO ${table.schema}._deleted_records (table_id, id)
     SELECT $1, id FROM unnest($2::text[]) AS gone(id) ON CONFLICT DO NOTHING`,
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
