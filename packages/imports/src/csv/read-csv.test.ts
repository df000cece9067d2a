import { describe, expect, test } from 'vitest';
import { detectDialect } from './dialect.ts';
import { createEncodingDetector, type MakeDecoder } from './encoding.ts';
import { looksLikeHeader } from './header.ts';
import { detectParsing, readCsv } from './read-csv.ts';

const makeDecoder: MakeDecoder = (encoding) => new TextDecoder(encoding);

function encodingOf(bytes: Uint8Array, chunk = bytes.length || 1): string {
  const detector = createEncodingDetector();
  for (let at = 0; at < bytes.length; at += chunk) detector.push(bytes.subarray(at, at + chunk));
  return detector.end().encoding;
}

const utf16 = (text: string, swap: boolean, bom: boolean): Uint8Array => {
  const bytes = Buffer.from((bom ? '\ufeff' : '') + text, 'utf16le');
  return swap ? bytes.swap16() : bytes;
};

describe('detecting the encoding', () => {
  const text = 'name,città\nJosé,Forlì 😀 ʤ\n';
  test('UTF-8, with a byte order mark and without, in chunks of one byte', () => {
    expect(encodingOf(Buffer.from(text), 1)).toBe('utf-8');
    expect(encodingOf(Buffer.from(`\ufeff${text}`))).toBe('utf-8');
    expect(encodingOf(new Uint8Array())).toBe('utf-8');
  });
  test('UTF-16 in both byte orders, with a byte order mark and without', () => {
    for (const bom of [true, false]) {
      expect(encodingOf(utf16(text, false, bom))).toBe('utf-16le');
      expect(encodingOf(utf16(text, true, bom))).toBe('utf-16be');
    }
  });
  test('one byte that is not UTF-8 at the end of a large file makes it Windows-1252', () => {
    const bytes = Buffer.concat([Buffer.alloc(1_000_000, 'abcd,efg\n'), Buffer.from([0xe9])]);
    expect(encodingOf(bytes, 65_536)).toBe('windows-1252');
  });
  test('overlong forms, surrogates and cut sequences are not UTF-8', () => {
    for (const bytes of [
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xe2, 0x82],
      [0x80],
      [0xff],
    ]) {
      expect(encodingOf(Uint8Array.from(bytes), 1)).toBe('windows-1252');
    }
  });
  test('a NUL here and there is not UTF-16', () => {
    expect(encodingOf(Buffer.from('a,b\n1,x\0y\n3,4\n'))).toBe('utf-8');
  });
});

describe('detecting delimiter and header', () => {
  test('the delimiter under which rows have the same number of cells', () => {
    expect(detectDialect('a;b;c\n1,5;2,5;x\n2,0;3,0;y\n').delimiter).toBe(';');
    expect(detectDialect('a\tb\n1,2\t3\n').delimiter).toBe('\t');
    expect(detectDialect('a|b\n1|2\n').delimiter).toBe('|');
    expect(detectDialect('name,note\nx,"a;b;c"\ny,"d;e;f"\n').delimiter).toBe(',');
    expect(detectDialect('one\ntwo\n').delimiter).toBe(',');
    expect(detectDialect('').delimiter).toBe(',');
  });
  test('a sep= line names it and is no row', () => {
    expect(detectDialect('sep=;\na;b\n')).toEqual({ delimiter: ';', skipRows: 1 });
  });
  test('a first row unlike its columns is a header', () => {
    expect(
      looksLikeHeader([
        ['id', 'name'],
        ['1', 'x'],
      ]),
    ).toBe(true);
    expect(
      looksLikeHeader([
        ['1', 'x'],
        ['2', 'y'],
      ]),
    ).toBe(false);
    expect(
      looksLikeHeader([
        ['name', 'city'],
        ['x', 'y'],
      ]),
    ).toBe(true);
    expect(
      looksLikeHeader([
        ['country', '2019', '2020'],
        ['x', '5', '6'],
      ]),
    ).toBe(true);
    expect(looksLikeHeader([['a', 'b']])).toBe(true);
    expect(looksLikeHeader([['1', '2']])).toBe(false);
    expect(looksLikeHeader([])).toBe(false);
  });

  test('running numbers to the end of the row name columns, unless another row has them too', () => {
    const numbered = ['0', '1', '2', '3', '4', '5'];
    const body = ['Hawks', 'Nets', 'Bulls'].map((name, i) => [name, ...numbered.map((n) => `0.${n}${i}1`)]);
    expect(looksLikeHeader([['team', ...numbered], ...body])).toBe(true);
    expect(looksLikeHeader([['', ...numbered], ...body])).toBe(true);
    expect(looksLikeHeader([['Heat', ...numbered], ['Jazz', ...numbered], ...body])).toBe(false);
    expect(looksLikeHeader([['Heat', '3', '4', '5', '6', '7', '8'], ...body])).toBe(false);
    expect(looksLikeHeader([['Heat', '0', '1', '2', '3', '4', '9'], ...body])).toBe(false);
  });

  test('years in order name columns, whatever century; a marker of a missing value and a repeated value do not', () => {
    const countries = ['Norway', 'Peru', 'Chad'];
    const body = countries.map((name, i) => [name, `${i}`, `${i + 1200}`, `${i + 2}`]);
    expect(looksLikeHeader([['CO2 per capita', '1751', '1755', '1762'], ...body])).toBe(true);
    expect(looksLikeHeader([['Fiji', '1762', '1751', '1755'], ...body])).toBe(false);
    expect(looksLikeHeader([['Fiji', 'NA', '5', '6'], ...body])).toBe(false);
    expect(looksLikeHeader([['Fiji', 'n/a', '-', '?'], ...body])).toBe(true);
    const answers = [
      ['red', 'soft'],
      ['blue', 'soft'],
      ['red', 'hard'],
    ];
    expect(looksLikeHeader(answers)).toBe(false);
    expect(looksLikeHeader([['colour', 'feel'], ...answers])).toBe(true);
    expect(looksLikeHeader([['colour', 'feel'], ...answers, ['colour', 'feel'], ...answers])).toBe(true);
  });
});

