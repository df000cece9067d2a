import { JoinedReads } from '@weft/std';
import type { Engine, Row, Sql } from '../engine/engine.ts';
import { addSecret, removeSecretsOf, type SealedSecret, type SecretOwner } from './secrets.ts';

type Queries = Pick<Sql, 'query'>;

/** An address that is told of each answer to a form. */
export interface FormWebhook {
  readonly id: string;
  readonly flowId: string;
  readonly url: string;
  readonly secretId: string;
  readonly enabled: boolean;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** Addresses one form may tell. */
export const maxWebhooks = 20;

const columns = 'id, flow_id, url, secret_id, enabled, created_at';

const present = (row: Row): FormWebhook => ({
  id: String(row[0]),
  flowId: String(row[1]),
  url: String(row[2]),
  secretId: String(row[3]),
  enabled: row[4] === true,
  createdAt: String(row[5]),
});

/** Whose the secret of a webhook is; it stays when the form moves to another organization. */
export const secretOwnerOfWebhook = (id: string): SecretOwner => ({
  organizationId: null,
  owner: `webhook ${id}`,
});

/** False: the form has as many as it may have. */
export async function addWebhook(
  tx: Queries,
  { id, flowId, url }: Pick<FormWebhook, 'id' | 'flowId' | 'url'>,
  secret: SealedSecret,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO weft.form_webhooks (id, flow_id, url, secret_id)
     SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM weft.form_webhooks WHERE flow_id = $2) < $5 RETURNING id`,
    [id, flowId, url, secret.id, maxWebhooks],
  );
  if (rows.length > 0) await addSecret(tx, secret);
  return rows.length > 0;
}

/** False: there is none of this id. */
export async function removeWebhook(tx: Queries, flowId: string, id: string): Promise<boolean> {
  const rows = await tx.query('DELETE FROM weft.form_webhooks WHERE flow_id = $1 AND id = $2 RETURNING id', [
    flowId,
    id,
  ]);
  if (rows.length > 0) await removeSecretsOf(tx, secretOwnerOfWebhook(id).owner);
  return rows.length > 0;
}

export class FormWebhooks {
  readonly #engine: Engine;
  readonly #ofFlows = new JoinedReads<readonly FormWebhook[]>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  of(flowId: string): Promise<readonly FormWebhook[]> {
    return this.#ofFlows.read(flowId, async () => {
      const rows = await this.#engine.query(
        `SELECT ${columns} FROM weft.form_webhooks WHERE flow_id = $1 ORDER BY created_at, id`,
        [flowId],
      );
      return rows.map(present);
    });
  }

  async find(id: string): Promise<FormWebhook | null> {
    const [row] = await this.#engine.query(`SELECT ${columns} FROM weft.form_webhooks WHERE id = $1`, [id]);
    return row === undefined ? null : present(row);
  }

  /** False: there is none of this id. */
  async enable(flowId: string, id: string, enabled: boolean): Promise<boolean> {
    const rows = await this.#engine.query(
      'UPDATE weft.form_webhooks SET enabled = $3 WHERE flow_id = $1 AND id = $2 RETURNING id',
      [flowId, id, enabled],
    );
    return rows.length > 0;
  }
}
