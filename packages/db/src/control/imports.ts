import type { FlowStanding } from '@weft/core';
import type { Engine, Row } from '../engine/engine.ts';

export interface ImportResult {
  readonly tableId: string;
  readonly recordsImported: number;
  /** How many of them were there before; only where rows were added to a table. */
  readonly recordsUpdated?: number;
  readonly rowsRejected: number;
  readonly valuesNotConverted: number;
  /** How many of these name a linked record that there is none of; only where rows were added to a table. */
  readonly namesNotLinked?: number;
  readonly reportUrl: string | null;
}

export type ImportEnding =
  | { readonly state: 'finished'; readonly result: ImportResult }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly message: string }
  /** The server stopped in the middle of it: it can be started again or removed. */
  | { readonly state: 'interrupted' };

export interface StoredImport<Request> {
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
  readonly request: Request | null;
  /** Null while it runs. */
  readonly ending: ImportEnding | null;
  /** Its result, stored just before its table is shown; null until then. */
  readonly expected: ImportResult | null;
}

export interface BegunImport<Request> extends Omit<StoredImport<Request>, 'ending' | 'expected' | 'request'> {
  /** Null: what is imported comes from a service. */
  readonly fileId: string | null;
  readonly request: Request;
}

/** An interrupted import, for those who may edit its database. */
interface InterruptedImport<Request> {
  readonly id: string;
  readonly request: Request;
  /** That of the file, or the `name` of a request without one. */
  readonly fileName: string;
  readonly userId: string;
  readonly userName: string;
  /** What whoever asks is to its database. */
  readonly standing: FlowStanding;
  /** ISO 8601 UTC. */
  readonly begunAt: string;
}

/** Of an organization: each is a crash in the middle of an import, whose file is kept for 30 days. */
const maxListed = 500;

const columns =
  'id, organization_id, user_id, base_id, table_id, base_made_for_import, state, request, outcome';

function present<Request>([id, organizationId, userId, baseId, tableId, removesBase, ...rest]: Row) {
  const [state, request, stored] = rest;
  const outcome = stored as ImportEnding | null;
  return {
    id,
    organizationId,
    userId,
    baseId,
    tableId,
    removesBase,
    request,
    ending: state === 'running' ? null : outcome,
    expected: outcome?.state === 'finished' ? outcome.result : null,
  } as StoredImport<Request>;
}

/** The state of each import, so that one interrupted by a crash is known. */
export class ImportRows<Request> {
  readonly #engine: Pick<Engine, 'query'>;
  /** The name of this server among those of the database; the same after a restart on its data folder. */
  readonly #owner: string;

  constructor(engine: Pick<Engine, 'query'>, owner: string) {
    this.#engine = engine;
    this.#owner = owner;
  }

