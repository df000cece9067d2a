import type { Scope } from '@weft/protocol';
import type { IdKind } from '@weft/std';
import { type RawBuilder, sql } from 'kysely';
import type { ControlDatabase } from '../../control.ts';
import type { Caller } from '../../http/caller.ts';
import { widestScope } from '../../http/scopes.ts';
import { type Removal, type Removed, removeMember } from './removal.ts';

interface CallerRow {
  readonly expires_at: Date | string;
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly picture: string | null;
  readonly first_user_id: string;
}

interface SessionRow extends CallerRow {
  readonly session_id: string;
  readonly stale: boolean;
  readonly organization_id: string | null;
  readonly organization_name: string | null;
  readonly role: 'admin' | 'member' | null;
}

interface TokenRow extends CallerRow {
  readonly token_id: string;
  readonly stale: boolean;
  readonly scopes: readonly Scope[];
  readonly organization_id: string;
  readonly organization_name: string;
  readonly role: 'admin' | 'member';
}

interface Membership {
  readonly id: string;
  readonly name: string;
  readonly role: 'admin' | 'member';
}

interface Colleague extends Membership {
  /** The path of their picture. */
  readonly picture: string | null;
}

/** 'Last used' is written at most once a minute. */
const staleSince = (moment: RawBuilder<unknown>) =>
  sql`coalesce(${moment} < now() - interval '1 minute', true)`;

const person = sql`
  u."id" as user_id, u."name" as name, u."email" as email, u."emailVerified" as email_verified, u."image" as picture,
  (select f."id" from weft.auth_user f order by f."createdAt", f."id" limit 1) as first_user_id`;

const callerOfRow = (row: CallerRow) => ({
  userId: row.user_id,
  name: row.name,
  email: row.email,
  emailVerified: row.email_verified,
  picture: row.picture,
  expiresAt: new Date(row.expires_at).getTime(),
});

/** Users, their organizations and memberships. */
export class People {
  readonly #db: ControlDatabase;
  readonly #newId: (kind: IdKind) => string;

  constructor(db: ControlDatabase, newId: (kind: IdKind) => string) {
    this.#db = db;
    this.#newId = newId;
  }

