import type { Sql } from '../../engine/engine.ts';

type Queries = Pick<Sql, 'query'>;

/** Notes a refund that is about to be asked for, once; false: another one has its id. */
export async function addRefund(
  tx: Queries,
  refund: {
    readonly id: string;
    readonly orderId: string;
    readonly units: number;
    readonly reason: string;
    /** Null: it was refunded by itself. */
    readonly userId: string | null;
    readonly at: string;
  },
): Promise<boolean> {
  const { id, orderId, units, reason, userId, at } = refund;
  const rows = await tx.query(
    `INSERT INTO weft.payment_refunds AS payment_refunds (id, order_id, units, reason, user_id, asked_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE SET reason = EXCLUDED.reason
     WHERE payment_refunds.order_id = EXCLUDED.order_id AND payment_refunds.units = EXCLUDED.units RETURNING id`,
    [id, orderId, units, reason, userId, at],
  );
  return rows.length > 0;
}

/** What became of a refund that was asked for before; null: none was, under this id, of this order. */
export async function refundAsked(
  tx: Queries,
  id: string,
  orderId: string,
): Promise<{ readonly units: number; readonly isDone: boolean } | null> {
  const [row] = await tx.query(
    'SELECT units, done_at IS NOT NULL FROM weft.payment_refunds WHERE id = $1 AND order_id = $2',
    [id, orderId],
  );
  return row === undefined ? null : { units: Number(row[0]), isDone: row[1] === true };
}

/** Units that were asked back by others and are not known to have been given. */
export async function unitsBeingRefunded(tx: Queries, orderId: string, but: string): Promise<number> {
  const [row] = await tx.query(
    'SELECT coalesce(sum(units), 0) FROM weft.payment_refunds WHERE order_id = $1 AND done_at IS NULL AND id <> $2',
    [orderId, but],
  );
  return Number(row?.[0] ?? 0);
}
