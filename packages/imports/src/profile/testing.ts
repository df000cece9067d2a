import type { Delimiter } from '../csv/csv-reader.ts';
import { csvLine } from '../export/csv-line.ts';
import { makeDecoder, openBytes } from '../testing.ts';
import type { ColumnProfile } from './column-profile.ts';
import { profileCsv } from './profile-csv.ts';

/** The profile of a column beside one of unique texts (which becomes the primary). */
export async function column(
  values: readonly string[],
  name = 'Column',
  delimiter: Delimiter = ',',
): Promise<ColumnProfile> {
  const rows = [name, ...values].map((value, i) => {
    const line = csvLine([i === 0 ? 'Key' : `key ${i}`, value]);
    return line.replace(',', delimiter);
  });
  const { columns } = await profileCsv(openBytes(new TextEncoder().encode(rows.join(''))), makeDecoder, {
    delimiter,
    headerRow: true,
  });
  const only = columns[1];
  if (!only) throw new Error('no column');
  return only;
}

export const times = (count: number, make: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => make(i));
