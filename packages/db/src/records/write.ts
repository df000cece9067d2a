import type { BaseRecord, CellValue, RawTexts } from '@weft/core';
import type { Cell } from '@weft/history';
import type { Sql, Transaction } from '../engine/engine.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { type ColumnPlace, partName, placesByPart, type TableLayout } from '../schema/layout.ts';
import { rememberDeleted } from './deleted-ids.ts';
import { deleteLinksOf } from './links.ts';
import { storable } from './storable.ts';

type Transported = string | number | boolean | null;

const transported = (place: ColumnPlace, value: CellValue | undefined): Transported =>
  value === null || value === undefined ? null : sqlFieldType(place.type).toTransport(value);

const arrayType = (place: ColumnPlace): string => `${sqlFieldType(place.type).transport}[]`;

const written = (table: TableLayout, fieldIds: Iterable<string>): ColumnPlace[] =>
  [...fieldIds].flatMap((fieldId) => {
    const place = table.columns.get(fieldId);
    return place === undefined || sqlFieldType(place.type).columnType === null ? [] : [place];
  });

/** Texts that do not fit, as they are kept: under the names of the columns. Null for none. */
function keptRaw(table: TableLayout, texts: RawTexts | undefined): string | null {
  if (texts === undefined) return null;
  // Only a conversion gives a field another's column.
  if (table.shadows.size === 0) return JSON.stringify(texts);
  return JSON.stringify(
    Object.fromEntries(Object.entries(texts).map(([fieldId, text]) => [rawKey(table, fieldId), text])),
  );
}

const rawKey = (table: TableLayout, fieldId: string): string => table.columns.get(fieldId)?.column ?? fieldId;

/** A list of column values as one array parameter each: `unnest($1::text[], $2::float8[]) AS v(id, c0)`. */
function unnested(
  places: readonly ColumnPlace[],
  before: readonly string[],
): { readonly text: string; readonly names: readonly string[] } {
  const types = [...before, ...places.map(arrayType)];
  const names = places.map((_, i) => `c${i}`);
  return { text: `unnest(${types.map((type, i) => `$${i + 1}::${type}`).join(', ')})`, names };
}

/** A record that is put in, and who does it. */
export interface NewRow {
  readonly record: BaseRecord;
  readonly by: string | null;
  /** It was there before: whoever made it then has made it. */
  readonly back: boolean;
}

/** Puts new records in, one statement a part; positions and times are those of the records. */
export function insertRecords(
  tx: Pick<Transaction, 'send'>,
  table: TableLayout,
  rows: readonly NewRow[],
): void {
  const records = rows.map(({ record }) => storable(table, record));
  const used = new Set(records.flatMap((record) => Object.keys(record.data)));
  const byPart = placesByPart(written(table, used));
  const ids = records.map((record) => record.id);
  const special: { readonly [name: string]: string } = {
    raw: 'v.raw::jsonb',
    created_by: `COALESCE(v.created_by, (SELECT gone.created_by FROM ${table.schema}._deleted_records gone
      WHERE gone.table_id = '${table.id}' AND gone.id = v.id))`,
  };
  for (let part = 0; part < table.parts; part++) {
    const places = byPart.get(part) ?? [];
    const first =
      part === 0
        ? ['text[]', 'bigint[]', 'timestamptz[]', 'timestamptz[]', 'text[]', 'text[]', 'text[]']
        : ['text[]'];
    const firstNames =
      part === 0 ? ['id', 'position', 'created_at', 'updated_at', 'raw', 'created_by', 'updated_by'] : ['id'];
    const { text, names } = unnested(places, first);
    const values = places.map((place, i) => sqlFieldType(place.type).fromTransport(`v.${names[i]}`));
    const columns = [...firstNames, ...places.map((place) => place.column)];
    const selected = [...firstNames.map((name) => special[name] ?? `v.${name}`), ...values];
    const own = [
      ids,
      records.map((record) => record.position),
      records.map((record) => record.createdAt),
      records.map((record) => record.updatedAt),
      records.map((record) => keptRaw(table, record.raw)),
      rows.map(({ by, back }) => (back ? null : by)),
      rows.map(({ by }) => by),
    ];
    tx.send(
      `INSERT INTO ${partName(table, part)} (${columns.join(', ')}) SELECT ${selected.join(', ')} FROM ${text} AS v(${[...firstNames, ...names].join(', ')})`,
      [
        ...(part === 0 ? own : [ids]),
        ...places.map((place) => records.map((record) => transported(place, record.data[place.fieldId]))),
      ],
    );
  }
}

