import type { Sql, Transaction } from '../engine/engine.ts';

/** What is held until it is paid, given back or taken for good: so many of a product, a use of a coupon, a place of a choice. */
export interface Hold {
  readonly key: string;
  readonly count: number;
}

/** A hold on what there are so many of. */
export interface Wanted extends Hold {
  readonly most: number;
}

/**
 * Reserves all of these that there is enough of, in one statement and one order, and gives their keys: what is left out
 * is sold out, and nothing of it is reserved. Keys are different ones.
 */
export async function reserveStock(
  tx: Pick<Sql, 'query'>,
  flowId: string,
  wanted: readonly Wanted[],
): Promise<ReadonlySet<string>> {
  if (wanted.length === 0) return new Set();
  const rows = await tx.query(
    `INSERT INTO weft.form_choices AS c (flow_id, choice_id, taken)
     SELECT $1, w.key, w.count FROM jsonb_to_recordset($2::jsonb) AS w (key text, count bigint, most bigint)
       WHERE w.count <= w.most ORDER BY w.key
     ON CONFLICT (flow_id, choice_id) DO UPDATE SET taken = c.taken + excluded.taken
       WHERE c.taken + excluded.taken <= ($3::jsonb ->> excluded.choice_id)::bigint
     RETURNING choice_id`,
    [
      flowId,
      JSON.stringify(wanted),
      JSON.stringify(Object.fromEntries(wanted.map(({ key, most }) => [key, most]))),
    ],
  );
  return new Set(rows.map(([key]) => String(key)));
}

/** Gives back what was reserved. */
export function releaseStock(tx: Pick<Transaction, 'send'>, flowId: string, holds: readonly Hold[]): void {
  if (holds.length === 0) return;
  tx.send(
    `UPDATE weft.form_choices AS c SET taken = GREATEST(0, c.taken - w.count)
     FROM (SELECT key, sum(count)::bigint AS count FROM jsonb_to_recordset($2::jsonb) AS h (key text, count bigint)
       GROUP BY key) AS w
     WHERE c.flow_id = $1 AND c.choice_id = w.key`,
    [flowId, JSON.stringify(holds)],
  );
}
