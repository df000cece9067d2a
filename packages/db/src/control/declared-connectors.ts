import type { Engine, Row, Sql } from '../engine/engine.ts';
import { removeSecretsOf } from './secrets.ts';

type Queries = Pick<Sql, 'query'>;

/** A connector that was declared without code, with what the catalogue shows of its last version. */
export interface DeclaredTile {
  /** The type of the services that are connected by it. */
  readonly id: string;
  readonly version: number;
  readonly offered: boolean;
  /** The part of its declaration that is no request; plain JSON. */
  readonly tile: unknown;
}

/** The same with all that its last version says. */
interface DeclaredRow extends Pick<DeclaredTile, 'id' | 'version'> {
  /** Null: the operator's, for everybody. */
  readonly organizationId: string | null;
  /** ISO 8601 UTC. */
  readonly updatedAt: string;
  /** Plain JSON. */
  readonly declaration: unknown;
}

/** What becomes of a new version. `connected`: what may only change while nobody is connected has changed. */
type SaveResult = 'saved' | 'missing' | 'connected' | 'same' | 'outdated';

/** An organization declares at most this many. */
const maxConnectors = 100;
/** Versions that are kept although nothing is written with them. */
const keptVersions = 20;

const tables =
  'weft.connectors c JOIN weft.connector_versions v ON v.connector_id = c.id AND v.version = c.version';
const tileColumns = 'c.id, c.version, c.offered, v.tile';
const offeredTo = `WHERE c.offered AND (c.organization_id = $1 OR c.organization_id IS NULL)
  ORDER BY c.id LIMIT ${maxConnectors * 2}`;

const presentTile = (row: Row): DeclaredTile => ({
  id: String(row[0]),
  version: Number(row[1]),
  offered: row[2] === true,
  tile: row[3],
});

