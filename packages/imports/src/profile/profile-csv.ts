import { withoutUndefined } from '@weft/std';
import type { MakeDecoder } from '../csv/encoding.ts';
import { detectParsing, type OpenFile, type Parsing, readCsv } from '../csv/read-csv.ts';
import { createProfiler, type TableProfile } from './profile.ts';

/** What a file is and how it was read. Plain JSON. */
export interface CsvProfile extends TableProfile {
  readonly parsing: Parsing;
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
  const parsing = await detectParsing(open, makeDecoder, given);
  const { delimiter, headerRow } = parsing;
  const profiler = createProfiler(withoutUndefined({ delimiter, headerRow, previewRows }));
  for await (const batch of readCsv(open(), makeDecoder, parsing)) profiler.add(batch);
  return { ...profiler.finish(), parsing };
}
