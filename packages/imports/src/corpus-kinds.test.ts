import { readFileSync } from 'node:fs';
import { type Field, isQuietRaw } from '@weft/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRowConverter } from './convert-rows.ts';
import { exportText } from './export/cell-text.ts';
import { csvLine } from './export/csv-line.ts';
import { buildPlan } from './plan.ts';
import { profileCsv } from './profile/profile-csv.ts';
import { makeDecoder, numRuns, openBytes, plainRows } from './testing.ts';

/** What a person takes each column of these files for: t(ext), n(umber), %, $, d(ate), u (duration), s(elect), m(any). */
const kinds: { readonly [file: string]: string } = {
  'bare-points': 't n n',
  'case-variants': 't s s t s',
  'clock-times': 't t t t u t',
  'doubles-as-printed': 't n n t',
  'eight-digit-dates': 't d d n n',
  exponents: 't n n t t t',
  'grouped-numbers': 't n $ n',
  'many-decimals': 't n n n',
  'missing-markers': 't n n % $ d u',
  'numbers-with-words': 't t s t',
  'spreadsheet-errors': 't n % d',
  tags: 't m m s',
  'text-months': 't d d t d',
  'two-digit-years': 't d d d t t',
  'year-months': 't t t t t',
  'years-and-ids': 't n n n n',
};
const letters: { readonly [kind: string]: string } = {
  single_line_text: 't',
  number: 'n',
  percent: '%',
  currency: '$',
  date: 'd',
  duration: 'u',
  single_select: 's',
  multiple_select: 'm',
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Reads a file as proposed, with the plain reader of these tests, and writes it as an export does. */
async function exported(bytes: Uint8Array) {
  const profile = await profileCsv(openBytes(bytes), makeDecoder, {
    delimiter: ',',
    encoding: 'utf-8',
    headerRow: true,
    leadRows: 0,
  });
  let ids = 0;
  const fieldMappings = profile.columns.map(({ sourceIndex }) => ({ sourceFieldIndex: sourceIndex }));
  const plan = buildPlan(
    profile.columns,
    { fieldMappings },
    { newFieldId: () => `fld${ids++}`, newOptionValue: () => `opt${ids++}`, timeZone: 'UTC' },
  );
  if (!plan.ok) throw new Error(JSON.stringify(plan.error));
  const [header = [], ...rows] = plainRows(makeDecoder('utf-8').decode(bytes), ',').rows;
  const converted = rows.map(createRowConverter(plan.value));
  const fields = plan.value.columns.map(({ field, converter }): Field => {
    const options = converter.options();
    return options === null ? field : ({ ...field, template: { ...field.template, options } } as Field);
  });
  const cells = converted.map(({ values, raw }) =>
    fields.map((field, place) => exportText(field, values[place], raw?.[field.id])),
  );
  return { profile, fields, rows, converted, cells, text: [header, ...cells].map(csvLine).join('') };
}

describe('files with columns of a type, not of text', () => {
  it('an export with people and times that the server keeps comes back as plain values, as written', async () => {
    const text =
      'Order,Created by,Last modified by\r\nRunners,Ann,"Bob, Jr."\r\nTowels,Ann,\r\nThrows,Cem,Ann\r\n';
    const { fields, text: again } = await exported(bytesOf(text));
    expect(again).toBe(text);
    expect(fields.map(({ type }) => type)).toEqual(Array(3).fill('single_line_text'));
  });

  it.each(Object.entries(kinds))('%s is %s, and an export holds the same values', async (name, wanted) => {
    const bytes = new Uint8Array(readFileSync(new URL(`../corpus/${name}.csv`, import.meta.url)));
    const first = await exported(bytes);
    expect(first.profile.columns.map(({ fieldType }) => letters[fieldType]).join(' ')).toBe(wanted);
    const again = await exported(bytesOf(first.text));
    expect(again.text).toBe(first.text);
    for (const [place, field] of first.fields.entries()) {
      const before = first.converted.map(({ values }) => values[place]);
      const after = again.converted.map(({ values }) => values[place]);
      if (letters[field.type] !== 's' && letters[field.type] !== 'm') expect(after).toEqual(before);
    }
  });

  it('counts the cells that an export writes differently', async () => {
    for (const name of Object.keys(kinds)) {
      const bytes = new Uint8Array(readFileSync(new URL(`../corpus/${name}.csv`, import.meta.url)));
      const { profile, rows, cells } = await exported(bytes);
      for (const [place, { fieldName, rewritten }] of profile.columns.entries()) {
        const differing = cells.filter((row, at) => row[place] !== rows[at]?.[place]).length;
        expect([name, fieldName, rewritten]).toEqual([name, fieldName, differing]);
      }
    }
  });
});

const digits = (most: number) => fc.stringMatching(new RegExp(`^[1-9]\\d{0,${most}}$`));
const texts = {
  decimal: fc.tuple(digits(8), fc.stringMatching(/^\d{1,9}$/)).map(([whole, rest]) => `${whole}.${rest}`),
  bare: fc.stringMatching(/^\d{1,6}$/).map((rest) => `.${rest}`),
  double: fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map((value) => value.toPrecision(17)),
  exponent: fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^\d{2}$/), fc.integer({ min: -9, max: 9 }))
    .map(([whole, rest, power]) => `${whole}.${rest}E${power < 0 ? '-' : '+'}0${Math.abs(power)}`),
  grouped: fc.integer({ min: 1000, max: 99_999_999 }).map((value) => value.toLocaleString('en-US')),
  percent: digits(3).map((whole) => `${whole}.5%`),
  date: fc
    .tuple(fc.integer({ min: 13, max: 28 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 99 }))
    .map(([day, month, year]) => `${day}/${month}/${String(year).padStart(2, '0')}`),
  compact: fc
    .tuple(fc.integer({ min: 10, max: 12 }), fc.integer({ min: 10, max: 28 }))
    .map(([month, day]) => `2011${month}${day}`),
};
const marker = fc.constantFrom('NA', 'n/a', '-', 'NULL', 'NaN', '#N/A', '…');

it('brings every value back from an export, and never alters a marker', async () => {
  const column = fc
    .constantFrom(...Object.values(texts))
    .chain((text) =>
      fc.tuple(
        fc.array(text, { minLength: 3, maxLength: 20 }),
        fc.array(fc.tuple(fc.nat(), marker), { maxLength: 5 }),
      ),
    );
  await fc.assert(
    fc.asyncProperty(column, async ([values, markers]) => {
      const cells = [...values];
      for (const [at, text] of markers) cells.splice(at % (cells.length + 1), 0, text);
      const lines = cells.map((cell, row) => csvLine([`row ${'abcdefghijklmnopqrstuvwxyz'[row]}`, cell]));
      const first = await exported(bytesOf(`Row,Value\r\n${lines.join('')}`));
      const again = await exported(bytesOf(first.text));
      expect(again.text).toBe(first.text);
      expect(again.converted.map(({ values: row }) => row[1])).toEqual(
        first.converted.map(({ values: row }) => row[1]),
      );
      const type = first.fields[1]?.type ?? 'number';
      for (const [row, cell] of cells.entries())
        if (isQuietRaw('number', cell)) expect([type, first.cells[row]?.[1]]).toEqual([type, cell]);
    }),
    { numRuns },
  );
});
