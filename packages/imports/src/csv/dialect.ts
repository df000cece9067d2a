import { createCsvReader, type Delimiter, delimiters, type Quoting } from './csv-reader.ts';

/** How a CSV text is laid out. */
export interface Dialect {
  readonly delimiter: Delimiter;
  /** Rows before the header or data that are no data: 1 for a `sep=;` line, else 0. */
  readonly skipRows: number;
}

interface Score {
  readonly delimiter: Delimiter;
  readonly score: number;
}

/** Rows looked at; the sample should hold as many where the file does. */
const sampleRows = 200;

/** Characters of a file's beginning that are enough for `detectDialect` and `looksLikeHeader`. */
export const sampleLength = 262_144;

/**
 * Finds the delimiter from the beginning of the text: the one under which most rows have the same number of cells,
 * above one. A text without any is one column, told as a comma.
 */
export function detectDialect(sample: string): Dialect {
  const named = /^sep=([,;\t|])\r?\n?/i.exec(sample);
  const delimiter = delimiters.find((each) => each === named?.[1]);
  if (delimiter) return { delimiter, skipRows: 1 };
  let best: Score = { delimiter: ',', score: 0 };
  for (const candidate of delimiters) {
    if (!sample.includes(candidate)) continue;
    const score = consistency(sample, candidate);
    if (score > best.score) best = { delimiter: candidate, score };
  }
  return { delimiter: best.delimiter, skipRows: 0 };
}

/** 0-1 for how alike the rows are, plus a little for more columns; 0 when nearly every row has one cell. */
function consistency(sample: string, delimiter: Delimiter): number {
  const rows = sampleOf(sample, delimiter, 0).rows;
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  let mode = 1;
  let most = 0;
  for (const [width, count] of counts) {
    if (count > most || (count === most && width > mode)) {
      mode = width;
      most = count;
    }
  }
  if (mode === 1) {
    // Text with a delimiter here and there, or a wide header over short rows.
    const wide = rows.filter((row) => row.length > 1).length;
    return rows.length === 0 ? 0 : (wide / rows.length) * 0.1;
  }
  // Text in a cell seldom starts or ends where a false delimiter would cut it.
  const torn = rows.some((row) => row.some((cell) => cell.startsWith(' "') || /^[^"]*"$/.test(cell)))
    ? 0.05
    : 0;
  return most / rows.length - torn + Math.min(mode, 50) / 500;
}

/** The first rows of a sample; the last, perhaps cut, row is left out when the sample is a whole `sampleLength`. */
export function sampleOf(
  sample: string,
  delimiter: Delimiter,
  skipRows: number,
  quotes: Quoting = 'double',
): { readonly rows: readonly string[][] } {
  const reader = createCsvReader({ delimiter, skipRows, quotes });
  const { rows } = reader.push(sample);
  if (sample.length < sampleLength || rows.length === 0) rows.push(...reader.end().rows);
  return { rows: rows.slice(0, sampleRows) };
}
