import { withoutUndefined } from '@weft/std';
import type { MakeDecoder } from '../csv/encoding.ts';
import { inspectFile, type OpenFile, type Parsing, readCsv } from '../csv/read-csv.ts';
import { createProfiler, type TableProfile } from './profile.ts';

/** What a file is and how it was read. Plain JSON. */
export interface CsvProfile extends TableProfile {
  readonly parsing: Parsing;
  /** The first rows above the names of the columns, which are left out. */
  readonly lead: readonly (readonly string[])[];
}

/**
 * Profiles a whole file: once through for its encoding, once for its columns. Never throws for bad content; see
 * `refusal` and `rejected`. Errors of `open` pass through.
 */
export async function profileCsv(
  open: OpenFile,
  makeDecoder: MakeDecoder,
  given: Partial<Parsing> = {},
  previewRows?: number,
): Promise<CsvProfile> {
  const { parsing, lead, otherFormat } = await inspectFile(open, makeDecoder, given);
  const { delimiter, headerRow, columns } = parsing;
  const profiler = createProfiler(withoutUndefined({ delimiter, headerRow, columns, previewRows }));
  if (otherFormat === null)
    for await (const batch of readCsv(open(), makeDecoder, parsing)) profiler.add(batch);
  const table = profiler.finish();
  return { ...table, refusal: otherFormat ?? table.refusal, parsing, lead };
}
