import { cellOf, type FieldTypeChange, swappedIn } from '@weft/history';
import { AppError, deepEqual, must } from '@weft/std';
import type { Sql } from '../engine/engine.ts';
import { fromParts, selectList, toRecord } from '../records/read.ts';
import { updateCells } from '../records/write.ts';
import { type ColumnPlace, partName, type TableLayout, withColumns } from './layout.ts';
import type { OpenBase } from './read-base.ts';
import { addColumns } from './schema-changes.ts';

/** Records converted at a time: a chunk holds the writers of the base up for well under 200 ms. */
export const chunkSize = 2_000;

/** Clocks of several servers may differ by this many milliseconds and nothing is missed. */
const clockSlack = 60_000;

const layoutOf = (base: OpenBase, change: FieldTypeChange): TableLayout =>
  must(base.layout.tables.get(change.tableId), 'the table of a field');

/** Makes the column of the other kind, empty and out of sight, unless it is there. */
export async function ensureShadow(tx: Sql, base: OpenBase, change: FieldTypeChange): Promise<void> {
  const before = layoutOf(base, change);
  const { fieldId, shadowId } = change;
  const known = before.columns.get(shadowId);
  if (known !== undefined) {
    if (before.shadows.get(shadowId)?.fieldId === fieldId && known.type === change.after.type) return;
    throw new AppError('conflict', 'This shadowId names the cells of another field');
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

/**
 * Brings the next chunk of cells out of sight up to date; `after` is the last id of the chunk before.
 * The answer is the last id looked at, null behind the last.
 */
export async function convertChunk(
  tx: Sql,
  base: OpenBase,
  change: FieldTypeChange,
  after: string,
): Promise<string | null> {
  const table = layoutOf(base, change);
  const asOf = table.shadows.get(change.shadowId)?.asOf ?? null;
  const places = [change.fieldId, change.shadowId].map((id) => must(table.columns.get(id)));
  const rows = await tx.query(
    `SELECT ${selectList(places)} FROM ${fromParts(table, places)}
     WHERE t.id > $1 AND ($2::timestamptz IS NULL OR t.updated_at >= $2::timestamptz) ORDER BY t.id LIMIT ${chunkSize}`,
    [after, asOf === null ? null : new Date(Date.parse(asOf) - clockSlack).toISOString()],
  );
  const changed = rows.flatMap((row) => {
    const record = toRecord(row, places);
    const shadow = cellOf(record, change.shadowId);
    const cell = swappedIn(change, cellOf(record, change.fieldId), shadow);
    return deepEqual(cell, shadow) ? [] : [{ id: record.id, cells: { [change.shadowId]: cell } }];
  });
  if (changed.length > 0) await updateCells(tx, table, changed, null);
  return rows.length < chunkSize ? null : (rows.at(-1)?.[0] as string);
}

/** Says that the cells out of sight are right for every record not changed since. */
export async function trustShadow(tx: Sql, schema: string, shadowId: string, asOf: string): Promise<void> {
  await tx.query(`UPDATE ${schema}._fields SET as_of = $2::timestamptz WHERE id = $1`, [shadowId, asOf]);
}

/** Writes a field's change of kind: the cells out of sight are brought up to date and change places with those in sight. */
export async function convertField(
  tx: Sql,
  base: OpenBase,
  change: FieldTypeChange,
  now: string,
): Promise<void> {
  await ensureShadow(tx, base, change);
  for (let at: string | null = ''; at !== null; ) at = await convertChunk(tx, base, change, at);
  await swap(tx, base, change, now);
}

async function swap(tx: Sql, base: OpenBase, change: FieldTypeChange, now: string): Promise<void> {
  const { schema } = base;
  const { tableId, fieldId, shadowId, before, after } = change;
  const table = layoutOf(base, change);
  const shown = must(table.columns.get(fieldId));
  const hidden = must(table.columns.get(shadowId));
  await swapColumns(tx, table, shown, hidden);
  await tx.query(
    `UPDATE ${partName(table)} SET raw = (raw - $1::text[]) ||
       jsonb_strip_nulls(jsonb_build_object($2::text, raw->$3::text, $3::text, raw->$2::text))
     WHERE raw ?| $1::text[]`,
    [[fieldId, shadowId], fieldId, shadowId],
  );
  const write = (id: string, props: FieldTypeChange['after'], part: number) =>
    tx.query(`UPDATE ${schema}._fields SET type = $2, template = $3::jsonb, part = $4 WHERE id = $1`, [
      id,
      props.type,
      JSON.stringify(props.template),
      part,
    ]);
  await write(fieldId, after, hidden.part);
  await write(shadowId, before, shown.part);
  await trustShadow(tx, schema, shadowId, now);
  const columns = new Map(table.columns);
  columns.set(fieldId, { ...shown, type: after.type, part: hidden.part });
  columns.set(shadowId, { ...hidden, type: before.type, part: shown.part });
  const shadows = new Map([...table.shadows, [shadowId, { fieldId, asOf: now }] as const]);
  base.layout.tables.set(tableId, { ...table, columns, shadows });
}

/** Each column takes the other's name: no row is touched. */
async function swapColumns(tx: Sql, table: TableLayout, one: ColumnPlace, other: ColumnPlace): Promise<void> {
  const rename = (part: number, from: string, to: string) =>
    tx.query(`ALTER TABLE ${partName(table, part)} RENAME COLUMN ${from} TO ${to}`);
  await rename(one.part, one.column, 'swapping');
  await rename(other.part, other.column, one.column);
  await rename(one.part, 'swapping', other.column);
}
