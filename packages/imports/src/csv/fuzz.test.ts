import fc from 'fast-check';
import { expect, test } from 'vitest';
import { profileCsv } from '../profile/profile-csv.ts';
import { makeDecoder, numRuns, openBytes, plainRows } from '../testing.ts';
import { createCsvReader, delimiters, quotings } from './csv-reader.ts';
import { detectDialect, sampleLength } from './dialect.ts';
import { type CsvEncoding, csvEncodings } from './encoding.ts';
import { looksLikeHeader } from './header.ts';
import { countLeadRows } from './lead-rows.ts';
import { detectParsing, readCsv } from './read-csv.ts';

/** What files break on: delimiters, quotes, line ends, NUL, marks, characters of two to four bytes. */
const sign = fc.constantFrom(
  ',',
  ';',
  '\t',
  '|',
  '"',
  '""',
  "'",
  '\\',
  '\r',
  '\n',
  '\r\n',
  ' ',
  '\0',
  '\ufeff',
  'a',
  'é',
  '漢',
  '👩‍👩‍👧',
  '0',
  '1.5',
);
const anyText = fc
  .array(
    fc.oneof({ weight: 8, arbitrary: sign }, { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) }),
    { maxLength: 60 },
  )
  .map((signs) => signs.join(''));
const delimiter = fc.constantFrom(...delimiters);
const quoting = fc.constantFrom(...quotings);

/** Rows in a dialect of their own, each cell quoted or not as chance has it where it may. */
const dialect = fc.record({
  delimiter,
  quotes: fc.constantFrom('double' as const, 'spaced' as const, 'backslash' as const, 'single' as const),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  finalLineEnd: fc.boolean(),
  bom: fc.boolean(),
  encoding: fc.constantFrom<CsvEncoding>('utf-8', 'utf-16le', 'utf-16be'),
});
const cellText = fc
  .array(
    fc.constantFrom(
      ',',
      ';',
      '\t',
      '|',
      '"',
      "'",
      '\\',
      '\r',
      '\n',
      ' ',
      'a',
      'Ω',
      '漢',
      '👍🏽',
      '7',
      '-',
      '.',
    ),
    {
      maxLength: 8,
    },
  )
  .map((signs) => signs.join(''));
const table = fc.integer({ min: 1, max: 6 }).chain((width) =>
  fc.array(fc.array(fc.tuple(cellText, fc.boolean()), { minLength: width, maxLength: width }), {
    maxLength: 12,
  }),
);

type Dialect = typeof dialect extends fc.Arbitrary<infer D> ? D : never;
type Table = typeof table extends fc.Arbitrary<infer T> ? T : never;

