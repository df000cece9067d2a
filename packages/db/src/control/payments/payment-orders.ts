import type { CurrencyCode } from '@weft/payments';
import type { Engine, Row } from '../../engine/engine.ts';
import { orderColumns, orderOfSubmission, type PaymentOrderRow, presentOrder } from './payment-order-rows.ts';
import {
  paidLater,
  type StoredInvoice,
  type SubscriptionSum,
  subscriptionOf,
  subscriptionsOf,
} from './payment-subscriptions.ts';

/** The account that payments of a form go to. */
export interface FormAccount {
  readonly serviceId: string;
  readonly name: string;
  readonly test: boolean;
}

/** What came in by one currency and mode. */
export interface PaymentTotal {
  readonly currency: CurrencyCode;
  readonly live: boolean;
  readonly orders: number;
  readonly paid: number;
  readonly refunded: number;
  /** What a bank took back, less what was refunded of it before. */
  readonly lost: number;
}

/** An order that is about to be asked about, and the account that knows of it. */
export interface OrderToRead {
  readonly id: string;
  readonly serviceId: string;
}

/** An order whose money is looked at once more. */
export interface OrderToCompare extends OrderToRead {
  /** Its place in the turn. */
  readonly dueAt: string;
}

interface Comparison {
  readonly since: string;
  /** Read again after this, an order is left to the next turn. */
  readonly until: string;
  /** The last of the list before; null: from the beginning. */
  readonly after: OrderToCompare | null;
  /** Accounts that do not answer now. */
  readonly away: readonly string[];
}

const presentToRead = (row: Row): OrderToRead => ({ id: String(row[0]), serviceId: String(row[1]) });

