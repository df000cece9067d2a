import type { Engine, Sql } from '../engine/engine.ts';
import {
  type Connection,
  type ConnectionChange,
  type ConnectionConfig,
  type ConnectionState,
  type ConnectionUser,
  connectionColumns,
  connectionTables,
  type LetIn,
  type NewConnection,
  presentConnection,
} from './connection-rows.ts';
import { removeNoticeSecrets } from './payments/payment-notices.ts';
import { addSecret, removeSecretsOf, type SealedSecret, type SecretOwner } from './secrets.ts';

type Queries = Pick<Sql, 'query'>;

/** Connections of a person: their own, those of all, and those of workspaces they are in. Databases of ours are no services. */
const usable = `s.organization_id = $1 AND s.type <> 'databases' AND (s.user_id = $2 OR s.access = 'organization'
  OR (s.access = 'workspace' AND ($3 OR EXISTS (SELECT 1 FROM weft.workspace_members w
    WHERE w.workspace_id = s.workspace_id AND w.user_id = $2))))`;

/** Which flows are written with the connections of the first parameter, each once. */
const uses = `(SELECT service_id, flow_id FROM weft.flow_integrations WHERE service_id = ANY($1::text[])
  UNION SELECT service_id, flow_id FROM weft.form_payments WHERE service_id = ANY($1::text[])
  UNION SELECT service_id, flow_id FROM weft.service_lists WHERE service_id = ANY($1::text[])) u`;

/** An organization has at most this many. */
const maxConnections = 1_000;

/** Seconds within which a token is renewed, or its provider is taken to be away. */
const refreshLease = 45;

/** Whose the secrets of a connection are: they open in its organization alone. */
export const secretOwnerOfConnection = ({
  id,
  organizationId,
}: Pick<Connection, 'id' | 'organizationId'>): SecretOwner => ({ organizationId, owner: `service ${id}` });

async function replaceSecret(
  tx: Queries,
  connection: Pick<Connection, 'id' | 'organizationId'>,
  secret: SealedSecret,
): Promise<void> {
  await removeSecretsOf(tx, secretOwnerOfConnection(connection).owner);
  await addSecret(tx, secret);
}

