import { AppError, must } from '@weft/std';
import { sql } from 'kysely';
import { type ControlDatabase, firstOf } from '../control.ts';
import type { Caller } from '../http/caller.ts';
import { type FilePurpose, type FileQuota, requireFileRoom } from './file-quota.ts';

export interface StoredFile {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

interface FileRow {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly size: string | number;
}

/** A file on its way to the disk. */
export interface NewFile extends Omit<StoredFile, 'size'> {
  readonly userId: string;
  readonly purpose: FilePurpose;
}

interface UseRow {
  readonly organization_bytes: string | number;
  readonly organization_files: string | number;
  readonly person_bytes: string | number;
  readonly person_files: string | number;
  readonly pending: string | number;
}

/** Days a file is kept: an upload for the import it is made for, a report until it was looked at. */
const daysKept = { upload: 1, report: 30 } as const;
/** Minutes a file may be on its way: longer than a request takes, or an import. After that its server has died. */
const minutesPending = { upload: 10, report: 24 * 60 } as const;
/** The number of the lock that claims wait for. */
const claimLock = 7_431_502;
/** Days an interrupted import can be resumed: its file stays that long. */
const daysResumable = 30;

/** What was uploaded or made for an organization; the bytes lie under `DATA_DIR/files/<id>`. */
export class Files {
  readonly #db: ControlDatabase;
  readonly #quota: FileQuota;
  readonly #freeBytes: () => number;

  /** `freeBytes` asks the disk that files lie on. */
  constructor(db: ControlDatabase, quota: FileQuota, freeBytes: () => number) {
    this.#db = db;
    this.#quota = quota;
    this.#freeBytes = freeBytes;
  }

  /**
   * Counts a file on its way with the bytes it may come to; asked again, with more. Throws `limit` where they are too
   * many. One claim waits for the other, on however many servers: two never pass into room for one.
   */
  async claim(file: NewFile, bytes: number): Promise<void> {
    const { id, organizationId, userId, name, purpose } = file;
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
        this.#quota,
        {
          organization: { bytes: Number(use.organization_bytes), files: Number(use.organization_files) },
          person: { bytes: Number(use.person_bytes), files: Number(use.person_files) },
          pending: Number(use.pending),
          bytes,
        },
        this.#freeBytes(),
        purpose,
      );
      await sql`
        insert into weft.files (id, organization_id, user_id, name, size, mime_type, pending, kept_until)
        values (${id}, ${organizationId}, ${userId}, ${name}, ${bytes}, 'text/csv', true,
                now() + make_interval(mins => ${minutesPending[purpose]}))
        on conflict (id) do update set size = excluded.size, kept_until = excluded.kept_until`.execute(
        transaction,
      );
    });
  }

  /** The file is whole, and has this many bytes: from now on it can be read. */
  async keep({ id, purpose }: Pick<NewFile, 'id' | 'purpose'>, size: number): Promise<void> {
    const { rows } = await sql`
      update weft.files
      set pending = false, size = ${size}, kept_until = now() + make_interval(days => ${daysKept[purpose]})
      where id = ${id} returning 1`.execute(this.#db);
    if (rows.length === 0) throw new AppError('unavailable', 'The file took too long: send it again');
  }

  /** The file is given up: nothing counts for it any more. */
  async release(id: string): Promise<void> {
    await sql`delete from weft.files where id = ${id}`.execute(this.#db);
  }

  /** Forgets the files whose time is over; the ids. Each is given to one caller only, on however many servers. */
  async takeExpired(): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      delete from weft.files f where f.kept_until < now() and not exists (
        select from weft.imports i where i.file_id = f.id and (i.state = 'running'
          or i.state = 'interrupted' and i.updated_at > now() - make_interval(days => ${daysResumable})))
      returning f.id`.execute(this.#db);
    return rows.map(({ id }) => id);
  }

  /** Those of the ids that no file has. */
  async unknown(ids: readonly string[]): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from unnest(${ids}::text[]) as named(id)
      where not exists (select from weft.files f where f.id = named.id)`.execute(this.#db);
    return rows.map(({ id }) => id);
  }

  /**
   * The file, when it is of an organization of the caller, or of their token's; another's is like one that does not
   * exist.
   */
  async find(id: string, { userId, scope, organizationId }: Caller): Promise<StoredFile | null> {
    const { rows } = await sql<FileRow>`
      select f.id, f.organization_id, f.name, f.size from weft.files f
      join weft.members m on m.organization_id = f.organization_id and m.user_id = ${userId}
      where f.id = ${id} and not f.pending ${scope === null ? sql`` : sql`and f.organization_id = ${organizationId}`}`.execute(
      this.#db,
    );
    return firstOf(rows, (row) => ({
      id: row.id,
      organizationId: row.organization_id,
      name: row.name,
      size: Number(row.size),
    }));
  }
}
