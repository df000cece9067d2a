import type { BaseRecord } from '@weft/core';
import { cellOf, type FieldTypeChange, swappedIn } from '@weft/history';
import { AppError, deepEqual, must } from '@weft/std';
import type { Sql } from '../engine/engine.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { fromParts, readRecordsById, recordReader, selectList } from '../records/read.ts';
import { type CellRow, updateCells } from '../records/write.ts';
import { changedRecords } from '../writer/log.ts';
import { partName, type TableLayout, withColumns } from './layout.ts';
import type { OpenBase } from './read-base.ts';
import { addColumns, doubtShadows } from './schema-changes.ts';

/** Bytes of a table that is converted in one go: some hundred records. */
const mostBytes = 128 * 1024;

/** Records of one statement. */
const fewRecords = 2_000;

/** Entries of the log that are read in less time than a table is looked through, a small one included. */
const fewEntries = 2_000;

export const layoutOf = (base: OpenBase, change: FieldTypeChange): TableLayout =>
  must(base.layout.tables.get(change.tableId), 'the table of a field');

/** The column that holds the field's cells now. */
export const shownColumn = (base: OpenBase, change: FieldTypeChange): string =>
  must(layoutOf(base, change).columns.get(change.fieldId)).column;

/** The entry of the log after which records may have changed that the cells out of sight are wrong for; null: all may. */
export function rightUpTo(base: OpenBase, change: FieldTypeChange): number | null {
  const asOf = layoutOf(base, change).shadows.get(change.shadowId)?.asOf;
  return asOf?.beside === shownColumn(base, change) ? asOf.seq : null;
}

/** Whether the cells under the shadow's id are of yet another kind than the field is to become. */
export function isOfOtherKind(base: OpenBase, { tableId, shadowId, after }: FieldTypeChange): boolean {
  const known = base.layout.tables.get(tableId)?.columns.get(shadowId);
  return known !== undefined && known.type !== after.type;
}

export const shadowTaken = (): AppError =>
  new AppError('conflict', 'This shadowId names the cells of another field');

/**
 * Makes the column of the other kind, empty and out of sight, unless it is there. One of a third kind is made anew: a
 * step back was refused, because the field had been converted again, and now a step forward is not.
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
  await tx.query(`ALTER TABLE ${name} DROP COLUMN ${known.column}`);
  await tx.query(`ALTER TABLE ${name} ADD COLUMN ${known.column} ${must(columnType)}`);
  await tx.query(
    `UPDATE ${base.schema}._fields SET type = $2, template = $3::jsonb, as_of_seq = NULL, beside = NULL WHERE id = $1`,
    [shadowId, after.type, JSON.stringify(after.template)],
  );
  const columns = new Map([...table.columns, [shadowId, { ...known, type: after.type }] as const]);
  const shadows = new Map([...table.shadows, [shadowId, { fieldId, asOf: null }] as const]);
  base.layout.tables.set(tableId, { ...table, columns, shadows });
}

/** The cells out of sight that are not what these records should show after the change. */
const wrongCells = (change: FieldTypeChange, records: readonly BaseRecord[]): readonly CellRow[] =>
  records.flatMap((record) => {
    const shadow = cellOf(record, change.shadowId);
    const cell = swappedIn(change, cellOf(record, change.fieldId), shadow);
    return deepEqual(cell, shadow) ? [] : [{ id: record.id, cells: { [change.shadowId]: cell } }];
  });

/** Before all cells out of sight are looked through: what lies beside them elsewhere may then be wrong for any record. */
export const beginAnew = (tx: Sql, base: OpenBase, change: FieldTypeChange): Promise<void> =>
  doubtShadows(tx, base, change, must(layoutOf(base, change).columns.get(change.shadowId)).column);

/** What is wrong out of sight in these records. */
export async function wrongOfNamed(
  sql: Sql,
  base: OpenBase,
  change: FieldTypeChange,
  ids: readonly string[],
): Promise<readonly CellRow[]> {
  const fields = new Set([change.fieldId, change.shadowId]);
  return wrongCells(change, await readRecordsById(sql, layoutOf(base, change), ids, fields));
}

/** What is wrong out of sight in some records; `next` is the id that they end with, null behind the last. */
export interface NextRecords {
  readonly wrong: readonly CellRow[];
  readonly next: string | null;
}

/** What is wrong out of sight in the next `count` records; `after` is the id that the ones before ended with. */
export async function wrongOfNext(
  sql: Sql,
  base: OpenBase,
  change: FieldTypeChange,
  after: string,
  count: number,
): Promise<NextRecords> {
  const table = layoutOf(base, change);
  const places = [change.fieldId, change.shadowId].map((id) => must(table.columns.get(id)));
  const rows = await sql.query(
    `SELECT ${selectList(places)} FROM ${fromParts(table, places)} WHERE t.id > $1 ORDER BY t.id LIMIT ${count}`,
    [after],
  );
  return {
    wrong: wrongCells(change, rows.map(recordReader(table, places))),
    next: rows.length < count ? null : (rows.at(-1)?.[0] as string),
  };
}

/** Writes cells out of sight; nobody edited the records. */
export const writeHidden = (
  tx: Sql,
  base: OpenBase,
  change: FieldTypeChange,
  cells: readonly CellRow[],
): Promise<void> => updateCells(tx, layoutOf(base, change), cells, null);

/**
 * Whether a table is too large to be converted in one go. Its bytes are asked for, not its records: a table that was
 * converted begins with all its old rows, and passing 200,000 of those took 400 ms embedded.
 */
export async function isLarge(tx: Sql, table: TableLayout): Promise<boolean> {
  const [row] = await tx.query('SELECT pg_relation_size($1::regclass) > $2', [partName(table), mostBytes]);
  return row?.[0] === true;
}

async function logEnd(tx: Sql, schema: string): Promise<number> {
  const [row] = await tx.query(`SELECT seq FROM ${schema}._base`);
  return row?.[0] as number;
}

/**
 * Writes a field's change of kind: the cells out of sight are brought up to date and change places with those in sight.
 * `earlier` are the records of the table that this transaction has written before: the log does not name them yet.
 */
export async function convertField(
  tx: Sql,
  base: OpenBase,
  change: FieldTypeChange,
  earlier: Iterable<string>,
): Promise<void> {
  await ensureShadow(tx, base, change);
  const { schema } = base;
  const from = rightUpTo(base, change);
  const end = await logEnd(tx, schema);
  if (from !== null && (end - from <= fewEntries || (await isLarge(tx, layoutOf(base, change))))) {
    const named = await changedRecords(tx, schema, change, from, end);
    const ids = [...new Set([...earlier, ...named])];
    for (let at = 0; at < ids.length; at += fewRecords) {
      const chunk = ids.slice(at, at + fewRecords);
      await writeHidden(tx, base, change, await wrongOfNamed(tx, base, change, chunk));
    }
  } else {
    await beginAnew(tx, base, change);
    for (let at: string | null = ''; at !== null; ) {
      const { wrong, next }: NextRecords = await wrongOfNext(tx, base, change, at, fewRecords);
      await writeHidden(tx, base, change, wrong);
      at = next;
    }
  }
  await exchange(tx, base, change, end);
}

/** The field and its shadow exchange columns: whose column is whose is written in the metadata alone. */
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
