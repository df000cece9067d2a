import type { IdKind } from '@weft/std';
import { sql } from 'kysely';
import type { Caller } from '../auth/caller.ts';
import type { ControlDatabase } from './control.ts';

interface SessionRow {
  readonly session_id: string;
  readonly expires_at: Date | string;
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly organization_id: string | null;
  readonly organization_name: string | null;
  readonly role: 'admin' | 'member' | null;
  readonly first_user_id: string;
}

/** Users, their organizations, and who is who in them. */
export class People {
  readonly #db: ControlDatabase;
  readonly #newId: (kind: IdKind) => string;

  constructor(db: ControlDatabase, newId: (kind: IdKind) => string) {
    this.#db = db;
    this.#newId = newId;
  }

  async isEmpty(): Promise<boolean> {
    const { rows } = await sql`select 1 from weft.auth_user limit 1`.execute(this.#db);
    return rows.length === 0;
  }

  /** Whose session this id or token is; null when it is unknown or over. */
  async callerOfSession(idOrToken: string): Promise<Caller | null> {
    const { rows } = await sql<SessionRow>`
      select s."id" as session_id, s."expiresAt" as expires_at, u."id" as user_id, u."name" as name, u."email" as email,
             o.id as organization_id, o.name as organization_name, m.role as role,
             (select f."id" from weft.auth_user f order by f."createdAt", f."id" limit 1) as first_user_id
      from weft.auth_session s
      join weft.auth_user u on u."id" = s."userId"
      left join weft.members m on m.user_id = u."id"
      left join weft.organizations o on o.id = m.organization_id
      where (s."token" = ${idOrToken} or s."id" = ${idOrToken}) and s."expiresAt" > now()
      order by m.joined_at desc
      limit 1`.execute(this.#db);
    const row = rows[0];
    if (row === undefined) return null;
    if (row.organization_id === null || row.organization_name === null || row.role === null) {
      // The process was killed between the sign-up and its organization: it is made now.
      await this.makeOrganization(row.user_id, row.name);
      return this.callerOfSession(idOrToken);
    }
    return {
      userId: row.user_id,
      sessionId: row.session_id,
      name: row.name,
      email: row.email,
      organizationId: row.organization_id,
      organizationName: row.organization_name,
      organizationRole: row.role,
      isInstanceAdmin: row.user_id === row.first_user_id,
      expiresAt: new Date(row.expires_at).getTime(),
    };
  }

  async endSession(sessionId: string): Promise<void> {
    await sql`delete from weft.auth_session where "id" = ${sessionId}`.execute(this.#db);
  }

  /** A new organization with this person as its admin. */
  async makeOrganization(userId: string, personName: string): Promise<void> {
    const organizationId = this.#newId('org');
    await this.#db.transaction().execute(async (transaction) => {
      await sql`insert into weft.organizations (id, name) values (${organizationId}, ${`${personName}'s organization`})`.execute(
        transaction,
      );
      await sql`insert into weft.members (organization_id, user_id, role) values (${organizationId}, ${userId}, 'admin')`.execute(
        transaction,
      );
    });
  }

  /** The people of an organization, by name. */
  async ofOrganization(
    organizationId: string,
  ): Promise<readonly { readonly id: string; readonly name: string; readonly role: string }[]> {
    const { rows } = await sql<{ id: string; name: string; role: string }>`
      select u."id" as id, u."name" as name, m.role as role
      from weft.members m join weft.auth_user u on u."id" = m.user_id
      where m.organization_id = ${organizationId}
      order by u."name", u."id"
      limit 1000`.execute(this.#db);
    return rows;
  }
}
