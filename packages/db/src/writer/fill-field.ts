import { anyFieldType } from '@weft/core';
import type { Change } from '@weft/history';
import { must } from '@weft/std';
import type { Sql } from '../engine/engine.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { columnRef, fromParts } from '../records/read.ts';
import { partName, type TableLayout } from '../schema/layout.ts';
import type { OpenBase } from '../schema/read-base.ts';
import { fillNames, type NamesFill, recordsOfNewNames } from './fill-names.ts';
import { changedRecords } from './log.ts';

/** What a field holds in the records that were there before it. */
export interface Fill {
  readonly tableId: string;
  readonly fieldId: string;
  /** The field whose cells it copies; null: it counts the records, in their order. */
  readonly source: string | null;
  /** Whether it counts the records that are made later. */
  readonly counts: boolean;
}

/** Records of one statement. */
const fewRecords = 2_000;

/** Null: the cells of the field are empty, or as they were before it was deleted. */
export function fillOf(change: Change): Fill | null {
  if ((change.kind !== 'field' && change.kind !== 'field-type') || change.after === null) return null;
  const { tableId, fieldId, after } = change;
  const counts = anyFieldType(after.type).kept?.counts === true;
  const source = (change.kind === 'field' ? change.copyOf : undefined) ?? null;
  return source === null && !counts ? null : { tableId, fieldId, source, counts };
}

const layoutOf = ({ layout }: OpenBase, { tableId }: Fill): TableLayout =>
  must(layout.tables.get(tableId), 'the table of a field');

/** Null: the cells are copied as they are, links as links. */
function namesOf(base: OpenBase, fill: Fill): NamesFill | null {
  const { fieldId, source } = fill;
  const table = layoutOf(base, fill);
  const link = table.columns.get(source ?? '')?.link;
  if (source === null || link === undefined || table.columns.get(fieldId)?.link !== undefined) return null;
  return { table, fieldId, source, link };
}

/**
 * The records whose cells entries of the log after `from`, up to `to`, have made stale; null: those of all records may
 * be.
 */
export function staleRecords(
  sql: Sql,
  base: OpenBase,
  fill: Fill,
  from: number,
  to: number,
): Promise<readonly string[] | null> {
  const named = namesOf(base, fill);
  if (named !== null) return recordsOfNewNames(sql, base, named, from, to);
  const { tableId, fieldId, source } = fill;
  return changedRecords(sql, base.schema, { tableId, fieldId: source ?? fieldId }, from, to);
}

/** Gives numbers to those of some records that have none. */
async function countRecords(tx: Sql, base: OpenBase, fill: Fill, ids: readonly string[]): Promise<void> {
  const table = layoutOf(base, fill);
  const to = must(table.columns.get(fill.fieldId), 'the column of a field');
  await tx.query(
    `WITH missing AS (
       SELECT t.id, f.last_number + (row_number() OVER (ORDER BY t.position, t.id))::integer AS number
       FROM ${fromParts(table, [to])}, ${base.schema}._fields f
       WHERE f.id = $2 AND t.id = ANY($1::text[]) AND ${columnRef(to)} IS NULL),
     numbered AS (UPDATE ${partName(table, to.part)} AS n SET ${to.column} = missing.number FROM missing WHERE n.id = missing.id)
     UPDATE ${base.schema}._fields SET last_number = GREATEST(last_number, (SELECT max(number) FROM missing)) WHERE id = $2`,
    [ids, fill.fieldId],
  );
}

/** A copy goes on counting where the field that it copies does. */
async function copyLastNumber(tx: Sql, { schema }: OpenBase, { fieldId, source }: Fill): Promise<void> {
  await tx.query(
    `UPDATE ${schema}._fields AS f SET last_number = s.last_number FROM ${schema}._fields AS s
     WHERE f.id = $1 AND s.id = $2`,
    [fieldId, source],
  );
}

/** Gives the field's cells to some records; those that have a number keep it. */
export async function fillRecords(
  tx: Sql,
  base: OpenBase,
  fill: Fill,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const table = layoutOf(base, fill);
  const to = must(table.columns.get(fill.fieldId), 'the column of a field');
  const into = partName(table, to.part);
  if (fill.source === null) return countRecords(tx, base, fill, ids);
  const named = namesOf(base, fill);
  if (named !== null) return fillNames(tx, base, named, ids);
  const from = must(table.columns.get(fill.source), 'the column of a copied field');
  await tx.query(
    `UPDATE ${into} AS t SET ${to.column} = s.${from.column} FROM ${partName(table, from.part)} AS s
     WHERE s.id = t.id AND t.id = ANY($1::text[]) AND t.${to.column} IS DISTINCT FROM s.${from.column}`,
    [ids],
  );
  await tx.query(
    `UPDATE ${partName(table)} AS t SET raw = NULLIF((t.raw - $2::text)
       || CASE WHEN t.raw ? $3 THEN jsonb_build_object($2::text, t.raw->$3) ELSE '{}' END, '{}')
     WHERE t.id = ANY($1::text[]) AND t.raw ?| ARRAY[$2::text, $3::text]`,
    [ids, to.column, from.column],
  );
}

