import type { CurrencyCode, Interval, OrderState, Quote } from '@weft/payments';
import type { Row, Sql, Transaction } from '../../engine/engine.ts';
import { type Hold, releaseStock } from '../form-stock.ts';

type Queries = Pick<Sql, 'query'>;

/** A time that is held until it is paid, or free again. */
export interface OrderedBooking {
  readonly from: number;
  readonly durationMins: number;
  readonly seats: number;
  readonly hostIds: readonly string[];
  /** As whoever booked it was taken to say. */
  readonly details: unknown;
}

export interface PaymentOrderRow extends OrderState {
  readonly id: string;
  readonly flowId: string;
  /** The form's, as it is now. */
  readonly publicIdentifier: string;
  readonly submissionId: string;
  readonly snapshotId: string;
  readonly token: string;
  readonly serviceId: string;
  readonly live: boolean;
  readonly currency: CurrencyCode;
  readonly total: number;
  readonly quote: Quote;
  readonly taxName: string;
  readonly email: string | null;
  readonly holds: readonly Hold[];
  /** The form's own domain that its answer was sent at; null: a name of the server. */
  readonly domain: string | null;
  /** The booking it pays for; null: an answer. */
  readonly bookingId: string | null;
  /** How that booking is made; null: it is settled, or there is none. */
  readonly booking: OrderedBooking | null;
  /** How often it is paid; null: once. */
  readonly every: Interval | null;
  readonly checkoutId: string | null;
  readonly checkoutUrl: string | null;
  readonly paymentId: string | null;
  /** Its payment on our own page; null: nobody has begun to pay there. */
  readonly intentId: string | null;
  /** It is paid on our own page no more, but on Stripe’s. */
  readonly leavesPage: boolean;
  /** When its answer was taken, or the stock it held was released; null: neither. */
  readonly settledAt: string | null;
  /** Why its answer could not be taken, or nobody can say whether it is paid. */
  readonly fault: string | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

export type NewPaymentOrder = Omit<
  PaymentOrderRow,
  | keyof OrderState
  | 'publicIdentifier'
  | 'checkoutId'
  | 'checkoutUrl'
  | 'paymentId'
  | 'intentId'
  | 'leavesPage'
  | 'settledAt'
  | 'fault'
>;

export const orderColumns = `id, flow_id, submission_id, snapshot_id, token, service_id, live, currency, total, quote, tax_name, email,
  holds, phase, refunded, dispute, read_as, checkout_id, checkout_url, payment_id, settled_at, fault, created_at,
  (SELECT public_identifier FROM weft.flows f WHERE f.id = flow_id), domain, booking_id, booking, every,
  intent_id, leaves_page`;

const textOf = (value: unknown): string | null => (value === null ? null : String(value));

export const presentOrder = (row: Row): PaymentOrderRow => ({
  ...{ id: String(row[0]), flowId: String(row[1]), submissionId: String(row[2]), snapshotId: String(row[3]) },
  ...{ token: String(row[4]), serviceId: String(row[5]), live: row[6] === true },
  ...{ currency: row[7] as CurrencyCode, total: Number(row[8]), quote: row[9] as Quote },
  ...{ taxName: String(row[10]), email: textOf(row[11]), holds: row[12] as readonly Hold[] },
  ...{ phase: row[13] as OrderState['phase'], refunded: Number(row[14]) },
  ...{ dispute: row[15] as OrderState['dispute'], readAs: Number(row[16]) },
  ...{ checkoutId: textOf(row[17]), checkoutUrl: textOf(row[18]), paymentId: textOf(row[19]) },
  ...{ settledAt: textOf(row[20]), fault: textOf(row[21]), createdAt: String(row[22]) },
  ...{ publicIdentifier: String(row[23]), domain: textOf(row[24]) },
  ...{ bookingId: textOf(row[25]), booking: row[26] as OrderedBooking | null },
  every: row[27] as Interval | null,
  ...{ intentId: textOf(row[28]), leavesPage: row[29] === true },
});

/** The order of a submission that may still be paid, or was. */
export async function orderOfSubmission(
  tx: Queries,
  flowId: string,
  submissionId: string,
): Promise<PaymentOrderRow | null> {
  const [row] = await tx.query(
    `SELECT ${orderColumns} FROM weft.payment_orders WHERE flow_id = $1 AND submission_id = $2 AND phase <> 'expired'`,
    [flowId, submissionId],
  );
  return row === undefined ? null : presentOrder(row);
}

/** Whether an answer is there already, or waits for a place: there is nothing to pay for. */
export async function wasAnswered(tx: Queries, flowId: string, submissionId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM weft.form_sessions WHERE flow_id = $1 AND id = $2 AND state IN ('finished', 'waiting')`,
    [flowId, submissionId],
  );
  return rows.length > 0;
}

/** Makes an order; the transaction holds the form, so that a submission has one. */
export function addPaymentOrder(tx: Pick<Transaction, 'send'>, order: NewPaymentOrder): void {
  const { id, flowId, submissionId, snapshotId, token, serviceId, live, currency, total, quote } = order;
  const { taxName, email, holds, domain, createdAt, bookingId, booking, every } = order;
  tx.send(
    `INSERT INTO weft.payment_orders (id, flow_id, submission_id, snapshot_id, token, service_id, live, currency, total,
       quote, tax_name, email, holds, domain, next_read_at, created_at, changed_at, booking_id, booking, every)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11, $12, $13::jsonb, $14,
       $15::timestamptz + interval '1 minute', $15, $15, $16, $17::jsonb, $18)`,
    [
      ...[id, flowId, submissionId, snapshotId, token, serviceId, live, currency, total],
      ...[JSON.stringify(quote), taxName, email, JSON.stringify(holds), domain, createdAt],
      ...[bookingId, booking === null ? null : JSON.stringify(booking), every],
    ],
  );
}

/** Releases the stock that an order reserved, and its answer's place among those of the form. */
export function releaseHolds(
  tx: Pick<Transaction, 'send'>,
  { flowId, holds, bookingId }: Pick<PaymentOrderRow, 'flowId' | 'holds' | 'bookingId'>,
): void {
  releaseStock(tx, flowId, holds);
  if (bookingId !== null) return;
  tx.send('UPDATE weft.documents SET submissions = GREATEST(0, submissions - 1) WHERE flow_id = $1', [
    flowId,
  ]);
}

/** Puts an answer whose payment was abandoned back among those in progress. */
export function reopenAnswer(tx: Pick<Transaction, 'send'>, flowId: string, submissionId: string): void {
  tx.send(
    `UPDATE weft.form_sessions SET state = 'in_progress', person = NULL WHERE flow_id = $1 AND id = $2 AND state = 'paying'`,
    [flowId, submissionId],
  );
}

/** Keeps an order as it is until the transaction ends. */
export async function lockPaymentOrder(tx: Queries, id: string): Promise<PaymentOrderRow | null> {
  const [row] = await tx.query(`SELECT ${orderColumns} FROM weft.payment_orders WHERE id = $1 FOR UPDATE`, [
    id,
  ]);
  return row === undefined ? null : presentOrder(row);
}

/** Writes what became of an order, and what it was read from. */
export function writeOrderState(
  tx: Pick<Transaction, 'send'>,
  id: string,
  { phase, refunded, dispute, readAs }: OrderState,
  {
    at,
    source,
    paymentId,
  }: { readonly at: string; readonly source: string; readonly paymentId: string | null },
): void {
  tx.send(
    `WITH changed AS (
       UPDATE weft.payment_orders SET
         -- What was paid after all has its answer taken.
         settled_at = CASE WHEN phase <> 'paid' AND $2 = 'paid' THEN NULL ELSE settled_at END, phase = $2, refunded = $3, dispute = $4, read_as = $5, changed_at = $6,
         payment_id = coalesce(payment_id, $8)
       WHERE id = $1 RETURNING id)
     INSERT INTO weft.payment_events (order_id, number, at, source, phase, refunded, dispute)
     SELECT id, (SELECT coalesce(max(number), 0) + 1 FROM weft.payment_events WHERE order_id = $1), $6, $7, $2, $3, $4
     FROM changed`,
    [id, phase, refunded, dispute, readAs, at, source, paymentId],
  );
}

/** Notes that the answer of an order counts, or that what it held is free. */
export function settleOrder(tx: Pick<Transaction, 'send'>, id: string, at: string): void {
  tx.send(
    'UPDATE weft.payment_orders SET settled_at = $2, fault = NULL, booking = NULL WHERE id = $1 AND settled_at IS NULL',
    [id, at],
  );
}

/** Nothing is in the way of an order any more. */
export function clearFault(tx: Pick<Transaction, 'send'>, id: string): void {
  tx.send('UPDATE weft.payment_orders SET fault = NULL WHERE id = $1 AND settled_at IS NULL', [id]);
}
