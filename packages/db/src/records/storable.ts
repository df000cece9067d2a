import type { BaseRecord, CellValue } from '@weft/core';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import type { ColumnPlace, TableLayout } from '../schema/layout.ts';

type Held = (value: NonNullable<CellValue>) => boolean;

const isText: Held = (value) => typeof value === 'string';
const isList: Held = (value) => Array.isArray(value);

/** Which values a column takes without a fault, by its type. */
const heldBy: { readonly [columnType: string]: Held } = {
  'double precision': (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  timestamptz: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value),
  'text COLLATE "C"': isText,
  'text[]': isList,
  jsonb: isList,
};

const holds = ({ type }: ColumnPlace, value: CellValue): boolean => {
  const { columnType } = sqlFieldType(type);
  return value === null || columnType === null || heldBy[columnType]?.(value) !== false;
};

/**
 * A record that comes back, as the hidden columns take it: its cells there may be from before a conversion. What
 * a deleted field does not take is kept as its text; cells a conversion left behind are worth nothing then.
 */
export function storable(table: TableLayout, record: BaseRecord): BaseRecord {
  if (table.shadows.size === 0) return record;
  const { data, raw, ...rest } = record;
  const kept: { [fieldId: string]: CellValue } = {};
  const texts: { [fieldId: string]: string } = { ...raw };
  for (const [fieldId, value] of Object.entries(data)) {
    const place = table.columns.get(fieldId);
    if (place === undefined || holds(place, value)) kept[fieldId] = value;
    else if (!table.shadows.has(fieldId))
      texts[fieldId] = Array.isArray(value) ? value.join(', ') : String(value);
  }
  return { ...rest, data: kept, ...(Object.keys(texts).length > 0 && { raw: texts }) };
}
