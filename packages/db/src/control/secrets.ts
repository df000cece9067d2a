import type { Engine, Row, Sql, Transaction } from '../engine/engine.ts';

/** What a secret belongs to: it cannot be opened in another row's name. */
export interface SecretOwner {
  /** Null: the instance's own. */
  readonly organizationId: string | null;
  /** Which row holds it: `delivery dlv…`. */
  readonly owner: string;
}

export interface SealedSecret extends SecretOwner {
  readonly id: string;
  readonly keyId: string;
  readonly sealed: string;
}

export interface SealedKey {
  readonly id: string;
  readonly sealed: string;
}

const columns = 'id, organization_id, owner, key_id, sealed';
const present = ([id, organizationId, owner, keyId, sealed]: Row): SealedSecret => ({
  id: String(id),
  organizationId: organizationId === null ? null : String(organizationId),
  owner: String(owner),
  keyId: String(keyId),
  sealed: String(sealed),
});

/** The sealed secrets and keys of the control schema; what they hold is known to `server/src/secrets` alone. */
export class SecretRows {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Oldest first: the last is the one to seal with. */
  async keys(): Promise<readonly SealedKey[]> {
    const rows = await this.#engine.query('SELECT id, sealed FROM weft.secret_keys ORDER BY created_at, id');
    return rows.map(([id, sealed]) => ({ id: String(id), sealed: String(sealed) }));
  }

  async addKey({ id, sealed }: SealedKey): Promise<void> {
    await this.#engine.query('INSERT INTO weft.secret_keys (id, sealed) VALUES ($1, $2)', [id, sealed]);
  }

  /** Removes keys that seal nothing any more, an hour after a newer one came: until then a server may seal with them. */
  async removeUnusedKeys(): Promise<void> {
    await this.#engine.query(
      `DELETE FROM weft.secret_keys AS key WHERE NOT EXISTS (SELECT 1 FROM weft.secrets WHERE key_id = key.id)
         AND EXISTS (SELECT 1 FROM weft.secret_keys AS newer
           WHERE newer.created_at > key.created_at AND newer.created_at < now() - interval '1 hour')`,
    );
  }

  async find(ids: readonly string[]): Promise<readonly SealedSecret[]> {
    const rows = await this.#engine.query(`SELECT ${columns} FROM weft.secrets WHERE id = ANY ($1)`, [ids]);
    return rows.map(present);
  }

  /** The next of those not sealed with this key, after an id. */
  async notSealedWith(keyId: string, after: string, limit: number): Promise<readonly SealedSecret[]> {
    const rows = await this.#engine.query(
      `SELECT ${columns} FROM weft.secrets WHERE key_id <> $1 AND id > $2 ORDER BY id LIMIT $3`,
      [keyId, after, limit],
    );
    return rows.map(present);
  }

  /** Replaces what was read, unless somebody has replaced it meanwhile. */
  async reseal(old: SealedSecret, keyId: string, sealed: string): Promise<void> {
    await this.#engine.query(
      'UPDATE weft.secrets SET key_id = $3, sealed = $4 WHERE id = $1 AND sealed = $2',
      [old.id, old.sealed, keyId, sealed],
    );
  }
}

/** Writes a sealed secret in the transaction of the row that holds it. */
export async function addSecret(tx: Pick<Sql, 'query'>, secret: SealedSecret): Promise<void> {
  await tx.query(`INSERT INTO weft.secrets (${columns}) VALUES ($1, $2, $3, $4, $5)`, valuesOf(secret));
}

/** Keeps the secret of a delivery where that was written; both are waited for where the transaction ends. */
export function sendSecretOfDelivery(
  tx: Pick<Transaction, 'send'>,
  deliveryId: string,
  secret: SealedSecret,
): void {
  tx.send(
    `INSERT INTO weft.secrets (${columns}) SELECT $1, $2, $3, $4, $5
     WHERE EXISTS (SELECT 1 FROM weft.deliveries WHERE id = $6)`,
    [...valuesOf(secret), deliveryId],
  );
}

const valuesOf = ({ id, organizationId, owner, keyId, sealed }: SealedSecret) => [
  id,
  organizationId,
  owner,
  keyId,
  sealed,
];

/** Removes the secrets of an owner in the transaction that ends their use. */
export async function removeSecretsOf(tx: Pick<Sql, 'query'>, owner: string): Promise<void> {
  await tx.query('DELETE FROM weft.secrets WHERE owner = $1', [owner]);
}
