import type { FlowChange, FlowTypeName } from '@weft/core';
import { notFound } from '@weft/std';
import type { Engine, Sql } from '../engine/engine.ts';
import { addFlowEvents, type FlowChanger, type FlowFeed } from './flow-feed.ts';
import { type Flow, type FoundFlow, isVisible, presentFlow, selectFlows } from './flow-rows.ts';
import { holdMember } from './hold-member.ts';

/** Orders of the list; the rows are in this order, ties by id. */
const orders = {
  created: { place: 'f.created_at', descending: true, type: 'timestamptz' },
  updated: { place: 'f.updated_at', descending: true, type: 'timestamptz' },
  opened: { place: 'p.last_opened_at', descending: true, type: 'timestamptz' },
  name: { place: 'lower(f.name COLLATE "und-x-icu")', descending: false, type: 'text' },
} as const;

export type FlowOrder = keyof typeof orders;

export interface FlowQuery {
  readonly organizationId: string;
  readonly userId: string;
  /** Null: of all. */
  readonly types: readonly FlowTypeName[] | null;
  readonly trashed: boolean;
  readonly workspaceId: string | null;
  readonly search: string | null;
  /** Only those the person starred, those that are shared with them from outside too. */
  readonly starred?: boolean;
  /** Only those of organizations the person is not of; `organizationId` says then whose feed the version is of. */
  readonly shared?: boolean;
  /** By 'opened' only those the person has opened are listed. */
  readonly order?: FlowOrder;
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
  readonly internalNote?: string | null;
  readonly actionId: string | null;
}

/** Keeps a workspace from being removed until the transaction ends: what is put into it lies in it then. */
async function holdWorkspace(tx: Pick<Sql, 'query'>, id: string): Promise<void> {
  const [found] = await tx.query('SELECT 1 FROM weft.workspaces WHERE id = $1 FOR KEY SHARE', [id]);
  if (found === undefined) throw notFound('Workspace not found');
}

