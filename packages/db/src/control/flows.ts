import type { AccessLevel, FlowStanding, FlowTypeName } from '@weft/core';
import type { Engine, Row, Sql } from '../engine/engine.ts';
import { addFlowEvents, type FlowChanger, type FlowFeed } from './flow-feed.ts';

/** A flow as it is kept; moments are ISO 8601 UTC. */
export interface Flow {
  readonly id: string;
  readonly publicIdentifier: string;
  readonly organizationId: string;
  readonly ownerUserId: string;
  readonly ownerName: string;
  readonly workspaceId: string | null;
  readonly parentFlowPublicIdentifier: string | null;
  readonly publishedSnapshotId: string | null;
  readonly type: FlowTypeName;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly trashedAt: string | null;
  /** By whoever asks. */
  readonly starred: boolean;
}

export interface FoundFlow {
  readonly flow: Flow;
  /** What whoever asks is to it. */
  readonly standing: FlowStanding;
  /** Where the flow stands among all, for the next page. */
  readonly place: string;
}

export interface FlowQuery {
  readonly organizationId: string;
  readonly userId: string;
  readonly type: FlowTypeName | null;
  readonly trashed: boolean;
  readonly workspaceId: string | null;
  readonly search: string | null;
  /** The last flow of the page before. */
  readonly after: { readonly place: string; readonly id: string } | null;
  readonly limit: number;
}

export interface FlowPage {
  readonly flows: readonly FoundFlow[];
  /** The feed's number at reading: `FlowFeed.changes` goes on from there. */
  readonly version: number;
}

export interface NewFlow {
  readonly id: string;
  readonly type: FlowTypeName;
  readonly organizationId: string;
  readonly ownerUserId: string;
  readonly workspaceId: string | null;
  readonly name: string;
  readonly actionId: string | null;
}

export interface FoundWorkspace {
  readonly id: string;
  /** The membership of whoever asks. */
  readonly level: AccessLevel | null;
}

/** What a person is to the flow `f`, as columns; `$1` is their id. */
const standingColumns = `
  (SELECT m.role FROM weft.members m WHERE m.organization_id = f.organization_id AND m.user_id = $1),
  f.workspace_id IS NOT NULL,
  (SELECT wm.access_level FROM weft.workspace_members wm WHERE wm.workspace_id = f.workspace_id AND wm.user_id = $1),
  (SELECT fm.access_level FROM weft.flow_members fm WHERE fm.flow_id = f.id AND fm.user_id = $1)`;

const presentStanding = ([organizationRole, inWorkspace, workspaceLevel, memberLevel]: Row) =>
  ({ organizationRole, inWorkspace, workspaceLevel, memberLevel }) as FlowStanding;

const select = `SELECT ${standingColumns},
    f.id, f.public_identifier, f.organization_id, f.owner_user_id, u."name", f.workspace_id,
    f.parent_flow_public_identifier, f.published_snapshot_id, f.type, f.name,
    f.created_at, f.updated_at, f.trashed_at, f.created_at::text,
    EXISTS (SELECT 1 FROM weft.flow_people p WHERE p.flow_id = f.id AND p.user_id = $1 AND p.starred)
  FROM weft.flows f JOIN weft.auth_user u ON u."id" = f.owner_user_id`;

function present(row: Row): FoundFlow {
  const [id, publicIdentifier, organizationId, ownerUserId, ownerName, ...rest] = row.slice(4);
  const [workspaceId, parentFlowPublicIdentifier, publishedSnapshotId, type, name, ...last] = rest;
  const [createdAt, updatedAt, trashedAt, place, starred] = last;
  const flow = {
    ...{ id, publicIdentifier, organizationId, ownerUserId, ownerName, workspaceId },
    ...{
      parentFlowPublicIdentifier,
      publishedSnapshotId,
      type,
      name,
      createdAt,
      updatedAt,
      trashedAt,
      starred,
    },
  } as Flow;
  return { flow, standing: presentStanding(row), place: String(place) };
}

/** Writes a flow and its event in the transaction that makes what is behind it. */
export async function addFlow(tx: Pick<Sql, 'query'>, flow: NewFlow): Promise<void> {
  await tx.query(
    `INSERT INTO weft.flows (id, public_identifier, organization_id, owner_user_id, workspace_id, type, name)
     VALUES ($1, $1, $2, $3, $4, $5, $6)`,
    [flow.id, flow.organizationId, flow.ownerUserId, flow.workspaceId, flow.type, flow.name],
  );
  const by = { userId: flow.ownerUserId, actionId: flow.actionId };
  await addFlowEvents(tx, flow.organizationId, 'created', [flow.id], by);
}

