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

interface Row {
  readonly id: string;
  readonly user_id: string;
  readonly base_id: string;
  readonly table_id: string;
  readonly state: 'running' | ImportEnding['state'];
  readonly result: ImportResult | null;
  readonly message: string | null;
}

function endingOf(row: Row): ImportEnding | null {
  if (row.state === 'running') return null;
  if (row.state === 'finished' && row.result !== null) return { state: 'finished', result: row.result };
  if (row.state === 'cancelled') return { state: 'cancelled' };
  return { state: 'failed', message: row.message ?? 'Import failed' };
}

const present = (row: Row): ImportState => ({
  id: row.id,
  userId: row.user_id,
  baseId: row.base_id,
  tableId: row.table_id,
  ending: endingOf(row),
});

/** What became of each import, so that a killed process leaves nothing that is not known. */
export class ImportStates {
  readonly #db: ControlDatabase;

  constructor(db: ControlDatabase) {
    this.#db = db;
  }

  /** False: an import of this id was begun before. */
  async begin(state: Omit<ImportState, 'ending'> & { readonly fileId: string }): Promise<boolean> {
    const { rows } = await sql`
      insert into weft.imports (id, user_id, base_id, table_id, file_id, state)
      values (${state.id}, ${state.userId}, ${state.baseId}, ${state.tableId}, ${state.fileId}, 'running')
      on conflict (id) do nothing returning id`.execute(this.#db);
    return rows.length > 0;
  }

  async end(id: string, ending: ImportEnding): Promise<void> {
    const result = ending.state === 'finished' ? JSON.stringify(ending.result) : null;
    const message = ending.state === 'failed' ? ending.message : null;
    await sql`
      update weft.imports set state = ${ending.state}, result = ${result}::jsonb, message = ${message}, updated_at = now()
      where id = ${id}`.execute(this.#db);
  }

  async find(id: string): Promise<ImportState | null> {
    const { rows } = await sql<Row>`
      select id, user_id, base_id, table_id, state, result, message from weft.imports where id = ${id}`.execute(
      this.#db,
    );
    return rows[0] === undefined ? null : present(rows[0]);
  }

  /** Those a killed process left running. */
  async running(): Promise<readonly ImportState[]> {
    const { rows } = await sql<Row>`
      select id, user_id, base_id, table_id, state, result, message from weft.imports where state = 'running'`.execute(
      this.#db,
    );
    return rows.map(present);
  }
}
