import { type FieldKind, isLinkKind, type Template } from '@weft/core';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { columnOf, columnsPerPart, tableOf } from './names.ts';

/** Where a field's values lie; kinds without a column of their own (links, lookups) have none. */
export interface ColumnPlace {
  readonly fieldId: string;
  readonly type: FieldKind;
  readonly part: number;
  /**
   * The name of the physical column, and the key in `raw` of its texts that do not fit: the field's own id, until a
   * conversion exchanges the field's column for another.
   */
  readonly column: string;
  /** Of a link field: it has no column, and its values are read from the links of the base. */
  readonly link?: LinkPlace;
}

/** Where the links of a field lie: rows of one relation, from its own side. */
export interface LinkPlace {
  readonly schema: string;
  /** The table whose records are linked. */
  readonly tableId: string;
  readonly relation: string;
  readonly own: 'from_id' | 'to_id';
  readonly other: 'from_id' | 'to_id';
}

/** Both fields of a relation read the same rows: there is nothing in which they could differ. */
export function linkPlace(
  schema: string,
  { id, type, template }: { readonly id: string; readonly type: FieldKind; readonly template?: unknown },
): { readonly link?: LinkPlace } {
  if (!isLinkKind(type)) return {};
  const { tableId, inverseFieldId = id } = template as Template<'linked_record'>;
  const [own, other] =
    id <= inverseFieldId ? (['from_id', 'to_id'] as const) : (['to_id', 'from_id'] as const);
  const relation = columnOf(id <= inverseFieldId ? id : inverseFieldId);
  return { link: { schema, tableId, relation, own, other } };
}

/** The physical side of a table: one part, or several side by side when it has many fields. */
export interface TableLayout {
  readonly id: string;
  readonly schema: string;
  readonly parts: number;
  /** By field id; soft-deleted fields and shadows included. */
  readonly columns: ReadonlyMap<string, ColumnPlace>;
  /** By shadow id: the cells a converted field had, or is about to have. */
  readonly shadows: ReadonlyMap<string, Shadow>;
}

/** A hidden column that is swapped with its field's column when the field changes its type. */
export interface Shadow {
  readonly fieldId: string;
  /** Up to when its cells are valid; null: none can be trusted. */
  readonly asOf: AsOf | null;
}

/** The hidden cells are the conversion of those in column `beside`, except in records that log entries after `seq` name. */
interface AsOf {
  readonly seq: number;
  readonly beside: string;
}

export interface BaseLayout {
  /** By table id; soft-deleted tables included. */
  readonly tables: Map<string, TableLayout>;
}

export const partName = (table: TableLayout, part = 0): string => tableOf(table.schema, table.id, part);

/** The layout with places for more fields: the last part is filled first. */
export function withColumns(
  table: TableLayout,
  fields: readonly { readonly id: string; readonly type: FieldKind; readonly template?: unknown }[],
): TableLayout {
  const columns = new Map(table.columns);
  for (const field of fields) {
    const { id, type } = field;
    if (columns.has(id)) continue;
    columns.set(id, {
      fieldId: id,
      type,
      // The first part holds what is of the record itself.
      part: sqlFieldType(type).ofRecord === undefined ? Math.floor(columns.size / columnsPerPart) : 0,
      column: columnOf(id),
      ...linkPlace(table.schema, field),
    });
  }
  const parts = Math.max(1, Math.ceil(columns.size / columnsPerPart));
  return { ...table, columns, parts: Math.max(table.parts, parts) };
}

export const emptyLayout = (schema: string, tableId: string): TableLayout => ({
  id: tableId,
  schema,
  parts: 1,
  columns: new Map(),
  shadows: new Map(),
});

/** Places by part, in the order of the columns. */
export const placesByPart = (places: Iterable<ColumnPlace>): Map<number, ColumnPlace[]> =>
  Map.groupBy(places, (place) => place.part);
