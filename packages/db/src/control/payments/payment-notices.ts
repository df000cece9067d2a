import type { Engine, Sql } from '../../engine/engine.ts';
import { addSecret, removeSecretsOf, type SealedSecret, type SecretOwner } from '../secrets.ts';

/** Signing secrets of one account: the one in use, and those that are being replaced. */
export const maxNoticeSecrets = 4;

/** Whose the signing secrets of an account are; they stay while its connection is changed. */
export const secretOwnerOfNotices = (serviceId: string): SecretOwner => ({
  organizationId: null,
  owner: `payments ${serviceId}`,
});

/** Removes the signing secrets of an account in the transaction that ends its connection. */
export const removeNoticeSecrets = (tx: Pick<Sql, 'query'>, serviceId: string): Promise<void> =>
  removeSecretsOf(tx, secretOwnerOfNotices(serviceId).owner);

/** Beside an account: what proves that a notice comes from its provider, and what names it to the provider’s script. */
export class PaymentNotices {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Oldest first. */
  async of(serviceId: string): Promise<readonly { readonly secretId: string; readonly ends: string }[]> {
    const rows = await this.#engine.query(
      `SELECT secret_id, ends FROM weft.payment_notice_secrets WHERE service_id = $1
       ORDER BY created_at, secret_id LIMIT $2`,
      [serviceId, maxNoticeSecrets],
    );
    return rows.map(([secretId, ends]) => ({ secretId: String(secretId), ends: String(ends) }));
  }

  /** `known`: one that ends alike is there; `full`: there are as many as there may be. */
  add(serviceId: string, ends: string, secret: SealedSecret): Promise<'added' | 'known' | 'full'> {
    return this.#engine.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM weft.services WHERE id = $1 FOR NO KEY UPDATE', [serviceId]);
      const rows = await tx.query('SELECT ends FROM weft.payment_notice_secrets WHERE service_id = $1', [
        serviceId,
      ]);
      if (rows.some(([one]) => one === ends)) return 'known';
      if (rows.length >= maxNoticeSecrets) return 'full';
      await tx.query(
        'INSERT INTO weft.payment_notice_secrets (secret_id, service_id, ends) VALUES ($1, $2, $3)',
        [secret.id, serviceId, ends],
      );
      await addSecret(tx, secret);
      return 'added';
    });
  }

  /** False: there is none that ends so. */
  remove(serviceId: string, ends: string): Promise<boolean> {
    return this.#engine.transaction(async (tx) => {
      const [row] = await tx.query(
        'DELETE FROM weft.payment_notice_secrets WHERE service_id = $1 AND ends = $2 RETURNING secret_id',
        [serviceId, ends],
      );
      if (row === undefined) return false;
      await tx.query('DELETE FROM weft.secrets WHERE id = $1', [row[0]]);
      return true;
    });
  }

  /** What names an account to the script of its provider on pages: no secret. Null: none is known. */
  async pageKeyOf(serviceId: string): Promise<string | null> {
    const [row] = await this.#engine.query('SELECT key FROM weft.payment_page_keys WHERE service_id = $1', [
      serviceId,
    ]);
    return row === undefined ? null : String(row[0]);
  }

  async setPageKey(serviceId: string, key: string | null): Promise<void> {
    if (key === null)
      await this.#engine.query('DELETE FROM weft.payment_page_keys WHERE service_id = $1', [serviceId]);
    else
      await this.#engine.query(
        `INSERT INTO weft.payment_page_keys (service_id, key) VALUES ($1, $2)
         ON CONFLICT (service_id) DO UPDATE SET key = EXCLUDED.key`,
        [serviceId, key],
      );
  }
}
