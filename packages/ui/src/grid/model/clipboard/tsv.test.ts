import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTsv, writeTsv } from './tsv.ts';

it('reads what spreadsheets put on the clipboard', () => {
  // Excel ends with a break, quotes cells with breaks, and doubles their quotes.
  expect(readTsv('a\tb\r\n"two\nlines"\t"say ""hi"""\r\n')).toEqual([
    ['a', 'b'],
    ['two\nlines', 'say "hi"'],
  ]);
  expect(readTsv('1\t\t3\n\n4')).toEqual([['1', '', '3'], [''], ['4']]);
});

it('keeps quotes that are part of a text', () => {
  expect(readTsv('6" pipe\t"quoted" word')).toEqual([['6" pipe', '"quoted" word']]);
  expect(readTsv('"open')).toEqual([['"open']]);
});

it('reads back what it writes', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', 'ß', '🧵') });
  fc.assert(
    fc.property(
      fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      (rows) => {
        expect(readTsv(writeTsv(rows))).toEqual(rows);
      },
    ),
  );
});
