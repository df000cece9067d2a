import type { AccessLevel } from '@weft/core';
import type { IdKind } from '@weft/std';
import type { Engine, Sql } from '../engine/engine.ts';
import { type Removal, type Removed, removeMember } from './member-removal.ts';

export type OrganizationRole = 'admin' | 'member';

/** What an organization sets for its members; what is not set is absent. */
export interface OrganizationSettings {
  readonly dateFormat?: string;
  readonly timeFormat?: string;
  /** Days a session lasts in which nothing is done. */
  readonly sessionDays?: number;
  /** The domains of addresses that may join, in lower case. */
  readonly emailDomains?: readonly string[];
  /** Connections to services are used in the workspace they were made in alone. */
  readonly connectionsInWorkspace?: boolean;
}

/** What a member may do besides; admins may always. */
export interface MemberRights {
  readonly createDatabase: boolean;
  readonly MOVE_FLOWS_ACROSS_ORGS: boolean;
}

export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly role: OrganizationRole;
  /** A label: nothing depends on it. */
  readonly planName: string;
  readonly isSandbox: boolean;
  /** The path of its picture. */
  readonly picture: string | null;
  readonly userCount: number;
}

export interface Colleague {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: OrganizationRole;
  /** The path of their picture. */
  readonly picture: string | null;
  readonly rights: MemberRights;
  /** ISO 8601 UTC; null where no session of theirs is left. */
  readonly lastSeenAt: string | null;
  /** Of the workspaces that they were given, in order; admins may everything in all. */
  readonly workspaceNames: readonly string[];
}

/** A workspace, and what a member was given in it. */
interface MemberWorkspace {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly color: string | null;
  readonly accessLevel: AccessLevel | null;
}

export interface MemberChange {
  readonly role?: OrganizationRole | undefined;
  readonly createDatabase?: boolean | undefined;
  readonly MOVE_FLOWS_ACROSS_ORGS?: boolean | undefined;
}

/** A change of a member's role or rights, and what was before. */
export type MemberChanged =
  | { readonly kind: 'changed'; readonly name: string; readonly before: OrganizationRole }
  | { readonly kind: 'unknown' }
  /** Whoever asks is no admin (any more). */
  | { readonly kind: 'forbidden' }
  /** Nobody would be left who is an admin. */
  | { readonly kind: 'last-admin' };

/** The rights of a member `m`, as two columns. */
export const rightsColumns = `
  m.role = 'admin' OR m.create_database, m.role = 'admin' OR m.move_flows_across_orgs`;

export const presentRights = (createDatabase: unknown, moveFlows: unknown): MemberRights => ({
  createDatabase: createDatabase === true,
  MOVE_FLOWS_ACROSS_ORGS: moveFlows === true,
});

/** The organization a person works in now: the one chosen last. Joining one chooses it. */
const chosen = `SELECT organization_id FROM weft.members WHERE user_id = $1 ORDER BY chosen_at DESC LIMIT 1`;

async function addOrganization(
  tx: Pick<Sql, 'query'>,
  organizationId: string,
  name: string,
  adminId: string,
): Promise<void> {
  await tx.query('INSERT INTO weft.organizations (id, name) VALUES ($1, $2)', [organizationId, name]);
  await tx.query(`INSERT INTO weft.members (organization_id, user_id, role) VALUES ($1, $2, 'admin')`, [
    organizationId,
    adminId,
  ]);
}

/** Organizations and who is a member of them. */
export class Organizations {
  readonly #engine: Engine;
  readonly #newId: (kind: IdKind) => string;

  constructor(engine: Engine, newId: (kind: IdKind) => string) {
    this.#engine = engine;
    this.#newId = newId;
  }

  /** The organization a person works in now; null when they are of none. */
  async chosenBy(userId: string): Promise<string | null> {
    const [row] = await this.#engine.query(chosen, [userId]);
    return row === undefined ? null : String(row[0]);
  }

