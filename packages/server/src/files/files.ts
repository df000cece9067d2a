import { type Engine, enqueueJobs } from '@weft/db';
import { AppError, type IdKind, must } from '@weft/std';
import { sql } from 'kysely';
import { type ControlDatabase, firstOf, iso } from '../control.ts';
import type { Caller } from '../http/caller.ts';
import { isShownImage } from './file-kind.ts';
import { type FilePurpose, type FileQuota, requireFileRoom } from './file-quota.ts';

export interface StoredFile {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly purpose: FilePurpose;
  /** The flow it belongs to; null where it belongs to a person or an organization. */
  readonly flowId: string | null;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** By its content. */
  readonly mimeType: string;
  /** SHA-256 in hexadecimal; null where it was not taken. */
  readonly hash: string | null;
  /** Fetched by the server from an address. */
  readonly downloaded: boolean;
  /** Null: none are made of it. */
  readonly thumbnails: 'waiting' | 'made' | 'failed' | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

interface FileRow {
  readonly id: string;
  readonly organization_id: string;
  readonly user_id: string;
  readonly purpose: FilePurpose;
  readonly flow_id: string | null;
  readonly name: string;
  readonly size: string | number;
  readonly mime_type: string;
  readonly hash: string | null;
  readonly downloaded: boolean;
  readonly thumbnails: StoredFile['thumbnails'];
  readonly created_at: Date | string;
}

const columns = sql`f.id, f.organization_id, f.user_id, f.purpose, f.flow_id, f.name, f.size, f.mime_type, f.hash,
  f.downloaded, f.thumbnails, f.created_at`;

const present = (row: FileRow): StoredFile => ({
  id: row.id,
  organizationId: row.organization_id,
  userId: row.user_id,
  purpose: row.purpose,
  flowId: row.flow_id,
  name: row.name,
  size: Number(row.size),
  mimeType: row.mime_type,
  hash: row.hash,
  downloaded: row.downloaded,
  thumbnails: row.thumbnails,
  createdAt: iso(row.created_at),
});

/** A file on its way to the store. */
export interface NewFile extends Pick<StoredFile, 'id' | 'organizationId' | 'userId' | 'purpose' | 'name'> {
  readonly flowId?: string;
  readonly downloaded?: boolean;
}

/** What a file that has come whole was found to be. */
interface FileFacts {
  readonly size: number;
  readonly mimeType: string;
  readonly hash: string | null;
}

interface UseRow {
  readonly organization_bytes: string | number;
  readonly organization_files: string | number;
  readonly person_bytes: string | number;
  readonly person_files: string | number;
  readonly pending: string | number;
}

/**
 * Days a file is kept: an upload for the import it is made for, a report until it was looked at, an attachment after it was
 * last seen in a cell: so long it can be brought back by undo. A picture goes with the next one.
 */
const daysKept = { upload: 1, report: 30, attachment: 30, picture: 36_500 } as const;
/** Minutes a file may be on its way: longer than a request takes, or an import. After that its server has died. */
const minutesPending = { upload: 10, report: 24 * 60, attachment: 10, picture: 10 } as const;
/** The queue that makes thumbnails: see thumbnails.ts. */
export const thumbnailQueue = 'thumbnails';
/** The number of the lock that claims wait for. */
const claimLock = 7_431_502;
/** Days an interrupted import can be resumed: its file stays that long. */
const daysResumable = 30;

interface FilesDeps {
  readonly db: ControlDatabase;
  readonly transaction: Engine['transaction'];
  readonly quota: FileQuota;
  /** What the store has left. */
  readonly freeBytes: () => number;
  readonly newId: (kind: IdKind) => string;
  /** Called when there is a job to do. */
  readonly wake: () => void;
}

/** What was uploaded or made; the bytes lie in the file store under the file's id. */
export class Files {
  readonly #deps: FilesDeps;
  readonly #db: ControlDatabase;

  constructor(deps: FilesDeps) {
    this.#deps = deps;
    this.#db = deps.db;
  }

