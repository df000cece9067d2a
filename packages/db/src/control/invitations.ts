import { randomBytes } from 'node:crypto';
import type { AccessLevel, FlowTypeName } from '@weft/core';
import type { IdKind } from '@weft/std';
import type { Engine, Row } from '../engine/engine.ts';
import type { OrganizationRole } from './organizations.ts';

export interface Invitation {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly role: OrganizationRole;
  /** Whom it was sent to; null where it is for whoever has the link. */
  readonly email: string | null;
  /** What whoever accepts it works on, from outside; null: they join the organization. */
  readonly flow: InvitedFlow | null;
}

/** A flow that somebody is let in to. */
interface InvitedFlow {
  readonly id: string;
  readonly publicIdentifier: string;
  readonly name: string;
  readonly type: FlowTypeName;
  readonly accessLevel: AccessLevel;
}

/** What an invitation is for besides its address. */
export type InvitedTo =
  | { readonly role: OrganizationRole }
  | { readonly flowId: string; readonly accessLevel: AccessLevel };

/** An invitation that nobody has used up, as those who may revoke it see it; for a month also one that expired. */
export interface OpenInvitation {
  readonly id: string;
  readonly code: string;
  readonly email: string | null;
  readonly role: OrganizationRole;
  /** Null: it is for the organization. */
  readonly flow: InvitedFlow | null;
  /** One person may join by it; else everybody who has the link. */
  readonly once: boolean;
  readonly createdBy: { readonly id: string; readonly name: string };
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly expired: boolean;
}

/** A link that was sent to somebody, or makes an admin, is for one person. */
const once = `(i.email IS NOT NULL OR i.role = 'admin')`;
const unused = `(i.accepted_at IS NULL OR NOT ${once})`;
const open = `i.expires_at > now() AND ${unused}`;
const madeByPerson = '($2::text IS NULL OR i.created_by = $2)';
/** Two who accept at once: the second waits for the row lock and then finds it used. A link for everybody stays open. */
const use = `
  UPDATE weft.invitations i SET accepted_at = CASE WHEN ${once} THEN now() END WHERE i.code = $1 AND ${open}
  RETURNING i.organization_id, i.role, i.flow_id, i.access_level`;
/** Lets a person, `$2`, in to what the row of `used` is for. */
const enter = (used: string): string => `
  member AS (
    INSERT INTO weft.members (organization_id, user_id, role)
    SELECT u.organization_id, $2::text, u.role FROM ${used} u
    JOIN weft.organizations o ON o.id = u.organization_id AND o.deleted_at IS NULL
    WHERE u.flow_id IS NULL FOR KEY SHARE OF o ON CONFLICT DO NOTHING)
  INSERT INTO weft.flow_members (flow_id, user_id, access_level)
  SELECT u.flow_id, $2::text, u.access_level FROM ${used} u WHERE u.flow_id IS NOT NULL
  ON CONFLICT (flow_id, user_id) DO UPDATE SET access_level = 'write' WHERE EXCLUDED.access_level = 'write'`;

/** The columns of the flow `f` of an invitation `i`, as one. */
const flowColumn = `CASE WHEN f.id IS NOT NULL THEN jsonb_build_object('id', f.id, 'publicIdentifier',
  f.public_identifier, 'name', f.name, 'type', f.type, 'accessLevel', i.access_level) END`;

const present = ([id, organizationId, organizationName, role, email, flow]: Row): Invitation =>
  ({ id, organizationId, organizationName, role, email, flow }) as Invitation;

/**
 * Links that let people join an organization, each good for a week. One that names an address, or makes an admin, is
 * used up by the first who joins by it; any other is the organization's link, for everybody who has it.
 */
export class Invitations {
  readonly #engine: Engine;
  readonly #newId: (kind: IdKind) => string;

  constructor(engine: Engine, newId: (kind: IdKind) => string) {
    this.#engine = engine;
    this.#newId = newId;
  }

