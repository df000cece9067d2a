import { sql } from 'kysely';
import type { ControlDatabase } from './control.ts';

export type ImportEnding =
  | { readonly state: 'finished'; readonly result: ImportResult }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly message: string };

export interface ImportResult {
  readonly tableId: string;
  readonly recordsImported: number;
  readonly rowsRejected: number;
  readonly valuesNotConverted: number;
  readonly reportUrl: string | null;
}

export interface ImportState {
  readonly id: string;
  readonly userId: string;
  readonly baseId: string;
  readonly tableId: string;
  /** Null while it runs. */
  readonly ending: ImportEnding | null;
}

export interface BegunImport extends Omit<ImportState, 'ending'> {
  readonly organizationId: string;
  readonly fileId: string;
  /** The base was made for this import. */
  readonly removesBase: boolean;
}

interface Row {
  readonly id: string;
  readonly user_id: string;
  readonly base_id: string;
  readonly table_id: string;
  readonly outcome: ImportEnding | null;
}

const present = (row: Row): ImportState => ({
  id: row.id,
  userId: row.user_id,
  baseId: row.base_id,
  tableId: row.table_id,
  ending: row.outcome,
});

/** What became of each import, so that a killed process leaves nothing that is not known. */
export class ImportStates {
  readonly #db: ControlDatabase;

  constructor(db: ControlDatabase) {
    this.#db = db;
  }

  /** False: an import of this id was begun before. */
  async begin(state: BegunImport): Promise<boolean> {
    const { rows } = await sql`
      insert into weft.imports (id, organization_id, user_id, base_id, table_id, file_id, base_made_for_import, state)
      values (${state.id}, ${state.organizationId}, ${state.userId}, ${state.baseId}, ${state.tableId}, ${state.fileId},
              ${state.removesBase}, 'running')
      on conflict (id) do nothing returning id`.execute(this.#db);
    return rows.length > 0;
  }

  async end(id: string, ending: ImportEnding): Promise<void> {
    await sql`
      update weft.imports set state = ${ending.state}, outcome = ${JSON.stringify(ending)}::jsonb, updated_at = now()
      where id = ${id}`.execute(this.#db);
  }

  async find(id: string): Promise<ImportState | null> {
    const { rows } = await sql<Row>`
      select id, user_id, base_id, table_id, outcome from weft.imports where id = ${id}`.execute(this.#db);
    return rows[0] === undefined ? null : present(rows[0]);
  }

  /** Those a killed process left running. */
  async running(): Promise<readonly ImportState[]> {
    const { rows } = await sql<Row>`
      select id, user_id, base_id, table_id, outcome from weft.imports where state = 'running'`.execute(
      this.#db,
    );
    return rows.map(present);
  }
}
