import { buffer } from 'node:stream/consumers';
import {
  type BaseRecord,
  type CellValue,
  type Field,
  type FieldKind,
  fieldKinds,
  fieldTypes,
  type Table,
} from '@weft/core';
import { lawRuns, sampleField } from '@weft/core/testing';
import { exportText } from '@weft/imports';
import { must } from '@weft/std';
import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it, vi } from 'vitest';
import type { ExportSource } from './export-format.ts';
import { columnStyle } from './sheet-cell.ts';
import { xlsxFormat } from './xlsx.ts';

const view = null;
const noon = '2026-11-21T12:00:00.000Z';

function sourceOf(fields: readonly Field[], rows: readonly Pick<BaseRecord, 'data' | 'raw'>[]): ExportSource {
  const table: Table = { id: 'tbl1', name: "a/b's", order: 0, primaryFieldId: 'fld0', fields, views: [] };
  const records = rows.map((row, position) => ({
    id: `rec${position}`,
    position,
    createdAt: noon,
    updatedAt: noon,
    ...row,
  }));
  return {
    table,
    fields,
    view,
    formulas: 'keep',
    count: async () => records.length,
    mayHoldText: async () => true,
    records: async function* () {
      yield records;
    },
  };
}

/** The file as a reader of other people's making sees it: rows of typed cells, the header first. */
const readBack = async (source: ExportSource): Promise<readonly (readonly unknown[])[]> =>
  readSheet(await buffer(await xlsxFormat.open(source)), { trim: false });

it('shows numbers in a sheet as their field does', () => {
  const shown = (template: object) =>
    columnStyle({ id: 'fld0', name: 'n', order: 0, type: 'number', template } as Field).numFmt;
  expect(shown({ decimalPlaces: 2, numberFormat: 'local' })).toBe('#,##0.00');
  expect(shown({ decimalPlaces: 0, numberFormat: 'local', grouping: false })).toBe('0');
  expect(shown({ numberFormat: 'local', grouping: false })).toBe('General');
  expect(shown({ numberFormat: 'local' })).toBe('#,##0.00####');
});

/** The canonical text of what a reader found in a cell. */
function textOf(field: Field, cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (field.type === 'duration') {
    // The reader takes any format with hours in it for a date's, counted from the last day of 1899.
    const seconds = (Number(cell) - Date.UTC(1899, 11, 30)) / 1_000;
    return exportText(field, seconds);
  }
  if (cell instanceof Date) return exportText(field, cell.toISOString());
  return exportText(field, cell as CellValue);
}

const fieldOf = (type: FieldKind, template: object = {}, id = 'fld0'): Field =>
  sampleField(type, template, { id });

describe('a table as a spreadsheet', () => {
  it.each(fieldKinds)('keeps every value of %s', async (kind) => {
    for (const template of fieldTypes[kind].samples.templates) {
      const field = fieldOf(kind, template);
      const values = fieldTypes[kind].samples.values as readonly CellValue[];
      const rows = await readBack(
        sourceOf(
          [field],
          [...values, null].map((value) => ({ data: { fld0: value } })),
        ),
      );
      // A reader leaves out the last rows where they are empty.
      expect(values.map((_value, row) => textOf(field, rows[row + 1]?.[0]))).toEqual(
        values.map((value) => exportText(field, value)),
      );
    }
  });

  it.each([
    ['number', 1234.5],
    ['percent', 0.25],
    ['currency', -3.1],
    ['rating', 4],
    ['checkbox', true],
  ] as const)('writes a %s as a value to count with', async (kind, value) => {
    const field = fieldOf(kind, must(fieldTypes[kind].samples.templates[0]));
    const [, row] = await readBack(sourceOf([field], [{ data: { fld0: value } }]));
    expect(row).toEqual([value]);
  });

  it('writes a day and an instant as dates', async () => {
    const settings = { dateFormat: 'us', timeFormat: '12h', displayTimeZone: false } as const;
    const day = fieldOf('date', { ...settings, displayTime: false });
    const instant = fieldOf('datetime', { ...settings, displayTime: true }, 'fld1');
    const data = { fld0: '2026-07-04T00:00:00.000Z', fld1: '2026-07-04T16:05:30.250Z' };
    const [, row] = await readBack(sourceOf([day, instant], [{ data }]));
    expect(row).toEqual([new Date(data.fld0), new Date(data.fld1)]);
  });

  it.each([
    '=1+1',
    '+31 6 1234',
    '@SUM(A1)',
    '-2',
    '00123',
    '1e5',
    '_x000D_',
    '_x0041_',
    '_x000D\r',
    'a\r\nb',
    '\u0001\u001f',
    'a\uffffb',
    ' padded ',
    '<b>&amp;</b>',
    '😀',
    '#N/A',
  ])('keeps the text %j a text', async (text) => {
    const field = fieldOf('long_text');
    const raw = fieldOf('number', fieldTypes.number.samples.templates[0]);
    const rows = await readBack(
      sourceOf(
        [
          { ...field, name: text },
          { ...raw, id: 'fld1' },
        ],
        [{ data: { fld0: text }, raw: { fld1: text } }],
      ),
    );
    expect(rows).toEqual([
      [text, 'Field'],
      [text, text],
    ]);
  });

  it('keeps any text there is, in cells and in headers', async () => {
    const field = fieldOf('long_text');
    // Escapes are what the format is easily wrong about, so they come often.
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('_x', '000D', '_', 'x005F_', '\r', '\n', ' '),
    );
    const storable = fc
      .array(piece, { maxLength: 6 })
      .map((pieces) => pieces.join('').toWellFormed().replaceAll('\0', ''))
      .filter((text) => text !== '');
    await fc.assert(
      fc.asyncProperty(storable, fc.array(storable, { minLength: 1, maxLength: 20 }), async (name, texts) => {
        const source = sourceOf(
          [{ ...field, name }],
          texts.map((text) => ({ data: { fld0: text } })),
        );
        expect(await readBack(source)).toEqual([name, ...texts].map((text) => [text]));
      }),
      { numRuns: lawRuns },
    );
  });

  it('refuses what no sheet holds, in a sentence, before there is a byte', async () => {
    const field = fieldOf('long_text');
    const full = { ...sourceOf([field], []), count: async () => 1_048_576 };
    await expect(xlsxFormat.open(full)).rejects.toMatchObject({
      kind: 'limit',
      message: expect.stringContaining('1,048,576 records'),
    });
    const long = sourceOf(
      [field],
      [{ data: { fld0: 'x'.repeat(32_767) } }, { data: { fld0: 'x'.repeat(32_768) } }],
    );
    await expect(xlsxFormat.open(long)).rejects.toMatchObject({
      kind: 'limit',
      message: expect.stringContaining('‘Field’ of record 2'),
    });
    await expect(xlsxFormat.open(sourceOf([], []))).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('stops reading when its reader goes', async () => {
    let looks = 0;
    let ended = false;
    const one = sourceOf([fieldOf('single_line_text')], [{ data: { fld0: 'x'.repeat(1_000) } }]);
    const endless: ExportSource = {
      ...one,
      records: async function* () {
        // The look before the first byte comes to an end; the file itself never would.
        if (looks++ === 0) return;
        try {
          for (;;) yield* one.records();
        } finally {
          ended = true;
        }
      },
    };
    for await (const _chunk of await xlsxFormat.open(endless)) if (looks > 1) break;
    await vi.waitFor(() => expect(ended).toBe(true), 10_000);
  });
});