/** A place in the table's own order. */
export interface RecordPlace {
  readonly position: number;
  readonly id: string;
}

export const firstPlace: RecordPlace = { position: -Number.MAX_SAFE_INTEGER, id: '' };

/** Fills the next `count` records behind a place; the answer is the last of them, null at the table's end. */
export async function fillChunk(
  tx: Sql,
  base: OpenBase,
  fill: Fill,
  after: RecordPlace,
  count: number,
): Promise<RecordPlace | null> {
  const rows = await tx.query(
    `SELECT t.id, t.position FROM ${partName(layoutOf(base, fill))} t
     WHERE (t.position, t.id) > ($1::bigint, $2::text) ORDER BY t.position, t.id LIMIT ${count}`,
    [after.position, after.id],
  );
  const places = rows.map(([id, position]) => ({ id: id as string, position: position as number }));
  await fillRecords(
    tx,
    base,
    fill,
    places.map(({ id }) => id),
  );
  return places.length < count ? null : must(places.at(-1));
}

const inChunks = async (ids: readonly string[], work: (some: readonly string[]) => Promise<void>) => {
  for (let at = 0; at < ids.length; at += fewRecords) await work(ids.slice(at, at + fewRecords));
};

/** Gives numbers to the records that were made while the field was hidden. */
export async function fillMissing(tx: Sql, base: OpenBase, fill: Fill): Promise<void> {
  const table = layoutOf(base, fill);
  const to = must(table.columns.get(fill.fieldId), 'the column of a field');
  const rows = await tx.query(
    `SELECT t.id FROM ${fromParts(table, [to])} WHERE ${columnRef(to)} IS NULL ORDER BY t.position, t.id`,
  );
  const ids = rows.map(([id]) => id as string);
  await inChunks(ids, (some) => countRecords(tx, base, fill, some));
}

/** The links of the copied field, from both sides. */
async function copyLinks(tx: Sql, base: OpenBase, fill: Fill): Promise<void> {
  const { columns, schema } = layoutOf(base, fill);
  const from = columns.get(fill.source ?? '')?.link;
  const to = columns.get(fill.fieldId)?.link;
  if (from === undefined || to === undefined) return;
  await tx.query(
    `INSERT INTO ${schema}._links (relation, ${to.own}, ${to.other})
     SELECT $1, ${from.own}, ${from.other} FROM ${schema}._links WHERE relation = $2 ON CONFLICT DO NOTHING`,
    [to.relation, from.relation],
  );
}

/**
 * Fills a field that was just shown. `fresh`: its column was made for it. `preparedUpTo`: the seq up to which it was filled
 * ahead; null: it was not. `earlier`: records that this transaction has written, which the log does not name yet.
 */
export async function fillField(
  tx: Sql,
  base: OpenBase,
  fill: Fill,
  {
    fresh,
    preparedUpTo,
    earlier,
  }: { readonly fresh: boolean; readonly preparedUpTo: number | null; readonly earlier: Iterable<string> },
): Promise<void> {
  if (!fresh) {
    if (fill.counts) await fillMissing(tx, base, fill);
    return;
  }
  if (fill.counts && fill.source !== null) await copyLastNumber(tx, base, fill);
  if (preparedUpTo !== null) {
    const [row] = await tx.query(`SELECT seq FROM ${base.schema}._base`);
    const changed = await staleRecords(tx, base, fill, preparedUpTo, row?.[0] as number);
    if (changed !== null)
      return inChunks([...new Set([...earlier, ...changed])], (some) => fillRecords(tx, base, fill, some));
  }
  await copyLinks(tx, base, fill);
  const { type } = must(layoutOf(base, fill).columns.get(fill.fieldId));
  if (sqlFieldType(type).columnType === null) return;
  for (let at: RecordPlace | null = firstPlace; at !== null; )
    at = await fillChunk(tx, base, fill, at, fewRecords);
}
