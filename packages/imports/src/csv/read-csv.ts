import { withoutUndefined } from '@weft/std';
import { createCsvReader, type Delimiter, type Quoting, type RowBatch } from './csv-reader.ts';
import { detectDialect, sampleLength, sampleOf } from './dialect.ts';
import { type CsvEncoding, createEncodingDetector, type MakeDecoder } from './encoding.ts';
import { notCsv } from './file-kind.ts';
import { looksLikeHeader } from './header.ts';
import { countLeadRows } from './lead-rows.ts';
import { detectQuoting } from './quoting.ts';

/** How a file is to be read; what a person does not say is detected. */
export interface Parsing {
  readonly encoding: CsvEncoding;
  readonly delimiter: Delimiter;
  readonly quotes: Quoting;
  readonly headerRow: boolean;
  /** Rows before all others that are dropped (a `sep=;` line). */
  readonly skipRows: number;
  /** Rows after those and above the names of the columns, left out as no part of the table. */
  readonly leadRows: number;
  /** Source indexes of the columns to look at, where the file has more than a table takes. */
  readonly columns?: readonly number[];
  /** The sheet of a workbook that the file was made of. */
  readonly sheet?: string;
}

/** Opens the file from its start, as often as asked. */
export type OpenFile = () => AsyncIterable<Uint8Array>;

/** Bytes decoded in one go: a batch is some hundred rows, few enough to be gone before the collector comes by. */
const decodedAtOnce = 65_536;

const doubleQuote = 34;
const apostrophe = 39;

/** Reads the whole file for its encoding and its quotes, and its beginning for delimiter and header. */
export async function detectParsing(
  open: OpenFile,
  makeDecoder: MakeDecoder,
  given: Partial<Parsing> = {},
): Promise<Parsing> {
  return (await inspectFile(open, makeDecoder, given)).parsing;
}

interface InspectedFile {
  readonly parsing: Parsing;
  /** The first rows above the names, as far as they are shown. */
  readonly lead: readonly (readonly string[])[];
  /** Why it is no CSV file, by its first bytes; null where it may be one. */
  readonly otherFormat: string | null;
}

/** Rows above the names that are shown to the person. */
const maxShownLead = 10;

/** Detects the same, and reads the beginning of the file for the person to see. */
export async function inspectFile(
  open: OpenFile,
  makeDecoder: MakeDecoder,
  given: Partial<Parsing> = {},
): Promise<InspectedFile> {
  const detector = createEncodingDetector();
  const head: Uint8Array[] = [];
  let headBytes = 0;
  let hasQuotes = false;
  for await (const bytes of open()) {
    hasQuotes ||= bytes.includes(doubleQuote) || bytes.includes(apostrophe);
    if (headBytes < sampleLength * 2) {
      head.push(bytes.slice(0, sampleLength * 2 - headBytes));
      headBytes += bytes.length;
    }
    detector.push(bytes);
    if (given.encoding !== undefined && hasQuotes && headBytes >= sampleLength * 2) break;
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
  const openText = () => decoded(open(), makeDecoder(encoding));
  const quotes =
    given.quotes ?? (hasQuotes ? await detectQuoting(openText, { delimiter, skipRows }) : 'double');
  const { rows } = sampleOf(sample, delimiter, skipRows, quotes);
  // Without names there is nothing to be above of.
  const leadRows = given.leadRows ?? (given.headerRow === false ? 0 : countLeadRows(rows));
  const headerRow = given.headerRow ?? looksLikeHeader(rows.slice(leadRows));
  const { columns, sheet } = given;
  const parsing = withoutUndefined({
    ...{ encoding, delimiter, quotes, headerRow, skipRows, leadRows },
    ...{ columns, sheet },
  });
  const [start = new Uint8Array()] = head;
  return { parsing, lead: rows.slice(0, Math.min(leadRows, maxShownLead)), otherFormat: notCsv(start) };
}

async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  decoder: ReturnType<MakeDecoder>,
): AsyncGenerator<string, void, undefined> {
  for await (const bytes of chunks) {
    for (let at = 0; at < bytes.length; at += decodedAtOnce)
      yield decoder.decode(bytes.subarray(at, at + decodedAtOnce), { stream: true });
  }
  yield decoder.decode();
}

/** The rows of a file, in batches of what 64 kB hold; the header row is the first. The last batch may be empty. */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  makeDecoder: MakeDecoder,
  parsing: Pick<Parsing, 'encoding' | 'delimiter' | 'quotes' | 'skipRows' | 'leadRows'>,
): AsyncGenerator<RowBatch, void, undefined> {
  const skipRows = parsing.skipRows + parsing.leadRows;
  const { delimiter, quotes } = parsing;
  const reader = createCsvReader({ delimiter, quotes, skipRows });
  for await (const text of decoded(chunks, makeDecoder(parsing.encoding))) yield reader.push(text);
  yield reader.end();
}
