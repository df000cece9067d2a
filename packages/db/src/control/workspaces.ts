import { type AccessLevel, type FlowTypeName, workspaceSlug } from '@weft/core';
import { notFound } from '@weft/std';
import type { Engine, Row, Sql } from '../engine/engine.ts';
import { addFlowEvents, type FlowChanger, type FlowFeed, workspaceChange } from './flow-feed.ts';
import { memberName } from './flow-members.ts';
import { isVisible } from './flow-rows.ts';
import { holdMember } from './hold-member.ts';
import { notify } from './notifications.ts';

interface FlowMembership {
  readonly flowId: string;
  readonly userId: string;
  readonly accessLevel: AccessLevel;
}

/** A workspace as one person sees it. */
export interface Workspace {
  readonly id: string;
  readonly organizationId: string;
  readonly slug: string;
  readonly name: string;
  readonly icon: string | null;
  readonly color: string | null;
  /** Null: who made it is not known. */
  readonly createdBy: string | null;
  /** Their membership; null where they have none, and see it as an admin. */
  readonly level: AccessLevel | null;
  /** Flows in it, without those in the trash. */
  readonly itemCount: number;
  /** Their own, of flows in it. */
  readonly flowMemberships: readonly FlowMembership[];
}

export interface Places {
  readonly workspaces: readonly Workspace[];
  /** Flows the person may see: everywhere but in the trash, and in the trash. */
  readonly itemCount: number;
  readonly trashCount: number;
}

export interface WorkspaceMember {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly picture: string | null;
  readonly organizationRole: 'admin' | 'member';
  /** Null: has no access, unless as an admin. */
  readonly level: AccessLevel | null;
}

export interface WorkspaceLook {
  readonly name: string;
  readonly icon: string | null;
  readonly color: string | null;
}

/** An organization has at most this many. */
export const maxWorkspaces = 500;

/** Workspaces for a person, `$1`; `$2` are the types of flows that are counted. */
const select = `
  SELECT w.id, w.organization_id, w.slug, w.name, w.icon, w.color, w.created_by, wm.access_level,
    (SELECT count(*) FROM weft.flows f
      WHERE f.workspace_id = w.id AND f.trashed_at IS NULL AND f.type = ANY ($2)),
    coalesce((SELECT jsonb_agg(jsonb_build_object('flowId', fm.flow_id, 'userId', fm.user_id, 'accessLevel', fm.access_level) ORDER BY fm.flow_id)
      FROM weft.flow_members fm JOIN weft.flows f ON f.id = fm.flow_id
      WHERE fm.user_id = $1 AND f.workspace_id = w.id), '[]'::jsonb)
  FROM weft.workspaces w
  JOIN weft.members m ON m.organization_id = w.organization_id AND m.user_id = $1
  LEFT JOIN weft.workspace_members wm ON wm.workspace_id = w.id AND wm.user_id = $1
  WHERE (m.role = 'admin' OR wm.access_level IS NOT NULL)`;

const present = ([id, organizationId, slug, name, icon, color, createdBy, level, count, memberships]: Row) =>
  ({
    ...{ id, organizationId, slug, name, icon, color, createdBy, level },
    itemCount: Number(count),
    flowMemberships: memberships,
  }) as Workspace;

/** The workspaces of organizations, and who is in them. Who may change what is asked before. */
export class Workspaces {
  readonly #engine: Engine;
  readonly #feed: FlowFeed;

  constructor(engine: Engine, feed: FlowFeed) {
    this.#engine = engine;
    this.#feed = feed;
  }