/** Removes a flow for good, and says so, in the transaction that removes what is behind it; its organization's id. */
export async function removeFlow(
  tx: Pick<Sql, 'query'>,
  id: string,
  by: FlowChanger,
): Promise<string | null> {
  const [row] = await tx.query('DELETE FROM weft.flows WHERE id = $1 RETURNING organization_id', [id]);
  if (row === undefined) return null;
  const organizationId = String(row[0]);
  await addFlowEvents(tx, organizationId, 'deleted', [id], by);
  return organizationId;
}

/** An address may hold what no id is, and what no text of the database can be. */
const isIdText = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text);

/** The flows of organizations: names and places; what is inside them lives elsewhere. */
export class Flows {
  readonly #engine: Engine;
  readonly #feed: FlowFeed;

  constructor(engine: Engine, feed: FlowFeed) {
    this.#engine = engine;
    this.#feed = feed;
  }

  async find(id: string, userId: string): Promise<FoundFlow | null> {
    if (!isIdText(id)) return null;
    const [row] = await this.#engine.query(`${select} WHERE f.id = $2`, [userId, id]);
    return row === undefined ? null : present(row);
  }

  /** Newest first, by key: no page is ever counted to. */
  async list(query: FlowQuery): Promise<FlowPage> {
    const pattern = query.search === null ? null : `%${query.search.replace(/[\\%_]/g, '\\$&')}%`;
    const params: unknown[] = [query.userId, query.organizationId, query.trashed, query.limit];
    const parameter = (value: unknown) => `$${params.push(value)}`;
    const where = ['f.organization_id = $2', '(f.trashed_at IS NOT NULL) = $3'];
    if (query.type !== null) where.push(`f.type = ${parameter(query.type)}`);
    if (query.workspaceId !== null) where.push(`f.workspace_id = ${parameter(query.workspaceId)}`);
    if (pattern !== null)
      where.push(`lower(f.name COLLATE "und-x-icu") LIKE lower(${parameter(pattern)} COLLATE "und-x-icu")`);
    if (query.after !== null)
      where.push(
        `(f.created_at, f.id) < (${parameter(query.after.place)}::timestamptz, ${parameter(query.after.id)})`,
      );
    // The number is read first: a change between the two is sent again, and none is missed.
    const [head, rows] = await this.#engine.queryBoth(
      { text: 'SELECT seq FROM weft.flow_feeds WHERE organization_id = $1', params: [query.organizationId] },
      {
        text: `${select} WHERE ${where.join(' AND ')} ORDER BY f.created_at DESC, f.id DESC LIMIT $4`,
        params,
      },
    );
    return { flows: rows.map(present), version: Number(head[0]?.[0] ?? 0) };
  }

  async rename({ id, organizationId }: Flow, name: string, by: FlowChanger): Promise<void> {
    await this.#engine.transaction(async (tx) => {
      await tx.query('UPDATE weft.flows SET name = $2, updated_at = now() WHERE id = $1', [id, name]);
      await addFlowEvents(tx, organizationId, 'renamed', [id], by);
    });
    await this.#feed.changed([organizationId]);
  }

  /** Moves flows to the trash, or back; those that are there already stay as they are. */
  async setTrashed(ids: readonly string[], trashed: boolean, by: FlowChanger): Promise<void> {
    const organizations = await this.#engine.transaction(async (tx) => {
      const rows = await tx.query(
        `UPDATE weft.flows SET trashed_at = CASE WHEN $2 THEN now() END
         WHERE id = ANY ($1) AND (trashed_at IS NULL) = $2 RETURNING organization_id, id`,
        [ids, trashed],
      );
      const moved = Map.groupBy(rows, ([organizationId]) => String(organizationId));
      // In one order everywhere: two of these cannot wait for each other.
      const all = [...moved].toSorted(([a], [b]) => (a < b ? -1 : 1));
      for (const [organizationId, flows] of all) {
        const flowIds = flows.map(([, id]) => String(id));
        await addFlowEvents(tx, organizationId, trashed ? 'trashed' : 'restored', flowIds, by);
      }
      return moved.keys();
    });
    await this.#feed.changed(organizations);
  }

  /** A workspace of the organization; null where it has none of that id. */
  async workspace(id: string, organizationId: string, userId: string): Promise<FoundWorkspace | null> {
    const [row] = await this.#engine.query(
      `SELECT w.id, wm.access_level FROM weft.workspaces w
       LEFT JOIN weft.workspace_members wm ON wm.workspace_id = w.id AND wm.user_id = $3
       WHERE w.id = $1 AND w.organization_id = $2`,
      [id, organizationId, userId],
    );
    return row === undefined ? null : { id: String(row[0]), level: row[1] as AccessLevel | null };
  }
}
