import type { Sql } from '../engine/engine.ts';

type Queries = Pick<Sql, 'query'>;

/**
 * Notes that the records of answers were deleted, or that they are there again, and counts them so. Records that nobody sent
 * as an answer, and those of other bases, change nothing.
 */
export async function markAnswersDeleted(
  tx: Queries,
  flowId: string,
  recordIds: readonly string[],
  isDeleted: boolean,
): Promise<void> {
  await tx.query(
    `WITH changed AS (UPDATE weft.form_sessions SET is_deleted = $3
         WHERE flow_id = $1 AND record_id = ANY ($2::text[]) AND is_deleted <> $3 RETURNING 1)
     UPDATE weft.documents
     SET deleted_answers = deleted_answers + (SELECT count(*) FROM changed) * CASE WHEN $3 THEN 1 ELSE -1 END
     WHERE flow_id = $1 AND EXISTS (SELECT 1 FROM changed)`,
    [flowId, recordIds, isDeleted],
  );
}

/** Counts those of the submissions a new form came with whose answers did not come with it: they were deleted. */
export async function countMissingAnswers(tx: Queries, flowId: string): Promise<void> {
  await tx.query(
    `UPDATE weft.documents SET deleted_answers = submissions -
       (SELECT count(*) FROM weft.form_sessions WHERE flow_id = $1 AND state = 'finished')
     WHERE flow_id = $1`,
    [flowId],
  );
}
