import type { BaseRecord, CellValue, RawTexts } from '@weft/core';
import type { Row, Sql } from '../engine/engine.ts';
import { shownMark } from '../fields/person-name.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { type ColumnPlace, type LinkPlace, partName, type TableLayout } from '../schema/layout.ts';

/** The columns of a record's own properties, before those of its fields. */
const own = ['t.id', 't.position', 't.created_at', 't.updated_at', 't.raw'];

const hasValues = ({ type, link }: ColumnPlace): boolean => {
  const { columnType, ofRecord } = sqlFieldType(type);
  return columnType !== null || ofRecord !== undefined || link !== undefined;
};

/** The fields of a table whose values its rows or links hold, in the order they are read. */
export function readPlaces(table: TableLayout, fieldIds: ReadonlySet<string> | null): readonly ColumnPlace[] {
  return [...table.columns.values()].filter(
    (place) => hasValues(place) && (fieldIds === null || fieldIds.has(place.fieldId)),
  );
}

/** The alias of a part in every statement of ours: the first is `t`. */
const partAlias = (part: number): string => (part === 0 ? 't' : `t${part}`);

/** A column of a part, of that alias where one is given. */
export function columnRef({ type, part, column, link }: ColumnPlace, alias?: string): string {
  if (link !== undefined) return linkedIds(link, alias ?? 't');
  const row = alias ?? partAlias(part);
  return sqlFieldType(type).ofRecord?.(row) ?? `${row}.${column}`;
}

/** The ids of the linked records, in order; NULL where there are none. */
const linkedIds = ({ schema, relation, own, other }: LinkPlace, alias: string): string =>
  `(SELECT array_agg(l.${other} ORDER BY l.${other}) FROM ${schema}._links l WHERE l.relation = '${relation}' AND l.${own} = ${alias}.id)`;

/** The parts joined by id, those that the places need. */
export function fromParts(table: TableLayout, places: Iterable<ColumnPlace>): string {
  const parts = new Set([...places].map((place) => place.part));
  parts.delete(0);
  const joined = [...parts].map(
    (part) => ` JOIN ${partName(table, part)} ${partAlias(part)} ON ${partAlias(part)}.id = t.id`,
  );
  return `${partName(table)} t${joined.join('')}`;
}

/** The columns of records: their own, then one for each field. */
export const selectColumns = (places: readonly ColumnPlace[]): readonly string[] => [
  ...own,
  ...places.map(
    (place) => `${sqlFieldType(place.type).ofRecord === undefined ? '' : shownMark}${columnRef(place)}`,
  ),
];

export const selectList = (places: readonly ColumnPlace[]): string => selectColumns(places).join(', ');

/** Texts that do not fit, by field: they are kept under the names of the columns. */
function rawReader({ columns, shadows }: TableLayout): (raw: RawTexts) => RawTexts {
  // Only a conversion gives a field another's column.
  if (shadows.size === 0) return (raw) => raw;
  const fields = new Map([...columns.values()].map(({ column, fieldId }) => [column, fieldId]));
  return (raw) =>
    Object.fromEntries(Object.entries(raw).map(([column, text]) => [fields.get(column) ?? column, text]));
}

/** Makes records of rows of `selectList`. */
export function recordReader(table: TableLayout, places: readonly ColumnPlace[]): (row: Row) => BaseRecord {
  const readRaw = rawReader(table);
  return (row) => {
    const [id, position, createdAt, updatedAt, raw] = row;
    const data: { [fieldId: string]: CellValue } = {};
    for (const [i, place] of places.entries()) {
      const value = row[own.length + i];
      if (value !== null && value !== undefined) data[place.fieldId] = value as CellValue;
    }
    return {
      id: id as string,
      position: position as number,
      createdAt: createdAt as string,
      updatedAt: updatedAt as string,
      data,
      ...(raw !== null && { raw: readRaw(raw as RawTexts) }),
    };
  };
}

/** Columns of one statement: PostgreSQL reads at most 1,664, some of them a record's own. */
const maxColumns = 1_600;

/** The records of these ids that exist, with the cells of these fields; null: of all there ever were, deleted ones included. */
export async function readRecordsById(
  sql: Pick<Sql, 'query'>,
  table: TableLayout,
  ids: readonly string[],
  fieldIds: ReadonlySet<string> | null,
): Promise<readonly BaseRecord[]> {
  if (ids.length === 0) return [];
  const places = readPlaces(table, fieldIds);
  const records = new Map<string, BaseRecord>();
  // A table whose fields come and go has more columns than a statement reads.
  for (let at = 0; at === 0 || at < places.length; at += maxColumns) {
    const some = places.slice(at, at + maxColumns);
    const rows = await sql.query(
      `SELECT ${selectList(some)} FROM ${fromParts(table, some)} WHERE t.id = ANY($1::text[])`,
      [ids],
    );
    for (const record of rows.map(recordReader(table, some))) {
      const known = records.get(record.id);
      records.set(record.id, known ? { ...known, data: { ...known.data, ...record.data } } : record);
    }
  }
  return [...records.values()];
}

/** The ids of the people who made a record and edited it last; null where nobody knows. */
export interface RecordAuthors {
  readonly createdBy: string | null;
  readonly updatedBy: string | null;
}

/** Who made and last edited these records, by their ids. */
export async function readAuthors(
  sql: Pick<Sql, 'query'>,
  table: TableLayout,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RecordAuthors>> {
  const rows = await sql.query(
    `SELECT id, created_by, updated_by FROM ${partName(table)} WHERE id = ANY($1::text[])`,
    [ids],
  );
  return new Map(
    rows.map(([id, createdBy, updatedBy]) => [id as string, { createdBy, updatedBy } as RecordAuthors]),
  );
}

/** The position of the table's last record; 0 when it has none. */
export async function lastPosition(sql: Sql, table: TableLayout): Promise<number> {
  const rows = await sql.query(`SELECT max(position) FROM ${partName(table)}`);
  return (rows[0]?.[0] as number | null) ?? 0;
}
