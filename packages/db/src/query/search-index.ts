import { literalPattern } from '../fields/folded.ts';
import { fragment, join } from '../fields/sql-field-type.ts';
import type { TableLayout } from '../schema/layout.ts';
import { readSearchState, searchTable } from '../schema/search-table.ts';
import { placeKey } from './indexed-texts.ts';
import type { Queries, WantedTexts } from './scan.ts';
import { statement } from './statement.ts';

/** More records than these are found as fast by going through the table. */
const maxFound = 2_000;
/** So many entries of the log are read beside the index; the job that fills it is asked for long before. */
const maxEntries = 1_000;
const manyEntries = 200;

export interface SearchIndexDeps {
  /** The index of a large table is missed, or has fallen behind. */
  readonly onMissed: (tableId: string) => void;
}

/** Finds the few records that a query of texts can be about, by the trigrams of their texts. */
export class SearchIndex {
  readonly #deps: SearchIndexDeps;

  constructor(deps: SearchIndexDeps) {
    this.#deps = deps;
  }

  /** The ids of the records that hold the texts, and of those that changed since; null where they are many, or there is no index. */
  async find(sql: Queries, { layout, texts, searched }: WantedTexts): Promise<readonly string[] | null> {
    if (texts.length === 0) return null;
    const { state, isLarge } = await readSearchState(sql, layout);
    const known = new Set(state?.fields);
    if (state?.filled !== true || !searched.every((place) => known.has(placeKey(place)))) {
      if (isLarge) this.#deps.onMissed(layout.id);
      return null;
    }
    const changed = await this.#changedSince(sql, layout, state.seq);
    if (changed === null) return null;
    const conditions = texts.map((text) => fragment('text LIKE ?', `%${literalPattern(text)}%`));
    const where = join(conditions, ' AND ');
    const { text, params } = statement({
      text: `SELECT id FROM ${searchTable(layout)} WHERE ${where.text} LIMIT ?`,
      values: [...where.values, maxFound + 1],
    });
    const rows = await sql.query(text, params);
    const ids = new Set([...rows.map(([id]) => id as string), ...changed]);
    return ids.size > maxFound ? null : [...ids];
  }

  /** The records that the log names since; null where they are too many. */
  async #changedSince(sql: Queries, layout: TableLayout, seq: number): Promise<readonly string[] | null> {
    const rows = await sql.query(
      `SELECT CASE WHEN type <> 'IMPORT_RECORDS' THEN record_ids END FROM ${layout.schema}._log WHERE seq > $1 AND $2 = ANY(table_ids) LIMIT $3`,
      [seq, layout.id, maxEntries + 1],
    );
    if (rows.length > manyEntries) this.#deps.onMissed(layout.id);
    // An entry of many records, or of imported ones, does not list them.
    const isListed = rows.length <= maxEntries && rows.every(([ids]) => Array.isArray(ids));
    if (!isListed) this.#deps.onMissed(layout.id);
    return isListed ? rows.flatMap(([ids]) => ids as readonly string[]) : null;
  }
}