  /** Whether two people are of one organization; each is a colleague of their own. */
  async areColleagues(userId: string, otherId: string): Promise<boolean> {
    if (userId === otherId) return true;
    const { rows } = await sql`
      select 1 from weft.members m join weft.members o on o.organization_id = m.organization_id
      where m.user_id = ${userId} and o.user_id = ${otherId} limit 1`.execute(this.#db);
    return rows.length > 0;
  }

  async isEmpty(): Promise<boolean> {
    const { rows } = await sql`select 1 from weft.auth_user limit 1`.execute(this.#db);
    return rows.length === 0;
  }

  /** The person of a session; null when it is unknown or expired. */
  async callerOfSession(idOrToken: string): Promise<Caller | null> {
    const { rows } = await sql<SessionRow>`
      select s."id" as session_id, s."expiresAt" as expires_at, ${staleSince(sql`s."lastUsedAt"`)} as stale, ${person},
             o.id as organization_id, o.name as organization_name, m.role as role
      from weft.auth_session s
      join weft.auth_user u on u."id" = s."userId"
      left join weft.members m on m.user_id = u."id"
      left join weft.organizations o on o.id = m.organization_id
      where (s."token" = ${idOrToken} or s."id" = ${idOrToken}) and s."expiresAt" > now()
      order by m.chosen_at desc
      limit 1`.execute(this.#db);
    const row = rows[0];
    if (row === undefined) return null;
    if (row.organization_id === null || row.organization_name === null || row.role === null) {
      // They left their last one, or the process was killed between the sign-up and its organization: it is made now.
      await this.makeOrganization(row.user_id, row.name);
      return this.callerOfSession(idOrToken);
    }
    if (row.stale)
      await sql`update weft.auth_session set "lastUsedAt" = now() where "id" = ${row.session_id}`.execute(
        this.#db,
      );
    return {
      ...callerOfRow(row),
      sessionId: row.session_id,
      scope: null,
      organizationId: row.organization_id,
      organizationName: row.organization_name,
      organizationRole: row.role,
      isInstanceAdmin: row.user_id === row.first_user_id,
    };
  }

  /** The person of an access token, in its organization; null when it is unknown, expired, or they left. */
  async callerOfToken(hash: string): Promise<Caller | null> {
    const { rows } = await sql<TokenRow>`
      select t.id as token_id, t.scopes, t.expires_at, ${staleSince(sql`t.last_used_at`)} as stale, ${person},
             o.id as organization_id, o.name as organization_name, m.role as role
      from weft.tokens t
      join weft.auth_user u on u."id" = t.user_id
      join weft.members m on m.user_id = t.user_id and m.organization_id = t.organization_id
      join weft.organizations o on o.id = t.organization_id
      where t.hash = ${hash} and t.expires_at > now()`.execute(this.#db);
    const row = rows[0];
    if (row === undefined) return null;
    if (row.stale)
      await sql`update weft.tokens set last_used_at = now() where id = ${row.token_id}`.execute(this.#db);
    const scope = widestScope(row.scopes);
    return {
      ...callerOfRow(row),
      sessionId: row.token_id,
      scope,
      organizationId: row.organization_id,
      organizationName: row.organization_name,
      organizationRole: row.role,
      isInstanceAdmin: scope === 'admin' && row.user_id === row.first_user_id,
    };
  }

  /** Who has this address, and the organization they work in now; null when nobody has it. */
  async findByEmail(
    email: string,
  ): Promise<{ readonly userId: string; readonly organizationId: string } | null> {
    // Addresses are kept in lower case.
    const { rows } = await sql<{ user_id: string }>`
      select "id" as user_id from weft.auth_user where "email" = ${email.toLowerCase()}`.execute(this.#db);
    const userId = rows[0]?.user_id;
    const organizationId = userId === undefined ? null : await this.organizationOf(userId);
    return userId === undefined || organizationId === null ? null : { userId, organizationId };
  }

  /** The organization a person works in now: the one chosen last. Joining one chooses it. */
  async organizationOf(userId: string): Promise<string | null> {
    const { rows } = await sql<{ id: string }>`
      select organization_id as id from weft.members where user_id = ${userId}
      order by chosen_at desc limit 1`.execute(this.#db);
    return rows[0]?.id ?? null;
  }

  /** All organizations a person is a member of, by name. */
  async organizationsOf(userId: string): Promise<readonly Membership[]> {
    const { rows } = await sql<Membership>`
      select o.id, o.name, m.role from weft.members m join weft.organizations o on o.id = m.organization_id
      where m.user_id = ${userId}
      order by o.name, o.id
      limit 1000`.execute(this.#db);
    return rows;
  }

  /** Makes it the organization the person works in; false when they are not a member of it. */
  async chooseOrganization(userId: string, organizationId: string): Promise<boolean> {
    const { rows } = await sql`
      update weft.members set chosen_at = now() where user_id = ${userId} and organization_id = ${organizationId}
      returning 1`.execute(this.#db);
    return rows.length > 0;
  }

  /** The path of a picture of theirs, or null for none; the one of before. */
  async setPicture(userId: string, picture: string | null): Promise<string | null> {
    const { rows } = await sql<{ before: string | null }>`
      update weft.auth_user u set "image" = ${picture}, "updatedAt" = now()
      from (select "id", "image" from weft.auth_user where "id" = ${userId} for update) as old
      where u."id" = old."id" returning old."image" as before`.execute(this.#db);
    return rows[0]?.before ?? null;
  }

  async rename(userId: string, name: string): Promise<void> {
    await sql`update weft.auth_user set "name" = ${name}, "updatedAt" = now() where "id" = ${userId}`.execute(
      this.#db,
    );
  }

  /** Ends the codes of mails that lead to a new password: the sign-in library keeps nothing else there. */
  async endResetCodes(userId: string): Promise<void> {
    await sql`delete from weft.auth_verification where "value" = ${userId}`.execute(this.#db);
  }

  async endSession(sessionId: string): Promise<void> {
    await sql`delete from weft.auth_session where "id" = ${sessionId}`.execute(this.#db);
  }

  /** A new organization with this person as its admin, unless they are in one already; its id. */
  makeOrganization(userId: string, personName: string): Promise<string> {
    const organizationId = this.#newId('org');
    return this.#db.transaction().execute(async (transaction) => {
      // Several browsers of theirs may ask at once.
      await sql`select 1 from weft.auth_user where "id" = ${userId} for no key update`.execute(transaction);
      const { rows } = await sql<{ id: string }>`
        select organization_id as id from weft.members where user_id = ${userId}
        order by chosen_at desc limit 1`.execute(transaction);
      if (rows[0] !== undefined) return rows[0].id;
      await sql`insert into weft.organizations (id, name) values (${organizationId}, ${`${personName}'s organization`})`.execute(
        transaction,
      );
      await sql`insert into weft.members (organization_id, user_id, role) values (${organizationId}, ${userId}, 'admin')`.execute(
        transaction,
      );
      return organizationId;
    });
  }

  remove(removal: Removal): Promise<Removed> {
    return removeMember(this.#db, removal);
  }

  /** The people of an organization, by name. */
  async ofOrganization(organizationId: string): Promise<readonly Colleague[]> {
    const { rows } = await sql<Colleague>`
      select u."id" as id, u."name" as name, m.role as role, u."image" as picture
      from weft.members m join weft.auth_user u on u."id" = m.user_id
      where m.organization_id = ${organizationId}
      order by u."name", u."id"
      limit 1000`.execute(this.#db);
    return rows;
  }
}
