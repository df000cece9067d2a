import { anyFieldType, isLinkField } from '@weft/core';
import { type Change, isRowChange } from '@weft/history';
import { must } from '@weft/std';
import type { Sql } from '../engine/engine.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { columnRef, fromParts } from '../records/read.ts';
import { partName, type TableLayout } from '../schema/layout.ts';
import type { OpenBase } from '../schema/read-base.ts';
import { copyAllLinks, copyLinksOf, copyLinksOfInserted, type LinksCopy } from './copy-links.ts';
import { type LinksFill, linkAll, linkRecords, namesNotLinked, recordsToLinkAnew } from './fill-links.ts';
import { fillNames, type NamesFill, recordsOfNewNames } from './fill-names.ts';
import { changedRecords } from './log.ts';
import { dropsText, showLinksAgain } from './show-links.ts';
import { insertedSinceHidden } from './since-hidden.ts';

/** What a field holds in the records that were there before it. */
export interface Fill {
  readonly tableId: string;
  readonly fieldId: string;
  /** The field whose cells it copies; null: it counts the records, in their order. */
  readonly source: string | null;
  /** Whether it counts the records that are made later. */
  readonly counts: boolean;
  /** Of a link field: whether a cell takes several records. */
  readonly allowMultiple: boolean;
}

/** Records of one statement. */
const fewRecords = 2_000;

