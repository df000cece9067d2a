import { type DateTemplate, fieldTypes, type NumberFormat } from '@weft/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  currencyReader,
  dateReader,
  datetimeReader,
  numberReader,
  percentReader,
  unfit,
} from './convert-text.ts';
import type { DateOrder } from './date-text.ts';
import { numberStyles } from './number-text.ts';

const numRuns = Number(process.env.LAWS_RUNS ?? 100);
const env = { timeZone: 'UTC', locale: 'en-US' };
const readAs = (parsed: { ok: true; value: unknown } | { ok: false }): unknown =>
  parsed.ok ? parsed.value : unfit;

describe('an imported text means what it means when typed', () => {
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.integer({ min: 0, max: 999 }),
      fc.array(fc.integer({ min: 100, max: 999 }), { maxLength: 2 }),
      fc.option(fc.integer({ min: 0, max: 9999 })),
    )
    .map(([sign, head, groups, fraction]) => ({ sign, groups: [head, ...groups], fraction }));

  test('numbers, in every style', () => {
    fc.assert(
      fc.property(number, fc.constantFrom(...numberStyles), ({ sign, groups, fraction }, style) => {
        const [thousands, decimal] = {
          comma_period: ',.',
          period_comma: '.,',
          space_comma: ' ,',
          space_period: ' .',
        }[style];
        const text = sign + groups.join(thousands) + (fraction === null ? '' : `${decimal}${fraction}`);
        const template = { decimalPlaces: 6, numberFormat: style satisfies NumberFormat };
        expect(numberReader({ style })(text)).toBe(readAs(fieldTypes.number.parse(text, template, env)));
        const percent = { ...template, showProgressBar: false, allowNegative: true };
        expect(percentReader(true, { style })(`${text}%`)).toBe(
          readAs(fieldTypes.percent.parse(`${text}%`, percent, env)),
        );
        const money = { ...template, currencySymbol: '€' };
        expect(currencyReader('€', { style, symbol: '€' })(`${text} €`)).toBe(
          readAs(fieldTypes.currency.parse(`${text} €`, money, env)),
        );
      }),
      { numRuns },
    );
  });

  test('amounts in parentheses are negative', () => {
    const read = currencyReader('$', { style: 'comma_period', symbol: '$' });
    expect(['($3.00)', '($1,234.50)', '$3.00', '(-$3)', '(3)', '()', '(€3)'].map(read)).toEqual([
      ...[-3, -1234.5, 3],
      ...[unfit, unfit, unfit, unfit],
    ]);
  });

  test('every number of up to 15 digits is the double nearest to its text, and a percentage to a hundredth of it', () => {
    const digits = fc.stringMatching(/^\d{1,15}$/);
    fc.assert(
      fc.property(fc.constantFrom('', '-'), digits, fc.nat(15), (sign, all, place) => {
        const at = Math.min(place, all.length);
        const text = `${sign}${all.slice(0, at)}.${all.slice(at)}`;
        const plus = (value: number): number => value + 0;
        expect(numberReader({ style: 'comma_period' })(text)).toBe(plus(Number(text)));
        const percent = percentReader(true, { style: 'period_comma' })(`${text.replace('.', ',')}%`);
        expect(percent).toBe(plus(Number(`${text}e-2`)));
      }),
      { numRuns: numRuns * 10 },
    );
  });

  test('dates, in every order', () => {
    const formats = { ymd: 'iso', mdy: 'us', dmy: 'european' } as const;
    const two = (value: number): string => `${value}`.padStart(2, '0');
    fc.assert(
      fc.property(
        fc.constantFrom<'ymd' | 'mdy' | 'dmy'>('ymd', 'mdy', 'dmy'),
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 1, max: 13 }),
        fc.integer({ min: 1, max: 32 }),
        (order, year, month, day) => {
          const full = `${year}`.padStart(4, '0');
          const text = {
            ymd: `${full}-${two(month)}-${two(day)}`,
            mdy: `${month}/${day}/${full}`,
            dmy: `${two(day)}/${two(month)}/${full}`,
          }[order];
          const template: DateTemplate = {
            dateFormat: formats[order],
            displayTime: false,
            timeFormat: '24h',
            displayTimeZone: false,
          };
          expect(dateReader({ order })(text)).toBe(readAs(fieldTypes.date.parse(text, template, env)));
          const timed = { ...template, displayTime: true };
          expect(datetimeReader({ order }, 'UTC')(`${text} 13:05`)).toBe(
            readAs(fieldTypes.datetime.parse(`${text} 13:05`, timed, env)),
          );
        },
      ),
      { numRuns },
    );
  });
});

describe('reading times', () => {
  const read = (text: string, timeZone = 'UTC', order: DateOrder = 'ymd') =>
    datetimeReader({ order }, timeZone)(text);
  test('a written offset decides, else the zone', () => {
    expect(read('2024-07-01 12:00', 'Europe/Paris')).toBe('2024-07-01T10:00:00.000Z');
    expect(read('2024-07-01T12:00:00.5+05:30', 'Europe/Paris')).toBe('2024-07-01T06:30:00.500Z');
    expect(read('2024-07-01T12:00:00Z', 'Europe/Paris')).toBe('2024-07-01T12:00:00.000Z');
    expect(read('12/31/2024 11:59 pm', 'UTC', 'mdy')).toBe('2024-12-31T23:59:00.000Z');
  });
  test('an hour that spring skips, a leap second and a fraction too fine do not fit', () => {
    expect(read('2024-03-31 02:30', 'Europe/Paris')).toBe(unfit);
    expect(read('2024-12-31 23:59:60')).toBe(unfit);
    expect(read('2024-12-31 23:59:59.1234567')).toBe(unfit);
    expect(read('2024-12-31 24:00')).toBe(unfit);
    expect(read('0001-01-01T00:00:00+05:00')).toBe(unfit);
  });
});
