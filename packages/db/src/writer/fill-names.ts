import { type Field, namesAsCell, recordName, takesLinkNames } from '@weft/core';
import { cellOf, linksOf } from '@weft/history';
import { deepEqual } from '@weft/std';
import type { Sql } from '../engine/engine.ts';
import { readRecordsById } from '../records/read.ts';
import { updateCells } from '../records/write.ts';
import type { LinkPlace, TableLayout } from '../schema/layout.ts';
import type { OpenBase } from '../schema/read-base.ts';
import { changedRecords } from './log.ts';

/** A text field that is filled with the names of the records that a link field leads to. */
export interface NamesFill {
  readonly table: TableLayout;
  readonly fieldId: string;
  readonly source: string;
  readonly link: LinkPlace;
}

/** The field that names the linked records; undefined once their table is deleted. */
export function namedBy({ metadata }: OpenBase, { tableId }: LinkPlace): Field | undefined {
  const target = metadata.tables.find(({ id }) => id === tableId);
  return target?.fields.find(({ id }) => id === target.primaryFieldId);
}

/**
 * Whether another field names the records of a table since, or the same one in another way: entries of the log after
 * `from`, up to `to`.
 */
export async function isNamedAnew(
  sql: Sql,
  schema: string,
  tableId: string,
  primaryFieldId: string,
  from: number,
  to: number,
): Promise<boolean> {
  const rows = await sql.query(
    `SELECT 1 FROM ${schema}._log, jsonb_array_elements(changes) AS change
     WHERE seq > $1 AND seq <= $2 AND $3 = ANY(table_ids) AND change->>'tableId' = $3
       AND (change->>'kind' = 'table-update' AND change->'after' ? 'primaryFieldId'
         OR change->>'fieldId' = $4 AND (change->>'kind' = 'field-type'
           OR change->>'kind' = 'field-update' AND change->'after' ? 'template')) LIMIT 1`,
    [from, to, tableId, primaryFieldId],
  );
  return rows.length > 0;
}

/** Writes the names of linked records into some records; one statement reads the links, and one the names. */
export async function fillNames(
  tx: Sql,
  base: OpenBase,
  fill: NamesFill,
  ids: readonly string[],
): Promise<void> {
  const { table, fieldId, source } = fill;
  const primary = namedBy(base, fill.link);
  const layout = base.layout.tables.get(fill.link.tableId);
  const type = table.columns.get(fieldId)?.type;
  if (primary === undefined || layout === undefined || type === undefined || !takesLinkNames(type)) return;
  const records = await readRecordsById(tx, table, ids, new Set([source, fieldId]));
  const linked = new Set(records.flatMap((record) => linksOf(record, source)));
  const named = await readRecordsById(tx, layout, [...linked], new Set([primary.id]));
  const names = new Map(named.map((record) => [record.id, recordName(primary, cellOf(record, primary.id))]));
  const rows = records.flatMap((record) => {
    const found = linksOf(record, source).flatMap((id) => names.get(id) ?? []);
    const cell = namesAsCell(found, { type, template: {} });
    return deepEqual(cell, cellOf(record, fieldId)) ? [] : [{ id: record.id, cells: { [fieldId]: cell } }];
  });
  if (rows.length > 0) await updateCells(tx, table, rows, null);
}

/**
 * The records whose links, or the names they lead to, entries of the log after `from`, up to `to`, have changed. Null:
 * another field names the records since, or the same one in another way, so that every name may be another.
 */
export async function recordsOfNewNames(
  sql: Sql,
  base: OpenBase,
  fill: NamesFill,
  from: number,
  to: number,
): Promise<readonly string[] | null> {
  const { schema } = base;
  const { table, source, link } = fill;
  const primary = namedBy(base, fill.link);
  if (primary === undefined) return null;
  if (await isNamedAnew(sql, schema, link.tableId, primary.id, from, to)) return null;
  const own = await changedRecords(sql, schema, { tableId: table.id, fieldId: source }, from, to);
  const named = { tableId: link.tableId, fieldId: primary.id };
  const renamed = await changedRecords(sql, schema, named, from, to);
  if (renamed.length === 0) return own;
  const rows = await sql.query(
    `SELECT DISTINCT ${link.own} FROM ${schema}._links WHERE relation = $1 AND ${link.other} = ANY($2::text[])`,
    [link.relation, renamed],
  );
  return [...new Set([...own, ...rows.map(([id]) => id as string)])];
}
