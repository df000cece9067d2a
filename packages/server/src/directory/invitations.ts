import { randomBytes } from 'node:crypto';
import type { IdKind } from '@weft/std';
import { sql } from 'kysely';
import type { ControlDatabase } from './control.ts';

export interface Invitation {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly role: 'admin' | 'member';
}

interface Row {
  readonly id: string;
  readonly organization_id: string;
  readonly organization_name: string;
  readonly role: 'admin' | 'member';
}

/** Links that let people join an organization; each is good for a week and may be used by several. */
export class Invitations {
  readonly #db: ControlDatabase;
  readonly #newId: (kind: IdKind) => string;

  constructor(db: ControlDatabase, newId: (kind: IdKind) => string) {
    this.#db = db;
    this.#newId = newId;
  }

  async make(
    organizationId: string,
    userId: string,
    email: string | null,
    role: 'admin' | 'member',
  ): Promise<{ readonly id: string; readonly code: string }> {
    const id = this.#newId('inv');
    const code = randomBytes(24).toString('base64url');
    await sql`
      insert into weft.invitations (id, code, organization_id, email, role, created_by, expires_at)
      values (${id}, ${code}, ${organizationId}, ${email}, ${role}, ${userId}, now() + interval '7 days')`.execute(
      this.#db,
    );
    return { id, code };
  }

  /** The invitation a code opens; null when there is none or it is over. */
  async open(code: string): Promise<Invitation | null> {
    if (!/^[A-Za-z0-9_-]{16,64}$/.test(code)) return null;
    const { rows } = await sql<Row>`
      select i.id, i.organization_id, o.name as organization_name, i.role
      from weft.invitations i join weft.organizations o on o.id = i.organization_id
      where i.code = ${code} and i.expires_at > now() and i.accepted_at is null`.execute(this.#db);
    const row = rows[0];
    return row === undefined
      ? null
      : {
          id: row.id,
          organizationId: row.organization_id,
          organizationName: row.organization_name,
          role: row.role,
        };
  }

  /** Makes the person a member; a second time changes nothing. */
  async accept(invitation: Invitation, userId: string): Promise<void> {
    await sql`
      insert into weft.members (organization_id, user_id, role)
      values (${invitation.organizationId}, ${userId}, ${invitation.role})
      on conflict do nothing`.execute(this.#db);
  }
}