/** Orders of forms that take payments. */
export class PaymentOrders {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Null: none is chosen, or it was disconnected. */
  async accountOf(flowId: string): Promise<FormAccount | null> {
    const [row] = await this.#engine.query(
      `SELECT p.service_id, s.name, p.test FROM weft.form_payments p
       JOIN weft.services s ON s.id = p.service_id JOIN weft.flows f ON f.id = p.flow_id
       WHERE p.flow_id = $1 AND s.organization_id = f.organization_id`,
      [flowId],
    );
    return row === undefined
      ? null
      : { serviceId: String(row[0]), name: String(row[1]), test: row[2] === true };
  }

  async setAccount(flowId: string, account: Pick<FormAccount, 'serviceId' | 'test'> | null): Promise<void> {
    if (account === null)
      await this.#engine.query('DELETE FROM weft.form_payments WHERE flow_id = $1', [flowId]);
    else
      await this.#engine.query(
        `INSERT INTO weft.form_payments (flow_id, service_id, test) VALUES ($1, $2, $3)
         ON CONFLICT (flow_id) DO UPDATE SET service_id = EXCLUDED.service_id, test = EXCLUDED.test`,
        [flowId, account.serviceId, account.test],
      );
  }

  async find(id: string): Promise<PaymentOrderRow | null> {
    const [row] = await this.#engine.query(`SELECT ${orderColumns} FROM weft.payment_orders WHERE id = $1`, [
      id,
    ]);
    return row === undefined ? null : presentOrder(row);
  }

  /** The order of a link; its form may be published no more. */
  async byLink(publicIdentifier: string, token: string): Promise<PaymentOrderRow | null> {
    const [row] = await this.#engine.query(
      `SELECT ${orderColumns} FROM weft.payment_orders WHERE token = $2 AND flow_id IN (
         SELECT id FROM weft.flows WHERE public_identifier = $1
         UNION ALL SELECT flow_id FROM weft.documents WHERE custom_ending = $1)`,
      [publicIdentifier, token],
    );
    return row === undefined ? null : presentOrder(row);
  }

  /** The order of a submission that may still be paid, or was. */
  ofSubmission(flowId: string, submissionId: string): Promise<PaymentOrderRow | null> {
    return orderOfSubmission(this.#engine, flowId, submissionId);
  }

  /** The order that a notice of an account speaks of, by whichever of its names the notice has. */
  async ofNotice(
    serviceId: string,
    { live, orderId, objectIds }: { live: boolean; orderId: string | null; objectIds: readonly string[] },
  ): Promise<string | null> {
    const [row] = await this.#engine.query(
      `SELECT id FROM weft.payment_orders WHERE service_id = $1 AND live = $2
         AND (id = $3 OR checkout_id = ANY ($4::text[]) OR payment_id = ANY ($4::text[]) OR intent_id = ANY ($4::text[])
           OR id IN (SELECT order_id FROM weft.payment_subscriptions WHERE subscription_id = ANY ($4::text[])
             UNION ALL SELECT order_id FROM weft.payment_invoices WHERE payment_id = ANY ($4::text[]))) LIMIT 1`,
      [serviceId, live, orderId, objectIds],
    );
    return row === undefined ? null : String(row[0]);
  }

  async setCheckout(id: string, checkout: { readonly id: string; readonly url: string }): Promise<void> {
    await this.#engine.query(
      `UPDATE weft.payment_orders SET checkout_id = $2, checkout_url = $3
       WHERE id = $1 AND checkout_id IS NULL AND (intent_id IS NULL OR leaves_page) AND phase = 'awaiting'`,
      [id, checkout.id, checkout.url],
    );
  }

  /**
   * Names the payment that is made on our own page, so that it may be given to whoever pays there; false: the order is paid
   * elsewhere, or over. Of this and `setCheckout` one takes hold: nobody can pay one order in two places.
   */
  async setIntent(id: string, intentId: string): Promise<boolean> {
    const rows = await this.#engine.query(
      `UPDATE weft.payment_orders SET intent_id = $2
       WHERE id = $1 AND coalesce(intent_id, $2) = $2 AND checkout_id IS NULL AND NOT leaves_page AND phase = 'awaiting'
       RETURNING id`,
      [id, intentId],
    );
    return rows.length > 0;
  }

  /** No further payment is begun on our own page; gives the one that was. */
  async leavePage(id: string): Promise<string | null> {
    const [row] = await this.#engine.query(
      'UPDATE weft.payment_orders SET leaves_page = true WHERE id = $1 RETURNING intent_id',
      [id],
    );
    return row?.[0] == null ? null : String(row[0]);
  }

  /** Numbers a reading as it begins, and says when the next one is due. */
  async beginReading(id: string, nextAt: string): Promise<number> {
    const [row] = await this.#engine.query(
      'UPDATE weft.payment_orders SET readings = readings + 1, next_read_at = $2 WHERE id = $1 RETURNING readings',
      [id, nextAt],
    );
    return Number(row?.[0] ?? 0);
  }

  /** Leaves an address out of the orders of a form. */
  async forgetEmail(flowId: string, email: string): Promise<void> {
    await this.#engine.query(
      'UPDATE weft.payment_orders SET email = NULL WHERE flow_id = $1 AND lower(email) = lower($2)',
      [flowId, email],
    );
  }

  /** Whom to tell of the payments of a form. */
  async ownerEmail(flowId: string): Promise<string | null> {
    const [row] = await this.#engine.query(
      'SELECT u."email" FROM weft.flows f JOIN weft.auth_user u ON u."id" = f.owner_user_id WHERE f.id = $1',
      [flowId],
    );
    return row === undefined ? null : String(row[0]);
  }

  /** Notes why an order does not come to its end, and when it is read again. */
  async noteFault(id: string, fault: string, nextAt: string): Promise<void> {
    await this.#engine.query(
      'UPDATE weft.payment_orders SET fault = $2, next_read_at = $3 WHERE id = $1 AND settled_at IS NULL',
      [id, fault, nextAt],
    );
  }

  /** Notes why an order has come to its end that nobody could pay. */
  async noteRefusal(id: string, fault: string): Promise<void> {
    await this.#engine.query(
      `UPDATE weft.payment_orders SET fault = $2 WHERE id = $1 AND phase = 'expired' AND checkout_id IS NULL`,
      [id, fault],
    );
  }

  async endRefund(id: string, at: string): Promise<void> {
    await this.#engine.query('UPDATE weft.payment_refunds SET done_at = $2 WHERE id = $1', [id, at]);
  }

  /** Refunds of which nobody knows whether they were made, a minute after they were asked for. */
  async openRefunds(
    limit: number,
  ): Promise<readonly { readonly id: string; readonly orderId: string; readonly units: number }[]> {
    const rows = await this.#engine.query(
      `SELECT id, order_id, units FROM weft.payment_refunds
       WHERE done_at IS NULL AND asked_at < now() - interval '1 minute' ORDER BY asked_at LIMIT $1`,
      [limit],
    );
    return rows.map(([id, orderId, units]) => ({
      ...{ id: String(id), orderId: String(orderId), units: Number(units) },
    }));
  }

  /** Takes back a refund that was refused. */
  async cancelRefund(id: string): Promise<void> {
    await this.#engine.query('DELETE FROM weft.payment_refunds WHERE id = $1 AND done_at IS NULL', [id]);
  }

  /** Orders to look after at a moment, those that wait longest first, and so many of one account. */
  async due(at: string, limit: number, ofOneAccount: number): Promise<readonly OrderToRead[]> {
    const rows = await this.#engine.query(
      `SELECT id, service_id FROM (
         SELECT id, service_id, next_read_at, row_number() OVER (PARTITION BY service_id ORDER BY next_read_at, id) AS place
         FROM weft.payment_orders
         WHERE next_read_at <= $1 AND (settled_at IS NULL OR phase IN ('awaiting', 'processing'))
           AND phase <> 'review') d
       WHERE place <= $3 ORDER BY next_read_at, id LIMIT $2`,
      [at, limit, ofOneAccount],
    );
    return rows.map(presentToRead);
  }

  /**
   * Orders that were made since a moment, or are paid still: what became of their money is looked at once more. Those that
   * were read least recently come first, so that however many there are, each has its turn.
   */
  async toCompare(
    { since, until, after, away }: Comparison,
    limit: number,
  ): Promise<readonly OrderToCompare[]> {
    const rows = await this.#engine.query(
      `SELECT id, service_id, next_read_at::text FROM (
         SELECT id, service_id, next_read_at FROM weft.payment_orders
         WHERE phase IN ('paid', 'review', 'expired', 'abandoned') AND created_at >= $1
         UNION SELECT id, service_id, next_read_at FROM weft.payment_orders
         WHERE phase IN ('paid', 'review', 'expired', 'abandoned')
           AND id IN (SELECT order_id FROM weft.payment_subscriptions WHERE phase <> 'ended')) o
       WHERE next_read_at <= $2 AND ($3::timestamptz IS NULL OR (next_read_at, id) > ($3, $4))
         AND service_id <> ALL ($5::text[])
       ORDER BY next_read_at, id LIMIT $6`,
      [since, until, after?.dueAt ?? null, after?.id ?? '', away, limit],
    );
    return rows.map((row) => ({ ...presentToRead(row), dueAt: String(row[2]) }));
  }

  /** The orders that paid for bookings, those that came to nothing left out. */
  async ofBookings(bookingIds: readonly string[]): Promise<readonly PaymentOrderRow[]> {
    if (bookingIds.length === 0) return [];
    const rows = await this.#engine.query(
      `SELECT ${orderColumns} FROM weft.payment_orders
       WHERE booking_id = ANY ($1::text[]) AND phase IN ('paid', 'review')`,
      [bookingIds],
    );
    return rows.map(presentOrder);
  }

  /** What was read of an order's invoices. */
  async invoicesOf(orderId: string): Promise<readonly StoredInvoice[]> {
    return (await subscriptionOf(this.#engine, orderId)).invoices;
  }

  /** The subscriptions of orders, with what came in by them. */
  subscriptionsOf(orderIds: readonly string[]): Promise<readonly SubscriptionSum[]> {
    return subscriptionsOf(this.#engine, orderIds);
  }

  /** Newest first; `after` is the last of the list before. */
  async list(
    flowId: string,
    limit: number,
    after: Pick<PaymentOrderRow, 'id' | 'createdAt'> | null,
  ): Promise<readonly PaymentOrderRow[]> {
    const rows = await this.#engine.query(
      `SELECT ${orderColumns} FROM weft.payment_orders
       WHERE flow_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3))
       ORDER BY created_at DESC, id DESC LIMIT $4`,
      [flowId, after?.createdAt ?? null, after?.id ?? '', limit],
    );
    return rows.map(presentOrder);
  }

  /** What orders of a form are paid in. */
  async currenciesOf(flowId: string): Promise<readonly CurrencyCode[]> {
    const rows = await this.#engine.query(
      'SELECT DISTINCT currency FROM weft.payment_orders WHERE flow_id = $1',
      [flowId],
    );
    return rows.map(([currency]) => currency as CurrencyCode);
  }

  async totals(flowId: string): Promise<readonly PaymentTotal[]> {
    const rows = await this.#engine.query(
      `SELECT currency, live, count(*), sum(greatest(total, coalesce(i.units, 0))), sum(o.refunded + coalesce(i.refunded, 0)),
         coalesce(sum(total - o.refunded) FILTER (WHERE dispute = 'lost'), 0)
       FROM weft.payment_orders o LEFT JOIN LATERAL (
         SELECT sum(i.units) AS units, sum(i.refunded) FILTER (WHERE ${paidLater}) AS refunded
         FROM weft.payment_invoices i WHERE i.order_id = o.id AND i.phase = 'paid') i ON o.every IS NOT NULL
       WHERE flow_id = $1 AND phase = 'paid' GROUP BY currency, live ORDER BY live DESC, currency`,
      [flowId],
    );
    return rows.map(([currency, live, orders, paid, refunded, lost]) => ({
      ...{ currency: currency as CurrencyCode, live: live === true, orders: Number(orders) },
      ...{ paid: Number(paid), refunded: Number(refunded), lost: Number(lost) },
    }));
  }
}
