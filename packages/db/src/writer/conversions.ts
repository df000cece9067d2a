import type { FieldTypeChange, Since } from '@weft/history';
import type { Sql } from '../engine/engine.ts';
import type { OpenBase } from '../schema/read-base.ts';
import type { LogPlace } from './log.ts';

/** A conversion of a field and where it stands in the log. */
export interface LoggedConversion {
  readonly at: LogPlace;
  readonly change: FieldTypeChange;
}

/**
 * The conversions of fields of these tables in the entries from one on, in order. Tables of which no field was ever
 * converted, which are most, cost nothing.
 */
export async function conversionsFrom(
  tx: Sql,
  { schema, layout }: OpenBase,
  tableIds: Iterable<string>,
  seq: number,
): Promise<readonly LoggedConversion[]> {
  const converted = [...tableIds].filter((id) => (layout.tables.get(id)?.shadows.size ?? 0) > 0);
  if (converted.length === 0 || !Number.isFinite(seq)) return [];
  const rows = await tx.query(
    // An undo that takes a conversion along is named after it, or after another action of its group.
    `SELECT seq, place, change FROM ${schema}._log, jsonb_array_elements(changes) WITH ORDINALITY AS c(change, place)
     WHERE seq >= $1 AND table_ids && $2::text[] AND (type = 'CONVERT_FIELD_TYPE' OR group_id IS NOT NULL)
       AND change->>'kind' = 'field-type' AND change->>'tableId' = ANY($2::text[])
     ORDER BY seq, place`,
    [seq, converted],
  );
  return rows.map(([entry, place, change]) => ({
    at: { seq: entry as number, change: place as number },
    change: change as FieldTypeChange,
  }));
}

/** Those of them that came after a place in the log. */
export const since = (conversions: readonly LoggedConversion[], at: LogPlace): Since =>
  conversions
    .filter((one) => one.at.seq > at.seq || (one.at.seq === at.seq && one.at.change > at.change))
    .map(({ change }) => change);