test('of a large file no more is read than its rows are taken', async () => {
  const chunk = Buffer.from('linen,blue,soft\n'.repeat(4_096));
  let read = 0;
  const open = async function* () {
    for (; read < 10_000; read++) yield new Uint8Array(chunk);
  };
  const parsing = { encoding: 'utf-8', delimiter: ',', quotes: 'double', skipRows: 0, leadRows: 0 } as const;
  for await (const batch of readCsv(open(), makeDecoder, parsing)) {
    expect(batch.rows[0]).toEqual(['linen', 'blue', 'soft']);
    break;
  }
  // 65 kB a chunk, of 655 MB.
  expect(read).toBeLessThan(20);
});

test('a file reads the same in every encoding and chunk size', async () => {
  const text = 'sep=;\nname;città\n"José";"Forlì"\n';
  const files = [
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`),
    Buffer.from(text, 'latin1'),
    utf16(text, false, true),
    utf16(text, true, false),
  ];
  for (const bytes of files) {
    for (const size of [1, 3, 1000]) {
      const open = async function* () {
        for (let at = 0; at < bytes.length; at += size) yield new Uint8Array(bytes.subarray(at, at + size));
      };
      const parsing = await detectParsing(open, makeDecoder);
      const rows: string[][] = [];
      for await (const batch of readCsv(open(), makeDecoder, parsing)) rows.push(...batch.rows);
      expect(rows).toEqual([
        ['name', 'città'],
        ['José', 'Forlì'],
      ]);
    }
  }
});

describe('rows above the names', () => {
  const leadRows = async (text: string, given = {}) => {
    const open = async function* () {
      yield Buffer.from(text);
    };
    const parsing = await detectParsing(open, makeDecoder, given);
    return [parsing.leadRows, parsing.headerRow];
  };
  const names = 'Date;Text;Amount;Balance\n';
  const rows = '01.02.2024;Rent;-900,00;12,00\n02.02.2024;Bread;-3,50;8,50\n';

  test('titles, accounts and periods are told from the table', async () => {
    expect(await leadRows(`Statement\nIBAN:;DE02 1203\n\n${names}${rows}`)).toEqual([2, true]);
    expect(await leadRows(`Bank : 1;Branch : 2;Since : 01/01/2024\n${names}${rows}`)).toEqual([1, true]);
  });
  test('a table without them has none', async () => {
    expect(await leadRows(names + rows)).toEqual([0, true]);
    expect(await leadRows(rows + rows)).toEqual([0, false]);
    expect(await leadRows(`a;b\n1;2\n${names}${rows}`)).toEqual([2, true]);
    expect(await leadRows('a;b;c;d\n1\n2\nx;y;z;w\n3;4;5;6\n')).toEqual([0, true]);
  });
  test('a title above two columns, above years and above an empty corner', async () => {
    expect(await leadRows('Visitors 2023\n\nMonth,Visitors\nJan,3\nFeb,4\nMar,5\n')).toEqual([1, true]);
    expect(await leadRows('Sold\n,1990,2000\nOslo,1,2\nRome,3,4\nLima,5,6\n')).toEqual([1, true]);
    // Two columns of texts do not say where their names are.
    expect(await leadRows('Dear\nAda,Bo\nCy,Di\nEd,Flo\n')).toEqual([0, true]);
  });

  test('what the person says decides, and without a header there is nothing above it', async () => {
    expect(await leadRows(`Statement\n${names}${rows}`, { leadRows: 0 })).toEqual([0, true]);
    expect(await leadRows(`Statement\n${names}${rows}`, { headerRow: false })).toEqual([0, false]);
    expect(await leadRows(`${names}${rows}`, { leadRows: 2 })).toEqual([2, false]);
  });
});
