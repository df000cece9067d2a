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
   * How to read the first `count` records of the view; among them are those that changed since the index was up to date.
   * Null where there is no index.
   */
  async first(sql: Queries, ready: ReadyQuery, count: number): Promise<FirstOfView | null> {
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
    if (state.useless || (await changedSince(sql, layout, state.seq, want)) === null) return null;
    return firstOf(ready, index, state.seq, count);
  }
}

const changedIds = '(SELECT ids FROM changed)::text[]';

/** All is read again in the statement: edits, and steps that bring the index up to date, are committed meanwhile. */
function firstOf(ready: ReadyQuery, index: string, seq: number, count: number): FirstOfView {
  const { schema, id } = ready.layout;
  const shown = whereOf(ready, fragment(`t.id = ANY(${changedIds})`));
  return {
    changed: fragment(
      `changed AS MATERIALIZED (
         SELECT COALESCE(array_agg(DISTINCT c.id) FILTER (WHERE c.id IS NOT NULL), '{}') AS ids,
           COALESCE(bool_and(l.record_ids IS NOT NULL AND l.type <> 'IMPORT_RECORDS'), true) AS listed
         FROM ${schema}._log l LEFT JOIN LATERAL unnest(l.record_ids) AS c(id) ON true
         WHERE l.seq > ? AND ? = ANY(l.table_ids))`,
      ...[seq, id],
    ),
    ids: fragment(
      `(ARRAY(SELECT id FROM ${index} WHERE NOT id = ANY(${changedIds}) ORDER BY ${indexOrder(ready.keys)} LIMIT ?)
         || ${changedIds})`,
      count,
    ),
    facts: [
      fragment('changed.listed'),
      fragment(`obj_description(?::regclass, 'pg_class')`, index),
      // The changed records that it shows now, in place of those it showed then.
      fragment(
        `(SELECT count(*) FROM ${ready.from}${shown.text}) - (SELECT count(*) FROM ${index} WHERE id = ANY(${changedIds}))`,
        ...shown.values,
      ),
    ],
    totalOf: ([listed, comment, difference]) => {
      const state = viewIndexStateOf(comment);
      if (listed !== true || state?.filled !== true || state.useless) return null;
      return state.count + (difference as number);
    },
  };
}

/** Whether a statement failed because the index was dropped, or is built anew, since its state was read. */
export const isIndexGone = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === noSuchTable;
