import type { Engine } from '../engine/engine.ts';

interface NewAuditRow {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string | null;
  readonly action: string;
  readonly details: { readonly [name: string]: string };
  readonly ip: string | null;
}

interface AuditRow extends Omit<NewAuditRow, 'organizationId'> {
  /** Null: nobody known. */
  readonly userName: string | null;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** The audit log of organizations: rows are only ever added. */
export class AuditRows {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async add({ id, organizationId, userId, action, details, ip }: NewAuditRow): Promise<void> {
    await this.#engine.query(
      `INSERT INTO weft.audit_log (id, organization_id, user_id, action, details, ip)
       VALUES ($1, $2, $3, $4, $5::jsonb, $6)`,
      [id, organizationId, userId, action, JSON.stringify(details), ip],
    );
  }

  /** Newest first, after the entry named. */
  async list(organizationId: string, after: string | null, limit: number): Promise<readonly AuditRow[]> {
    const rows = await this.#engine.query(
      `SELECT a.id, a.action, a.details, a.user_id, coalesce(u."name", p.name), a.ip, a.at
       FROM weft.audit_log a LEFT JOIN weft.auth_user u ON u."id" = a.user_id
       LEFT JOIN weft.former_people p ON p.id = a.user_id
       WHERE a.organization_id = $1 AND ($2::text IS NULL OR a.id < $2) ORDER BY a.id DESC LIMIT $3`,
      [organizationId, after, limit],
    );
    return rows.map(([id, action, details, userId, userName, ip, at]) => ({
      id: String(id),
      action: String(action),
      details: details as AuditRow['details'],
      userId: userId as string | null,
      userName: userName as string | null,
      ip: ip as string | null,
      at: String(at),
    }));
  }
}
