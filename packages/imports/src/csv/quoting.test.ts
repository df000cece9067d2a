import { describe, expect, test } from 'vitest';
import { profileCsv } from '../profile/profile-csv.ts';
import { makeDecoder, openBytes, plainRows } from '../testing.ts';
import type { Quoting } from './csv-reader.ts';
import { detectParsing } from './read-csv.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const quotesOf = async (text: string): Promise<Quoting> =>
  (await detectParsing(openBytes(bytesOf(text), 7), makeDecoder)).quotes;

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('');

/** Signs that come only after thousands of rows: the beginning of the file does not decide. */
const plain = lines(20_000, (i) => `${i},Name ${i},text`);

describe('the quoting is found by the whole file', () => {
  const cases: readonly (readonly [what: string, text: string, quotes: Quoting, last: readonly string[]])[] =
    [
      ['the usual one', 'a,b\n"1, 2","3 ""x"""\n', 'double', ['1, 2', '3 "x"']],
      ['no quotes at all', 'a,b\n1,2\n', 'double', ['1', '2']],
      ['apostrophes in text', "a,b\nit's,'tis\nrock'n'roll,x\n", 'double', ["rock'n'roll", 'x']],
      ['apostrophes before numbers', "a,b\n'01,'02\n'03,'04\n", 'double', ["'03", "'04"]],
      ['inches', 'a,b\n5",x\n7" pipe,y\n', 'double', ['7" pipe', 'y']],
      ['paths that end with a backslash', 'a,b\n"C:\\dir\\","x"\n"D:\\","y"\n', 'double', ['D:\\', 'y']],
      ['a space before quotes', 'a, b, c\n1, "x, y", 2\n3, "z" , 4\n', 'spaced', ['3', 'z', ' 4']],
      ['a space before quotes that hide nothing', 'a, b\n1, "x"\n2, "y"\n', 'spaced', ['2', 'y']],
      ['backslash escapes', 'a,b\n"say \\"hi, you\\"",1\n"C:\\\\x",2\n', 'backslash', ['C:\\x', '2']],
      ['apostrophes for quotes', "a,b\n'1, 2','it''s'\n'3','4'\n", 'single', ['3', '4']],
      ['apostrophes after spaces', "'a', 'b'\n'1, 2', 'x'\n", 'single', ['1, 2', 'x']],
      ['a stray quote that would swallow the rest', 'a,b\n1,x\n2,"y\n3,z\n', 'none', ['3', 'z']],
      ['two stray quotes that would merge rows', 'a,b\n1,"x\n2,y\n3,"z\n', 'none', ['3', '"z']],
      [
        'a space before a quote, on line 20,002',
        `id,name,note\n${plain}1, "x, y",z\n`,
        'spaced',
        ['1', 'x, y', 'z'],
      ],
      [
        'a backslash, on line 20,002',
        `id,name,note\n${plain}1,"x \\", y",z\n`,
        'backslash',
        ['1', 'x ", y', 'z'],
      ],
    ];
  test.each(cases)('%s', async (_, text, quotes, last) => {
    expect(await quotesOf(text)).toBe(quotes);
    expect(plainRows(text, ',', quotes).rows.at(-1)).toEqual(last);
    const { preview, parsing } = await profileCsv(
      openBytes(bytesOf(text)),
      makeDecoder,
      { headerRow: false },
      30_000,
    );
    expect(parsing.quotes).toBe(quotes);
    expect(preview.at(-1)).toEqual(last);
  });

  test('a person decides otherwise', async () => {
    const parsing = await detectParsing(openBytes(bytesOf('a, "b"\n')), makeDecoder, { quotes: 'double' });
    expect(parsing.quotes).toBe('double');
  });
});

describe('a row that no quoting explains is named by its line', () => {
  const doubtsOf = async (text: string) => (await profileCsv(openBytes(bytesOf(text)), makeDecoder)).doubts;

  test('a stray quote between quoted cells merges rows: the lines are told', async () => {
    const text = 'name,note\n"Ann","a, b"\nBo,"stray\nCy,more\n"Di, the 4th",end\nEd,"x"\n';
    expect(await doubtsOf(text)).toEqual([
      {
        line: 3,
        reason:
          'The quote opened on line 3 closes on line 5, with text after it. The lines between became one cell: look whether the quote belongs there',
      },
    ]);
  });

  test('text after a closing quote', async () => {
    expect(await doubtsOf('a,b\n"x","y"\n"x" y,"z"\n')).toEqual([
      { line: 3, reason: 'Text follows a closing quote. It was added to the cell' },
    ]);
  });

  test('a quote that is kept as text, and nothing where all is well', async () => {
    expect(await doubtsOf('a,b\n1,x\n2,"y\n3,z\n')).toEqual([
      { line: 3, reason: 'A cell begins with a quote. It was kept as text' },
    ]);
    expect(await doubtsOf('a,b\n"1\n2","3 ""x"""\n')).toEqual([]);
  });
});
