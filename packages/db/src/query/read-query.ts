import {
  checkFilter,
  checkSort,
  type FieldEnv,
  type Filter,
  findShownField,
  isCondition,
  isLookupField,
  movesWithEdits,
  onlyServerKnows,
  pruneFilter,
  type Table,
} from '@weft/core';
import { AppError, notFound, withoutUndefined } from '@weft/std';
import { type Fragment, fragment, join } from '../fields/sql-field-type.ts';
import { fromParts, readPlaces } from '../records/read.ts';
import type { OpenBase } from '../schema/read-base.ts';
import { compileFilterSql, filterFields } from './compile-filter.ts';
import { compileSearchSql } from './compile-search.ts';
import { compileSortSql, isOwnOrder } from './compile-sort.ts';
import { indexedTexts } from './indexed-texts.ts';
import type { ReadyQuery } from './ready-query.ts';
import type { RecordQuery } from './record-query.ts';
import { findSavedView } from './saved-view.ts';
import type { Scan } from './scan.ts';
import { type FieldPlace, findSeenThrough, looksThrough } from './seen-through.ts';

/** Reads a query against the base as it stands; throws 'not-found' for the table and 'invalid' with every fault. */
export function readQuery(base: OpenBase, query: RecordQuery): ReadyQuery {
  const table = base.metadata.tables.find((candidate) => candidate.id === query.tableId);
  const layout = base.layout.tables.get(query.tableId);
  if (!table || !layout) throw notFound(`Table with id ${query.tableId} not found`);
  const shownField = findShownField(base.metadata);
  const env = { timeZone: query.timeZone, locale: query.locale ?? 'en-US', now: query.now, shownField };
  check(table, query, env);
  const filter = pruneFilter(query.filter ?? null, table, env);
  const sort = query.sort ?? [];
  const shown = new Set(table.fields.map((field) => field.id));
  const wanted = query.fieldIds === undefined ? shown : new Set(query.fieldIds.filter((id) => shown.has(id)));
  const places = readPlaces(layout, withLinkFields(table, wanted));
  const seen = findSeenThrough(base, table, layout, env);
  const search = compileSearchSql(query.search ?? '', table, layout, env, query.fieldIds, seen);
  const fieldOf = new Map(table.fields.map((field) => [field.id, field]));
  const looksAt = [
    ...filterFields(filter),
    ...sort.map((key) => key.fieldId),
    ...(search === null ? [] : (query.fieldIds ?? shown)),
  ].flatMap((id) => (movesWithEdits(fieldOf.get(id)) ? [id, '$updatedAt'] : [id]));
  const conditions = [compileFilterSql(filter, table, layout, env, seen), search].filter(
    (condition) => condition !== null,
  );
  const keys = compileSortSql(sort, table, layout, seen);
  const through = looksThrough(table, looksAt, seen);
  const plain = conditions.length === 0 && isOwnOrder(keys);
  const joined = [...places, ...looksAt.flatMap((id) => layout.columns.get(id) ?? [])];
  const where = conditions.length === 0 ? null : join(conditions, ' AND ');
  // What is asked of the database, down to the instants that 'today' means.
  const asked = JSON.stringify([layout.id, where, keys]);
  const looked = [...looksAt.map((fieldId) => ({ tableId: table.id, fieldId })), ...through];
  return {
    layout,
    places,
    joined,
    from: fromParts(layout, joined),
    where,
    keys,
    texts: indexedTexts(
      withoutUndefined({ filter, search: query.search ?? '', fieldIds: query.fieldIds }),
      table,
      layout,
      env,
      seen,
    ),
    searched: table.fields.flatMap(({ id }) => layout.columns.get(id) ?? []),
    looksAt,
    looksThrough: through,
    saved: plain || search !== null || through.length > 0 ? null : findSavedView(table, filter, sort, env),
    plain,
    identity: looked.some((place) => namesPeople(base, place)) ? `${asked} ${base.namesVersion}` : asked,
    asked,
  };
}

/** Whether the cells of a field are what people are called. */
const namesPeople = ({ layout }: OpenBase, { tableId, fieldId }: FieldPlace): boolean => {
  const type = layout.tables.get(tableId)?.columns.get(fieldId)?.type;
  return type !== undefined && onlyServerKnows({ type });
};

/** Lookups are read from the links of their field. */
function withLinkFields({ fields }: Table, wanted: ReadonlySet<string>): ReadonlySet<string> {
  const lookups = fields.filter(isLookupField).filter(({ id }) => wanted.has(id));
  return new Set([...wanted, ...lookups.map(({ template }) => template.linkedRecordFieldId)]);
}

function check(table: Table, query: RecordQuery, env: FieldEnv): void {
  const filter = checkFilter(query.filter ?? null, table, env);
  const faults = [...(filter.ok ? [] : filter.error), ...checkSort(query.sort ?? [], table)];
  if (faults.length > 0) throw new AppError('invalid', faults[0]?.reason ?? 'The query is not valid', faults);
}

/** Whether a filter names the records it can choose: they are read by their ids. */
const namesRecords = (filter: Filter): boolean =>
  filter.conjunction === 'and' && filter.items.some((item) => isCondition(item) && item.fieldId === '$id');

/** Whether a query may look through a whole table before it answers a page. */
export function mayScan({ filter = null, sort = [], search = '' }: RecordQuery): boolean {
  if (filter !== null && namesRecords(filter)) return false;
  return (filter !== null && filter.items.length > 0) || sort.length > 0 || search.trim() !== '';
}

/** The same query of the few records that an index finds, then read in one step; unchanged where none helps. */
export async function narrowed(
  scan: Scan,
  ready: ReadyQuery,
): Promise<{ readonly scan: Scan; readonly ready: ReadyQuery }> {
  const ids = (await scan.findFew?.(scan.sql, ready)) ?? null;
  if (ids === null) return { scan, ready };
  const found = fragment('t.id = ANY(?::text[])', ids);
  const where = ready.where === null ? found : join([found, ready.where], ' AND ');
  return { scan: { ...scan, pace: null }, ready: { ...ready, where, texts: [] } };
}

/** `WHERE …` of the query's rows and more conditions. */
export function whereOf(ready: ReadyQuery, ...more: readonly (Fragment | null)[]): Fragment {
  const conditions = [ready.where, ...more].filter((condition) => condition !== null);
  if (conditions.length === 0) return fragment('');
  const { text, values } = join(conditions, ' AND ');
  return { text: ` WHERE ${text}`, values };
}
