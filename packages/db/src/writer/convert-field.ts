import type { BaseRecord } from '@weft/core';
import { cellAfterTypeChange, cellOf, type FieldTypeChange } from '@weft/history';
import { AppError, deepEqual, must } from '@weft/std';
import type { Sql } from '../engine/engine.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { fromParts, readRecordsById, recordReader, selectList } from '../records/read.ts';
import { type CellRow, updateCells } from '../records/write.ts';
import { partName, type TableLayout, withColumns } from '../schema/layout.ts';
import type { OpenBase } from '../schema/read-base.ts';
import { addColumns, invalidateShadows } from '../schema/schema-changes.ts';
import { changedRecords } from './log.ts';

/** Largest table, in bytes, that is converted in one transaction: some hundred records. */
const maxBytes = 128 * 1024;

/** Records of one statement. */
const fewRecords = 2_000;

/** Up to so many log entries, reading the log is faster than scanning even a small table. */
const fewEntries = 2_000;

export const layoutOf = (base: OpenBase, change: FieldTypeChange): TableLayout =>
  must(base.layout.tables.get(change.tableId), 'the table of a field');

/** The column that holds the field's cells now. */
export const visibleColumn = (base: OpenBase, change: FieldTypeChange): string =>
  must(layoutOf(base, change).columns.get(change.fieldId)).column;

/** The log seq up to which the shadow's cells are known to be valid; null: none of them can be trusted. */
export function shadowValidUpTo(base: OpenBase, change: FieldTypeChange): number | null {
  const asOf = layoutOf(base, change).shadows.get(change.shadowId)?.asOf;
  return asOf?.beside === visibleColumn(base, change) ? asOf.seq : null;
}

/** Whether the shadow's column has a type other than the one the field is to become. */
export function isOfOtherKind(base: OpenBase, { tableId, shadowId, after }: FieldTypeChange): boolean {
  const known = base.layout.tables.get(tableId)?.columns.get(shadowId);
  return known !== undefined && known.type !== after.type;
}

export const shadowTaken = (): AppError =>
  new AppError('conflict', 'This shadowId names the cells of another field');

/**
 * Creates the shadow column (the hidden column with the other type), empty, unless it exists. One with a third type is
 * recreated: it is left from an undo that was refused because the field had been converted again.
 */
export async function ensureShadow(tx: Sql, base: OpenBase, change: FieldTypeChange): Promise<void> {
  const before = layoutOf(base, change);
  const { fieldId, shadowId } = change;
  if (before.columns.has(shadowId)) {
    if (before.shadows.get(shadowId)?.fieldId !== fieldId) throw shadowTaken();
    if (isOfOtherKind(base, change)) await renewShadow(tx, base, change);
    return;
  }
  const placed = withColumns(before, [{ id: shadowId, type: change.after.type }]);
  await addColumns(tx, before, placed);
  await tx.query(
    `INSERT INTO ${base.schema}._fields (id, table_id, name, type, template, ord, part, place, deleted_at, shadow_of)
     VALUES ($1, $2, '', $3, $4::jsonb, 0, $5, $6, now(), $7)`,
    [
      shadowId,
      change.tableId,
      change.after.type,
      JSON.stringify(change.after.template),
      must(placed.columns.get(shadowId)).part,
      placed.columns.size - 1,
      fieldId,
    ],
  );
  const shadows = new Map([...before.shadows, [shadowId, { fieldId, asOf: null }] as const]);
  base.layout.tables.set(change.tableId, { ...placed, shadows });
}

async function renewShadow(tx: Sql, base: OpenBase, change: FieldTypeChange): Promise<void> {
  const { tableId, fieldId, shadowId, after } = change;
  const table = layoutOf(base, change);
  const known = must(table.columns.get(shadowId));
  const { columnType } = sqlFieldType(after.type);
  const name = partName(table, known.part);
  await tx.query(`ALTER TABLE ${name} DROP COLUMN IF EXISTS ${known.column}`);
  if (columnType !== null) await tx.query(`ALTER TABLE ${name} ADD COLUMN ${known.column} ${columnType}`);
  await tx.query(
    `UPDATE ${base.schema}._fields SET type = $2, template = $3::jsonb, as_of_seq = NULL, beside = NULL WHERE id = $1`,
    [shadowId, after.type, JSON.stringify(after.template)],
  );
  const columns = new Map([...table.columns, [shadowId, { ...known, type: after.type }] as const]);
  const shadows = new Map([...table.shadows, [shadowId, { fieldId, asOf: null }] as const]);
  base.layout.tables.set(tableId, { ...table, columns, shadows });
}

/** The shadow cells of these records that differ from what the field must show after the change. */
const staleCells = (change: FieldTypeChange, records: readonly BaseRecord[]): readonly CellRow[] =>
  records.flatMap((record) => {
    const shadow = cellOf(record, change.shadowId);
    const cell = cellAfterTypeChange(change, cellOf(record, change.fieldId), shadow);
    return deepEqual(cell, shadow) ? [] : [{ id: record.id, cells: { [change.shadowId]: cell } }];
  });

/** Called before every shadow cell is rewritten: other shadows that are valid beside this column no longer are. */
export const invalidateShadowsBeside = (tx: Sql, base: OpenBase, change: FieldTypeChange): Promise<void> =>
  invalidateShadows(tx, base, change, must(layoutOf(base, change).columns.get(change.shadowId)).column);

