import type { FlowStanding } from '@weft/core';
import type { CallInput } from '@weft/protocol';
import { sql } from 'kysely';
import { type ControlDatabase, firstOf, iso } from '../../control.ts';

export type ImportEnding =
  | { readonly state: 'finished'; readonly result: ImportResult }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly message: string }
  /** The server stopped in the middle of it: it can be started again or removed. */
  | { readonly state: 'interrupted' };

export interface ImportResult {
  readonly tableId: string;
  readonly recordsImported: number;
  readonly rowsRejected: number;
  readonly valuesNotConverted: number;
  readonly reportUrl: string | null;
}

/** What was asked for, as the call carried it. */
export type ImportRequest = CallInput<'import.csvCreateTableStream'>;

export interface ImportState {
  readonly id: string;
  /** Whose database it goes into. */
  readonly organizationId: string;
  /** Whoever began it, or resumed it last. */
  readonly userId: string;
  readonly baseId: string;
  readonly tableId: string;
  /** The base was made for this import. */
  readonly removesBase: boolean;
  /** Null for imports of before requests were kept. */
  readonly request: ImportRequest | null;
  /** Null while it runs. */
  readonly ending: ImportEnding | null;
  /** Its result, stored just before its table is shown; null until then. */
  readonly expected: ImportResult | null;
}

export interface BegunImport extends Omit<ImportState, 'ending' | 'expected' | 'request'> {
  readonly fileId: string;
  readonly request: ImportRequest;
}

/** An interrupted import, for those who may edit its database. */
export interface InterruptedImport {
  readonly id: string;
  readonly request: ImportRequest;
  readonly fileName: string;
  readonly userId: string;
  readonly userName: string;
  /** What whoever asks is to its database. */
  readonly standing: FlowStanding;
  /** ISO 8601 UTC. */
  readonly begunAt: string;
}

interface Row {
  readonly id: string;
  readonly organization_id: string;
  readonly user_id: string;
  readonly base_id: string;
  readonly table_id: string;
  readonly base_made_for_import: boolean;
  readonly state: ImportEnding['state'] | 'running';
  readonly request: ImportRequest | null;
  readonly outcome: ImportEnding | null;
}

interface InterruptedRow {
  readonly id: string;
  readonly request: ImportRequest;
  readonly file_name: string;
  readonly created_at: Date | string;
  readonly user_id: string;
  readonly user_name: string;
  readonly organization_id: string;
  readonly owner_user_id: string;
  readonly organization_role: 'admin' | 'member';
  readonly workspace_id: string | null;
  readonly workspace_level: 'read' | 'write' | null;
  readonly access_level: 'read' | 'write' | null;
}

/** Of an organization: each is a crash in the middle of an import, whose file is kept for 30 days. */
const maxListed = 500;

const columns = sql`id, organization_id, user_id, base_id, table_id, base_made_for_import, state, request, outcome`;

const present = (row: Row): ImportState => ({
  id: row.id,
  organizationId: row.organization_id,
  userId: row.user_id,
  baseId: row.base_id,
  tableId: row.table_id,
  removesBase: row.base_made_for_import,
  request: row.request,
  ending: row.state === 'running' ? null : row.outcome,
  expected: row.outcome?.state === 'finished' ? row.outcome.result : null,
});

/** The state of each import, so that one interrupted by a crash is known. */
export class ImportStates {
  readonly #db: ControlDatabase;
  /** The name of this server among those of the database; the same after a restart on its data folder. */
  readonly #owner: string;

  constructor(db: ControlDatabase, owner: string) {
    this.#db = db;
    this.#owner = owner;
  }