export interface CellRow {
  readonly id: string;
  readonly cells: { readonly [fieldId: string]: Cell };
  /** Who edited them; left out where nobody did. */
  readonly by?: string;
}

/**
 * Writes cells of many records: one statement a part for the records that change the same fields.
 * `now` is when they were edited, ISO 8601 UTC; null where nobody edited them.
 */
export async function updateCells(
  tx: Sql,
  table: TableLayout,
  rows: readonly CellRow[],
  now: string | null,
): Promise<void> {
  const alike = Map.groupBy(rows, (row) => Object.keys(row.cells).toSorted().join());
  for (const [, group] of alike) await updateAlike(tx, table, group, now);
}

async function updateAlike(
  tx: Sql,
  table: TableLayout,
  rows: readonly CellRow[],
  now: string | null,
): Promise<void> {
  const fieldIds = Object.keys(rows[0]?.cells ?? {});
  const byPart = placesByPart(written(table, fieldIds));
  const ids = rows.map((row) => row.id);
  for (let part = 0; part < table.parts; part++) {
    const places = byPart.get(part) ?? [];
    // The first part carries the time and the texts that do not fit; others are left alone when nothing of them changed.
    if (part > 0 && places.length === 0) continue;
    const { text, names } = unnested(places, part === 0 ? ['text[]', 'text[]', 'text[]'] : ['text[]']);
    const sets = places.map(
      (place, i) => `${place.column} = ${sqlFieldType(place.type).fromTransport(`v.${names[i]}`)}`,
    );
    const params: unknown[] = [ids];
    if (part === 0) {
      params.push(
        rows.map((row) => keptRaw(table, rawOf(row))),
        rows.map((row) => row.by ?? null),
      );
      sets.push('updated_by = COALESCE(v.updated_by, t.updated_by)');
      const next = params.length + places.length;
      sets.push(`updated_at = COALESCE($${next + 1}::timestamptz, t.updated_at)`);
      sets.push(
        `raw = NULLIF((COALESCE(t.raw, '{}') - $${next + 2}::text[]) || COALESCE(v.raw::jsonb, '{}'), '{}')`,
      );
    }
    params.push(
      ...places.map((place) => rows.map((row) => transported(place, row.cells[place.fieldId]?.value))),
    );
    if (part === 0)
      params.push(
        now,
        fieldIds.map((fieldId) => rawKey(table, fieldId)),
      );
    const columns = [...(part === 0 ? ['id', 'raw', 'updated_by'] : ['id']), ...names];
    await tx.query(
      `UPDATE ${partName(table, part)} AS t SET ${sets.join(', ')} FROM ${text} AS v(${columns.join(', ')}) WHERE t.id = v.id`,
      params,
    );
  }
}

function rawOf({ cells }: CellRow): RawTexts | undefined {
  const texts = Object.entries(cells).flatMap(([fieldId, cell]) =>
    cell.raw === undefined ? [] : [[fieldId, cell.raw]],
  );
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}

/** Gives records other places in the table's order; a record that moves stays as old as it was. */
export async function moveRecords(
  tx: Sql,
  table: TableLayout,
  positions: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.query(
    `UPDATE ${partName(table)} AS t SET position = v.position
     FROM unnest($1::text[], $2::bigint[]) AS v(id, position) WHERE t.id = v.id`,
    [[...positions.keys()], [...positions.values()]],
  );
}

export async function deleteRecords(tx: Sql, table: TableLayout, ids: readonly string[]): Promise<void> {
  await deleteLinksOf(tx, table, ids);
  await rememberDeleted(tx, table, ids);
  for (let part = 0; part < table.parts; part++) {
    await tx.query(`DELETE FROM ${partName(table, part)} WHERE id = ANY($1::text[])`, [ids]);
  }
}
