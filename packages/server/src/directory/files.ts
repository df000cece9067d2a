import { sql } from 'kysely';
import type { ControlDatabase } from './control.ts';

export interface StoredFile {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** What was uploaded or made for an organization; the bytes lie under `DATA_DIR/files/<id>`. */
export class Files {
  readonly #db: ControlDatabase;

  constructor(db: ControlDatabase) {
    this.#db = db;
  }

  async add(file: StoredFile & { readonly userId: string; readonly mimeType: string }): Promise<void> {
    await sql`
      insert into weft.files (id, organization_id, user_id, name, size, mime_type)
      values (${file.id}, ${file.organizationId}, ${file.userId}, ${file.name}, ${file.size}, ${file.mimeType})`.execute(
      this.#db,
    );
  }

  /** The file, when it is the organization's; another's is like one that does not exist. */
  async find(id: string, organizationId: string): Promise<StoredFile | null> {
    const { rows } = await sql<{ id: string; name: string; size: string | number }>`
      select id, name, size from weft.files where id = ${id} and organization_id = ${organizationId}`.execute(
      this.#db,
    );
    const row = rows[0];
    return row === undefined ? null : { id: row.id, organizationId, name: row.name, size: Number(row.size) };
  }
}