  /** What a person sees of an organization's places. */
  async places(organizationId: string, userId: string, counted: readonly FlowTypeName[]): Promise<Places> {
    const [workspaces, counts] = await this.#engine.queryBoth(
      {
        text: `${select} AND w.organization_id = $3 ORDER BY lower(w.name COLLATE "und-x-icu"), w.id LIMIT ${maxWorkspaces}`,
        params: [userId, counted, organizationId],
      },
      {
        text: `SELECT count(*) FILTER (WHERE f.trashed_at IS NULL), count(*) FILTER (WHERE f.trashed_at IS NOT NULL)
          FROM weft.flows f
          JOIN weft.members m ON m.organization_id = f.organization_id AND m.user_id = $1
          LEFT JOIN weft.workspace_members wm ON wm.workspace_id = f.workspace_id AND wm.user_id = $1
          LEFT JOIN weft.flow_members fm ON fm.flow_id = f.id AND fm.user_id = $1
          WHERE f.organization_id = $3 AND f.type = ANY ($2) AND ${isVisible}`,
        params: [userId, counted, organizationId],
      },
    );
    const [row] = counts;
    return {
      workspaces: workspaces.map(present),
      itemCount: Number(row?.[0]),
      trashCount: Number(row?.[1]),
    };
  }

  /** By id or slug, as the person sees it; null where they see none. */
  async find(idOrSlug: string, organizationId: string, userId: string): Promise<Workspace | null> {
    const [row] = await this.#engine.query(`${select} AND w.organization_id = $3 AND $4 IN (w.id, w.slug)`, [
      userId,
      [],
      organizationId,
      idOrSlug,
    ]);
    return row === undefined ? null : present(row);
  }

  /** Makes one that its maker writes to; null where the organization has as many as it may. */
  async create(
    id: string,
    { name, icon, color }: WorkspaceLook,
    { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  ): Promise<string | null> {
    return this.#engine.transaction(async (tx) => {
      // Two that are made at once must not choose one slug.
      await tx.query('SELECT 1 FROM weft.organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
      const rows = await tx.query('SELECT slug FROM weft.workspaces WHERE organization_id = $1', [
        organizationId,
      ]);
      if (rows.length >= maxWorkspaces) return null;
      const slug = workspaceSlug(name, new Set(rows.map(([taken]) => String(taken))));
      if (!(await holdMember(tx, organizationId, userId)))
        throw notFound('You are no longer in this organization');
      await tx.query(
        `INSERT INTO weft.workspaces (id, organization_id, slug, name, icon, color, created_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [id, organizationId, slug, name, icon, color, userId],
      );
      await tx.query(`INSERT INTO weft.workspace_members VALUES ($1, $2, 'write')`, [id, userId]);
      return slug;
    });
  }

  /** Its address stays: links to it go on working. */
  async change(
    { id, organizationId }: Pick<Workspace, 'id' | 'organizationId'>,
    { name, icon, color }: WorkspaceLook,
    by: FlowChanger,
  ): Promise<void> {
    await this.#engine.transaction(async (tx) => {
      await tx.query('UPDATE weft.workspaces SET name = $2, icon = $3, color = $4 WHERE id = $1', [
        ...[id, name, icon, color],
      ]);
      await addFlowEvents(tx, organizationId, workspaceChange, [id], by);
    });
    await this.#feed.changed([organizationId]);
  }

  /**
   * Removes a workspace. Its flows go Home, and what people could see or edit there becomes memberships of the flows, so
   * that everybody may what they might before.
   */
  async remove(id: string, by: FlowChanger): Promise<void> {
    const organizationId = await this.#engine.transaction(async (tx) => {
      const [row] = await tx.query('SELECT organization_id FROM weft.workspaces WHERE id = $1 FOR UPDATE', [
        id,
      ]);
      if (row === undefined) throw notFound('Workspace not found');
      // Whoever is being removed is so before this, or takes what they get here with them.
      await tx.query('SELECT 1 FROM weft.members WHERE organization_id = $1 ORDER BY user_id FOR KEY SHARE', [
        row[0],
      ]);
      // In the order in which moves lock them: the two cannot wait for each other.
      await tx.query('SELECT 1 FROM weft.flows WHERE workspace_id = $1 ORDER BY id FOR NO KEY UPDATE', [id]);
      await keepAccess(tx, id);
      const flows = await tx.query(
        'UPDATE weft.flows SET workspace_id = NULL WHERE workspace_id = $1 RETURNING id',
        [id],
      );
      await tx.query('DELETE FROM weft.workspaces WHERE id = $1', [id]);
      const flowIds = flows.map(([flowId]) => String(flowId));
      await addFlowEvents(tx, String(row[0]), 'moved', flowIds, by);
      return String(row[0]);
    });
    await this.#feed.changed([organizationId]);
  }

  /** Everybody of its organization, by name, with what they may in it. */
  async members(id: string): Promise<readonly WorkspaceMember[]> {
    const rows = await this.#engine.query(
      `SELECT u."id", u."name", u."email", u."image", m.role, wm.access_level
       FROM weft.workspaces w
       JOIN weft.members m ON m.organization_id = w.organization_id
       JOIN weft.auth_user u ON u."id" = m.user_id
       LEFT JOIN weft.workspace_members wm ON wm.workspace_id = w.id AND wm.user_id = m.user_id
       WHERE w.id = $1 ORDER BY lower(u."name" COLLATE "und-x-icu"), u."id" LIMIT 1000`,
      [id],
    );
    return rows.map(
      ([userId, name, email, picture, organizationRole, level]) =>
        ({ userId, name, email, picture, organizationRole, level }) as WorkspaceMember,
    );
  }

  /** Gives somebody of its organization a membership, or takes theirs away (null); their name, or null without such a person. */
  async setMember(
    { id, organizationId }: Pick<Workspace, 'id' | 'organizationId'>,
    userId: string,
    level: AccessLevel | null,
    by: FlowChanger,
  ): Promise<string | null> {
    const name = await this.#engine.transaction(async (tx) => {
      const [changed] =
        level === null
          ? await tx.query(
              `DELETE FROM weft.workspace_members WHERE workspace_id = $1 AND user_id = $2 RETURNING ${memberName}`,
              [id, userId],
            )
          : await tx.query(
              `WITH known AS (
                 SELECT w.id, m.user_id FROM weft.workspaces w
                 JOIN weft.members m ON m.organization_id = w.organization_id AND m.user_id = $2
                 WHERE w.id = $1 FOR KEY SHARE)
               INSERT INTO weft.workspace_members (workspace_id, user_id, access_level)
               SELECT id, user_id, $3 FROM known
               ON CONFLICT (workspace_id, user_id) DO UPDATE SET access_level = EXCLUDED.access_level RETURNING ${memberName}`,
              [id, userId, level],
            );
      if (changed === undefined) return null;
      if (level !== null) await notify(tx, { userId, kind: 'workspace', subject: id, actorId: by.userId });
      await addFlowEvents(tx, organizationId, workspaceChange, [id], by);
      return changed[0] as string;
    });
    if (name !== null) await this.#feed.changed([organizationId]);
    return name;
  }
}

/**
 * Writes down as memberships of flows what the members of a workspace, and the flows' owners, may do with them. An admin
 * who only reads in the workspace may everything as an admin: a membership that says 'read' would take that away.
 */
const keepAccess = (tx: Sql, workspaceId: string) =>
  tx.query(
    `INSERT INTO weft.flow_members (flow_id, user_id, access_level)
     SELECT f.id, m.user_id, coalesce(wm.access_level, 'read') FROM weft.flows f
     JOIN weft.members m ON m.organization_id = f.organization_id
     LEFT JOIN weft.workspace_members wm ON wm.workspace_id = f.workspace_id AND wm.user_id = m.user_id
     WHERE f.workspace_id = $1 AND CASE
       WHEN m.role = 'admin' THEN wm.access_level = 'write' AND m.user_id <> f.owner_user_id
       WHEN m.user_id = f.owner_user_id THEN wm.access_level IS DISTINCT FROM 'write'
       ELSE wm.access_level IS NOT NULL END
     ON CONFLICT DO NOTHING`,
    [workspaceId],
  );
