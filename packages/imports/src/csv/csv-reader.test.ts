import { readdirSync, readFileSync } from 'node:fs';
import { withoutUndefined } from '@weft/std';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine } from '../export/csv-line.ts';
import { createCsvReader, type Delimiter, delimiters, type RowBatch } from './csv-reader.ts';

const numRuns = Number(process.env.LAWS_RUNS ?? 100);
const fixtures = new URL('../../fixtures/', import.meta.url);

function read(parts: readonly string[], delimiter: Delimiter = ',', maxCellBytes?: number): RowBatch {
  const reader = createCsvReader(withoutUndefined({ delimiter, maxCellBytes }));
  const all: RowBatch = { rows: [], lines: [], faults: [], doubts: [] };
  for (const batch of [...parts.map((part) => reader.push(part)), reader.end()]) {
    all.rows.push(...batch.rows);
    all.lines.push(...batch.lines);
    all.faults.push(...batch.faults);
  }
  return all;
}

describe('csv-spectrum reads as expected', () => {
  for (const file of readdirSync(new URL('csv-spectrum/csvs/', fixtures))) {
    test(file, () => {
      const [header = [], ...rows] = read([
        readFileSync(new URL(`csv-spectrum/csvs/${file}`, fixtures), 'utf8'),
      ]).rows;
      const json = file.replace('.csv', '.json');
      const expected: unknown = JSON.parse(
        readFileSync(new URL(`csv-spectrum/json/${json}`, fixtures), 'utf8'),
      );
      expect(rows.map((row) => Object.fromEntries(row.map((cell, i) => [header[i], cell])))).toEqual(
        expected,
      );
    });
  }
});

describe('reading rows', () => {
  const cases: readonly (readonly [string, string, string[][]])[] = [
    ['nothing', '', []],
    ['a header alone', 'a,b', [['a', 'b']]],
    ['empty cells at both ends', ',a,\n', [['', 'a', '']]],
    [
      'rows ended by CR',
      'a,b\rc,d\r',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['mixed line ends', 'a\r\nb\nc\rd', [['a'], ['b'], ['c'], ['d']]],
    ['blank lines left out, an empty quoted cell kept', 'a\n\n""\n\r\nb', [['a'], [''], ['b']]],
    ['text after a closing quote', '"a"b"c",d\n', [['ab"c"', 'd']]],
    ['a quote inside an unquoted cell', 'a"b,c" d\n', [['a"b', 'c" d']]],
    ['a blank before a quote', 'a, "b"\n', [['a', ' "b"']]],
    ['only quotes', '"""",""""""\n', [['"', '""']]],
    ['ragged rows', 'a,b\n1\n1,2,3\n', [['a', 'b'], ['1'], ['1', '2', '3']]],
    ['delimiters and line breaks in quotes', '"a,b","c\r\nd\re\nf"\n', [['a,b', 'c\r\nd\re\nf']]],
  ];
  for (const [name, text, rows] of cases) test(name, () => expect(read([text]).rows).toEqual(rows));

  test('rows know the line they begin on', () => {
    expect(read(['h\r\n"a\r\nb"\n\nc\r"d\re\nf"\ng']).lines).toEqual([1, 2, 5, 6, 9]);
  });

  test('an unclosed quote is reported with the line it was opened on', () => {
    const { rows, faults } = read(['a,b\n1,2\n3,"4\n5,6\n']);
    expect(rows).toHaveLength(2);
    expect(faults).toMatchObject([{ kind: 'unterminated-quote', line: 3, columnIndex: 1 }]);
  });

  test('a NUL rejects its row alone, with line and column', () => {
    const { rows, faults } = read(['a,b\n1,2\n3,x\0y\n', '5,6\n']);
    expect(rows).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['5', '6'],
    ]);
    expect(faults).toMatchObject([{ kind: 'nul', row: 3, line: 3, columnIndex: 1, value: 'x␀y' }]);
  });

  test('a cell above the limit rejects its row alone, however it arrives', () => {
    const long = 'é'.repeat(600);
    for (const quote of ['', '"']) {
      const text = `a,b\n1,${quote}${long}${quote}\n2,ok\n`;
      for (const parts of [[text], text.match(/[\s\S]{1,7}/g) ?? []]) {
        const { rows, faults } = read(parts, ',', 1000);
        expect(rows).toEqual([
          ['a', 'b'],
          ['2', 'ok'],
        ]);
        expect(faults).toMatchObject([{ kind: 'cell-too-long', line: 2, columnIndex: 1 }]);
      }
    }
    expect(read([`${'é'.repeat(500)}\n`], ',', 1000).faults).toEqual([]);
  });

  test('a cell of exactly 1 MiB is taken', () => {
    expect(read(['x'.repeat(1_048_576)]).faults).toEqual([]);
    expect(read(['x'.repeat(1_048_577)]).faults).toHaveLength(1);
  });
});

describe('laws', () => {
  const messy = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', '\0', ' ', 'é', '😀') });

  test('cutting a text anywhere changes nothing', () => {
    fc.assert(
      fc.property(messy, (text) => {
        const whole = read([text]);
        for (let at = 0; at <= text.length; at++)
          expect(read([text.slice(0, at), text.slice(at)])).toEqual(whole);
        expect(read(text.split(''))).toEqual(whole);
      }),
      { numRuns },
    );
  });

  test('every table reads back from every dialect', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '1', '"', ',', ';', '\t', '|', '\n', '\r', ' ', 'é', '😀'),
    });
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }));
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...delimiters),
        fc.constantFrom('\n', '\r', '\r\n'),
        fc.boolean(),
        (rows, delimiter, end, last) => {
          const lines = rows.map((row) =>
            row
              .map((each) =>
                /["\n\r,;\t|]/.test(each) || row.length === 1 ? `"${each.replaceAll('"', '""')}"` : each,
              )
              .join(delimiter),
          );
          const text = lines.join(end) + (last && lines.length > 0 ? end : '');
          expect(read([text], delimiter).rows).toEqual(rows);
        },
      ),
      { numRuns },
    );
  });

  test('what csvLine writes reads back', () => {
    const rows = fc.array(
      fc.array(
        messy.map((text) => text.replaceAll('\0', '')),
        { minLength: 1 },
      ),
    );
    fc.assert(
      fc.property(rows, (table) => {
        expect(read([table.map(csvLine).join('')]).rows).toEqual(table);
      }),
      { numRuns },
    );
  });
});
