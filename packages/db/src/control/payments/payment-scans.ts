import type { Engine } from '../../engine/engine.ts';

/** What an order is called by its provider; null: nobody was led there as far as we know. */
interface KnownOrder {
  readonly isNamed: boolean;
}

/** What was looked through of the accounts that payments go to. */
export class PaymentScans {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Accounts that forms are paid to, those that were looked through least recently first. */
  async accounts(
    limit: number,
  ): Promise<readonly { readonly serviceId: string; readonly scannedTo: string | null }[]> {
    const rows = await this.#engine.query(
      `SELECT p.service_id, s.scanned_to FROM (SELECT DISTINCT service_id FROM weft.form_payments) p
       LEFT JOIN weft.payment_scans s ON s.service_id = p.service_id
       ORDER BY s.scanned_to NULLS FIRST, p.service_id LIMIT $1`,
      [limit],
    );
    return rows.map(([serviceId, scannedTo]) => ({
      serviceId: String(serviceId),
      scannedTo: scannedTo === null ? null : String(scannedTo),
    }));
  }

  async finish(serviceId: string, at: string): Promise<void> {
    await this.#engine.query(
      `INSERT INTO weft.payment_scans (service_id, scanned_to)
       SELECT id, $2::timestamptz FROM weft.services WHERE id = $1
       ON CONFLICT (service_id) DO UPDATE SET scanned_to = greatest(weft.payment_scans.scanned_to, EXCLUDED.scanned_to)`,
      [serviceId, at],
    );
  }

  /** Those of these orders that are here, of forms of the organization that an account is connected by. */
  async orders(serviceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, KnownOrder>> {
    const rows = await this.#engine.query(
      `SELECT o.id, o.checkout_id IS NOT NULL OR o.intent_id IS NOT NULL FROM weft.payment_orders o
       JOIN weft.flows f ON f.id = o.flow_id JOIN weft.services s ON s.organization_id = f.organization_id
       WHERE s.id = $1 AND o.id = ANY ($2::text[])`,
      [serviceId, ids],
    );
    return new Map(rows.map(([id, isNamed]) => [String(id), { isNamed: isNamed === true }]));
  }

  /** Those of these forms that are here, of the organization that an account is connected by. */
  async forms(serviceId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#engine.query(
      `SELECT f.id FROM weft.flows f JOIN weft.services s ON s.organization_id = f.organization_id
       WHERE s.id = $1 AND f.id = ANY ($2::text[])`,
      [serviceId, ids],
    );
    return new Set(rows.map(([id]) => String(id)));
  }

  /**
   * Gives an order the names that its provider has for it; false: it has some, or what was sent with it was ordered once
   * more since.
   */
  async adopt(
    orderId: string,
    {
      checkout,
      intentId,
    }: {
      readonly checkout: { readonly id: string; readonly url: string | null } | null;
      readonly intentId: string | null;
    },
  ): Promise<boolean> {
    const rows = await this.#engine.query(
      `UPDATE weft.payment_orders o SET checkout_id = $2, checkout_url = $3, intent_id = $4
       WHERE id = $1 AND checkout_id IS NULL AND intent_id IS NULL AND NOT EXISTS (
         SELECT 1 FROM weft.payment_orders other WHERE other.flow_id = o.flow_id
           AND other.submission_id = o.submission_id AND other.id <> o.id AND other.phase <> 'expired')
       RETURNING id`,
      [orderId, checkout?.id ?? null, checkout?.url ?? null, checkout === null ? intentId : null],
    );
    return rows.length > 0;
  }
}
