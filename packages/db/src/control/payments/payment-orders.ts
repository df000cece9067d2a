import type { CurrencyCode, OrderState, Quote } from '@weft/payments';
import type { Engine, Row, Sql, Transaction } from '../../engine/engine.ts';

type Queries = Pick<Sql, 'query'>;

/** What is held for an order until it is paid or over: so many of a product, a use of a coupon, a place of a choice. */
export interface Hold {
  readonly key: string;
  readonly count: number;
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
  readonly checkoutId: string | null;
  readonly checkoutUrl: string | null;
  readonly paymentId: string | null;
  /** When its answer was taken, or what it held was given back; null: neither. */
  readonly settledAt: string | null;
  /** Why its answer could not be taken, or nobody can say whether it is paid. */
  readonly fault: string | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

export type NewPaymentOrder = Omit<
  PaymentOrderRow,
  keyof OrderState | 'publicIdentifier' | 'checkoutId' | 'checkoutUrl' | 'paymentId' | 'settledAt' | 'fault'
>;

const columns = `id, flow_id, submission_id, snapshot_id, token, service_id, live, currency, total, quote, tax_name, email,
  holds, phase, refunded, dispute, read_as, checkout_id, checkout_url, payment_id, settled_at, fault, created_at,
  (SELECT public_identifier FROM weft.flows f WHERE f.id = flow_id), domain`;

const textOf = (value: unknown): string | null => (value === null ? null : String(value));

const present = (row: Row): PaymentOrderRow => ({
  ...{ id: String(row[0]), flowId: String(row[1]), submissionId: String(row[2]), snapshotId: String(row[3]) },
  ...{ token: String(row[4]), serviceId: String(row[5]), live: row[6] === true },
  ...{ currency: row[7] as CurrencyCode, total: Number(row[8]), quote: row[9] as Quote },
  ...{ taxName: String(row[10]), email: textOf(row[11]), holds: row[12] as readonly Hold[] },
  ...{ phase: row[13] as OrderState['phase'], refunded: Number(row[14]) },
  ...{ dispute: row[15] as OrderState['dispute'], readAs: Number(row[16]) },
  ...{ checkoutId: textOf(row[17]), checkoutUrl: textOf(row[18]), paymentId: textOf(row[19]) },
  ...{ settledAt: textOf(row[20]), fault: textOf(row[21]), createdAt: String(row[22]) },
  ...{ publicIdentifier: String(row[23]), domain: textOf(row[24]) },
});

/** The order of a submission that may still be paid, or was. */
export async function orderOfSubmission(
  tx: Queries,
  flowId: string,
  submissionId: string,
): Promise<PaymentOrderRow | null> {
  const [row] = await tx.query(
    `SELECT ${columns} FROM weft.payment_orders WHERE flow_id = $1 AND submission_id = $2 AND phase <> 'expired'`,
    [flowId, submissionId],
  );
  return row === undefined ? null : present(row);
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
  const { taxName, email, holds, domain, createdAt } = order;
  tx.send(
    `INSERT INTO weft.payment_orders (id, flow_id, submission_id, snapshot_id, token, service_id, live, currency, total,
       quote, tax_name, email, holds, domain, next_read_at, created_at, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11, $12, $13::jsonb, $14,
       $15::timestamptz + interval '1 minute', $15, $15)`,
    [
      ...[id, flowId, submissionId, snapshotId, token, serviceId, live, currency, total],
      ...[JSON.stringify(quote), taxName, email, JSON.stringify(holds), domain, createdAt],
    ],
  );
}

/** Takes so many of what there are `most` of, or nothing of it. */
export async function takeCounted(
  tx: Queries,
  flowId: string,
  { key, count }: Hold,
  most: number,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO weft.form_choices AS c (flow_id, choice_id, taken) SELECT $1, $2, $3::bigint WHERE $3::bigint <= $4
     ON CONFLICT (flow_id, choice_id) DO UPDATE SET taken = c.taken + $3 WHERE c.taken + $3 <= $4 RETURNING taken`,
    [flowId, key, count, most],
  );
  return rows.length > 0;
}

/** Gives back what an order held, and its answer's place among those of the form. */
export function giveBack(tx: Pick<Transaction, 'send'>, flowId: string, holds: readonly Hold[]): void {
  for (const { key, count } of holds)
    tx.send(
      'UPDATE weft.form_choices SET taken = GREATEST(0, taken - $3) WHERE flow_id = $1 AND choice_id = $2',
      [flowId, key, count],
    );
  tx.send('UPDATE weft.documents SET submissions = GREATEST(0, submissions - 1) WHERE flow_id = $1', [
    flowId,
  ]);
}

/** Puts an answer that was not paid back among those that were begun. */
export function stopPaying(tx: Pick<Transaction, 'send'>, flowId: string, submissionId: string): void {
  tx.send(
    `UPDATE weft.form_sessions SET state = 'in_progress', person = NULL WHERE flow_id = $1 AND id = $2 AND state = 'paying'`,
    [flowId, submissionId],
  );
}

/** Keeps an order as it is until the transaction ends. */
export async function lockPaymentOrder(tx: Queries, id: string): Promise<PaymentOrderRow | null> {
  const [row] = await tx.query(`SELECT ${columns} FROM weft.payment_orders WHERE id = $1 FOR UPDATE`, [id]);
  return row === undefined ? null : present(row);
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
    'UPDATE weft.payment_orders SET settled_at = $2, fault = NULL WHERE id = $1 AND settled_at IS NULL',
    [id, at],
  );
}

/** Nothing is in the way of an order any more. */
export function clearFault(tx: Pick<Transaction, 'send'>, id: string): void {
  tx.send('UPDATE weft.payment_orders SET fault = NULL WHERE id = $1 AND settled_at IS NULL', [id]);
}

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
}

/** An order that is about to be asked about, and the account that knows of it. */
export interface OrderToRead {
  readonly id: string;
  readonly serviceId: string;
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
    const [row] = await this.#engine.query(`SELECT ${columns} FROM weft.payment_orders WHERE id = $1`, [id]);
    return row === undefined ? null : present(row);
  }

  /** The order of a link; its form may be published no more. */
  async byLink(publicIdentifier: string, token: string): Promise<PaymentOrderRow | null> {
    const [row] = await this.#engine.query(
      `SELECT ${columns} FROM weft.payment_orders WHERE token = $2 AND flow_id IN (
         SELECT id FROM weft.flows WHERE public_identifier = $1
         UNION ALL SELECT flow_id FROM weft.documents WHERE custom_ending = $1)`,
      [publicIdentifier, token],
    );
    return row === undefined ? null : present(row);
  }

  /** The order that a notice of an account speaks of, by whichever of its names the notice has. */
  async ofNotice(
    serviceId: string,
    { live, orderId, objectIds }: { live: boolean; orderId: string | null; objectIds: readonly string[] },
  ): Promise<string | null> {
    const [row] = await this.#engine.query(
      `SELECT id FROM weft.payment_orders WHERE service_id = $1 AND live = $2
         AND (id = $3 OR checkout_id = ANY ($4::text[]) OR payment_id = ANY ($4::text[])) LIMIT 1`,
      [serviceId, live, orderId, objectIds],
    );
    return row === undefined ? null : String(row[0]);
  }

  async setCheckout(id: string, checkout: { readonly id: string; readonly url: string }): Promise<void> {
    await this.#engine.query(
      `UPDATE weft.payment_orders SET checkout_id = $2, checkout_url = $3
       WHERE id = $1 AND checkout_id IS NULL AND phase = 'awaiting'`,
      [id, checkout.id, checkout.url],
    );
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

  /** Orders that were paid since a moment: what became of their money is looked at once more. */
  async paidSince(at: string, after: string, limit: number): Promise<readonly OrderToRead[]> {
    const rows = await this.#engine.query(
      `SELECT id, service_id FROM weft.payment_orders
       WHERE phase IN ('paid', 'review', 'expired', 'abandoned') AND created_at >= $1 AND id > $2 ORDER BY id LIMIT $3`,
      [at, after, limit],
    );
    return rows.map(presentToRead);
  }

  /** Newest first; `after` is the last of the list before. */
  async list(
    flowId: string,
    limit: number,
    after: Pick<PaymentOrderRow, 'id' | 'createdAt'> | null,
  ): Promise<readonly PaymentOrderRow[]> {
    const rows = await this.#engine.query(
      `SELECT ${columns} FROM weft.payment_orders
       WHERE flow_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3))
       ORDER BY created_at DESC, id DESC LIMIT $4`,
      [flowId, after?.createdAt ?? null, after?.id ?? '', limit],
    );
    return rows.map(present);
  }

  async totals(flowId: string): Promise<readonly PaymentTotal[]> {
    const rows = await this.#engine.query(
      `SELECT currency, live, count(*), sum(total), sum(refunded) FROM weft.payment_orders
       WHERE flow_id = $1 AND phase = 'paid' GROUP BY currency, live ORDER BY live DESC, currency`,
      [flowId],
    );
    return rows.map(([currency, live, orders, paid, refunded]) => ({
      ...{ currency: currency as CurrencyCode, live: live === true, orders: Number(orders) },
      ...{ paid: Number(paid), refunded: Number(refunded) },
    }));
  }
}
