import { looksLikeHeader } from '../profile/header.ts';
import { createCsvReader, type Delimiter, type RowBatch } from './csv-reader.ts';
import { detectDialect, sampleLength, sampleOf } from './dialect.ts';
import { type CsvEncoding, createEncodingDetector, type MakeDecoder } from './encoding.ts';
import { countLeadRows } from './lead-rows.ts';

/** How a file is to be read; what a person does not say is detected. */
export interface Parsing {
  readonly encoding: CsvEncoding;
  readonly delimiter: Delimiter;
  readonly headerRow: boolean;
  /** Rows before all others that are dropped (a `sep=;` line). */
  readonly skipRows: number;
  /** Rows after those and above the names of the columns, left out as no part of the table. */
  readonly leadRows: number;
}

/** Opens the file from its start, as often as asked. */
export type OpenFile = () => AsyncIterable<Uint8Array>;

/** Bytes decoded in one go: a batch is some hundred rows, few enough to be gone before the collector comes by. */
const decodedAtOnce = 65_536;

/** Reads the whole file once for its encoding, and its beginning for delimiter and header. */
export async function detectParsing(
  open: OpenFile,
  makeDecoder: MakeDecoder,
  given: Partial<Parsing> = {},
): Promise<Parsing> {
  const detector = createEncodingDetector();
  const head: Uint8Array[] = [];
  let headBytes = 0;
  for await (const bytes of open()) {
    if (headBytes < sampleLength * 2) {
      head.push(bytes.slice(0, sampleLength * 2 - headBytes));
      headBytes += bytes.length;
    }
    detector.push(bytes);
    if (given.encoding !== undefined && headBytes >= sampleLength * 2) break;
  }
  const encoding = given.encoding ?? detector.end().encoding;
  const decoder = makeDecoder(encoding);
  let sample = '';
  for (const bytes of head) sample += decoder.decode(bytes, { stream: true });
  if (headBytes < sampleLength * 2) sample += decoder.decode();
  sample = sample.slice(0, sampleLength);
  const dialect = detectDialect(sample);
  const delimiter = given.delimiter ?? dialect.delimiter;
  const skipRows = given.skipRows ?? dialect.skipRows;
  const { rows } = sampleOf(sample, delimiter, skipRows);
  // Without names there is nothing to be above of.
  const leadRows = given.leadRows ?? (given.headerRow === false ? 0 : countLeadRows(rows));
  const headerRow = given.headerRow ?? looksLikeHeader(rows.slice(leadRows));
  return { encoding, delimiter, headerRow, skipRows, leadRows };
}

/** The rows of a file, in batches of what 64 kB hold; the header row is the first. The last batch may be empty. */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  makeDecoder: MakeDecoder,
  parsing: Pick<Parsing, 'encoding' | 'delimiter' | 'skipRows' | 'leadRows'>,
): AsyncGenerator<RowBatch, void, undefined> {
  const decoder = makeDecoder(parsing.encoding);
  const skipRows = parsing.skipRows + parsing.leadRows;
  const reader = createCsvReader({ delimiter: parsing.delimiter, skipRows });
  for await (const bytes of chunks) {
    for (let at = 0; at < bytes.length; at += decodedAtOnce) {
      yield reader.push(decoder.decode(bytes.subarray(at, at + decodedAtOnce), { stream: true }));
    }
  }
  yield reader.push(decoder.decode());
  yield reader.end();
}
