import type { Engine } from '../engine/engine.ts';

/** A record of the log without what its cells held. */
const emptied = (side: 'before' | 'after') =>
  `CASE WHEN jsonb_typeof(c->'${side}') = 'object' THEN (c->'${side}') - 'raw' || '{"data": {}}' ELSE 'null' END`;

/**
 * Takes what records held out of the log, for good: nobody reads it there, and nobody brings it back. That they were made
 * and deleted stays, for whoever follows the base; deleted together with others, they come back with them, empty.
 */
export async function eraseRecords(
  engine: Engine,
  schema: string,
  tableId: string,
  recordIds: readonly string[],
): Promise<void> {
  await engine.query(
    `UPDATE ${schema}._log SET state = CASE WHEN record_ids <@ $2::text[] THEN NULL ELSE state END, changes = coalesce((
       SELECT jsonb_agg(CASE WHEN c->>'kind' = 'record' AND c->>'recordId' = ANY ($2::text[])
         THEN c || jsonb_build_object('before', ${emptied('before')}, 'after', ${emptied('after')}) ELSE c END ORDER BY n)
       FROM jsonb_array_elements(changes) WITH ORDINALITY AS e (c, n)
       WHERE NOT (c->>'kind' = 'cells' AND c->>'recordId' = ANY ($2::text[]) AND c->>'tableId' = $1)), '[]')
     WHERE $1 = ANY (table_ids) AND (record_ids && $2::text[] OR record_ids IS NULL AND EXISTS (
       SELECT 1 FROM jsonb_array_elements(changes) AS c
       WHERE c->>'tableId' = $1 AND c->>'recordId' = ANY ($2::text[])))`,
    [tableId, recordIds],
  );
}
