import { literalPattern } from '../fields/folded.ts';
import { fragment, join } from '../fields/sql-field-type.ts';
import { readSearchState, searchTable } from '../schema/search-table.ts';
import { changedSince } from './changed-since.ts';
import { placeKey } from './indexed-texts.ts';
import type { Queries, WantedTexts } from './scan.ts';
import { statement } from './statement.ts';

/** More records than these are found as fast by going through the table. */
const maxFound = 2_000;

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
    const changed = await changedSince(sql, layout, state.seq, () => this.#deps.onMissed(layout.id));
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
}