  /** False: an import of this id was begun before. */
  async begin(state: BegunImport): Promise<boolean> {
    const { rows } = await sql`
      insert into weft.imports
        (id, organization_id, user_id, base_id, table_id, file_id, base_made_for_import, request, state, owner, seen_at)
      values (${state.id}, ${state.organizationId}, ${state.userId}, ${state.baseId}, ${state.tableId}, ${state.fileId},
              ${state.removesBase}, ${JSON.stringify(state.request)}::jsonb, 'running', ${this.#owner}, now())
      on conflict (id) do nothing returning id`.execute(this.#db);
    return rows.length > 0;
  }

  /**
   * Stores the result just before the table is shown, so that a crash right after does not lose it. False: another server
   * took the import over, because this one's lease had expired (no heartbeat for too long).
   */
  async expect(id: string, result: ImportResult): Promise<boolean> {
    const ending: ImportEnding = { state: 'finished', result };
    const { rows } = await sql`
      update weft.imports set outcome = ${JSON.stringify(ending)}::jsonb, updated_at = now()
      where id = ${id} and state = 'running' and owner = ${this.#owner} returning 1`.execute(this.#db);
    return rows.length > 0;
  }

  async end(id: string, ending: ImportEnding): Promise<void> {
    await sql`
      update weft.imports set state = ${ending.state}, outcome = ${JSON.stringify(ending)}::jsonb, updated_at = now()
      where id = ${id} and owner = ${this.#owner}`.execute(this.#db);
  }

  /**
   * Takes an interrupted import, to run again into the table of this id or, with none, to be no more: true for one
   * taker only, whose it is then.
   */
  async take(id: string, userId: string, tableId: string | null): Promise<boolean> {
    const ending: ImportEnding | null = tableId === null ? { state: 'cancelled' } : null;
    const { rows } = await sql`
      update weft.imports
      set state = ${ending?.state ?? 'running'}, user_id = ${userId}, table_id = coalesce(${tableId}, table_id), outcome = ${ending && JSON.stringify(ending)}::jsonb, updated_at = now(),
          owner = ${this.#owner}, seen_at = now(), cancel_asked = false, records_imported = 0
      where id = ${id} and state = 'interrupted' returning id`.execute(this.#db);
    return rows.length > 0;
  }

  async find(id: string): Promise<ImportState | null> {
    const { rows } = await sql<Row>`select ${columns} from weft.imports where id = ${id}`.execute(this.#db);
    return firstOf(rows, present);
  }

  /**
   * Takes over those that were left running: by one not heard of for `silence` seconds, or by this server before it
   * was started again (`starting`; later its own silence is waited for too, as an import may be just beginning).
   * `own` are the ones that run here now.
   */
  async takeLeft(
    own: readonly string[],
    silence: number,
    starting: boolean,
  ): Promise<readonly ImportState[]> {
    const { rows } = await sql<Row>`
      update weft.imports set owner = ${this.#owner}, seen_at = now()
      where state = 'running' and id <> all(${own}::text[])
        and (owner is null or (${starting} and owner = ${this.#owner})
             or seen_at < now() - make_interval(secs => ${silence}))
      returning ${columns}`.execute(this.#db);
    return rows.map(present);
  }

  /** Renews the leases of imports that run here, with their progress; returns what other servers ask of them. */
  async heartbeat(
    progress: readonly { readonly id: string; readonly imported: number }[],
  ): Promise<readonly { readonly id: string; readonly cancelAsked: boolean; readonly watched: boolean }[]> {
    const { rows } = await sql<{ id: string; cancel_asked: boolean; watched: boolean }>`
      update weft.imports i set seen_at = now(), records_imported = v.imported
      from unnest(${progress.map(({ id }) => id)}::text[], ${progress.map(({ imported }) => imported)}::bigint[])
        as v(id, imported)
      where i.id = v.id and i.state = 'running' and i.owner = ${this.#owner}
      returning i.id, i.cancel_asked, coalesce(i.watched_at > now() - interval '5 seconds', false) as watched`.execute(
      this.#db,
    );
    return rows.map((row) => ({ id: row.id, cancelAsked: row.cancel_asked, watched: row.watched }));
  }

  /** Looks at an import that another server runs, which keeps it alive; `cancel` asks that server to end it. */
  async watch(
    id: string,
    cancel: boolean,
  ): Promise<{ readonly ending: ImportEnding | null; readonly imported: number } | null> {
    const { rows } = await sql<Row & { records_imported: number | string }>`
      update weft.imports set watched_at = now(), cancel_asked = cancel_asked or ${cancel}
      where id = ${id} returning ${columns}, records_imported`.execute(this.#db);
    return firstOf(rows, (row) => ({
      ending: present(row).ending,
      imported: Number(row.records_imported),
    }));
  }

  /** Interrupted imports into databases of an organization that are not in the trash, the newest first. */
  async interrupted(userId: string, organizationId: string): Promise<readonly InterruptedImport[]> {
    const { rows } = await sql<InterruptedRow>`
      select i.id, i.request, f.name as file_name, i.created_at, i.user_id, u."name" as user_name,
        b.organization_id, b.owner_user_id, m.role as organization_role, b.workspace_id, wm.access_level as workspace_level, fm.access_level
      from weft.imports i
      join weft.files f on f.id = i.file_id
      join weft.flows b on b.id = i.base_id and b.trashed_at is null
      join weft.auth_user u on u."id" = i.user_id
      join weft.members m on m.organization_id = b.organization_id and m.user_id = ${userId}
      left join weft.workspace_members wm on wm.workspace_id = b.workspace_id and wm.user_id = ${userId}
      left join weft.flow_members fm on fm.flow_id = b.id and fm.user_id = ${userId}
      where i.state = 'interrupted' and i.request is not null and b.organization_id = ${organizationId}
      order by i.created_at desc, i.id limit ${maxListed}`.execute(this.#db);
    return rows.map((row) => ({
      id: row.id,
      request: row.request,
      fileName: row.file_name,
      userId: row.user_id,
      userName: row.user_name,
      standing: {
        organizationRole: row.organization_role,
        isOwner: row.owner_user_id === userId,
        inWorkspace: row.workspace_id !== null,
        workspaceLevel: row.workspace_level,
        memberLevel: row.access_level,
      },
      begunAt: iso(row.created_at),
    }));
  }
}
