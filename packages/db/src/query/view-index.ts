import { must } from '@weft/std';
import { fragment } from '../fields/sql-field-type.ts';
import { DatabaseError } from '../pg-errors.ts';
import {
  readViewIndexState,
  viewIndexKey,
  viewIndexStateOf,
  viewIndexTable,
} from '../schema/view-index-table.ts';
import { changedSince } from './changed-since.ts';
import { inOrder, type OrderKey } from './compile-sort.ts';
import { whereOf } from './read-query.ts';
import type { ReadyQuery } from './ready-query.ts';
import type { SavedView } from './saved-view.ts';
import type { FirstOfView, Queries } from './scan.ts';
import { statement } from './statement.ts';

/** SQLSTATE of a table that is not there. */
const noSuchTable = '42P01';

export interface ViewIndexDeps {
  /** The index of a view of a large table is missed, has fallen behind, or was not read before on this day; `key` names it. */
  readonly onWanted: (tableId: string, view: SavedView, key: string) => void;
}

/** The columns of an index in its order: the keys, then the table's own order. */
export const indexOrder = (keys: readonly OrderKey[]): string =>
  [...sortKeys(keys).map(({ descending }, i) => inOrder(`k${i}`, descending)), 'position', 'id'].join(', ');

/** The keys before the table's own order. */
export const sortKeys = (keys: readonly OrderKey[]): readonly OrderKey[] => keys.slice(0, -2);

/** Finds the first records of a saved view without looking through the table. */
export class ViewIndex {
  readonly #deps: ViewIndexDeps;

  constructor(deps: ViewIndexDeps) {
    this.#deps = deps;
  }

  /**
   * Records among which the first `count` of the view are; the others among them are those that changed since the index
   * was up to date. Null where there is no index.
   */
  async first(sql: Queries, ready: ReadyQuery, count: number): Promise<FirstOfView | null> {
    try {
      return await this.#first(sql, ready, count);
    } catch (error) {
      // It was dropped, or is built anew, since its state was read.
      if (error instanceof DatabaseError && error.code === noSuchTable) return null;
      throw error;
    }
  }

  async #first(sql: Queries, ready: ReadyQuery, count: number): Promise<FirstOfView | null> {
    const { layout, saved, identity } = ready;
    if (saved === null) return null;
    const index = viewIndexTable(layout, identity);
    const { state, isLarge } = await readViewIndexState(sql, layout, index);
    const want = () => this.#deps.onWanted(layout.id, saved, viewIndexKey(identity));
    if (state === null || !state.filled) {
      if (isLarge) want();
      return null;
    }
    if (state.used.slice(0, 10) !== saved.now.slice(0, 10)) want();
    if (state.useless) return null;
    const changed = await changedSince(sql, layout, state.seq, want);
    if (changed === null) return null;
    const found = await sql.query(
      `SELECT id FROM ${index} WHERE NOT id = ANY($1::text[]) ORDER BY ${indexOrder(ready.keys)} LIMIT $2`,
      [changed, count],
    );
    const ids = [...found.map(([id]) => id as string), ...changed];
    const total = changed.length === 0 ? state.count : await this.#total(sql, ready, index, changed);
    return total === null ? null : { ids, total };
  }

  /**
   * How many the view has: those of the index, with the changed records it shows now in place of those it showed then.
   * One statement reads all of it, for steps that bring the index up to date are committed meanwhile. Null where it is
   * built anew.
   */
  async #total(
    sql: Queries,
    ready: ReadyQuery,
    index: string,
    changed: readonly string[],
  ): Promise<number | null> {
    const where = whereOf(ready, fragment('t.id = ANY(?::text[])', changed));
    const { text, params } = statement({
      text: `SELECT obj_description(?::regclass, 'pg_class'), (SELECT count(*) FROM ${ready.from}${where.text})
             - (SELECT count(*) FROM ${index} WHERE id = ANY(?::text[]))`,
      values: [index, ...where.values, changed],
    });
    const [row] = await sql.query(text, params);
    const [comment, difference] = must(row);
    const state = viewIndexStateOf(comment);
    return state?.filled === true && !state.useless ? state.count + (difference as number) : null;
  }
}
