import type { FieldKind } from '@weft/core';
import { sampleField } from '@weft/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { continued, type FilledCell, type FillMode } from './series.ts';

const env = { timeZone: 'Europe/Berlin', locale: 'en-US' };
const cells = (values: readonly unknown[]): FilledCell[] =>
  values.map((value) => ({ value: value as FilledCell['value'] }));

/** The next three cells, by value. */
function next(type: FieldKind, values: readonly unknown[], mode: FillMode = 'usual', template = {}) {
  const at = continued(sampleField(type, template), cells(values), mode, env);
  return [0, 1, 2].map((more) => at(values.length + more)?.value ?? null);
}
const day = (text: string) => `${text}T00:00:00.000Z`;

describe('a fill goes on', () => {
  it('with numbers of one step; one alone is copied, and counted on when asked', () => {
    expect(next('number', [2, 4])).toEqual([6, 8, 10]);
    expect(next('number', [0.1, 0.2])).toEqual([0.3, 0.4, 0.5]);
    expect(next('currency', [10, 7.5])).toEqual([5, 2.5, 0]);
    expect(next('number', [5])).toEqual([5, 5, 5]);
    expect(next('number', [5], 'other')).toEqual([6, 7, 8]);
    expect(next('percent', [0.25], 'other')).toEqual([0.26, 0.27, 0.28]);
    expect(next('number', [1, 2], 'other')).toEqual([1, 2, 1]);
    expect(next('number', [1, 2, 4])).toEqual([1, 2, 4]);
  });

  it('with days and months, keeping the last of the month', () => {
    expect(next('date', [day('2026-01-31')])).toEqual([
      day('2026-02-01'),
      day('2026-02-02'),
      day('2026-02-03'),
    ]);
    expect(next('date', [day('2026-01-31'), day('2026-02-28')])).toEqual([
      day('2026-03-31'),
      day('2026-04-30'),
      day('2026-05-31'),
    ]);
    expect(next('date', [day('2024-02-29'), day('2025-02-28')])[2]).toBe(day('2028-02-29'));
    expect(next('date', [day('2026-01-05'), day('2026-01-12')])).toEqual([
      day('2026-01-19'),
      day('2026-01-26'),
      day('2026-02-02'),
    ]);
    expect(next('date', [day('2026-01-05')], 'other')).toEqual(Array(3).fill(day('2026-01-05')));
    expect(next('date', [day('9999-12-30'), day('9999-12-31')])).toEqual([null, null, null]);
  });

  it('with a time of day as the clock on the wall shows it, over the change to summer time', () => {
    // 09:00 in Berlin on 28 March is 08:00 UTC, on 29 March 07:00.
    expect(next('datetime', ['2026-03-27T08:00:00.000Z', '2026-03-28T08:00:00.000Z'])[0]).toBe(
      '2026-03-29T07:00:00.000Z',
    );
    expect(next('datetime', ['2026-03-27T08:00:00.000Z', '2026-03-27T08:30:00.000Z'])[0]).toBe(
      '2026-03-27T09:00:00.000Z',
    );
  });

  it('with texts that end in a number', () => {
    expect(next('single_line_text', ['Item 1'])).toEqual(['Item 2', 'Item 3', 'Item 4']);
    expect(next('single_line_text', ['A-098', 'A-099'])).toEqual(['A-100', 'A-101', 'A-102']);
    expect(next('single_line_text', ['Q4', 'Q3'])).toEqual(['Q2', 'Q1', 'Q0']);
    expect(next('single_line_text', ['Item 1'], 'other')).toEqual(Array(3).fill('Item 1'));
    expect(next('single_line_text', ['007'])).toEqual(['007', '007', '007']);
    expect(next('single_line_text', ['a', 'b'])).toEqual(['a', 'b', 'a']);
    expect(next('single_line_text', ['a 1', 'b 2'])).toEqual(['a 1', 'b 2', 'a 1']);
    expect(next('phone_number', ['555 0101'])).toEqual(Array(3).fill('555 0101'));
  });

  it('by repeating everything else, empty cells and kept texts too', () => {
    expect(next('checkbox', [true, null])).toEqual([true, null, true]);
    expect(next('single_select', ['o1', 'o2', 'o3'])).toEqual(['o1', 'o2', 'o3']);
    const mixed = [{ value: 1 }, { value: null, raw: 'two' }];
    const at = continued(sampleField('number'), mixed, 'usual', env);
    expect([2, 3, -1].map(at)).toEqual([mixed[0], mixed[1], mixed[1]]);
  });

  it('only as far as the field allows', () => {
    const below = { allowNegative: false };
    expect(next('percent', [0.02, 0.01], 'usual', below)).toEqual([0, null, null]);
  });
});

describe('whatever is filled', () => {
  const step = fc.integer({ min: -1_000, max: 1_000 });
  const series = fc.record({
    first: fc.integer({ min: -1_000, max: 1_000 }),
    step,
    count: fc.integer({ min: 2, max: 5 }),
  });
  const modes = fc.constantFrom<FillMode>('usual', 'other', 'copy');

  it('stands in one line with the numbers before, in hundredths too', () => {
    fc.assert(
      fc.property(
        series,
        fc.constantFrom(1, 10, 100),
        fc.integer({ min: -50, max: 50 }),
        ({ first, step: by, count }, parts, place) => {
          const of = (at: number) => (first + at * by) / parts;
          const at = continued(
            sampleField('number'),
            cells(Array.from({ length: count }, (_, i) => of(i))),
            'usual',
            env,
          );
          expect(at(place)?.value).toBe(of(place) + 0);
        },
      ),
    );
  });

  it('gives back the cells it began with at their own places', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.tuple(fc.string(), fc.nat(2_000)).map(([text, n]) => `${text}${n}`),
    );
    const days = fc
      .integer({ min: -700_000, max: 2_900_000 })
      .map((n) => new Date(n * 86_400_000).toISOString());
    const some = <V>(value: fc.Arbitrary<V>) => fc.array(value, { minLength: 1, maxLength: 4 });
    // A cell holds no minus zero: numbers are read as 0.
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0);
    const sources = fc.oneof(
      some(texts).map((values) => ['single_line_text', values] as const),
      some(days).map((values) => ['date', values] as const),
      some(days).map((values) => ['datetime', values] as const),
      some(numbers).map((values) => ['number', values] as const),
    );
    fc.assert(
      fc.property(sources, modes, ([type, values], mode) => {
        const source = cells(values.map((value) => (value === '' ? null : value)));
        const at = continued(sampleField(type), source, mode, env);
        expect(source.map((_, place) => at(place))).toEqual(source);
      }),
    );
  });

  it('is the same upwards as downwards turned over', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 20 }), ({ first, step: by, count }, place) => {
        const values = Array.from({ length: count }, (_, i) => first + i * by);
        const down = continued(sampleField('number'), cells(values), 'usual', env);
        const up = continued(sampleField('number'), cells(values.toReversed()), 'usual', env);
        expect(up(-place)?.value).toBe(down(count - 1 + place)?.value);
      }),
    );
  });
});