/** Connections to third-party services. Who may use and change them is asked before. */
export class Connections {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Those a person may use, by name. */
  async usableBy({ organizationId, userId, isAdmin }: ConnectionUser): Promise<readonly Connection[]> {
    const rows = await this.#engine.query(
      `SELECT ${connectionColumns} FROM ${connectionTables} WHERE ${usable} ORDER BY lower(s.name), s.id LIMIT ${maxConnections}`,
      [organizationId, userId, isAdmin],
    );
    return rows.map(presentConnection);
  }

  async findUsable(
    id: string,
    { organizationId, userId, isAdmin }: ConnectionUser,
  ): Promise<Connection | null> {
    const [row] = await this.#engine.query(
      `SELECT ${connectionColumns} FROM ${connectionTables} WHERE ${usable} AND s.id = $4`,
      [organizationId, userId, isAdmin, id],
    );
    return row === undefined ? null : presentConnection(row);
  }

  /** Those of these types that people of an organization signed in to themselves, the first one first. */
  async signedInOf(
    organizationId: string,
    userIds: readonly string[],
    types: readonly string[],
  ): Promise<readonly Connection[]> {
    const rows = await this.#engine.query(
      `SELECT ${connectionColumns} FROM ${connectionTables} WHERE s.organization_id = $1 AND s.user_id = ANY($2::text[])
         AND s.type = ANY($3::text[]) AND s.secret_id IS NOT NULL ORDER BY s.created_at, s.id LIMIT ${maxConnections}`,
      [organizationId, userIds, types],
    );
    return rows.map(presentConnection);
  }

  async find(id: string): Promise<Connection | null> {
    const [row] = await this.#engine.query(
      `SELECT ${connectionColumns} FROM ${connectionTables} WHERE s.id = $1`,
      [id],
    );
    return row === undefined ? null : presentConnection(row);
  }

  /**
   * `declared`: the version of its connector that let it in, where that is declared without code. 'full': the organization
   * has as many as it may; 'changed': the connector says something else now, or is gone. Its name gets a number where it is taken.
   */
  create(
    connection: NewConnection,
    secret: SealedSecret | null,
    declared: number | null = null,
  ): Promise<'created' | 'full' | 'changed'> {
    const { id, organizationId, workspaceId, userId, type, name, source, config, access, provider } =
      connection;
    const { state, accountId, accountLabel } = connection;
    return this.#engine.transaction(async (tx) => {
      // Two that are made at once must not choose one name.
      await tx.query('SELECT 1 FROM weft.organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
      const [counted] = await tx.query('SELECT count(*) FROM weft.services WHERE organization_id = $1', [
        organizationId,
      ]);
      if (Number(counted?.[0]) >= maxConnections) return 'full';
      if (declared !== null) {
        // Until this is committed nobody deletes it, or sends what was typed in for it elsewhere.
        const [same] = await tx.query(
          'SELECT 1 FROM weft.connectors WHERE id = $1 AND version = $2 AND offered FOR SHARE',
          [type, declared],
        );
        if (same === undefined) return 'changed';
      }
      const free = await freeName(tx, organizationId, id, name);
      await tx.query(
        `INSERT INTO weft.services (id, organization_id, workspace_id, user_id, type, name, source, config, access,
           provider, secret_id, state, account_id, account_label, last_ok_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $13, $14,
           CASE WHEN $12 = 'ok' THEN now() END)`,
        [
          ...[id, organizationId, workspaceId, userId, type, free, source, JSON.stringify(config), access],
          ...[provider, secret?.id ?? null, state, accountId, accountLabel],
        ],
      );
      if (secret !== null) await addSecret(tx, secret);
      return 'created';
    });
  }

  /** Changes what is given; its name gets a number where it is taken. */
  change(
    { id, organizationId }: Pick<Connection, 'id' | 'organizationId'>,
    { name, config, access, workspaceId }: ConnectionChange,
  ): Promise<void> {
    return this.#engine.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM weft.organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
      const free = name === undefined ? null : await freeName(tx, organizationId, id, name);
      await tx.query(
        `UPDATE weft.services SET name = coalesce($2, name), config = coalesce($3::jsonb, config),
           access = coalesce($4, access), workspace_id = CASE WHEN $5 THEN $6 ELSE workspace_id END, updated_at = now()
         WHERE id = $1`,
        [
          ...[id, free, config === undefined ? null : JSON.stringify(config), access ?? null],
          ...[workspaceId !== undefined, workspaceId ?? null],
        ],
      );
    });
  }

  /**
   * Its credential was found to hold: what lets it in is replaced, and it works again. False: it was deleted, handed over or
   * led elsewhere meanwhile, and nothing is kept.
   */
  letIn(
    connection: Pick<Connection, 'id' | 'organizationId' | 'userId' | 'config'>,
    secret: SealedSecret,
    { accountId, accountLabel, scopes, expiresAt }: LetIn,
    config?: ConnectionConfig,
  ): Promise<boolean> {
    return this.#engine.transaction(async (tx) => {
      const rows = await tx.query(
        `UPDATE weft.services SET secret_id = $2, state = 'ok', account_id = $3, account_label = $4, scopes = $5,
           expires_at = $6, config = coalesce($7::jsonb, config), refreshing_until = NULL, last_error = NULL,
           last_ok_at = now(), updated_at = now()
         WHERE id = $1 AND user_id = $8 AND config = $9::jsonb RETURNING id`,
        [
          ...[connection.id, secret.id, accountId, accountLabel, scopes, expiresAt],
          ...[config === undefined ? null : JSON.stringify(config), connection.userId],
          JSON.stringify(connection.config),
        ],
      );
      if (rows.length > 0) await replaceSecret(tx, connection, secret);
      return rows.length > 0;
    });
  }

  /** What let it in is forgotten, for its settings lead elsewhere now: it waits to be signed in. */
  signOut(
    connection: Pick<Connection, 'id' | 'organizationId'>,
    config: ConnectionConfig,
    reason: string,
  ): Promise<void> {
    return this.#engine.transaction(async (tx) => {
      await removeSecretsOf(tx, secretOwnerOfConnection(connection).owner);
      await tx.query(
        `UPDATE weft.services SET secret_id = NULL, state = 'reconnect', config = $2::jsonb, last_error = $3,
           expires_at = NULL, refreshing_until = NULL, updated_at = now() WHERE id = $1`,
        [connection.id, JSON.stringify(config), reason],
      );
    });
  }

  /**
   * True: the caller renews the token now, and no other process does until it has stored one. The token it means is named:
   * whoever comes late finds another one, and reads that.
   */
  async beginRefresh(id: string, secretId: string): Promise<boolean> {
    const rows = await this.#engine.query(
      `UPDATE weft.services SET refreshing_until = now() + make_interval(secs => ${refreshLease})
       WHERE id = $1 AND secret_id = $2 AND (refreshing_until IS NULL OR refreshing_until < now()) RETURNING id`,
      [id, secretId],
    );
    return rows.length > 0;
  }

  /** Stores a renewed token, before it is used. False: somebody has connected again meanwhile, and that stands. */
  endRefresh(
    connection: Pick<Connection, 'id' | 'organizationId'>,
    former: string,
    secret: SealedSecret,
    expiresAt: string | null,
  ): Promise<boolean> {
    return this.#engine.transaction(async (tx) => {
      const rows = await tx.query(
        `UPDATE weft.services SET secret_id = $3, expires_at = $4, refreshing_until = NULL
         WHERE id = $1 AND secret_id = $2 RETURNING id`,
        [connection.id, former, secret.id, expiresAt],
      );
      if (rows.length > 0) await replaceSecret(tx, connection, secret);
      return rows.length > 0;
    });
  }

  async cancelRefresh(id: string): Promise<void> {
    await this.#engine.query('UPDATE weft.services SET refreshing_until = NULL WHERE id = $1', [id]);
  }

  /** Notes what became of using it; true: it was in another state before. */
  async note(id: string, state: ConnectionState, error: string | null): Promise<boolean> {
    const [row] = await this.#engine.query(
      `UPDATE weft.services s SET state = $2, last_error = $3, last_used_at = now(),
         last_ok_at = CASE WHEN $2 = 'ok' THEN now() ELSE s.last_ok_at END
       FROM (SELECT id, state FROM weft.services WHERE id = $1 FOR UPDATE) AS old
       WHERE s.id = old.id RETURNING old.state`,
      [id, state, error],
    );
    return row !== undefined && row[0] !== state;
  }

  /** Whether another connection, of any organization, is signed in to the same account. */
  async sharesGrant({
    id,
    provider,
    accountLabel,
  }: Pick<Connection, 'id' | 'provider' | 'accountLabel'>): Promise<boolean> {
    // By its label, which is its address: the services of a provider give one account different ids.
    const rows = await this.#engine.query(
      `SELECT 1 FROM weft.services WHERE id <> $1 AND provider = $2 AND lower(account_label) = lower($3)
         AND secret_id IS NOT NULL LIMIT 1`,
      [id, provider, accountLabel],
    );
    return rows.length > 0;
  }

  /** With what flows write with it, and its secrets. */
  remove(id: string): Promise<void> {
    return this.#engine.transaction(async (tx) => {
      await removeSecretsOf(tx, `service ${id}`);
      await removeNoticeSecrets(tx, id);
      await tx.query('DELETE FROM weft.services WHERE id = $1', [id]);
    });
  }

  /** Those of a person that they never signed in to. */
  async removeNotSignedIn(
    { organizationId, userId }: Pick<ConnectionUser, 'organizationId' | 'userId'>,
    type: string,
  ): Promise<void> {
    await this.#engine.query(
      `DELETE FROM weft.services WHERE organization_id = $1 AND user_id = $2 AND type = $3 AND provider IS NOT NULL
         AND secret_id IS NULL`,
      [organizationId, userId, type],
    );
  }

  /** The flows that are written with it. */
  async flowsWith(id: string, limit: number): Promise<readonly string[]> {
    const rows = await this.#engine.query(
      `SELECT f.id FROM ${uses} JOIN weft.flows f ON f.id = u.flow_id WHERE f.trashed_at IS NULL ORDER BY 1 LIMIT $2`,
      [[id], limit],
    );
    return rows.map(([flowId]) => String(flowId));
  }

  /** How many flows are written with each of these; one that is missing is in none. */
  async countFlowsWith(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#engine.query(
      `SELECT u.service_id, count(*) FROM ${uses} JOIN weft.flows f ON f.id = u.flow_id WHERE f.trashed_at IS NULL
       GROUP BY 1`,
      [ids],
    );
    return new Map(rows.map(([id, count]) => [String(id), Number(count)]));
  }
}

/** The name, or the first with a number behind it that no other connection of the organization has. */
async function freeName(tx: Queries, organizationId: string, id: string, name: string): Promise<string> {
  const rows = await tx.query('SELECT name FROM weft.services WHERE organization_id = $1 AND id <> $2', [
    organizationId,
    id,
  ]);
  const taken = new Set(rows.map(([one]) => String(one)));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
  return free;
}
