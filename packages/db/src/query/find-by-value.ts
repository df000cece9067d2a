import type { CellValue } from '@weft/core';
import { notFound } from '@weft/std';
import { fragment } from '../fields/sql-field-type.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { columnRef, fromParts } from '../records/read.ts';
import type { TableLayout } from '../schema/layout.ts';
import { rangesOf, type Scan, within } from './scan.ts';
import { statement } from './statement.ts';

export interface FoundByValue {
  readonly recordId: string;
  /** How many records have the value. */
  readonly count: number;
}

/** The records that hold given values in a field: one scan of the table for all of them. */
export async function findByValue(
  scan: Scan,
  layout: TableLayout,
  fieldId: string,
  values: readonly NonNullable<CellValue>[],
): Promise<readonly (FoundByValue | undefined)[]> {
  const place = layout.columns.get(fieldId);
  if (place === undefined) throw notFound(`Field with id ${fieldId} not found`);
  const found: (FoundByValue | undefined)[] = values.map(() => undefined);
  if (values.length === 0) return found;
  const { transport, toTransport, fromTransport } = sqlFieldType(place.type);
  const wanted = values.map((value) => toTransport(value as never));
  for await (const range of rangesOf(scan, layout)) {
    const which = within(range) ?? fragment('true');
    const { text, params } = statement({
      text: `SELECT v.n::int, min(t.id), count(*)::int FROM ${fromParts(layout, [place])}
       JOIN unnest(?::${transport}[]) WITH ORDINALITY AS v(value, n) ON ${columnRef(place)} = ${fromTransport('v.value')}
       WHERE ${which.text} GROUP BY v.n`,
      values: [wanted, ...which.values],
    });
    for (const [n, id, count] of await scan.sql.query(text, params)) {
      const [at, recordId] = [(n as number) - 1, id as string];
      const before = found[at];
      const first = before !== undefined && before.recordId < recordId ? before.recordId : recordId;
      found[at] = { recordId: first, count: (before?.count ?? 0) + (count as number) };
    }
  }
  return found;
}
