import type { IdKind } from '@weft/std';
import { sql } from 'kysely';
import { type ControlDatabase, iso, nameOf } from '../control.ts';

/** Names of audited actions; they are public, for answers contain them. */
type AuditAction =
  | 'sign-in'
  | 'sign-in.failed'
  | 'sign-up'
  | 'sign-out'
  | 'email.verified'
  | 'person.renamed'
  | 'person.removed'
  | 'person.left'
  | 'password.reset'
  | 'password.changed'
  | 'session.revoked'
  | 'token.made'
  | 'token.revoked'
  | 'invitation.made'
  | 'invitation.sent'
  | 'invitation.accepted'
  | 'invitation.revoked'
  | 'person.changed'
  | 'organization.made'
  | 'organization.renamed'
  | 'organization.changed'
  | 'email.changed'
  | 'audit.exported'
  | 'two-factor.enabled'
  | 'two-factor.disabled'
  | 'organization.chosen'
  | 'workspace.made'
  | 'workspace.renamed'
  | 'workspace.deleted'
  | 'workspace.shared'
  | 'flow.made'
  | 'flow.renamed'
  | 'flow.moved'
  | 'flow.shared'
  | 'flow.locked'
  | 'flow.unlocked'
  | 'flow.trashed'
  | 'flow.restored'
  | 'flow.deleted'
  | 'flow.exported'
  | 'flow.published'
  | 'flow.unpublished'
  | 'flow.settingsChanged';

export interface NewAuditEntry {
  readonly organizationId: string;
  /** Null: nobody known. */
  readonly userId: string | null;
  readonly action: AuditAction;
  /** What it was done to, in texts a person reads. */
  readonly details?: { readonly [name: string]: string };
  readonly ip: string | null;
}

export interface AuditEntry {
  readonly id: string;
  readonly action: AuditAction;
  readonly details: { readonly [name: string]: string };
  readonly person: { readonly id: string; readonly name: string } | null;
  readonly ip: string | null;
  /** ISO 8601 UTC. */
  readonly at: string;
}

interface Row {
  readonly id: string;
  readonly action: AuditAction;
  readonly details: { readonly [name: string]: string };
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly ip: string | null;
  readonly at: Date | string;
}

/** Who did what in an organization, and from where. Entries are only ever added. */
export class AuditLog {
  readonly #db: ControlDatabase;
  readonly #newId: (kind: IdKind) => string;

  constructor(db: ControlDatabase, newId: (kind: IdKind) => string) {
    this.#db = db;
    this.#newId = newId;
  }

  async add({ organizationId, userId, action, details = {}, ip }: NewAuditEntry): Promise<void> {
    await sql`
      insert into weft.audit_log (id, organization_id, user_id, action, details, ip)
      values (${this.#newId('aud')}, ${organizationId}, ${userId}, ${action}, ${JSON.stringify(details)}::jsonb, ${ip})`.execute(
      this.#db,
    );
  }

  /** Newest first, after the entry named. */
  async list(organizationId: string, after: string | null, limit: number): Promise<readonly AuditEntry[]> {
    const { rows } = await sql<Row>`
      select a.id, a.action, a.details, a.user_id, u."name" as user_name, a.ip, a.at
      from weft.audit_log a left join weft.auth_user u on u."id" = a.user_id
      where a.organization_id = ${organizationId} ${after === null ? sql`` : sql`and a.id < ${after}`}
      order by a.id desc limit ${limit}`.execute(this.#db);
    return rows.map((row) => ({
      id: row.id,
      action: row.action,
      details: row.details,
      person: row.user_id === null ? null : { id: row.user_id, name: nameOf(row.user_name) },
      ip: row.ip,
      at: iso(row.at),
    }));
  }
}
