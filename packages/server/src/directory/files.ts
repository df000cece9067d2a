import { sql } from 'kysely';
import type { Caller } from '../auth/caller.ts';
import { type ControlDatabase, firstOf } from './control.ts';

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

interface NewFile extends StoredFile {
  readonly userId: string;
  readonly purpose: keyof typeof daysKept;
}

/** Days a file is kept: an upload for the import it is made for, a report until it was looked at. */
const daysKept = { upload: 1, report: 30 } as const;
/** Days an interrupted import can be resumed: its file stays that long. */
const daysResumable = 30;

/** What was uploaded or made for an organization; the bytes lie under `DATA_DIR/files/<id>`. */
export class Files {
  readonly #db: ControlDatabase;

  constructor(db: ControlDatabase) {
    this.#db = db;
  }

  async add(file: NewFile): Promise<void> {
    await sql`
      insert into weft.files (id, organization_id, user_id, name, size, mime_type, kept_until)
      values (${file.id}, ${file.organizationId}, ${file.userId}, ${file.name}, ${file.size}, 'text/csv',
              now() + make_interval(days => ${daysKept[file.purpose]}))`.execute(this.#db);
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
      where f.id = ${id} ${scope === null ? sql`` : sql`and f.organization_id = ${organizationId}`}`.execute(
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
