import type { InvoiceState, SubscriptionState } from '@weft/payments';
import type { Row, Sql, Transaction } from '../../engine/engine.ts';

type Queries = Pick<Sql, 'query'>;

/** A subscription as its provider names it, and what became of it. */
export interface StoredSubscription extends SubscriptionState {
  readonly subscriptionId: string;
  /** Whoever pays, as the provider names them. */
  readonly customerId: string;
}

/** An invoice, and the payment that paid it. */
export interface StoredInvoice extends InvoiceState {
  /** As the provider names it; null: it is not paid, or not by a payment. */
  readonly paymentId: string | null;
}

/** What came in by a subscription. */
export interface SubscriptionSum extends StoredSubscription {
  readonly orderId: string;
  /** Invoices that were paid, what came in by them, and what was refunded of those after the first. */
  readonly payments: number;
  readonly paid: number;
  readonly refundedLater: number;
}

/** Invoices `i` that are not the first payment of their order `o`: what was refunded of that one, the order says. */
export const paidLater = `i.phase = 'paid' AND i.payment_id IS DISTINCT FROM o.payment_id`;

const columns = 's.subscription_id, s.customer_id, s.phase, s.ends_at, s.read_as';

const present = (row: Row): StoredSubscription => ({
  ...{ subscriptionId: String(row[0]), customerId: String(row[1]) },
  ...{ phase: row[2] as SubscriptionState['phase'], readAs: Number(row[4]) },
  endsAt: row[3] === null ? null : String(row[3]),
});

/** What was read of an order's subscription; the transaction holds the order. */
export async function subscriptionOf(
  tx: Queries,
  orderId: string,
): Promise<{ readonly known: StoredSubscription | null; readonly invoices: readonly StoredInvoice[] }> {
  const [row] = await tx.query(`SELECT ${columns} FROM weft.payment_subscriptions s WHERE s.order_id = $1`, [
    orderId,
  ]);
  const rows = await tx.query(
    'SELECT invoice_id, phase, units, made_at, read_as, refunded, payment_id FROM weft.payment_invoices WHERE order_id = $1',
    [orderId],
  );
  return {
    known: row === undefined ? null : present(row),
    invoices: rows.map(([id, phase, units, madeAt, readAs, refunded, paymentId]) => ({
      ...{ id: String(id), phase: phase as InvoiceState['phase'], units: Number(units) },
      ...{ madeAt: String(madeAt), readAs: Number(readAs), refunded: Number(refunded) },
      paymentId: paymentId === null ? null : String(paymentId),
    })),
  };
}

/** Adds to the log of an order what became of its subscription, or of an invoice. */
const log = `INSERT INTO weft.payment_events (order_id, number, at, source, phase, refunded, dispute, invoice_id, units)
  SELECT o.id, (SELECT coalesce(max(number), 0) + 1 FROM weft.payment_events WHERE order_id = o.id), $2, $3, $4,
    o.refunded, o.dispute, $5, $6::bigint FROM weft.payment_orders o WHERE o.id = $1`;

interface Read {
  readonly at: string;
  readonly source: string;
}

export function writeSubscription(
  tx: Pick<Transaction, 'send'>,
  orderId: string,
  { subscriptionId, customerId, phase, endsAt, readAs }: StoredSubscription,
  { at, source }: Read,
): void {
  tx.send(
    `INSERT INTO weft.payment_subscriptions (order_id, subscription_id, customer_id, phase, ends_at, read_as)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (order_id) DO UPDATE SET phase = $4, ends_at = $5, read_as = $6`,
    [orderId, subscriptionId, customerId, phase, endsAt, readAs],
  );
  tx.send(log, [orderId, at, source, `subscription ${phase}`, null, null]);
}

export function writeInvoice(
  tx: Pick<Transaction, 'send'>,
  orderId: string,
  { id, phase, units, refunded, paymentId, madeAt, readAs }: StoredInvoice,
  { at, source }: Read,
): void {
  tx.send(
    `INSERT INTO weft.payment_invoices (order_id, invoice_id, phase, units, made_at, read_as, refunded, payment_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (order_id, invoice_id) DO UPDATE
     SET phase = $3, units = $4, read_as = $6, refunded = $7, payment_id = coalesce($8, payment_invoices.payment_id)`,
    [orderId, id, phase, units, madeAt, readAs, refunded, paymentId],
  );
  const told = refunded > 0 ? ['invoice refunded', id, refunded] : [`invoice ${phase}`, id, units];
  tx.send(log, [orderId, at, source, ...told]);
}

/** The subscriptions of orders, with what came in by them. */
export async function subscriptionsOf(
  engine: Queries,
  orderIds: readonly string[],
): Promise<readonly SubscriptionSum[]> {
  if (orderIds.length === 0) return [];
  const rows = await engine.query(
    `SELECT ${columns}, s.order_id, count(i.invoice_id), coalesce(sum(i.units), 0), coalesce(sum(i.refunded) FILTER (WHERE ${paidLater}), 0)
     FROM weft.payment_subscriptions s JOIN weft.payment_orders o ON o.id = s.order_id
     LEFT JOIN weft.payment_invoices i ON i.order_id = s.order_id AND i.phase = 'paid'
     WHERE s.order_id = ANY ($1::text[]) GROUP BY s.order_id`,
    [orderIds],
  );
  return rows.map((row) => ({
    ...present(row),
    ...{ orderId: String(row[5]), payments: Number(row[6]), paid: Number(row[7]) },
    refundedLater: Number(row[8]),
  }));
}
