import { longestLabel } from '@weft/core';
import { partName, placesByPart, type TableLayout } from '../base/layout.ts';
import type { Sql } from '../engine/engine.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';

/** A condition that holds where a column's text may have more than $1 bytes; null for kinds of short texts. */
function mayBeLonger(columnType: string | null, column: string): string | null {
  if (columnType === null) return null;
  if (columnType.startsWith('text[]')) return `cardinality(${column}) * ${longestLabel + 2} > $1`;
  if (columnType.startsWith('text')) return `octet_length(${column}) > $1`;
  return columnType.startsWith('jsonb') ? `octet_length(${column}::text) > $1` : null;
}

/**
 * Whether any cell of a table may have a text longer than `length` UTF-16 units. False is certain, for a text never has
 * fewer bytes than units; true is worth a closer look. One scan that leaves long texts where they lie.
 */
export async function mayHoldText(sql: Sql, table: TableLayout, length: number): Promise<boolean> {
  const places = placesByPart(table.columns.values());
  for (let part = 0; part < table.parts; part++) {
    const conditions = (places.get(part) ?? []).flatMap(
      ({ type, column }) => mayBeLonger(sqlFieldType(type).columnType, column) ?? [],
    );
    // The first part holds what fits no type.
    if (part === 0) conditions.push('octet_length(raw::text) > $1');
    if (conditions.length === 0) continue;
    const [row] = await sql.query(
      `SELECT EXISTS (SELECT 1 FROM ${partName(table, part)} WHERE ${conditions.join(' OR ')})`,
      [length],
    );
    if (row?.[0] === true) return true;
  }
  return false;
}
