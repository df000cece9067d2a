import type { CellValue } from '@weft/core';
import { notFound } from '@weft/std';
import type { Reader } from '../engine/engine.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import type { TableLayout } from '../schema/layout.ts';
import { columnRef, fromParts } from './read.ts';

export interface FoundByValue {
  readonly recordId: string;
  /** How many records have the value. */
  readonly count: number;
}

/** The records that hold given values in a field: one statement for all of them, which looks at every cell once. */
export async function findByValue(
  sql: Reader,
  layout: TableLayout,
  fieldId: string,
  values: readonly NonNullable<CellValue>[],
): Promise<readonly (FoundByValue | undefined)[]> {
  const place = layout.columns.get(fieldId);
  if (place === undefined) throw notFound(`Field with id ${fieldId} not found`);
  const { transport, toTransport, fromTransport } = sqlFieldType(place.type);
  const rows = await sql.query(
    `SELECT v.n::int, min(t.id), count(*)::int FROM ${fromParts(layout, [place])}
     JOIN unnest($1::${transport}[]) WITH ORDINALITY AS v(value, n) ON ${columnRef(place)} = ${fromTransport('v.value')}
     GROUP BY v.n`,
    [values.map((value) => toTransport(value as never))],
  );
  const found: (FoundByValue | undefined)[] = values.map(() => undefined);
  for (const [n, recordId, count] of rows)
    found[(n as number) - 1] = { recordId: recordId as string, count: count as number };
  return found;
}
