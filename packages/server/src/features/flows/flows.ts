import { type FlowType, textFault } from '@weft/protocol';
import { sql } from 'kysely';
import { type ControlDatabase, firstOf, iso, isoOrNull } from '../../control.ts';
import type { FlowStanding } from './base-role.ts';

export interface Flow {
  readonly id: string;
  readonly organizationId: string;
  readonly ownerUserId: string;
  readonly ownerName: string;
  readonly workspaceId: string | null;
  readonly type: FlowType;
  readonly name: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly trashedAt: string | null;
}

interface FlowRow {
  readonly id: string;
  readonly organization_id: string;
  readonly owner_user_id: string;
  readonly owner_name: string;
  readonly workspace_id: string | null;
  readonly type: FlowType;
  readonly name: string;
  readonly created_at: Date | string;
  readonly updated_at: Date | string;
  readonly trashed_at: Date | string | null;
  readonly organization_role: 'admin' | 'member' | null;
  readonly access_level: 'read' | 'write' | null;
  readonly place: string;
}

export interface FoundFlow {
  readonly flow: Flow;
  /** What whoever asks is to it. */
  readonly standing: FlowStanding;
  /** Where the flow stands among all, for the next page. */
  readonly place: string;
}

const present = (row: FlowRow): FoundFlow => ({
  flow: {
    id: row.id,
    organizationId: row.organization_id,
    ownerUserId: row.owner_user_id,
    ownerName: row.owner_name,
    workspaceId: row.workspace_id,
    type: row.type,
    name: row.name,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
    trashedAt: isoOrNull(row.trashed_at),
  },
  standing: {
    organizationId: row.organization_id,
    organizationRole: row.organization_role,
    memberLevel: row.access_level,
  },
  place: row.place,
});

const columns = (userId: string) => sql`
  f.id, f.organization_id, f.owner_user_id, u."name" as owner_name, f.workspace_id, f.type, f.name,
  f.created_at, f.updated_at, f.trashed_at, f.created_at::text as place,
  (select m.role from weft.members m where m.organization_id = f.organization_id and m.user_id = ${userId}) as organization_role,
  (select fm.access_level from weft.flow_members fm where fm.flow_id = f.id and fm.user_id = ${userId}) as access_level`;

export interface FlowQuery {
  readonly organizationId: string;
  readonly userId: string;
  readonly type: FlowType | null;
  readonly trashed: boolean;
  readonly workspaceId: string | null;
  readonly search: string | null;
  /** The last flow of the page before. */
  readonly after: { readonly place: string; readonly id: string } | null;
  readonly limit: number;
}

/** The flows of organizations: names and places; what is inside them lives elsewhere. */
export class Flows {
  readonly #db: ControlDatabase;

  constructor(db: ControlDatabase) {
    this.#db = db;
  }

  async find(id: string, userId: string): Promise<FoundFlow | null> {
    // An address may contain characters that the database cannot store.
    if (textFault(id) !== null) return null;
    const { rows } = await sql<FlowRow>`
      select ${columns(userId)} from weft.flows f join weft.auth_user u on u."id" = f.owner_user_id
      where f.id = ${id}`.execute(this.#db);
    return firstOf(rows, present);
  }

  /** Newest first, with keyset pagination. */
  async list(query: FlowQuery): Promise<readonly FoundFlow[]> {
    const { after } = query;
    const pattern = query.search === null ? null : `%${query.search.replace(/[\\%_]/g, '\\$&')}%`;
    const { rows } = await sql<FlowRow>`
      select ${columns(query.userId)} from weft.flows f join weft.auth_user u on u."id" = f.owner_user_id
      where f.organization_id = ${query.organizationId}
        and (f.trashed_at is not null) = ${query.trashed}
        ${query.type === null ? sql`` : sql`and f.type = ${query.type}`}
        ${query.workspaceId === null ? sql`` : sql`and f.workspace_id = ${query.workspaceId}`}
        ${pattern === null ? sql`` : sql`and lower(f.name collate "und-x-icu") like lower(${pattern} collate "und-x-icu")`}
        ${after === null ? sql`` : sql`and (f.created_at, f.id) < (${after.place}::timestamptz, ${after.id})`}
      order by f.created_at desc, f.id desc
      limit ${query.limit}`.execute(this.#db);
    return rows.map(present);
  }

  async rename(id: string, name: string): Promise<void> {
    await sql`update weft.flows set name = ${name}, updated_at = now() where id = ${id}`.execute(this.#db);
  }

  async setTrashed(ids: readonly string[], trashed: boolean): Promise<void> {
    await sql`
      update weft.flows set trashed_at = ${trashed ? sql`coalesce(trashed_at, now())` : sql`null`}
      where id in (${sql.join(ids)})`.execute(this.#db);
  }
}