  /**
   * Null: the person is no member (any more). Whoever has an account of the address is told of it, where it was verified:
   * others may have signed up with somebody else's.
   */
  async make(
    organizationId: string,
    userId: string,
    email: string | null,
    to: InvitedTo,
  ): Promise<{ readonly id: string; readonly code: string } | null> {
    const id = this.#newId('inv');
    const code = randomBytes(24).toString('base64url');
    // The lock makes whoever removes the person at this moment wait, and end what was made.
    const rows = await this.#engine.query(
      `WITH maker AS (
         SELECT user_id FROM weft.members WHERE organization_id = $3 AND user_id = $6 FOR KEY SHARE),
       told AS (
         INSERT INTO weft.notifications (user_id, kind, subject, actor_id)
         SELECT u."id", 'invitation', $1::text, maker.user_id FROM maker, weft.auth_user u
         WHERE u."email" = lower($4::text) AND u."emailVerified" ON CONFLICT DO NOTHING)
       INSERT INTO weft.invitations
         (id, code, organization_id, email, role, created_by, expires_at, flow_id, access_level)
       SELECT $1::text, $2::text, $3::text, $4::text, $5::text, user_id, now() + interval '7 days', $7::text, $8::text
       FROM maker RETURNING 1`,
      [
        ...[id, code, organizationId, email, 'role' in to ? to.role : 'member', userId],
        ...('role' in to ? [null, null] : [to.flowId, to.accessLevel]),
      ],
    );
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
    const isMember = `CASE WHEN i.flow_id IS NULL THEN EXISTS (
        SELECT 1 FROM weft.members m WHERE m.organization_id = i.organization_id AND m.user_id = $2)
      ELSE EXISTS (
        SELECT 1 FROM weft.flow_members fm
        WHERE fm.flow_id = i.flow_id AND fm.user_id = $2 AND fm.access_level IN (i.access_level, 'write')) END`;
    const before = await this.#ofCode(code, isMember, userId);
    if (before !== null) return before;
    await this.#engine.query(`WITH used AS (${use}), ${enter('used')}`, [code, userId]);
    return this.#ofCode(code, isMember, userId);
  }

  /** Uses the invitation up for somebody who is about to sign up; null when it is over. */
  async take(code: string): Promise<Invitation | null> {
    const invitation = await this.open(code);
    if (invitation === null) return null;
    const rows = await this.#engine.query(use, [code]);
    return rows.length === 0 ? null : invitation;
  }

  /** Reopens an invitation: the sign-up that took it was refused. */
  async giveBack({ id }: Invitation): Promise<void> {
    await this.#engine.query('UPDATE weft.invitations SET accepted_at = NULL WHERE id = $1', [id]);
  }

  /** Lets whoever took the invitation in to what it is for, unless that was deleted meanwhile. */
  async join({ id }: Invitation, userId: string): Promise<void> {
    await this.#engine.query(
      `WITH taken AS (SELECT organization_id, role, flow_id, access_level FROM weft.invitations WHERE id = $1),
       ${enter('taken')}`,
      [id, userId],
    );
  }

  /** Those that nobody has used up, newest first: all of the organization, or those of one person. */
  async list(organizationId: string, madeBy: string | null): Promise<readonly OpenInvitation[]> {
    const rows = await this.#engine.query(
      `SELECT i.id, i.code, i.email, i.role, ${once}, i.created_by, u."name", i.created_at, i.expires_at,
         i.expires_at <= now(), ${flowColumn}
       FROM weft.invitations i LEFT JOIN weft.auth_user u ON u."id" = i.created_by
       LEFT JOIN weft.flows f ON f.id = i.flow_id
       WHERE i.organization_id = $1 AND ${unused} AND ${madeByPerson}
       ORDER BY i.id DESC LIMIT 1000`,
      [organizationId, madeBy],
    );
    return rows.map((row) => {
      const [id, code, email, role, isOnce, makerId, makerName, createdAt, expiresAt, expired, flow] = row;
      const createdBy = { id: makerId, name: makerName ?? 'Somebody who is gone' };
      const what = { id, code, email, role, flow, once: isOnce };
      return { ...what, createdBy, createdAt, expiresAt, expired } as OpenInvitation;
    });
  }

  /** Lets one that nobody has used up be accepted for another week; null when there is none such. */
  async renew(
    id: string,
    organizationId: string,
    madeBy: string | null,
  ): Promise<Pick<OpenInvitation, 'code' | 'email' | 'role'> | null> {
    const [row] = await this.#engine.query(
      `UPDATE weft.invitations i SET expires_at = now() + interval '7 days'
       WHERE i.organization_id = $1 AND ${madeByPerson} AND i.id = $3 AND ${unused}
       RETURNING i.code, i.email, i.role`,
      [organizationId, madeBy, id],
    );
    if (row === undefined) return null;
    const [code, email, role] = row;
    return { code, email, role } as Pick<OpenInvitation, 'code' | 'email' | 'role'>;
  }

  /** Of these addresses, those of members and those that an invitation waits for already; all in lower case. */
  async known(
    organizationId: string,
    emails: readonly string[],
  ): Promise<{ readonly members: ReadonlySet<string>; readonly invited: ReadonlySet<string> }> {
    const [members, invited] = await this.#engine.queryBoth(
      {
        text: `SELECT u."email" FROM weft.members m JOIN weft.auth_user u ON u."id" = m.user_id
               WHERE m.organization_id = $1 AND u."email" = ANY ($2)`,
        params: [organizationId, emails],
      },
      {
        text: `SELECT DISTINCT lower(i.email) FROM weft.invitations i
               WHERE i.organization_id = $1 AND lower(i.email) = ANY ($2) AND ${open}`,
        params: [organizationId, emails],
      },
    );
    const textsOf = (rows: readonly Row[]) => new Set(rows.map(([email]) => String(email)));
    return { members: textsOf(members), invited: textsOf(invited) };
  }

  /** Ends an invitation that nobody has used up; what it was, or null when there is none such. */
  async revoke(
    id: string,
    organizationId: string,
    madeBy: string | null,
  ): Promise<Pick<OpenInvitation, 'email' | 'role'> | null> {
    const [row] = await this.#engine.query(
      `DELETE FROM weft.invitations i
       WHERE i.organization_id = $1 AND ${madeByPerson} AND i.id = $3 AND ${unused}
       RETURNING i.email, i.role`,
      [organizationId, madeBy, id],
    );
    return row === undefined
      ? null
      : ({ email: row[0], role: row[1] } as Pick<OpenInvitation, 'email' | 'role'>);
  }

  /** Removes what has been over for a month. */
  async removeOld(): Promise<void> {
    await this.#engine.query(`DELETE FROM weft.invitations WHERE expires_at < now() - interval '30 days'`);
  }

  /** `$1` of the condition is the code. */
  async #ofCode(code: string, condition: string, ...params: readonly unknown[]): Promise<Invitation | null> {
    if (!/^[A-Za-z0-9_-]{16,64}$/.test(code)) return null;
    const [row] = await this.#engine.query(
      `SELECT i.id, i.organization_id, o.name, i.role, i.email, ${flowColumn}
       FROM weft.invitations i JOIN weft.organizations o ON o.id = i.organization_id
       LEFT JOIN weft.flows f ON f.id = i.flow_id
       WHERE i.code = $1 AND ${condition}`,
      [code, ...params],
    );
    return row === undefined ? null : present(row);
  }
}
