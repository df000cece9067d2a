import { type CellValue, type Field, nameAsValue, namesInCell } from '@weft/core';
import { type Change, cellOf } from '@weft/history';
import { AppError } from '@weft/std';
import type { Sql } from '../engine/engine.ts';
import { type FoundByValue, findByValue } from '../query/find-by-value.ts';
import { fromParts, readRecordsById, recordReader, selectList } from '../records/read.ts';
import { type LinkPlace, partName, type TableLayout } from '../schema/layout.ts';
import type { OpenBase } from '../schema/read-base.ts';
import { isNamedAnew, namedBy } from './fill-names.ts';
import { changedRecords } from './log.ts';

/** A link field that is filled with the records that a text field names. */
export interface LinksFill {
  readonly table: TableLayout;
  readonly fieldId: string;
  readonly source: string;
  readonly link: LinkPlace;
  readonly allowMultiple: boolean;
}

/** Finds records by their primary cells: see `findByValue`. */
export type FindRecords = (
  table: TableLayout,
  fieldId: string,
  values: readonly NonNullable<CellValue>[],
) => Promise<readonly (FoundByValue | undefined)[]>;

/** Looks through the table in one statement, which others may wait for. */
export const findAtOnce =
  (sql: Sql): FindRecords =>
  (table, fieldId, values) =>
    findByValue({ sql, pace: null }, table, fieldId, values);

/** The names that a record's text holds. */
export interface NamesOfRecord {
  readonly id: string;
  readonly names: readonly string[];
}

/** A record and those that it is to be linked to. */
interface LinkedRow {
  readonly id: string;
  readonly linked: readonly string[];
}

/** Records whose texts are read at a time. */
const textsAtOnce = 2_000;

/** The names in the texts of the next records, by id. */
export async function namesInChunk(
  sql: Pick<Sql, 'query'>,
  { table, source, allowMultiple }: LinksFill,
  after: string,
): Promise<{ readonly rows: readonly NamesOfRecord[]; readonly next: string | null }> {
  const places = [...table.columns.values()].filter(({ fieldId }) => fieldId === source);
  const rows = await sql.query(
    `SELECT ${selectList(places)} FROM ${fromParts(table, places)} WHERE t.id > $1 ORDER BY t.id LIMIT ${textsAtOnce}`,
    [after],
  );
  const records = rows.map(recordReader(table, places));
  return {
    rows: records.map((record) => ({
      id: record.id,
      names: namesInCell(cellOf(record, source), { allowMultiple }),
    })),
    next: records.length < textsAtOnce ? null : (records.at(-1)?.id ?? null),
  };
}

/** The names in the texts of some records. */
export async function namesOfRecords(
  sql: Pick<Sql, 'query'>,
  { table, source, allowMultiple }: LinksFill,
  ids: readonly string[],
): Promise<readonly NamesOfRecord[]> {
  const records = await readRecordsById(sql, table, ids, new Set([source]));
  return records.map((record) => ({
    id: record.id,
    names: namesInCell(cellOf(record, source), { allowMultiple }),
  }));
}

/** Whom names are of; one that no record has, or several, is nobody's. */
export async function recordsNamed(
  find: FindRecords,
  base: OpenBase,
  link: LinkPlace,
  names: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const primary = namedBy(base, link);
  const target = base.layout.tables.get(link.tableId);
  if (primary === undefined || target === undefined) return new Map();
  const values = new Map<string, NonNullable<CellValue>>();
  for (const name of names) {
    const value = values.has(name) ? null : nameAsValue(primary, name);
    if (value !== null) values.set(name, value);
  }
  if (values.size === 0) return new Map();
  const found = await find(target, primary.id, [...values.values()]);
  return new Map(
    [...values.keys()].flatMap((name, i) => {
      const one = found[i];
      return one?.count === 1 ? [[name, one.recordId] as const] : [];
    }),
  );
}

/** Finds the records that those of a table are to be linked to. */
export async function resolveNames(
  find: FindRecords,
  base: OpenBase,
  { link }: LinksFill,
  rows: readonly NamesOfRecord[],
): Promise<{
  readonly rows: readonly LinkedRow[];
  /** One of the names that are nobody's. */
  readonly unlinked: string | null;
}> {
  const all = new Set(rows.flatMap(({ names }) => names));
  const named = await recordsNamed(find, base, link, all);
  return {
    rows: rows.map(({ id, names }) => ({ id, linked: names.flatMap((name) => named.get(name) ?? []) })),
    unlinked: [...all].find((name) => !named.has(name)) ?? null,
  };
}

/** Names that were typed while the texts were being linked stay where they are: whoever asked looks at them first. */
export class NamesNotLinked extends AppError {
  constructor(name: string, outcome: string) {
    const told = name.length > 50 ? `${name.slice(0, 47)}…` : name;
    super(
      'conflict',
      `“${told}” was typed meanwhile, and no record is called so, or several are. ${outcome}`,
    );
  }
}

export const namesNotLinked = (name: string): NamesNotLinked =>
  new NamesNotLinked(name, 'Nothing was changed: look at the texts, and convert the field again');

/** A link, seen from the field's own side. */
export interface Pair {
  readonly id: string;
  readonly linked: string;
}

