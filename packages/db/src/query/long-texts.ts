import { longestLabel } from '@weft/core';
import { fragment } from '../fields/sql-field-type.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { columnRef, fromParts } from '../records/read.ts';
import { placesByPart, type TableLayout } from '../schema/layout.ts';
import { rangesOf, type Scan, within } from './scan.ts';
import { statement } from './statement.ts';

/** A condition that holds where a column's text may have more than `?` bytes; null for kinds of short texts. */
function mayBeLonger(columnType: string | null, column: string): string | null {
  if (columnType === null) return null;
  if (columnType.startsWith('text[]')) return `cardinality(${column}) * ${longestLabel + 2} > ?`;
  if (columnType.startsWith('text')) return `octet_length(${column}) > ?`;
  return columnType.startsWith('jsonb') ? `octet_length(${column}::text) > ?` : null;
}

/**
 * Whether any cell of a table may have a text longer than `length` UTF-16 units. False is certain, for a text never has
 * fewer bytes than units; true must be checked further. Does not read long texts themselves.
 */
export async function mayHoldText(scan: Scan, table: TableLayout, length: number): Promise<boolean> {
  const places = placesByPart(table.columns.values());
  for (let part = 0; part < table.parts; part++) {
    const held = places.get(part) ?? [];
    const conditions = held.flatMap(
      (place) => mayBeLonger(sqlFieldType(place.type).columnType, columnRef(place)) ?? [],
    );
    // The first part holds what fits no type.
    if (part === 0) conditions.push('octet_length(t.raw::text) > ?');
    if (conditions.length === 0) continue;
    for await (const range of rangesOf(scan, table)) {
      const which = within(range) ?? fragment('true');
      const { text, params } = statement({
        text: `SELECT EXISTS (SELECT 1 FROM ${fromParts(table, held)}
                 WHERE (${conditions.join(' OR ')}) AND ${which.text})`,
        values: [...conditions.map(() => length), ...which.values],
      });
      const [row] = await scan.sql.query(text, params);
      if (row?.[0] === true) return true;
    }
  }
  return false;
}