/** Batches of the same flows lock them in one order: two of them cannot wait for each other. */
const lockFlows = (tx: Pick<Sql, 'query'>, ids: readonly string[]) =>
  tx.query('SELECT 1 FROM weft.flows WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [ids]);

/** Writes a flow and its event in the transaction that makes what is behind it. */
export async function addFlow(tx: Pick<Sql, 'query'>, flow: NewFlow): Promise<void> {
  if (flow.workspaceId !== null) await holdWorkspace(tx, flow.workspaceId);
  await tx.query(
    `INSERT INTO weft.flows (id, public_identifier, organization_id, owner_user_id, workspace_id, type, name, internal_note)
     VALUES ($1, $1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[flow.id, flow.organizationId, flow.ownerUserId, flow.workspaceId, flow.type, flow.name],
      flow.internalNote ?? null,
    ],
  );
  const by = { userId: flow.ownerUserId, actionId: flow.actionId };
  await addFlowEvents(tx, flow.organizationId, 'created', [flow.id], by);
}

/**
 * Removes a flow for good, and says so, in the transaction that removes what is behind it; its organization's id. With
 * `daysInTrash` only while it still lies in the trash for so long: it may have been restored since it was found there.
 */
export async function removeFlow(
  tx: Pick<Sql, 'query'>,
  id: string,
  by: FlowChanger,
  daysInTrash: number | null = null,
): Promise<string | null> {
  const [row] = await tx.query(
    `DELETE FROM weft.flows
     WHERE id = $1 AND ($2::integer IS NULL OR trashed_at < now() - make_interval(days => $2))
     RETURNING organization_id`,
    [id, daysInTrash],
  );
  if (row === undefined) return null;
  const organizationId = String(row[0]);
  await addFlowEvents(tx, organizationId, 'deleted', [id], by);
  return organizationId;
}

/** Of which organizations flows are listed; a starred one is found beside what is starred here, whoever shares it. */
function placesOf({ shared, starred }: FlowQuery): string {
  if (shared === true) return '$2::text IS NOT NULL AND m.role IS NULL';
  return starred === true ? '(f.organization_id = $2 OR m.role IS NULL)' : 'f.organization_id = $2';
}

/** An address may hold what no id is, and what no text of the database can be. */
const isIdText = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text);

/** What of a flow is set by one statement; each is a column. */
export interface FlowEdit {
  readonly name?: string;
  readonly internalNote?: string | null;
  readonly locked?: boolean;
  readonly template?: boolean;
}

/** The flows of organizations: names and places; what is inside them lives elsewhere. */
export class Flows {
  readonly #engine: Engine;
  readonly #feed: FlowFeed;

  constructor(engine: Engine, feed: FlowFeed) {
    this.#engine = engine;
    this.#feed = feed;
  }

  async find(id: string, userId: string): Promise<FoundFlow | null> {
    return (await this.findAll([id], userId))[0] ?? null;
  }

  /** The time zone that the owner of a flow has chosen for the screens; null: none. */
  async ownerTimeZone(id: string): Promise<string | null> {
    const [row] = await this.#engine.query(
      `SELECT u."settings"->>'timezone' FROM weft.flows f JOIN weft.auth_user u ON u."id" = f.owner_user_id
       WHERE f.id = $1`,
      [id],
    );
    return row?.[0] == null ? null : String(row[0]);
  }

  /** Where a flow lies, whoever asks; null: it is gone. */
  async placeOf(id: string): Promise<Pick<Flow, 'organizationId' | 'workspaceId'> | null> {
    const [row] = await this.#engine.query(
      'SELECT organization_id, workspace_id FROM weft.flows WHERE id = $1',
      [id],
    );
    return row === undefined
      ? null
      : { organizationId: String(row[0]), workspaceId: row[1] === null ? null : String(row[1]) };
  }

  /** Those of the flows that there are, in the order of their ids. */
  async findAll(ids: readonly string[], userId: string): Promise<readonly FoundFlow[]> {
    const known = ids.filter(isIdText);
    if (known.length === 0) return [];
    const rows = await this.#engine.query(
      `${selectFlows('f.created_at')} WHERE f.id = ANY ($2) ORDER BY f.id`,
      [userId, known],
    );
    return rows.map(presentFlow);
  }

  /** Every flow of these types, of all organizations and in the trash too. */
  async idsOfTypes(types: readonly FlowTypeName[]): Promise<readonly string[]> {
    const rows = await this.#engine.query('SELECT id FROM weft.flows WHERE type = ANY ($1) ORDER BY id', [
      types,
    ]);
    return rows.map(([id]) => String(id));
  }

  /** Something inside it changed. */
  async touch(id: string): Promise<void> {
    await this.#engine.query('UPDATE weft.flows SET updated_at = now() WHERE id = $1', [id]);
  }

  /** Those the person may see, by key: no page is ever counted to. */
  async list(query: FlowQuery): Promise<FlowPage> {
    const { place, descending, type } = orders[query.order ?? 'created'];
    const pattern = query.search === null ? null : `%${query.search.replace(/[\\%_]/g, '\\$&')}%`;
    const params: unknown[] = [query.userId, query.organizationId, query.trashed, query.limit];
    const parameter = (value: unknown) => `$${params.push(value)}`;
    const where = [
      placesOf(query),
      '(f.trashed_at IS NOT NULL) = $3',
      query.shared === true ? 'fm.user_id = $1' : isVisible,
    ];
    if (query.types !== null) where.push(`f.type = ANY (${parameter(query.types)})`);
    if (query.workspaceId !== null) where.push(`f.workspace_id = ${parameter(query.workspaceId)}`);
    if (query.starred === true) where.push('p.starred');
    if (query.order === 'opened') where.push('p.last_opened_at IS NOT NULL');
    if (pattern !== null)
      where.push(`f.folded_name LIKE lower(${parameter(pattern)} COLLATE "und-x-icu") COLLATE "C"`);
    if (query.after !== null)
      where.push(
        `(${place}, f.id) ${descending ? '<' : '>'} (${parameter(query.after.place)}::${type}, ${parameter(query.after.id)})`,
      );
    const direction = descending ? 'DESC' : 'ASC';
    // The number is read first: a change between the two is sent again, and none is missed.
    const [head, rows] = await this.#engine.queryBoth(
      { text: 'SELECT seq FROM weft.flow_feeds WHERE organization_id = $1', params: [query.organizationId] },
      {
        text: `${selectFlows(place)} WHERE ${where.join(' AND ')}
          ORDER BY ${place} ${direction}, f.id ${direction} LIMIT $4`,
        params,
      },
    );
    return { flows: rows.map(presentFlow), version: Number(head[0]?.[0] ?? 0) };
  }

  async edit({ id, organizationId }: Flow, edit: FlowEdit, by: FlowChanger): Promise<void> {
    const params: unknown[] = [id];
    const sets: string[] = [];
    const set = (column: string, value: unknown) => sets.push(`${column} = $${params.push(value)}`);
    if (edit.name !== undefined) set('name', edit.name);
    if (edit.internalNote !== undefined) set('internal_note', edit.internalNote);
    if (edit.locked !== undefined) set('locked', edit.locked);
    if (edit.template !== undefined) set('cloneable_template_id', edit.template ? id : null);
    // What its makers say about it is no change of it.
    if (edit.name !== undefined) sets.push('updated_at = now()');
    await this.#engine.transaction(async (tx) => {
      await tx.query(`UPDATE weft.flows SET ${sets.join(', ')} WHERE id = $1`, params);
      await addFlowEvents(tx, organizationId, edit.name === undefined ? 'changed' : 'renamed', [id], by);
    });
    await this.#feed.changed([organizationId]);
  }

  /** Closes forms to answers, or opens them. */
  setDisabled(ids: readonly string[], disabled: boolean, by: FlowChanger): Promise<void> {
    return this.#change('changed', by, async (tx) => {
      await lockFlows(tx, ids);
      return tx.query(
        `UPDATE weft.flows SET settings = settings || jsonb_build_object('disabledForm', $2::boolean)
         WHERE id = ANY ($1) RETURNING organization_id, id`,
        [ids, disabled],
      );
    });
  }

  /** Moves flows to the trash, or back; those that are there already stay as they are. */
  setTrashed(ids: readonly string[], trashed: boolean, by: FlowChanger): Promise<void> {
    return this.#change(trashed ? 'trashed' : 'restored', by, async (tx) => {
      await lockFlows(tx, ids);
      return tx.query(
        `UPDATE weft.flows SET trashed_at = CASE WHEN $2 THEN now() END
         WHERE id = ANY ($1) AND (trashed_at IS NULL) = $2 RETURNING organization_id, id`,
        [ids, trashed],
      );
    });
  }

  /**
   * Puts flows of an organization into a workspace of it, or into Home (null), and out of the trash; the ids of those
   * that lie there now. Those that left the organization meanwhile, or are gone, stay as they are. Whoever moves one to
   * where they would not see it stays a member of it.
   */
  async move(
    organizationId: string,
    ids: readonly string[],
    workspaceId: string | null,
    by: FlowChanger,
  ): Promise<readonly string[]> {
    let here: readonly string[] = [];
    await this.#change('moved', by, async (tx) => {
      if (workspaceId !== null) await holdWorkspace(tx, workspaceId);
      // Whoever is being removed is so before this, or takes what they get here with them.
      else await holdMember(tx, organizationId, by.userId);
      const held = await tx.query(
        `SELECT id FROM weft.flows WHERE id = ANY ($1) AND organization_id = $2 ORDER BY id FOR NO KEY UPDATE`,
        [ids, organizationId],
      );
      here = held.map(([id]) => String(id));
      if (workspaceId === null)
        await tx.query(
          `INSERT INTO weft.flow_members (flow_id, user_id, access_level)
           SELECT f.id, $2, 'write' FROM weft.flows f
           JOIN weft.members m ON m.organization_id = f.organization_id AND m.user_id = $2
           WHERE f.id = ANY ($1) AND f.owner_user_id <> $2 AND m.role <> 'admin' ON CONFLICT DO NOTHING`,
          [here, by.userId],
        );
      return tx.query(
        `UPDATE weft.flows SET workspace_id = $2, trashed_at = NULL
         WHERE id = ANY ($1) AND (workspace_id IS DISTINCT FROM $2 OR trashed_at IS NOT NULL)
         RETURNING organization_id, id`,
        [here, workspaceId],
      );
    });
    return here;
  }

  /**
   * Moves a flow into the Home of a person in another organization; whom it was shared with there stays behind. False: it
   * was moved, locked or trashed meanwhile, or the person has left the other organization.
   */
  async changeOrganization(
    { id, organizationId: from }: Pick<Flow, 'id' | 'organizationId'>,
    to: string,
    by: FlowChanger,
  ): Promise<boolean> {
    const moved = await this.#engine.transaction(async (tx) => {
      // Whoever is being removed there is so before this, or hands it over with what else they own.
      if (!(await holdMember(tx, to, by.userId))) return false;
      const rows = await tx.query(
        `UPDATE weft.flows SET organization_id = $3, workspace_id = NULL, owner_user_id = $4,
           cloneable_template_id = NULL, updated_at = now()
         WHERE id = $1 AND organization_id = $2 AND trashed_at IS NULL AND NOT locked RETURNING 1`,
        [id, from, to, by.userId],
      );
      if (rows.length === 0) return false;
      await tx.query('DELETE FROM weft.flow_members WHERE flow_id = $1', [id]);
      // They were given by the organization that it left.
      await tx.query('DELETE FROM weft.invitations WHERE flow_id = $1', [id]);
      await tx.query('DELETE FROM weft.flow_people WHERE flow_id = $1 AND user_id <> $2', [id, by.userId]);
      // Two that move at once lock the feeds in one order.
      for (const organizationId of [from, to].toSorted())
        await addFlowEvents(tx, organizationId, organizationId === to ? 'created' : 'deleted', [id], by);
      return true;
    });
    if (moved) await this.#feed.changed([from, to]);
    return moved;
  }

  /** Brings what was sent to a flow, with its files, into the organization that the flow lies in now. */
  async moveSessions(id: string, organizationId: string): Promise<void> {
    await this.#engine.query(
      `UPDATE weft.files SET organization_id = $2 WHERE flow_id = $1 AND organization_id <> $2`,
      [id, organizationId],
    );
  }

  /** Flows that were in the trash for so many days, the oldest first, and who owns them. */
  async trashedFor(
    days: number,
  ): Promise<readonly Pick<Flow, 'id' | 'organizationId' | 'ownerUserId' | 'name' | 'type'>[]> {
    const rows = await this.#engine.query(
      `SELECT id, organization_id, owner_user_id, name, type FROM weft.flows
       WHERE trashed_at < now() - make_interval(days => $1) ORDER BY trashed_at LIMIT 500`,
      [days],
    );
    return rows.map(
      ([id, organizationId, ownerUserId, name, type]) =>
        ({ id, organizationId, ownerUserId, name, type }) as Pick<
          Flow,
          'id' | 'organizationId' | 'ownerUserId' | 'name' | 'type'
        >,
    );
  }

  async setStarred(id: string, userId: string, starred: boolean): Promise<void> {
    await this.#engine.query(
      `INSERT INTO weft.flow_people (flow_id, user_id, starred) VALUES ($1, $2, $3)
       ON CONFLICT (flow_id, user_id) DO UPDATE SET starred = EXCLUDED.starred`,
      [id, userId, starred],
    );
  }

  /** Writes down that the person opened it; at most once a minute. */
  async opened(id: string, userId: string): Promise<void> {
    await this.#engine.query(
      `INSERT INTO weft.flow_people (flow_id, user_id, last_opened_at) VALUES ($1, $2, now())
       ON CONFLICT (flow_id, user_id) DO UPDATE SET last_opened_at = now()
       WHERE flow_people.last_opened_at IS NULL OR flow_people.last_opened_at < now() - interval '1 minute'`,
      [id, userId],
    );
  }

  /** Changes flows of any number of organizations, and writes it into their feeds. */
  async #change(
    change: FlowChange,
    by: FlowChanger,
    write: (tx: Sql) => Promise<readonly (readonly unknown[])[]>,
  ): Promise<void> {
    const organizations = await this.#engine.transaction(async (tx) => {
      const changed = Map.groupBy(await write(tx), ([organizationId]) => String(organizationId));
      // In one order everywhere: two of these cannot wait for each other.
      const all = [...changed].toSorted(([a], [b]) => (a < b ? -1 : 1));
      for (const [organizationId, flows] of all) {
        const flowIds = flows.map(([, id]) => String(id));
        await addFlowEvents(tx, organizationId, change, flowIds, by);
      }
      return changed.keys();
    });
    await this.#feed.changed(organizations);
  }
}