/** The stale shadow cells of these records. */
export async function staleCellsOfRecords(
  sql: Sql,
  base: OpenBase,
  change: FieldTypeChange,
  ids: readonly string[],
): Promise<readonly CellRow[]> {
  const fields = new Set([change.fieldId, change.shadowId]);
  return staleCells(change, await readRecordsById(sql, layoutOf(base, change), ids, fields));
}

/** The stale shadow cells of a chunk of records; `next`: the last id of the chunk, null at the table's end. */
export interface StaleChunk {
  readonly stale: readonly CellRow[];
  readonly next: string | null;
}

/** Scans the next `count` records by id; `after`: the last id of the chunk before. */
export async function staleCellsInChunk(
  sql: Sql,
  base: OpenBase,
  change: FieldTypeChange,
  after: string,
  count: number,
): Promise<StaleChunk> {
  const table = layoutOf(base, change);
  const places = [change.fieldId, change.shadowId].map((id) => must(table.columns.get(id)));
  const rows = await sql.query(
    `SELECT ${selectList(places)} FROM ${fromParts(table, places)} WHERE t.id > $1 ORDER BY t.id LIMIT ${count}`,
    [after],
  );
  return {
    stale: staleCells(change, rows.map(recordReader(table, places))),
    next: rows.length < count ? null : (rows.at(-1)?.[0] as string),
  };
}

/** Writes shadow cells; `updatedAt` of the records stays, for nobody edited them. */
export const writeShadowCells = (
  tx: Sql,
  base: OpenBase,
  change: FieldTypeChange,
  cells: readonly CellRow[],
): Promise<void> => updateCells(tx, layoutOf(base, change), cells, null);

/**
 * Whether a table is too large for one transaction. Measured in bytes, not records: a converted table begins with all
 * its dead rows, and counting past 200,000 of those took 400 ms embedded.
 */
export async function isLarge(tx: Sql, table: TableLayout): Promise<boolean> {
  const [row] = await tx.query('SELECT pg_relation_size($1::regclass) > $2', [partName(table), maxBytes]);
  return row?.[0] === true;
}

async function logEnd(tx: Sql, schema: string): Promise<number> {
  const [row] = await tx.query(`SELECT seq FROM ${schema}._base`);
  return row?.[0] as number;
}

/**
 * Writes a field's change of type: brings the shadow cells up to date, then swaps the field's column with the shadow's.
 * `earlier`: records of the table that this transaction has already written; the log does not name them yet.
 */
export async function convertField(
  tx: Sql,
  base: OpenBase,
  change: FieldTypeChange,
  earlier: Iterable<string>,
): Promise<void> {
  await ensureShadow(tx, base, change);
  const { schema } = base;
  const from = shadowValidUpTo(base, change);
  const end = await logEnd(tx, schema);
  if (from !== null && (end - from <= fewEntries || (await isLarge(tx, layoutOf(base, change))))) {
    const named = await changedRecords(tx, schema, change, from, end);
    const ids = [...new Set([...earlier, ...named])];
    for (let at = 0; at < ids.length; at += fewRecords) {
      const chunk = ids.slice(at, at + fewRecords);
      await writeShadowCells(tx, base, change, await staleCellsOfRecords(tx, base, change, chunk));
    }
  } else {
    await invalidateShadowsBeside(tx, base, change);
    for (let at: string | null = ''; at !== null; ) {
      const { stale, next }: StaleChunk = await staleCellsInChunk(tx, base, change, at, fewRecords);
      await writeShadowCells(tx, base, change, stale);
      at = next;
    }
  }
  await exchange(tx, base, change, end);
}

/** Swaps the columns of the field and its shadow: a change of metadata only, no row is written. */
async function exchange(tx: Sql, base: OpenBase, change: FieldTypeChange, seq: number): Promise<void> {
  const { tableId, fieldId, shadowId, before, after } = change;
  const table = layoutOf(base, change);
  const shown = must(table.columns.get(fieldId));
  const hidden = must(table.columns.get(shadowId));
  await tx.query(
    `UPDATE ${base.schema}._fields AS f SET type = v.type, template = v.template, part = v.part, cells_in = v.cells_in,
       as_of_seq = v.as_of_seq, beside = v.beside
     FROM jsonb_to_recordset($1::jsonb) AS v(id text, type text, template jsonb, part integer, cells_in text, as_of_seq bigint, beside text)
     WHERE f.id = v.id`,
    [
      JSON.stringify([
        { id: fieldId, ...after, part: hidden.part, cells_in: hidden.column },
        {
          ...{ id: shadowId, ...before, part: shown.part, cells_in: shown.column },
          ...{ as_of_seq: seq, beside: hidden.column },
        },
      ]),
    ],
  );
  const columns = new Map(table.columns);
  columns.set(fieldId, { ...hidden, fieldId });
  columns.set(shadowId, { ...shown, fieldId: shadowId });
  const asOf = { seq, beside: hidden.column };
  const shadows = new Map([...table.shadows, [shadowId, { fieldId, asOf }] as const]);
  base.layout.tables.set(tableId, { ...table, columns, shadows });
}