/** Connectors that are declared without code. Who may declare them is asked before. */
export class DeclaredConnectors {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Those that an organization can connect: its own, and the operator's. */
  async offeredTo(organizationId: string): Promise<readonly DeclaredTile[]> {
    const rows = await this.#engine.query(`SELECT ${tileColumns} FROM ${tables} ${offeredTo}`, [
      organizationId,
    ]);
    return rows.map(presentTile);
  }

  /** The same with their declarations, for whoever writes them. */
  async declarationsOf(organizationId: string): Promise<readonly DeclaredRow[]> {
    const rows = await this.#engine.query(
      `SELECT c.id, c.version, c.organization_id, c.updated_at, v.declaration FROM ${tables} ${offeredTo}`,
      [organizationId],
    );
    return rows.map((row) => ({
      ...{ id: String(row[0]), version: Number(row[1]) },
      organizationId: row[2] === null ? null : String(row[2]),
      ...{ updatedAt: String(row[3]), declaration: row[4] },
    }));
  }

  /** One that an organization has or is given; null: there is none. */
  async find(id: string, organizationId: string): Promise<DeclaredTile | null> {
    const [row] = await this.#engine.query(
      `SELECT ${tileColumns} FROM ${tables} WHERE c.id = $1 AND (c.organization_id = $2 OR c.organization_id IS NULL)`,
      [id, organizationId],
    );
    return row === undefined ? null : presentTile(row);
  }

  /** What each of its versions says. */
  async versionsOf(id: string): Promise<ReadonlyMap<number, unknown>> {
    const rows = await this.#engine.query(
      'SELECT version, declaration FROM weft.connector_versions WHERE connector_id = $1 ORDER BY version',
      [id],
    );
    return new Map(rows.map(([version, declaration]) => [Number(version), declaration]));
  }

  /** False: the organization has as many as it may. */
  create(
    {
      id,
      organizationId,
      userId,
    }: { readonly id: string; readonly organizationId: string; readonly userId: string },
    declaration: unknown,
  ): Promise<boolean> {
    return this.#engine.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM weft.organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
      const [counted] = await tx.query('SELECT count(*) FROM weft.connectors WHERE organization_id = $1', [
        organizationId,
      ]);
      if (Number(counted?.[0]) >= maxConnectors) return false;
      await tx.query(
        'INSERT INTO weft.connectors (id, organization_id, version, updated_by) VALUES ($1, $2, 1, $3)',
        [id, organizationId, userId],
      );
      await addVersion(tx, id, 1, declaration);
      return true;
    });
  }

  /**
   * A new version of one of an organization, or of the operator's. `leads` tells what of a declaration says where secrets
   * go and how: it stays while somebody is connected. `known`: the version that was changed.
   */
  save(
    {
      id,
      organizationId,
      userId,
      known,
    }: {
      readonly id: string;
      readonly organizationId: string | null;
      readonly userId: string | null;
      readonly known?: number;
    },
    declaration: unknown,
    leads: (declaration: unknown) => string,
  ): Promise<SaveResult> {
    return this.#engine.transaction(async (tx) => {
      const [row] = await tx.query(
        'SELECT version FROM weft.connectors WHERE id = $1 AND organization_id IS NOT DISTINCT FROM $2 FOR UPDATE',
        [id, organizationId],
      );
      if (row === undefined) return 'missing';
      const version = Number(row[0]);
      if (known !== undefined && known !== version) return 'outdated';
      const [same] = await tx.query(
        'SELECT declaration, declaration = $3::jsonb FROM weft.connector_versions WHERE connector_id = $1 AND version = $2',
        [id, version, JSON.stringify(declaration)],
      );
      const moves = leads(same?.[0]) !== leads(declaration);
      if (moves) {
        const [used] = await tx.query('SELECT 1 FROM weft.services WHERE type = $1 LIMIT 1', [id]);
        if (used !== undefined) return 'connected';
        // Nothing can be written with the former ones any more.
        await tx.query('DELETE FROM weft.connector_versions WHERE connector_id = $1', [id]);
      }
      if (same?.[1] === true) {
        await tx.query('UPDATE weft.connectors SET offered = true WHERE id = $1', [id]);
        return 'same';
      }
      await addVersion(tx, id, version + 1, declaration);
      await tx.query(
        'UPDATE weft.connectors SET version = $2, offered = true, updated_by = $3, updated_at = now() WHERE id = $1',
        [id, version + 1, userId],
      );
      await tx.query(
        `DELETE FROM weft.connector_versions v WHERE v.connector_id = $1 AND v.version <= $2
           AND NOT EXISTS (SELECT 1 FROM weft.flow_integrations i WHERE i.service_type = $1
             AND i.config->'settings'->>'version' = v.version::text)`,
        [id, version + 1 - keptVersions],
      );
      return 'saved';
    });
  }

  /** Makes one of the operator's, where it is not there yet. */
  async ensureOwn(id: string, declaration: unknown): Promise<void> {
    await this.#engine.transaction(async (tx) => {
      const made = await tx.query(
        'INSERT INTO weft.connectors (id, version) VALUES ($1, 1) ON CONFLICT (id) DO NOTHING RETURNING id',
        [id],
      );
      if (made.length > 0) await addVersion(tx, id, 1, declaration);
    });
  }

  /** Of the operator's only these can be connected anew. */
  async offerOwn(ids: readonly string[]): Promise<void> {
    await this.#engine.query(
      'UPDATE weft.connectors SET offered = id = ANY ($1::text[]) WHERE organization_id IS NULL',
      [ids],
    );
  }

  /** With everything that is connected by it, and the secrets of that. False: there is none. */
  remove(id: string, organizationId: string): Promise<boolean> {
    return this.#engine.transaction(async (tx) => {
      const gone = await tx.query(
        'DELETE FROM weft.connectors WHERE id = $1 AND organization_id = $2 RETURNING id',
        [id, organizationId],
      );
      if (gone.length === 0) return false;
      const services = await tx.query('SELECT id FROM weft.services WHERE type = $1', [id]);
      for (const [serviceId] of services) await removeSecretsOf(tx, `service ${String(serviceId)}`);
      await tx.query('DELETE FROM weft.services WHERE type = $1', [id]);
      return true;
    });
  }

  /** The connections by it in an organization, and the flows that are written with them. */
  async dependentsOf(
    id: string,
    organizationId: string,
    limit: number,
  ): Promise<{ readonly connections: readonly string[]; readonly flowIds: readonly string[] }> {
    const connections = await this.#engine.query(
      'SELECT name FROM weft.services WHERE type = $1 AND organization_id = $2 ORDER BY lower(name) LIMIT $3',
      [id, organizationId, limit],
    );
    const flows = await this.#engine.query(
      `SELECT DISTINCT i.flow_id FROM weft.services s JOIN weft.flow_integrations i ON i.service_id = s.id
       JOIN weft.flows f ON f.id = i.flow_id
       WHERE s.type = $1 AND s.organization_id = $2 AND f.trashed_at IS NULL ORDER BY 1 LIMIT $3`,
      [id, organizationId, limit],
    );
    return {
      connections: connections.map(([name]) => String(name)),
      flowIds: flows.map(([flowId]) => String(flowId)),
    };
  }
}

const addVersion = (tx: Queries, id: string, version: number, declaration: unknown): Promise<unknown> =>
  tx.query(
    'INSERT INTO weft.connector_versions (connector_id, version, declaration) VALUES ($1, $2, $3::jsonb)',
    [...[id, version], JSON.stringify(declaration)],
  );
