import { randomBytes } from 'node:crypto';
import type { IdKind } from '@weft/std';
import { type RawBuilder, sql } from 'kysely';
import { type ControlDatabase, firstOf, iso, nameOf } from '../../control.ts';

export interface Invitation {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly role: 'admin' | 'member';
}

/** An invitation that can still be accepted, as those who may revoke it see it. */
export interface OpenInvitation {
  readonly id: string;
  readonly email: string | null;
  readonly role: 'admin' | 'member';
  /** One person may join by it; else everybody who has the link. */
  readonly once: boolean;
  readonly createdBy: { readonly id: string; readonly name: string };
  readonly createdAt: string;
  readonly expiresAt: string;
}

interface Row {
  readonly id: string;
  readonly organization_id: string;
  readonly organization_name: string;
  readonly role: 'admin' | 'member';
}

interface OpenRow {
  readonly id: string;
  readonly email: string | null;
  readonly role: 'admin' | 'member';
  readonly once: boolean;
  readonly created_by: string;
  readonly created_by_name: string | null;
  readonly created_at: Date | string;
  readonly expires_at: Date | string;
}

/** A link that was sent to somebody, or makes an admin, is for one person. */
const once = sql`(i.email is not null or i.role = 'admin')`;
const open = sql`i.expires_at > now() and (i.accepted_at is null or not ${once})`;
/** Two who accept at once: the second waits for the row lock and then finds it used. A link for everybody stays open. */
const use = (code: string) => sql`
  update weft.invitations i set accepted_at = case when ${once} then now() end where i.code = ${code} and ${open}
  returning i.organization_id, i.role`;

/**
 * Links that let people join an organization, each good for a week. One that names an address, or makes an admin, is
 * used up by the first who joins by it; any other is the organization's link, for everybody who has it.
 */
export class Invitations {
  readonly #db: ControlDatabase;
  readonly #newId: (kind: IdKind) => string;

  constructor(db: ControlDatabase, newId: (kind: IdKind) => string) {
    this.#db = db;
    this.#newId = newId;
  }

  /** Null: the person is no member (any more). */
  async make(
    organizationId: string,
    userId: string,
    email: string | null,
    role: 'admin' | 'member',
  ): Promise<{ readonly id: string; readonly code: string } | null> {
    const id = this.#newId('inv');
    const code = randomBytes(24).toString('base64url');
    // The lock makes whoever removes the person at this moment wait, and end what was made.
    const { rows } = await sql`
      with maker as (
        select user_id from weft.members
        where organization_id = ${organizationId} and user_id = ${userId} for key share)
      insert into weft.invitations (id, code, organization_id, email, role, created_by, expires_at)
      select ${id}, ${code}, ${organizationId}, ${email}, ${role}, user_id, now() + interval '7 days' from maker
      returning 1`.execute(this.#db);
    return rows.length === 0 ? null : { id, code };
  }

  /** The invitation a code opens; null when there is none or it is over. */
  open(code: string): Promise<Invitation | null> {
    return this.#ofCode(code, open);
  }

  /**
   * Makes the person a member and gives the invitation; null when it is over. Who is a member already stays what they
   * are, whether it is over or not: a call that is sent again answers the same.
   */
  async accept(code: string, userId: string): Promise<Invitation | null> {
    const asMember = () =>
      this.#ofCode(
        code,
        sql`exists (select 1 from weft.members m where m.organization_id = i.organization_id and m.user_id = ${userId})`,
      );
    const before = await asMember();
    if (before !== null) return before;
    await sql`
      with used as (${use(code)})
      insert into weft.members (organization_id, user_id, role)
      select organization_id, ${userId}::text, role from used
      on conflict do nothing`.execute(this.#db);
    return asMember();
  }

  /** Uses the invitation up for somebody who is about to sign up; null when it is over. */
  async take(code: string): Promise<Invitation | null> {
    const invitation = await this.open(code);
    if (invitation === null) return null;
    const { rows } = await use(code).execute(this.#db);
    return rows.length === 0 ? null : invitation;
  }

  /** Reopens an invitation: the sign-up that took it was refused. */
  async giveBack(invitation: Invitation): Promise<void> {
    await sql`update weft.invitations set accepted_at = null where id = ${invitation.id}`.execute(this.#db);
  }

  /** Makes whoever took the invitation a member. */
  async join(invitation: Invitation, userId: string): Promise<void> {
    await sql`
      insert into weft.members (organization_id, user_id, role)
      values (${invitation.organizationId}, ${userId}, ${invitation.role})
      on conflict do nothing`.execute(this.#db);
  }

  /** Those that can still be accepted, newest first: all of the organization, or those of one person. */
  async list(organizationId: string, madeBy: string | null): Promise<readonly OpenInvitation[]> {
    const { rows } = await sql<OpenRow>`
      select i.id, i.email, i.role, ${once} as once, i.created_by, u."name" as created_by_name, i.created_at, i.expires_at
      from weft.invitations i left join weft.auth_user u on u."id" = i.created_by
      where i.organization_id = ${organizationId} and ${open} ${ofPerson(madeBy)}
      order by i.id desc limit 1000`.execute(this.#db);
    return rows.map((row) => ({
      id: row.id,
      email: row.email,
      role: row.role,
      once: row.once,
      createdBy: { id: row.created_by, name: nameOf(row.created_by_name) },
      createdAt: iso(row.created_at),
      expiresAt: iso(row.expires_at),
    }));
  }

  /** Ends an invitation that can still be accepted; what it was, or null when there is none such. */
  async revoke(
    id: string,
    organizationId: string,
    madeBy: string | null,
  ): Promise<{ readonly email: string | null; readonly role: 'admin' | 'member' } | null> {
    const { rows } = await sql<{ email: string | null; role: 'admin' | 'member' }>`
      delete from weft.invitations i
      where i.id = ${id} and i.organization_id = ${organizationId} and ${open} ${ofPerson(madeBy)}
      returning i.email, i.role`.execute(this.#db);
    return rows[0] ?? null;
  }

  /** Removes what has been over for a month. */
  async removeOld(): Promise<void> {
    await sql`delete from weft.invitations where expires_at < now() - interval '30 days'`.execute(this.#db);
  }

  async #ofCode(code: string, condition: RawBuilder<unknown>): Promise<Invitation | null> {
    if (!/^[A-Za-z0-9_-]{16,64}$/.test(code)) return null;
    const { rows } = await sql<Row>`
      select i.id, i.organization_id, o.name as organization_name, i.role
      from weft.invitations i join weft.organizations o on o.id = i.organization_id
      where i.code = ${code} and ${condition}`.execute(this.#db);
    return firstOf(rows, (row) => ({
      id: row.id,
      organizationId: row.organization_id,
      organizationName: row.organization_name,
      role: row.role,
    }));
  }
}

const ofPerson = (userId: string | null): RawBuilder<unknown> =>
  userId === null ? sql`` : sql`and i.created_by = ${userId}`;