  /** All organizations a person is a member of, by name. */
  async ofPerson(userId: string): Promise<readonly Membership[]> {
    const rows = await this.#engine.query(
      `SELECT o.id, o.name, m.role, o.plan_name, o.is_sandbox, o.picture,
         (SELECT count(*) FROM weft.members c WHERE c.organization_id = o.id)
       FROM weft.members m JOIN weft.organizations o ON o.id = m.organization_id
       WHERE m.user_id = $1 ORDER BY o.name, o.id LIMIT 1000`,
      [userId],
    );
    return rows.map(
      ([id, name, role, planName, isSandbox, picture, userCount]) =>
        ({ id, name, role, planName, isSandbox, picture, userCount }) as Membership,
    );
  }

  /** Makes it the organization the person works in; false when they are not a member of it. */
  async choose(userId: string, organizationId: string): Promise<boolean> {
    const rows = await this.#engine.query(
      `UPDATE weft.members SET chosen_at = now() WHERE user_id = $1 AND organization_id = $2 RETURNING 1`,
      [userId, organizationId],
    );
    return rows.length > 0;
  }

  /** A new organization with this person as its admin, unless they are in one already; the id of the one they are in. */
  makeFirst(userId: string, personName: string): Promise<string> {
    const organizationId = this.#newId('org');
    return this.#engine.transaction(async (tx) => {
      // Several browsers of theirs may ask at once.
      await tx.query('SELECT 1 FROM weft.auth_user WHERE "id" = $1 FOR NO KEY UPDATE', [userId]);
      const [row] = await tx.query(chosen, [userId]);
      if (row !== undefined) return String(row[0]);
      await addOrganization(tx, organizationId, `${personName}'s organization`, userId);
      return organizationId;
    });
  }

  /** Another organization with this person as its admin, which they work in from now on; null: they have `most`. */
  make(userId: string, name: string, most: number): Promise<string | null> {
    const organizationId = this.#newId('org');
    return this.#engine.transaction(async (tx) => {
      // Two at once count one after the other.
      await tx.query('SELECT 1 FROM weft.auth_user WHERE "id" = $1 FOR NO KEY UPDATE', [userId]);
      const [row] = await tx.query('SELECT count(*) FROM weft.members WHERE user_id = $1', [userId]);
      if (Number(row?.[0]) >= most) return null;
      await addOrganization(tx, organizationId, name, userId);
      return organizationId;
    });
  }

  async rename(organizationId: string, name: string): Promise<void> {
    await this.#engine.query('UPDATE weft.organizations SET name = $2 WHERE id = $1', [organizationId, name]);
  }

  /** The path of a picture of it, or null for none; the one of before. */
  async setPicture(organizationId: string, picture: string | null): Promise<string | null> {
    const [row] = await this.#engine.query(
      `UPDATE weft.organizations o SET picture = $2
       FROM (SELECT id, picture FROM weft.organizations WHERE id = $1 FOR UPDATE) AS old
       WHERE o.id = old.id RETURNING old.picture`,
      [organizationId, picture],
    );
    return (row?.[0] ?? null) as string | null;
  }

  async isMember(organizationId: string, userId: string): Promise<boolean> {
    const rows = await this.#engine.query(
      'SELECT 1 FROM weft.members WHERE organization_id = $1 AND user_id = $2',
      [organizationId, userId],
    );
    return rows.length > 0;
  }

  /** Sets what is given, and removes what is given as null. */
  async setSettings(
    organizationId: string,
    changes: { readonly [K in keyof OrganizationSettings]: OrganizationSettings[K] | null | undefined },
  ): Promise<void> {
    await this.#engine.query(
      'UPDATE weft.organizations SET settings = jsonb_strip_nulls(settings || $2::jsonb) WHERE id = $1',
      [organizationId, JSON.stringify(changes)],
    );
  }

  /** How many members have addresses of other domains. */
  async membersOutside(organizationId: string, domains: readonly string[]): Promise<number> {
    const [row] = await this.#engine.query(
      `SELECT count(*) FROM weft.members m JOIN weft.auth_user u ON u."id" = m.user_id
       WHERE m.organization_id = $1 AND split_part(u."email", '@', 2) <> ALL ($2)`,
      [organizationId, domains],
    );
    return Number(row?.[0]);
  }

  /** An organization of the person that refuses addresses of a domain; null where all take it. */
  async refusingDomain(userId: string, domain: string): Promise<string | null> {
    const [row] = await this.#engine.query(
      `SELECT o.name FROM weft.members m JOIN weft.organizations o ON o.id = m.organization_id
       WHERE m.user_id = $1 AND o.settings ? 'emailDomains' AND NOT o.settings->'emailDomains' ? $2
       ORDER BY o.name LIMIT 1`,
      [userId, domain],
    );
    return row === undefined ? null : String(row[0]);
  }

  /** The domains of addresses that may join; null: all. */
  async domainsOf(organizationId: string): Promise<readonly string[] | null> {
    const [row] = await this.#engine.query(
      `SELECT settings->'emailDomains' FROM weft.organizations WHERE id = $1`,
      [organizationId],
    );
    return (row?.[0] ?? null) as readonly string[] | null;
  }

  /** Changes what a member is or may, when an admin asks. */
  changeMember(
    organizationId: string,
    userId: string,
    by: string,
    { role, createDatabase, MOVE_FLOWS_ACROSS_ORGS }: MemberChange,
  ): Promise<MemberChanged> {
    return this.#engine.transaction(async (tx): Promise<MemberChanged> => {
      // One change or removal at a time: two admins who demote each other at once do not both succeed.
      await tx.query('SELECT 1 FROM weft.organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
      const rows = await tx.query(
        `SELECT m.user_id, m.role, u."name" FROM weft.members m JOIN weft.auth_user u ON u."id" = m.user_id
         WHERE m.organization_id = $1 AND (m.role = 'admin' OR m.user_id = $2)`,
        [organizationId, userId],
      );
      const admins = rows.filter((row) => row[1] === 'admin').map(([id]) => id);
      const member = rows.find(([id]) => id === userId);
      if (!admins.includes(by)) return { kind: 'forbidden' };
      if (member === undefined) return { kind: 'unknown' };
      if (role === 'member' && admins.every((id) => id === userId)) return { kind: 'last-admin' };
      await tx.query(
        `UPDATE weft.members SET role = coalesce($3, role), create_database = coalesce($4, create_database),
           move_flows_across_orgs = coalesce($5, move_flows_across_orgs)
         WHERE organization_id = $1 AND user_id = $2`,
        [organizationId, userId, role ?? null, createDatabase ?? null, MOVE_FLOWS_ACROSS_ORGS ?? null],
      );
      // What they could no longer make must not stay open either.
      if (role === 'member')
        await tx.query(
          `DELETE FROM weft.invitations WHERE organization_id = $1 AND created_by = $2 AND role = 'admin'`,
          [organizationId, userId],
        );
      return { kind: 'changed', name: String(member[2]), before: member[1] as OrganizationRole };
    });
  }

  /** The workspaces of an organization, by name, with what a member was given in each; null: they are no member. */
  async workspacesOfMember(
    organizationId: string,
    userId: string,
  ): Promise<readonly MemberWorkspace[] | null> {
    const [member, rows] = await this.#engine.queryBoth(
      {
        text: 'SELECT 1 FROM weft.members WHERE organization_id = $1 AND user_id = $2',
        params: [organizationId, userId],
      },
      {
        text: `SELECT w.id, w.name, w.icon, w.color, wm.access_level FROM weft.workspaces w
               LEFT JOIN weft.workspace_members wm ON wm.workspace_id = w.id AND wm.user_id = $2
               WHERE w.organization_id = $1 ORDER BY w.name, w.id LIMIT 1000`,
        params: [organizationId, userId],
      },
    );
    if (member.length === 0) return null;
    return rows.map(
      ([id, name, icon, color, accessLevel]) => ({ id, name, icon, color, accessLevel }) as MemberWorkspace,
    );
  }

  removeMember(removal: Removal): Promise<Removed> {
    return removeMember(this.#engine, removal);
  }

  /** Removes organizations that were deleted a month ago, once nothing of theirs is left. */
  async removeOld(): Promise<void> {
    await this.#engine.query(
      `DELETE FROM weft.organizations o WHERE deleted_at < now() - interval '30 days'
         AND NOT EXISTS (SELECT 1 FROM weft.flows f WHERE f.organization_id = o.id)
         AND NOT EXISTS (SELECT 1 FROM weft.files f WHERE f.organization_id = o.id)`,
    );
  }

  async memberIds(organizationId: string): Promise<readonly string[]> {
    const rows = await this.#engine.query('SELECT user_id FROM weft.members WHERE organization_id = $1', [
      organizationId,
    ]);
    return rows.map(([id]) => id as string);
  }

  /** The people of an organization, by name. */
  async members(organizationId: string): Promise<readonly Colleague[]> {
    const rows = await this.#engine.query(
      `SELECT u."id", u."name", u."email", m.role, u."image", ${rightsColumns},
         (SELECT max(coalesce(s."lastUsedAt", s."updatedAt")) FROM weft.auth_session s WHERE s."userId" = u."id"),
         (SELECT coalesce(json_agg(w.name ORDER BY w.name), '[]') FROM weft.workspace_members wm
          JOIN weft.workspaces w ON w.id = wm.workspace_id
          WHERE wm.user_id = u."id" AND w.organization_id = m.organization_id)::text
       FROM weft.members m JOIN weft.auth_user u ON u."id" = m.user_id
       WHERE m.organization_id = $1 ORDER BY u."name", u."id" LIMIT 1000`,
      [organizationId],
    );
    return rows.map(([id, name, email, role, picture, createDatabase, moveFlows, lastSeenAt, workspaces]) => {
      const rights = presentRights(createDatabase, moveFlows);
      const workspaceNames = JSON.parse(String(workspaces));
      return { id, name, email, role, picture, rights, lastSeenAt, workspaceNames } as Colleague;
    });
  }
}
