import type { Sql } from '../engine/engine.ts';

/** Spam that one form keeps. */
export const maxSpam = 500;

/**
 * Removes spam of a form where there is more than it keeps: first what is surely spam, last what nobody could verify, and
 * of each the oldest.
 */
export async function evictSpam(
  tx: Pick<Sql, 'query'>,
  flowId: string,
  { sure, unverified }: { readonly sure: readonly string[]; readonly unverified: string },
): Promise<void> {
  await tx.query(
    `DELETE FROM weft.form_sessions WHERE flow_id = $1 AND state = 'spam' AND id NOT IN (
       SELECT id FROM weft.form_sessions WHERE flow_id = $1 AND state = 'spam'
       ORDER BY reasons ?| $3::text[] NULLS FIRST,
         coalesce(jsonb_array_length(reasons) = 1 AND starts_with(reasons->>0, $4), false) DESC,
         updated_at DESC, id DESC LIMIT $2)`,
    [flowId, maxSpam, sure, unverified],
  );
}