const escapesIn = (quotes: Dialect['quotes'], cell: string): string => {
  if (quotes === 'backslash') return cell.replace(/["\\]/g, (sign) => `\\${sign}`);
  return quotes === 'single' ? cell.replaceAll("'", "''") : cell.replaceAll('"', '""');
};

function written(rows: Table, { delimiter: sign, lineEnd, finalLineEnd, quotes }: Dialect): string {
  const mark = quotes === 'single' ? "'" : '"';
  const before = quotes === 'spaced' ? '  ' : '';
  const lines = rows.map((row) =>
    row
      .map(([cell, quote]) => {
        const must = cell.includes(sign) || /["'\r\n]/.test(cell) || (row.length === 1 && cell === '');
        return quote || must ? `${before}${mark}${escapesIn(quotes, cell)}${mark}` : cell;
      })
      .join(sign),
  );
  return lines.join(lineEnd) + (finalLineEnd ? lineEnd : '');
}

function encoded(text: string, encoding: CsvEncoding, bom: boolean): Uint8Array {
  const marked = bom ? `\ufeff${text}` : text;
  if (encoding === 'utf-8') return new TextEncoder().encode(marked);
  const bytes = Buffer.from(marked, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

/** Everything a reader says of pieces of a text. */
function readPieces(pieces: readonly string[], options: Parameters<typeof createCsvReader>[0]) {
  const reader = createCsvReader(options);
  const batches = [...pieces.map((piece) => reader.push(piece)), reader.end()];
  return {
    rows: batches.flatMap((batch) => batch.rows),
    lines: batches.flatMap((batch) => batch.lines),
    // Of a cell that is too long no more is kept than shows it: how much of it depends on where the text was cut.
    faults: batches
      .flatMap((batch) => batch.faults)
      .map((fault) => (fault.kind === 'nul' ? fault : { ...fault, value: '' })),
    doubts: batches.flatMap((batch) => batch.doubts),
    // Looked for at the end of what is held of the cell.
    signs: { ...reader.signs, backslashes: 0 },
    blankLines: reader.blankLines,
    open: reader.unterminatedQuoteLine,
  };
}

test('a text cut at any one place reads as the whole text', () => {
  fc.assert(
    fc.property(
      anyText,
      delimiter,
      quoting,
      fc.integer({ min: 0, max: 2 }),
      fc.integer({ min: 4, max: 64 }),
      (text, sign, quotes, skipRows, maxCellBytes) => {
        const options = { delimiter: sign, quotes, skipRows, maxCellBytes };
        const whole = readPieces([text], options);
        for (let at = 0; at <= text.length; at++)
          expect(readPieces([text.slice(0, at), text.slice(at)], options)).toEqual(whole);
        expect(readPieces([...text], options)).toEqual(whole);
      },
    ),
    { numRuns },
  );
});

test('the reader agrees with a simple reference reader on any text', () => {
  fc.assert(
    fc.property(anyText, delimiter, quoting, (text, sign, quotes) => {
      const plain = plainRows(text, sign, quotes);
      const { rows, faults, open } = readPieces([text], { delimiter: sign, quotes });
      expect(open !== null).toBe(plain.open);
      expect(rows).toEqual(plain.rows.filter((row) => !row.some((cell) => cell.includes('\0'))));
      expect(rows.length + faults.length).toBe(plain.rows.length + (plain.open ? 1 : 0));
    }),
    { numRuns },
  );
});

test('a table written in any dialect is read as it was, cut at every byte', async () => {
  await fc.assert(
    fc.asyncProperty(table, dialect, async (rows, how) => {
      const bytes = encoded(written(rows, how), how.encoding, how.bom);
      const expected = rows.map((row) => row.map(([cell]) => cell));
      const parsing = { ...how, skipRows: 0, leadRows: 0 };
      for (let at = 0; at <= bytes.length; at++) {
        const read: string[][] = [];
        const cut = async function* () {
          yield bytes.subarray(0, at);
          yield bytes.subarray(at);
        };
        for await (const batch of readCsv(cut(), makeDecoder, parsing)) {
          expect(batch.faults).toEqual([]);
          read.push(...batch.rows);
        }
        expect(read).toEqual(expected);
      }
    }),
    { numRuns: Math.ceil(numRuns / 4) },
  );
});

test('a file of any encoding with a byte order mark is recognised, whatever its chunks', async () => {
  await fc.assert(
    fc.asyncProperty(table, dialect, fc.integer({ min: 1, max: 9 }), async (rows, how, chunk) => {
      const bytes = encoded(written(rows, how), how.encoding, true);
      const parsing = await detectParsing(openBytes(bytes, chunk), makeDecoder);
      expect(parsing.encoding).toBe(how.encoding);
      expect(await detectParsing(openBytes(bytes), makeDecoder)).toEqual(parsing);
    }),
    { numRuns },
  );
});

test('any bytes at all are profiled without a crash, and their rows counted', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    anyText.map((text) => new TextEncoder().encode(text)),
  );
  const given = fc.record(
    {
      encoding: fc.constantFrom(...csvEncodings),
      delimiter,
      quotes: fc.constantFrom(...quotings),
      headerRow: fc.boolean(),
      leadRows: fc.integer({ min: 0, max: 4 }),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(bytes, given, fc.integer({ min: 1, max: 50 }), async (file, said, chunk) => {
      const profile = await profileCsv(openBytes(file, chunk), makeDecoder, said);
      expect(profile.parsing).toMatchObject(said);
      expect(await profileCsv(openBytes(file), makeDecoder, said)).toEqual(profile);
      if (profile.refusal !== null) return;
      const { encoding, delimiter: sign, quotes, headerRow, skipRows, leadRows } = profile.parsing;
      const { rows } = plainRows(makeDecoder(encoding).decode(file), sign, quotes);
      const above = skipRows + leadRows + (headerRow ? 1 : 0);
      expect(profile.rows + profile.rowsRejected).toBe(Math.max(0, rows.length - above));
    }),
    { numRuns },
  );
});

test('detection answers the same for a text and never more than it is given', () => {
  fc.assert(
    fc.property(anyText, delimiter, (text, sign) => {
      const { rows } = plainRows(text, sign);
      expect(detectDialect(text)).toEqual(detectDialect(text.slice(0, sampleLength)));
      expect(countLeadRows(rows)).toBeLessThanOrEqual(Math.max(0, rows.length - 1));
      expect([true, false]).toContain(looksLikeHeader(rows));
    }),
    { numRuns },
  );
});
