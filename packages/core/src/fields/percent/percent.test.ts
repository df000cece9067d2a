import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFieldType } from '../field-type-laws.ts';
import { percentType } from './percent.ts';

describeFieldType(percentType, { values: () => fc.double({ noNaN: true, noDefaultInfinity: true }) });

describe('a percentage', () => {
  const env = { timeZone: 'UTC', locale: 'en-US' };
  const template = {
    decimalPlaces: 0,
    numberFormat: 'comma_period',
    showProgressBar: false,
    allowNegative: false,
  } as const;
  const negative = { ...template, allowNegative: true };

  it('is whole, without a bar and never negative unless said otherwise', () => {
    expect(percentType.readTemplate({})).toEqual({ ok: true, value: { ...template, numberFormat: 'local' } });
  });

  it.each([
    ['25', 0.25],
    ['25%', 0.25],
    ['7', 0.07],
    ['0.5 %', 0.005],
    ['1,000', 10],
    ['33.3', 0.333],
  ])('reads %s as %d', (text, value) => {
    expect(percentType.parse(text, template, env)).toEqual({ ok: true, value });
  });

  it('shows the fraction a hundred times', () => {
    expect(percentType.format(0.25, template, env)).toBe('25%');
    expect(percentType.format(0.07, { ...template, decimalPlaces: 6 }, env)).toBe('7.000000%');
    expect(percentType.format(12.345, template, env)).toBe('1,235%');
    expect(percentType.format(-0.5, negative, env)).toBe('-50%');
    expect(percentType.toText(0.07, template)).toBe('7%');
  });

  it('refuses a minus unless allowed, and pastes it as empty', () => {
    expect(percentType.parse('-5', template, env)).toEqual({ ok: false, error: 'must not be negative' });
    expect(percentType.fromPaste('-5%', template, env)).toEqual({ ok: true, value: null });
    expect(percentType.validate(-0.05, template).ok).toBe(false);
    expect(percentType.parse('-5', negative, env)).toEqual({ ok: true, value: -0.05 });
  });
});
