import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFieldType } from '../field-type-laws.ts';
import type { NumberFormat } from '../templates.ts';
import { numberType } from './number.ts';

describeFieldType(numberType, {
  values: () =>
    fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((cents) => cents / 1000),
    ),
});

const env = { timeZone: 'UTC', locale: 'en-US' };
const template = (numberFormat: NumberFormat, decimalPlaces = 2) => ({ numberFormat, decimalPlaces });
const typed = (text: string, format: NumberFormat = 'comma_period', locale = 'en-US') =>
  numberType.parse(text, template(format), { ...env, locale });
const pasted = (text: string, format: NumberFormat = 'comma_period') =>
  numberType.fromPaste(text, template(format), env);
const value = (number: number | null) => ({ ok: true, value: number });

describe('a number', () => {
  it('starts with the decimals of its values, in the way of the reader', () => {
    expect(numberType.readTemplate({})).toEqual(value({ numberFormat: 'local' } as never));
    expect(numberType.readTemplate({ grouping: true })).toEqual(value({ numberFormat: 'local' } as never));
    expect(numberType.readTemplate({ decimalPlaces: 0, grouping: false })).toEqual(
      value({ decimalPlaces: 0, numberFormat: 'local', grouping: false } as never),
    );
    expect(numberType.readTemplate({ grouping: 'no' }).ok).toBe(false);
    expect(numberType.readTemplate({ decimalPlaces: 7 }).ok).toBe(false);
    expect(numberType.readTemplate({ decimalPlaces: 1.5 }).ok).toBe(false);
    expect(numberType.readTemplate({ numberFormat: 'swiss' }).ok).toBe(false);
  });

  it.each([
    ['comma_period', '1,234,567.50'],
    ['period_comma', '1.234.567,50'],
    ['space_comma', '1 234 567,50'],
    ['space_period', '1 234 567.50'],
  ] as const)('shows %s as %s and reads it back', (format, shown) => {
    expect(numberType.format(1234567.5, template(format), env)).toBe(shown);
    expect(typed(shown, format)).toEqual(value(1234567.5));
  });

  it('rounds what it shows as it is written, not as it is stored, and keeps what was typed', () => {
    const shows = (number: number, places: number) =>
      numberType.format(number, template('comma_period', places), env);
    expect(shows(1.005, 2)).toBe('1.01');
    expect(shows(-2.5, 0)).toBe('-3');
    expect(shows(0.1 + 0.2, 6)).toBe('0.300000');
    expect(shows(-0.001, 2)).toBe('0.00');
    expect(shows(999.995, 2)).toBe('1,000.00');
    expect(shows(1e21, 0)).toBe('1,000,000,000,000,000,000,000');
    expect(typed('1.23456789')).toEqual(value(1.23456789));
  });

  it('shows every decimal of a value where no number of places is set', () => {
    const shows = (number: number, locale = 'en-US') =>
      numberType.format(number, { numberFormat: 'local' }, { ...env, locale });
    expect(shows(0.30000000000000004)).toBe('0.30000000000000004');
    expect(shows(-1234567.123456789)).toBe('-1,234,567.123456789');
    expect(shows(0)).toBe('0');
    expect(shows(1e-7)).toBe('0.0000001');
    expect(shows(1234.5, 'de-DE')).toBe('1.234,5');
    expect(shows(-1234.5, 'ar-EG')).toBe('\u061c-١٬٢٣٤٫٥');
  });

  it('shows no thousands separators where the column wants none, and reads them all the same', () => {
    const plain = { numberFormat: 'comma_period', grouping: false } as const;
    expect(numberType.format(1970, plain, env)).toBe('1970');
    expect(numberType.format(3_292_953_864, { ...plain, decimalPlaces: 2 }, env)).toBe('3292953864.00');
    expect(numberType.parse('1,970', plain, env)).toEqual(value(1970));
  });

  it('shows what is added up without the dust of adding', () => {
    const says = (name: string, values: readonly number[]) => {
      const aggregate = numberType.aggregates[name];
      return aggregate?.format(aggregate.compute(values) ?? 0, { numberFormat: 'comma_period' }, env);
    };
    expect(says('sum', [0.1, 0.2])).toBe('0.3');
    expect(says('range', [0.3, 0.1])).toBe('0.2');
    expect(says('min', [0.30000000000000004, 1])).toBe('0.30000000000000004');
    expect(says('average', [1, 1, 2])).toBe('1.33');
    expect(says('average', [0.00012, 0.00013])).toBe('0.000125');
  });

  it('reads digits, one decimal mark and a leading minus', () => {
    expect(typed(' -12.5 ')).toEqual(value(-12.5));
    expect(typed('.5')).toEqual(value(0.5));
    expect(typed('5.')).toEqual(value(5));
    expect(typed('-0')).toEqual(value(0));
    expect(typed('−5')).toEqual(value(-5));
    expect(typed('007')).toEqual(value(7));
    expect(typed('0.1')).toEqual(value(0.1));
    for (const text of ['1,23', '1,2345', '12,34,567', '1.234,5', '1e5', '5-', '$5', '5%', '1 000'])
      expect(typed(text).ok, text).toBe(false);
    expect(typed('9'.repeat(400)).ok).toBe(false);
  });

  it('takes the decimal mark from the format of the column', () => {
    expect(typed('1,5', 'period_comma')).toEqual(value(1.5));
    expect(typed('1.500', 'period_comma')).toEqual(value(1500));
    expect(typed('1.5', 'period_comma').ok).toBe(false);
    expect(typed('12,34,567.5', 'local', 'en-IN')).toEqual(value(1234567.5));
    expect(typed('1\u202f234,5', 'local', 'fr-FR')).toEqual(value(1234.5));
    expect(typed('١٬٢٣٤٫٥', 'local', 'ar-EG')).toEqual(value(1234.5));
    expect(typed("1'234.5", 'local', 'de-CH')).toEqual(value(1234.5));
  });

  it('pastes without currency symbol, percent sign, commas and spaces; what is no number becomes empty', () => {
    expect(pasted('$ 1,234.50')).toEqual(value(1234.5));
    expect(pasted('-€5')).toEqual(value(-5));
    expect(pasted('25 %')).toEqual(value(25));
    expect(pasted('1.5E+3')).toEqual(value(1500));
    expect(pasted('hello')).toEqual(value(null));
    expect(pasted('1e999')).toEqual(value(null));
    expect(pasted('(5)')).toEqual(value(null));
  });

  it('does not guess a pasted number whose marks group nothing: it stays text', () => {
    for (const text of ['12,5', '1,23', '4,50', '€ 4,50', '1.234,5', '1,2,3', '12,34.5', '-0,75', ',5'])
      expect(pasted(text), text).toMatchObject({ ok: false });
    for (const text of ['1.23,4', '12.3456,7', '1,5,2'])
      expect(pasted(text, 'period_comma'), text).toMatchObject({ ok: false });
    expect(pasted('1,234,567.5')).toEqual(value(1234567.5));
    expect(pasted('12,34,567')).toEqual(value(1234567));
    expect(pasted('-1,234')).toEqual(value(-1234));
  });

  it('pastes into a column with a decimal comma without its dots', () => {
    expect(pasted('1.234,50 €', 'period_comma')).toEqual(value(1234.5));
    expect(pasted('1234,5', 'space_comma')).toEqual(value(1234.5));
    expect(pasted('1234.5', 'period_comma')).toEqual(value(1234.5));
  });

  it('writes its canonical text without an exponent', () => {
    const text = (number: number) => numberType.toText(number, template('period_comma'));
    expect(text(1e21)).toBe('1000000000000000000000');
    expect(text(-1.5e-7)).toBe('-0.00000015');
    expect(text(1234.5)).toBe('1234.5');
    expect(numberType.fromText('1e5', template('local')).ok).toBe(false);
  });

  it('refuses what is no finite number', () => {
    for (const input of [Number.NaN, Number.POSITIVE_INFINITY, '5', true, [], {}])
      expect(numberType.validate(input, template('local')).ok).toBe(false);
    expect(Object.is((numberType.validate(-0, template('local')) as { value: unknown }).value, 0)).toBe(true);
  });

  it('compares cells with an operand; an empty one is only unequal', () => {
    const matches = (operator: string, operand?: unknown) => {
      const test = numberType.operators[operator]?.prepare(operand, template('local'), env);
      return test?.ok === true ? [1, 2, 3, null].map(test.value) : null;
    };
    expect(matches('equals', 2)).toEqual([false, true, false, false]);
    expect(matches('not_equals', 2)).toEqual([true, false, true, true]);
    expect(matches('greater_than', 2)).toEqual([false, false, true, false]);
    expect(matches('greater_than_or_equals', 2)).toEqual([false, true, true, false]);
    expect(matches('less_than', 2)).toEqual([true, false, false, false]);
    expect(matches('less_than_or_equals', 2)).toEqual([true, true, false, false]);
    expect(matches('is_empty')).toEqual([false, false, false, true]);
    expect(matches('is_not_empty')).toEqual([true, true, true, false]);
    expect(matches('equals', '2')).toBeNull();
  });

  it('sums up a column', () => {
    const says = (name: string, values: readonly (number | null)[]) => {
      const aggregate = numberType.aggregates[name];
      const result = aggregate?.compute(values) ?? null;
      return result === null ? null : aggregate?.format(result, template('comma_period', 0), env);
    };
    const column = [1, null, 2, 4, 1000];
    expect(says('sum', column)).toBe('1,007');
    expect(says('average', column)).toBe('251.75');
    expect(says('median', column)).toBe('3.00');
    expect(says('min', column)).toBe('1');
    expect(says('max', column)).toBe('1,000');
    expect(says('range', column)).toBe('999');
    expect(says('sum', [null])).toBeNull();
    expect(numberType.aggregates.sum?.compute(Array.from({ length: 1000 }, () => 0.1))).toBe(100);
  });
});
