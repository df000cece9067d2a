import { isQuietRaw } from '@weft/core';
import { must } from '@weft/std';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unfit } from '../convert/convert-text.ts';
import { buildPlan } from '../plan.ts';
import { numRuns, said } from '../testing.ts';
import { createProfiler } from './profile.ts';

const whole = (max: number) => fc.integer({ min: 0, max });
const two = (value: number): string => String(value).padStart(2, '0');
const grouped = (value: number, sign: string): string => String(value).replace(/\B(?=(\d{3})+$)/g, sign);

/** A number as somebody somewhere writes it. */
const number = fc
  .tuple(
    fc.constantFrom('', '-', '+', '−'),
    whole(2_000_000),
    fc.constantFrom('', ',', '.', ' ', '\u00a0', '\u202f', "'"),
    fc.constantFrom('', '.5', ',5', '.25', ',00', '.', '.1234567'),
  )
  .map(([minus, value, sign, decimals]) => `${minus}${grouped(value, sign)}${decimals}`);
const day = fc.tuple(
  whole(31),
  whole(13),
  fc.integer({ min: 1, max: 9999 }),
  fc.constantFrom('/', '-', '.', ' '),
);
const months = ['January', 'Feb', 'mar', 'April', 'Mai', 'Sept', 'DEC'];
const time = fc.tuple(
  whole(25),
  whole(60),
  whole(60),
  fc.constantFrom('', 'Z', '+02:00', ' PM', 'am', '.123', '.123456'),
);

/** What columns hold: each shape alone, so that a column of it nearly becomes a type. */
const shapes = [
  number,
  fc
    .tuple(whole(99), fc.constantFrom('.5', '.25', ''), fc.constantFrom('E+05', 'e-05', 'E5', 'E+20', ''))
    .map(([value, decimals, exponent]) => `${value}${decimals}${exponent}`),
  fc.double({ noNaN: true, min: -1e6, max: 1e6 }).map((value) => value.toPrecision(16)),
  day.map(([d, m, y]) => `${d}-${months[m % 7]}-${two(y % 100)}`),
  day.map(([d, m, y]) => `${1900 + (y % 200)}${two(m)}${two(d)}`),
  number.map((text) => `${text}%`),
  number.map((text) => `${text} %`),
  fc.tuple(fc.constantFrom('$', '€', 'CHF ', '₹', 'kr '), number).map(([symbol, text]) => `${symbol}${text}`),
  number.map((text) => `${text} €`),
  day.map(([d, m, y, sign]) => `${two(d)}${sign}${two(m)}${sign}${y}`),
  day.map(([d, m, y, sign]) => `${m}${sign}${d}${sign}${y % 100}`),
  day.map(([d, m, y, sign]) => `${String(y).padStart(4, '0')}${sign}${m}${sign}${d}`),
  fc.tuple(day, fc.constantFrom(...months)).map(([[d, , y], month]) => `${d} ${month} ${y}`),
  fc
    .tuple(day, time)
    .map(
      ([[d, m, y], [h, minute, s, zone]]) =>
        `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}T${two(h)}:${two(minute)}:${two(s)}${zone}`,
    ),
  time.map(([h, minute, s]) => `${h}:${two(minute)}:${two(s)}`),
  fc.tuple(whole(200), whole(60)).map(([h, minute]) => `${h}:${two(minute)}`),
  whole(1e9).map((digits) => String(digits).padStart(11, '0')),
  fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
  fc.constantFrom('1e5', '2E7', '0x10', 'Infinity', 'NaN', '١٢٣', '１２３', '1_000', '½'),
  fc.constantFrom('yes', 'no', 'YES', 'true', 'x', '1', '0', 'ja'),
  fc.constantFrom('red', 'green', 'blue', 'Red', ' red ', 'green, red', 'green; red', 'a,b', 'a, b'),
  fc.emailAddress(),
  fc.webUrl(),
  fc.constantFrom('+44 20 7946 0958', '(555) 123-4567', '5551234567', '030/1234'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
] as const;

const name = fc.constantFrom('Name', 'Phone', 'ZIP', 'Duration', 'EAN', '日付', 'Amount', '');

/** A column: one shape, empties, blanks around, and perhaps a value of another kind. */
const column = fc
  .tuple(name, fc.constantFrom(...shapes), fc.constantFrom(...shapes))
  .chain(([title, shape, outlier]) =>
    fc.tuple(
      fc.constant(title),
      fc.array(
        fc.oneof(
          { weight: 60, arbitrary: shape },
          { weight: 4, arbitrary: fc.constantFrom('', ' ', '\u00a0') },
          { weight: 2, arbitrary: shape.map((text) => ` ${text} `) },
          { weight: 1, arbitrary: outlier },
          { weight: 1, arbitrary: fc.constantFrom('NA', 'n/a', '-', 'NULL', ' NaN') },
        ),
        { minLength: 1, maxLength: 60 },
      ),
    ),
  );

const clean = (text: string): string => text.replaceAll('\0', '');

test('no value is altered by what is inferred of its column, whatever the column', () => {
  fc.assert(
    fc.property(
      fc.array(column, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(',', ';'),
      (columns, delimiter) => {
        const height = Math.max(...columns.map(([, cells]) => cells.length));
        const header = columns.map(([title]) => title);
        const rows = Array.from({ length: height }, (_, row) =>
          columns.map(([, cells]) => clean(cells[row] ?? '')),
        );
        const profiler = createProfiler({ delimiter, headerRow: true });
        profiler.add({
          rows: [header, ...rows],
          lines: [header, ...rows].map((_, line) => line + 1),
          faults: [],
          doubts: [],
        });
        const profile = profiler.finish();
        if (profile.refusal !== null) return;
        let ids = 0;
        const fieldMappings = profile.columns.map(({ sourceIndex }) => ({ sourceFieldIndex: sourceIndex }));
        const plan = buildPlan(
          profile.columns,
          { fieldMappings },
          {
            newFieldId: () => `fld${ids++}`,
            newOptionValue: () => `opt${ids++}`,
            timeZone: 'UTC',
          },
        );
        if (!plan.ok) throw new Error(JSON.stringify(plan.error));
        for (const { field, sourceIndex, converter } of plan.value.columns) {
          const { format } = must(profile.columns[sourceIndex]);
          for (const row of rows) {
            const cell = row[sourceIndex] ?? '';
            const value = converter.convert(cell);
            // A cell of white space alone is kept as text where it is no value, a marker of a missing one too.
            if (value === unfit && (cell.trim() === '' || isQuietRaw(field.type, cell))) continue;
            if (value === unfit) throw new Error(`${field.type} was proposed and does not fit “${cell}”`);
            if (value === null) {
              if (cell.trim() !== '') throw new Error(`${field.type} lost “${cell}”`);
              continue;
            }
            const options = converter.options();
            const known = options === null ? field : { ...field, template: { ...field.template, options } };
            const [before, after] = said(cell, value, known as typeof field, format);
            expect([field.type, cell, after]).toEqual([field.type, cell, before]);
          }
        }
      },
    ),
    { numRuns },
  );
});