  /** False: an import of this id was begun before. */
  async begin(begun: BegunImport<Request>): Promise<boolean> {
    const { id, organizationId, userId, baseId, tableId, fileId, removesBase, request } = begun;
    const rows = await this.#engine.query(
      `INSERT INTO weft.imports
         (id, organization_id, user_id, base_id, table_id, file_id, base_made_for_import, request, state, owner, seen_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, 'running', $9, now())
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [
        id,
        organizationId,
        userId,
        baseId,
        tableId,
        fileId,
        removesBase,
        JSON.stringify(request),
        this.#owner,
      ],
    );
    return rows.length > 0;
  }

  /**
   * Stores the result just before the table is shown, so that a crash right after does not lose it. False: another server
   * took the import over, because this one's lease had expired (no heartbeat for too long).
   */
  async expect(id: string, result: ImportResult): Promise<boolean> {
    const ending: ImportEnding = { state: 'finished', result };
    const rows = await this.#engine.query(
      `UPDATE weft.imports SET outcome = $3::jsonb, updated_at = now()
       WHERE id = $1 AND state = 'running' AND owner = $2 RETURNING id`,
      [id, this.#owner, JSON.stringify(ending)],
    );
    return rows.length > 0;
  }

  /**
   * Whether the import is still this server's: one that was frozen for longer than its lease learns so before it writes on.
   * Asked in the transaction that writes, whose lock of the base is what taking back its rows waits for.
   */
  async isHeld(id: string, sql: Pick<Engine, 'query'> = this.#engine): Promise<boolean> {
    const rows = await sql.query(
      `SELECT 1 FROM weft.imports WHERE id = $1 AND state = 'running' AND owner = $2`,
      [id, this.#owner],
    );
    return rows.length > 0;
  }

  async end(id: string, ending: ImportEnding): Promise<void> {
    await this.#engine.query(
      `UPDATE weft.imports SET state = $3, outcome = $4::jsonb, updated_at = now() WHERE id = $1 AND owner = $2`,
      [id, this.#owner, ending.state, JSON.stringify(ending)],
    );
  }

  /**
   * Takes an interrupted import, to run again into the table of this id or, with none, to be no more: true for one
   * taker only, whose it is then.
   */
  async take(id: string, userId: string, tableId: string | null): Promise<boolean> {
    const ending: ImportEnding | null = tableId === null ? { state: 'cancelled' } : null;
    const rows = await this.#engine.query(
      `UPDATE weft.imports
       SET state = $4, user_id = $3, table_id = coalesce($5, table_id), outcome = $6::jsonb, updated_at = now(),
           owner = $2, seen_at = now(), cancel_asked = false, records_imported = 0
       WHERE id = $1 AND state = 'interrupted' RETURNING id`,
      [
        id,
        this.#owner,
        userId,
        ending?.state ?? 'running',
        tableId,
        ending === null ? null : JSON.stringify(ending),
      ],
    );
    return rows.length > 0;
  }

  async find(id: string): Promise<StoredImport<Request> | null> {
    const [row] = await this.#engine.query(`SELECT ${columns} FROM weft.imports WHERE id = $1`, [id]);
    return row === undefined ? null : present(row);
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
  ): Promise<readonly StoredImport<Request>[]> {
    const rows = await this.#engine.query(
      `UPDATE weft.imports SET owner = $1, seen_at = now()
       WHERE state = 'running' AND id <> ALL ($2::text[])
         AND (owner IS NULL OR ($4 AND owner = $1) OR seen_at < now() - make_interval(secs => $3))
       RETURNING ${columns}`,
      [this.#owner, own, silence, starting],
    );
    return rows.map((row) => present(row));
  }

  /** Renews the leases of imports that run here, with their progress; returns what other servers ask of them. */
  async heartbeat(
    progress: readonly { readonly id: string; readonly imported: number }[],
  ): Promise<readonly { readonly id: string; readonly cancelAsked: boolean; readonly watched: boolean }[]> {
    const rows = await this.#engine.query(
      `UPDATE weft.imports i SET seen_at = now(), records_imported = v.imported
       FROM unnest($2::text[], $3::bigint[]) AS v(id, imported)
       WHERE i.id = v.id AND i.state = 'running' AND i.owner = $1
       RETURNING i.id, i.cancel_asked, coalesce(i.watched_at > now() - interval '5 seconds', false)`,
      [this.#owner, progress.map(({ id }) => id), progress.map(({ imported }) => imported)],
    );
    return rows.map(([id, cancelAsked, watched]) => ({
      id: String(id),
      cancelAsked: cancelAsked === true,
      watched: watched === true,
    }));
  }

  /** Looks at an import that another server runs, which keeps it alive; `cancel` asks that server to end it. */
  async watch(
    id: string,
    cancel: boolean,
  ): Promise<{ readonly ending: ImportEnding | null; readonly imported: number } | null> {
    const [row] = await this.#engine.query(
      `UPDATE weft.imports SET watched_at = now(), cancel_asked = cancel_asked OR $2
       WHERE id = $1 RETURNING records_imported, ${columns}`,
      [id, cancel],
    );
    if (row === undefined) return null;
    const [imported, ...state] = row;
    return { ending: present(state).ending, imported: Number(imported) };
  }

  /** Interrupted imports into databases of an organization that are not in the trash, the newest first. */
  async interrupted(userId: string, organizationId: string): Promise<readonly InterruptedImport<Request>[]> {
    const rows = await this.#engine.query(
      `SELECT i.id, i.request, coalesce(f.name, i.request->>'name'), i.user_id, u."name", i.created_at,
         m.role, b.owner_user_id = $1, b.workspace_id IS NOT NULL, wm.access_level, fm.access_level
       FROM weft.imports i
       LEFT JOIN weft.files f ON f.id = i.file_id
       JOIN weft.flows b ON b.id = i.base_id AND b.trashed_at IS NULL
       JOIN weft.auth_user u ON u."id" = i.user_id
       JOIN weft.members m ON m.organization_id = b.organization_id AND m.user_id = $1
       LEFT JOIN weft.workspace_members wm ON wm.workspace_id = b.workspace_id AND wm.user_id = $1
       LEFT JOIN weft.flow_members fm ON fm.flow_id = b.id AND fm.user_id = $1
       WHERE i.state = 'interrupted' AND i.request IS NOT NULL AND b.organization_id = $2
         AND (f.id IS NOT NULL OR i.file_id IS NULL)
       ORDER BY i.created_at DESC, i.id LIMIT ${maxListed}`,
      [userId, organizationId],
    );
    return rows.map(([id, request, fileName, begunBy, userName, begunAt, ...standing]) => {
      const [organizationRole, isOwner, inWorkspace, workspaceLevel, memberLevel] = standing;
      return {
        ...({ id, request, fileName, userId: begunBy, userName, begunAt } as InterruptedImport<Request>),
        // Nobody is booked with a database.
        standing: {
          ...{ organizationRole, isOwner, inWorkspace, workspaceLevel, memberLevel },
          isHost: false,
        } as FlowStanding,
      };
    });
  }
}
