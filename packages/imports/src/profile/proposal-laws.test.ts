import { isMeasureKind, isMissingMarker } from '@weft/core';
import { must } from '@weft/std';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unfit } from '../convert/convert-text.ts';
import { buildPlan } from '../plan.ts';
import type { ColumnProfile } from './column-profile.ts';
import { createProfiler } from './profile.ts';

const numRuns = Number(process.env.LAWS_RUNS ?? 100);

function profileColumn(cells: readonly string[]): readonly ColumnProfile[] {
  const profiler = createProfiler({ delimiter: ',', headerRow: false });
  const rows = cells.map((cell, i) => [`key ${i}`, cell]);
  profiler.add({ rows, lines: rows.map((_, i) => i + 1), faults: [], doubts: [] });
  return profiler.finish().columns;
}

const digits = fc.stringMatching(/^\d{1,6}$/);
const numberish = fc.tuple(
  fc.constantFrom('', '-', '$', '+'),
  digits,
  fc.constantFrom('', '.', ','),
  digits,
  fc.constantFrom('', '%', ' €', 'e5'),
);
const dateish = fc.tuple(
  fc.integer({ min: 0, max: 32 }),
  fc.integer({ min: 0, max: 14 }),
  fc.constantFrom('/', '-', '.'),
  fc.constantFrom('2024', '99', '0050'),
  fc.constantFrom('', ' 10:05', ' 1:05 PM', 'T10:05:00Z'),
);
/** Columns of one shape, with a value of another kind here and there. */
const column = fc
  .constantFrom(
    digits,
    numberish.map((parts) => parts.join('')),
    dateish.map(([a, b, sign, year, time]) => `${a}${sign}${b}${sign}${year}${time}`),
    dateish.map(([a, b, sign, year, time]) => `${year}${sign}${b}${sign}${a}${time}`),
    fc.tuple(digits, digits).map((parts) => parts.join(':')),
    fc.constantFrom('Yes', 'No', 'yes', '', 'x'),
    fc.constantFrom('1,5', '2,5', '1.234,5', '1.234', '12', '3'),
    fc.constantFrom('a', 'a, b', 'b', 'b, c', 'c'),
  )
  .chain((cell) =>
    fc.array(fc.oneof({ weight: 40, arbitrary: cell }, { weight: 1, arbitrary: fc.string() }), {
      minLength: 1,
      maxLength: 80,
    }),
  );

/** The plain decimal a cell stands for, by its settings alone: an oracle apart from the readers. */
function plainNumber(cell: string, style: string): string {
  const [thousands, decimal] =
    style === 'period_comma' ? ['.', ','] : style === 'space_comma' ? [' ', ','] : [',', '.'];
  const text = cell.replace(/[$€%]/g, '').trim().replaceAll(thousands, '').replace(decimal, '.');
  if (/e\d/.test(text)) return String(Number(text));
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
}

test('every cell of a proposed type converts, and its value means what the cell says', () => {
  let made = 0;
  const options = { timeZone: 'UTC', newOptionValue: () => `opt${made++}`, newFieldId: () => `fld${made++}` };
  fc.assert(
    fc.property(column, (cells) => {
      const columns = profileColumn(cells);
      const profile = columns[1];
      if (!profile) return;
      const fieldMappings = columns.map((each) => ({ sourceFieldIndex: each.sourceIndex }));
      const plan = buildPlan(columns, { fieldMappings }, options);
      if (!plan.ok) throw new Error(JSON.stringify(plan.error));
      const { field, converter } = must(plan.value.columns[1]);
      const { convert } = converter;
      for (const cell of cells) {
        const value = convert(cell);
        if (value === unfit && isMissingMarker(cell.trim())) continue;
        if (cell.trim() !== '') expect(value).not.toBe(unfit);
        if (value === unfit) continue;
        if (typeof value === 'number' && (field.type === 'number' || field.type === 'currency')) {
          expect(String(value)).toBe(plainNumber(cell, profile.format.style ?? ''));
        }
        if (typeof value === 'number' && field.type === 'percent') {
          expect(value).toBe(Number(`${plainNumber(cell, profile.format.style ?? '')}e-2`));
        }
        if (field.type === 'date' && typeof value === 'string') {
          const numbers = (cell.match(/\d+/g) ?? [])
            .map((digits) => (digits === '99' ? 1999 : Number(digits)))
            .toSorted((a, b) => a - b);
          expect((value.slice(0, 10).match(/\d+/g) ?? []).map(Number).toSorted((a, b) => a - b)).toEqual(
            numbers,
          );
        }
        if (field.type === 'single_line_text') expect(value ?? '').toBe(cell);
        if (field.type === 'single_select' || field.type === 'multiple_select') {
          const values = value === null ? [] : [value].flat();
          const labels = values.map(
            (each) => converter.options()?.find((option) => option.value === each)?.label,
          );
          expect(labels.join(', ')).toBe(value === null ? '' : cell);
        }
      }
    }),
    { numRuns },
  );
});

test('what a person may choose instead fits as many cells as the profile counts', () => {
  let made = 0;
  const options = { timeZone: 'UTC', newOptionValue: () => `opt${made++}`, newFieldId: () => `fld${made++}` };
  fc.assert(
    fc.property(column, (cells) => {
      const columns = profileColumn(cells);
      const fieldMappings = columns.map((each) => ({ sourceFieldIndex: each.sourceIndex }));
      for (const { fieldType, template, unfit: said } of columns[1]?.alternatives ?? []) {
        if (said.atLeast) continue;
        const plan = buildPlan(
          columns,
          { fieldMappings, fieldTypeOverrides: { 1: { fieldType, template } } },
          options,
        );
        if (!plan.ok) throw new Error(JSON.stringify(plan.error));
        const { convert } = must(plan.value.columns[1]).converter;
        const says = (cell: string) =>
          cell.trim() !== '' && !(isMeasureKind(fieldType) && isMissingMarker(cell.trim()));
        const count = cells.filter((cell) => says(cell) && convert(cell) === unfit).length;
        expect([fieldType, count]).toEqual([fieldType, said.count]);
      }
    }),
    { numRuns },
  );
});