/** Null: the cells of the field are empty, or as they were before it was deleted. */
export function fillOf(change: Change): Fill | null {
  if ((change.kind !== 'field' && change.kind !== 'field-type') || change.after === null) return null;
  const { tableId, fieldId, after } = change;
  const counts = anyFieldType(after.type).kept?.counts === true;
  const source = (change.kind === 'field' ? change.copyOf : undefined) ?? null;
  const field = change.kind === 'field' ? (change.after ?? undefined) : undefined;
  const allowMultiple = isLinkField(field) && field.template.allowMultiple;
  return source === null && !counts ? null : { tableId, fieldId, source, counts, allowMultiple };
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

/** Null: the field does not begin with the records that a text field names. */
export function linksFillOf(base: OpenBase, fill: Fill): LinksFill | null {
  const { fieldId, source, allowMultiple } = fill;
  const table = layoutOf(base, fill);
  const link = table.columns.get(fieldId)?.link;
  const from = table.columns.get(source ?? '');
  if (source === null || link === undefined || from === undefined || from.link !== undefined) return null;
  return { table, fieldId, source, link, allowMultiple };
}

/** Null: the field does not begin with the links of another. */
export function linksCopyOf(base: OpenBase, { tableId, fieldId, source }: Fill): LinksCopy | null {
  const columns = base.layout.tables.get(tableId)?.columns;
  const from = columns?.get(source ?? '')?.link;
  const to = columns?.get(fieldId)?.link;
  return from === undefined || to === undefined ? null : { from, to };
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
  const copy = linksCopyOf(base, fill);
  if (copy !== null) return copyLinksOf(tx, copy, ids);
  const from = must(table.columns.get(fill.source), 'the column of a copied field');
  await tx.query(
    `UPDATE ${into} AS t SET ${to.column} = s.${from.column} FROM ${partName(table, from.part)} AS s
     WHERE s.id = t.id AND t.id = ANY($1::text[]) AND t.${to.column} IS DISTINCT FROM s.${from.column}`,
    [ids],
  );
  await tx.query(
    `UPDATE ${partName(table)} AS t SET raw = NULLIF((t.raw - $2::text)
       || CASE WHEN t.raw ? $3 THEN jsonb_set('{}', ARRAY[$2::text], t.raw->$3) ELSE '{}' END, '{}')
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

/** Of some records, those that hold nothing in a field; of a number, those whose own in the source is free. */
async function emptyRecords(
  tx: Sql,
  base: OpenBase,
  { source, counts, ...fill }: Fill,
  ids: readonly string[],
): Promise<readonly string[]> {
  const table = must(base.layout.tables.get(fill.tableId), 'the table of a field');
  const to = must(table.columns.get(fill.fieldId), 'the column of a field');
  const from = must(table.columns.get(source ?? ''), 'the column of a copied field');
  const isFree = `${columnRef(from)} NOT IN (SELECT o.${to.column} FROM ${partName(table, to.part)} o WHERE o.${to.column} IS NOT NULL)`;
  const rows = await tx.query(
    `SELECT t.id FROM ${fromParts(table, counts ? [to, from] : [to])}
     WHERE t.id = ANY($1::text[]) AND ${columnRef(to)} IS NULL AND NOT COALESCE(t.raw ? $2::text, false)
       ${counts ? `AND ${isFree}` : ''}`,
    [ids, to.column],
  );
  return rows.map(([id]) => id as string);
}

/**
 * Fills the records that were inserted while the field was hidden: one that an undo took away comes back without the cell
 * it had, and one that somebody added has none yet.
 */
async function fillInserted(tx: Sql, base: OpenBase, fill: Fill, earlier: readonly Change[]): Promise<void> {
  const { tableId, fieldId } = fill;
  const copy = linksCopyOf(base, fill);
  const otherId = layoutOf(base, fill).columns.get(fieldId)?.link?.tableId ?? tableId;
  const inserted = await insertedSinceHidden(
    tx,
    base.schema,
    fill,
    [...new Set([tableId, otherId])],
    earlier,
  );
  const own = inserted.get(tableId) ?? [];
  if (copy !== null) {
    const other = inserted.get(otherId) ?? [];
    return copyLinksOfInserted(tx, copy, own, other, !fill.allowMultiple);
  }
  const { type } = must(layoutOf(base, fill).columns.get(fieldId));
  if (own.length === 0 || sqlFieldType(type).columnType === null) return;
  const empty = await emptyRecords(tx, base, fill, own);
  await inChunks(empty, (some) => fillRecords(tx, base, fill, some));
  if (fill.counts) await raiseLastNumber(tx, base, fill);
}

/** The next number is above all that a field holds. */
async function raiseLastNumber(tx: Sql, base: OpenBase, fill: Fill): Promise<void> {
  const table = layoutOf(base, fill);
  const { part, column } = must(table.columns.get(fill.fieldId), 'the column of a field');
  await tx.query(
    `UPDATE ${base.schema}._fields SET last_number =
       GREATEST(last_number, (SELECT max(${column}) FROM ${partName(table, part)})) WHERE id = $1`,
    [fill.fieldId],
  );
}

/** What is known when a field was just shown. */
interface Shown {
  /** Its column was made for it. */
  readonly fresh: boolean;
  /** The seq up to which it was filled ahead; null: it was not. */
  readonly preparedUpTo: number | null;
  /** What this transaction has changed before, which the log does not tell yet. */
  readonly earlier: readonly Change[];
}

const seqNow = async (tx: Sql, { schema }: OpenBase): Promise<number> => {
  const [row] = await tx.query(`SELECT seq FROM ${schema}._base`);
  return row?.[0] as number;
};

/** Links the records that a text names; refused where the text goes and a name in it would stay unlinked. */
async function fillLinks(
  tx: Sql,
  base: OpenBase,
  fill: LinksFill,
  { fresh, preparedUpTo, earlier }: Shown,
): Promise<void> {
  if (!fresh) return showLinksAgain(tx, base, fill, earlier);
  const to = await seqNow(tx, base);
  const ids =
    preparedUpTo === null
      ? null
      : await recordsToLinkAnew(tx, base, fill, { from: preparedUpTo, to, earlier });
  const unlinked = await (ids === null ? linkAll(tx, base, fill) : linkRecords(tx, base, fill, ids));
  if (unlinked !== null && dropsText(earlier, fill)) throw namesNotLinked(unlinked);
}

/** Fills a field that was just shown. */
export async function fillField(tx: Sql, base: OpenBase, fill: Fill, shown: Shown): Promise<void> {
  const links = linksFillOf(base, fill);
  if (links !== null) return fillLinks(tx, base, links, shown);
  const { fresh, preparedUpTo, earlier } = shown;
  if (!fresh) {
    if (fill.source !== null) await fillInserted(tx, base, fill, earlier);
    if (fill.counts) await fillMissing(tx, base, fill);
    return;
  }
  if (fill.counts && fill.source !== null) await copyLastNumber(tx, base, fill);
  if (preparedUpTo !== null) {
    const changed = await staleRecords(tx, base, fill, preparedUpTo, await seqNow(tx, base));
    const written = earlier.flatMap((change) =>
      isRowChange(change) && change.tableId === fill.tableId ? [change.recordId] : [],
    );
    if (changed !== null)
      return inChunks([...new Set([...written, ...changed])], (some) => fillRecords(tx, base, fill, some));
  }
  const copy = linksCopyOf(base, fill);
  if (copy !== null) await copyAllLinks(tx, copy);
  const { type } = must(layoutOf(base, fill).columns.get(fill.fieldId));
  if (sqlFieldType(type).columnType === null) return;
  for (let at: RecordPlace | null = firstPlace; at !== null; )
    at = await fillChunk(tx, base, fill, at, fewRecords);
}