/** Links records that are both there. */
export async function insertPairs(
  tx: Sql,
  base: OpenBase,
  { table, link }: LinksFill,
  pairs: readonly Pair[],
): Promise<void> {
  const target = base.layout.tables.get(link.tableId);
  if (target === undefined || pairs.length === 0) return;
  await tx.query(
    `INSERT INTO ${link.schema}._links (relation, ${link.own}, ${link.other})
     SELECT $1, v.own, v.other FROM unnest($2::text[], $3::text[]) AS v(own, other)
     JOIN ${partName(table)} s ON s.id = v.own JOIN ${partName(target)} t ON t.id = v.other ON CONFLICT DO NOTHING`,
    [link.relation, pairs.map(({ id }) => id), pairs.map(({ linked }) => linked)],
  );
}

/** Links records to exactly these; whichever record is gone meanwhile is left out. */
export async function writeLinked(
  tx: Sql,
  base: OpenBase,
  fill: LinksFill,
  rows: readonly LinkedRow[],
): Promise<void> {
  const { schema, relation, own } = fill.link;
  await tx.query(`DELETE FROM ${schema}._links WHERE relation = $1 AND ${own} = ANY($2::text[])`, [
    relation,
    rows.map(({ id }) => id),
  ]);
  const pairs = rows.flatMap(({ id, linked }) => linked.map((one) => ({ id, linked: one })));
  await insertPairs(tx, base, fill, pairs);
}

/** Links records by their texts in the transaction that shows the field; returns a name that is nobody's, if any is. */
async function linkAtOnce(
  tx: Sql,
  base: OpenBase,
  fill: LinksFill,
  names: readonly NamesOfRecord[],
): Promise<string | null> {
  const { rows, unlinked } = await resolveNames(findAtOnce(tx), base, fill, names);
  await writeLinked(tx, base, fill, rows);
  return unlinked;
}

/** Reads the texts of some records again and links them: as `linkAtOnce`. */
export async function linkRecords(
  tx: Sql,
  base: OpenBase,
  fill: LinksFill,
  ids: readonly string[],
): Promise<string | null> {
  let unlinked: string | null = null;
  for (let at = 0; at < ids.length; at += textsAtOnce) {
    const names = await namesOfRecords(tx, fill, ids.slice(at, at + textsAtOnce));
    unlinked = (await linkAtOnce(tx, base, fill, names)) ?? unlinked;
  }
  return unlinked;
}

/** Links every record: as `linkAtOnce`. */
export async function linkAll(tx: Sql, base: OpenBase, fill: LinksFill): Promise<string | null> {
  let unlinked: string | null = null;
  for (let at: string | null = ''; at !== null; ) {
    const { rows, next }: Awaited<ReturnType<typeof namesInChunk>> = await namesInChunk(tx, fill, at);
    unlinked = (await linkAtOnce(tx, base, fill, rows)) ?? unlinked;
    at = next;
  }
  return unlinked;
}

const keyOf = (value: unknown): string => JSON.stringify(value);

/** Names that records of a table lost or got by changes. */
const namesIn = (changes: readonly Change[], tableId: string, { id }: Field): readonly CellValue[] =>
  changes.flatMap((change) => {
    if (change.tableId !== tableId) return [];
    if (change.kind === 'record')
      return [change.before, change.after].map((shape) => shape?.data[id] ?? null);
    return change.kind === 'cells'
      ? [change.before, change.after].map((cells) => cells[id]?.value ?? null)
      : [];
  });

/**
 * The records whose texts, links, or the names in their texts, entries of the log after `from`, up to `to`, or `earlier`
 * changes of the same transaction have changed. Null: every name may be another's.
 */
export async function recordsToLinkAnew(
  sql: Sql,
  base: OpenBase,
  fill: LinksFill,
  {
    from,
    to,
    earlier = [],
  }: { readonly from: number; readonly to: number; readonly earlier?: readonly Change[] },
): Promise<readonly string[] | null> {
  const { table, source, fieldId, link } = fill;
  const { schema } = base;
  const primary = namedBy(base, link);
  if (primary === undefined || (await isNamedAnew(sql, schema, link.tableId, primary.id, from, to)))
    return null;
  const ids = new Set<string>();
  for (const field of [source, fieldId])
    for (const id of await changedRecords(sql, schema, { tableId: table.id, fieldId: field }, from, to))
      ids.add(id);
  for (const change of earlier)
    if ('recordId' in change && change.tableId === table.id) ids.add(change.recordId);
  const rows = await sql.query(
    `SELECT DISTINCT named.value FROM ${schema}._log, jsonb_array_elements(changes) AS change,
       LATERAL (VALUES (change->'before'), (change->'after')) AS side(cells),
       LATERAL (SELECT CASE WHEN change->>'kind' = 'record' THEN side.cells->'data'->$4 ELSE side.cells->$4->'value' END AS value) AS named
     WHERE seq > $1 AND seq <= $2 AND $3 = ANY(table_ids) AND change->>'tableId' = $3
       AND change->>'kind' IN ('record', 'cells') AND named.value IS NOT NULL`,
    [from, to, link.tableId, primary.id],
  );
  const renamed = new Set(
    [...rows.map(([value]) => value), ...namesIn(earlier, link.tableId, primary)].map(keyOf),
  );
  renamed.delete(keyOf(null));
  if (renamed.size === 0) return [...ids];
  for (let at: string | null = ''; at !== null; ) {
    const { rows: texts, next }: Awaited<ReturnType<typeof namesInChunk>> = await namesInChunk(sql, fill, at);
    for (const { id, names } of texts)
      if (names.some((name) => renamed.has(keyOf(nameAsValue(primary, name))))) ids.add(id);
    at = next;
  }
  return [...ids];
}