  /**
   * Counts a file on its way with the bytes it may come to; asked again, with more. Throws `limit` where they are too
   * many. One claim waits for the other, on however many servers: two never pass into room for one.
   */
  async claim(file: NewFile, bytes: number): Promise<void> {
    const { id, organizationId, userId, name, purpose, flowId = null, downloaded = false } = file;
    await this.#db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${claimLock})`.execute(transaction);
      const { rows } = await sql<UseRow>`
        with others as (
          select f.organization_id, f.user_id, f.size from weft.files f
          where f.id <> ${id} and (f.organization_id = ${organizationId} or f.user_id = ${userId})
            and (not f.pending or f.kept_until > now()))
        select
          coalesce(sum(size) filter (where organization_id = ${organizationId}), 0) as organization_bytes,
          count(*) filter (where organization_id = ${organizationId}) as organization_files,
          coalesce(sum(size) filter (where user_id = ${userId}), 0) as person_bytes,
          count(*) filter (where user_id = ${userId}) as person_files,
          (select coalesce(sum(size), 0) from weft.files where pending and kept_until > now() and id <> ${id}) as pending
        from others`.execute(transaction);
      const use = must(rows[0]);
      requireFileRoom(
        this.#deps.quota,
        {
          organization: { bytes: Number(use.organization_bytes), files: Number(use.organization_files) },
          person: { bytes: Number(use.person_bytes), files: Number(use.person_files) },
          pending: Number(use.pending),
          bytes,
        },
        this.#deps.freeBytes(),
        purpose,
      );
      await sql`
        insert into weft.files (id, organization_id, user_id, purpose, flow_id, downloaded, name, size, mime_type, pending,
                                kept_until)
        values (${id}, ${organizationId}, ${userId}, ${purpose}, ${flowId}, ${downloaded}, ${name}, ${bytes}, 'text/csv',
                true, now() + make_interval(mins => ${minutesPending[purpose]}))
        on conflict (id) do update set size = excluded.size, kept_until = excluded.kept_until`.execute(
        transaction,
      );
    });
  }

  /** The file is whole: from now on it can be read. Thumbnails of an image are made soon. */
  async keep({ id, purpose }: Pick<NewFile, 'id' | 'purpose'>, facts: FileFacts): Promise<StoredFile> {
    const { size, mimeType, hash } = facts;
    const thumbnails = (purpose === 'attachment' || purpose === 'picture') && isShownImage(mimeType);
    await this.#deps.transaction(async (tx) => {
      const kept = await tx.query(
        `UPDATE weft.files SET pending = false, size = $2, mime_type = $3, hash = $4, thumbnails = $5,
           kept_until = now() + make_interval(days => $6) WHERE id = $1 RETURNING id`,
        [id, size, mimeType, hash, thumbnails ? 'waiting' : null, daysKept[purpose]],
      );
      if (kept.length === 0) throw new AppError('unavailable', 'The file took too long: send it again');
      if (thumbnails)
        enqueueJobs(tx, [{ id: this.#deps.newId('job'), queue: thumbnailQueue, payload: { fileId: id } }]);
    });
    if (thumbnails) this.#deps.wake();
    return must(await this.get(id), 'the file that was kept');
  }

  /** The file is given up: nothing counts for it any more. */
  async release(id: string): Promise<void> {
    await sql`delete from weft.files where id = ${id}`.execute(this.#db);
  }

  /**
   * Forgets the files whose time is over; the ids. Each is given to one caller only, on however many servers. Those of a
   * flow go when it was looked whether anything holds them: see `takeUnreferenced`.
   */
  async takeExpired(): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      delete from weft.files f where f.kept_until < now() and (f.purpose <> 'attachment' or f.pending) and not exists (
        select from weft.imports i where i.file_id = f.id and (i.state = 'running'
          or i.state = 'interrupted' and i.updated_at > now() - make_interval(days => ${daysResumable})))
      returning f.id`.execute(this.#db);
    return rows.map(({ id }) => id);
  }

  /** The flows that attachments belong to. */
  async flowsWithAttachments(): Promise<readonly string[]> {
    const { rows } = await sql<{ flow_id: string }>`
      select distinct flow_id from weft.files where purpose = 'attachment' and flow_id is not null`.execute(
      this.#db,
    );
    return rows.map(({ flow_id }) => flow_id);
  }

  /** Keeps the attachments of a flow that its cells hold, and forgets those that none has held for long; their ids. */
  async takeUnreferenced(flowId: string, held: readonly string[]): Promise<readonly string[]> {
    await sql`
      update weft.files set kept_until = now() + make_interval(days => ${daysKept.attachment})
      where flow_id = ${flowId} and purpose = 'attachment' and id = any(${held}::text[])`.execute(this.#db);
    const { rows } = await sql<{ id: string }>`
      delete from weft.files
      where flow_id = ${flowId} and purpose = 'attachment' and kept_until < now() and id <> all(${held}::text[])
      returning id`.execute(this.#db);
    return rows.map(({ id }) => id);
  }

  /** Those of the ids that no file has. */
  async unknown(ids: readonly string[]): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from unnest(${ids}::text[]) as named(id)
      where not exists (select from weft.files f where f.id = named.id)`.execute(this.#db);
    return rows.map(({ id }) => id);
  }

  /** Whoever may read it is asked elsewhere. Null also while it is on its way. */
  async get(id: string): Promise<StoredFile | null> {
    const { rows } = await sql<FileRow>`
      select ${columns} from weft.files f where f.id = ${id} and not f.pending`.execute(this.#db);
    return firstOf(rows, present);
  }

  /** Those of the ids that are attachments of the flow. */
  async attachmentsOf(flowId: string, ids: readonly string[]): Promise<readonly StoredFile[]> {
    const { rows } = await sql<FileRow>`
      select ${columns} from weft.files f where f.id = any(${ids}::text[]) and f.flow_id = ${flowId}
        and f.purpose = 'attachment' and not f.pending`.execute(this.#db);
    return rows.map(present);
  }

  async noteThumbnails(id: string, state: 'made' | 'failed'): Promise<void> {
    await sql`update weft.files set thumbnails = ${state} where id = ${id}`.execute(this.#db);
  }

  /**
   * The upload or report, when it is of an organization of the caller, or of their token's; another's is like one that does
   * not exist.
   */
  async find(id: string, { userId, scope, organizationId }: Caller): Promise<StoredFile | null> {
    const { rows } = await sql<FileRow>`
      select ${columns} from weft.files f
      join weft.members m on m.organization_id = f.organization_id and m.user_id = ${userId}
      where f.id = ${id} and not f.pending and f.purpose in ('upload', 'report')
        ${scope === null ? sql`` : sql`and f.organization_id = ${organizationId}`}`.execute(this.#db);
    return firstOf(rows, present);
  }
}
