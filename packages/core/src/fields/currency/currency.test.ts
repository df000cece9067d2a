import { describe, expect, it } from 'vitest';
import { describeFieldType } from '../field-type-laws.ts';
import { currencyType } from './currency.ts';

describeFieldType(currencyType);

describe('an amount of money', () => {
  const env = { timeZone: 'UTC', locale: 'en-US' };
  const template = (currencySymbol: string) =>
    ({ currencySymbol, decimalPlaces: 2, numberFormat: 'comma_period' }) as const;

  it('is in dollars and cents unless said otherwise', () => {
    expect(currencyType.readTemplate({})).toEqual({
      ok: true,
      value: { currencySymbol: '$', decimalPlaces: 2, numberFormat: 'local' },
    });
    expect(currencyType.readTemplate({ currencySymbol: ' kr. ' })).toMatchObject({
      value: { currencySymbol: 'kr.' },
    });
    for (const currencySymbol of ['5', '-', '.', ',', '%', 'a1', 'much too long'])
      expect(currencyType.readTemplate({ currencySymbol }).ok, currencySymbol).toBe(false);
  });

  it('shows the symbol behind the minus, a word at a distance', () => {
    expect(currencyType.format(-1234.5, template('$'), env)).toBe('-$1,234.50');
    expect(currencyType.format(5, template('CHF'), env)).toBe('CHF 5.00');
    expect(currencyType.format(5, template(''), env)).toBe('5.00');
    expect(currencyType.format(-0.001, template('$'), env)).toBe('$0.00');
  });

  it.each(['1234.5', '$1,234.50', '$ 1,234.50', '1234.5 $', ' 1,234.5$ '])('reads %s', (text) => {
    expect(currencyType.parse(text, template('$'), env)).toEqual({ ok: true, value: 1234.5 });
  });

  it.each(['-$5', '$-5', '- $ 5', '-5$'])('reads %s as less than nothing', (text) => {
    expect(currencyType.parse(text, template('$'), env)).toEqual({ ok: true, value: -5 });
  });

  it('refuses another symbol when typed, and strips it when pasted', () => {
    expect(currencyType.parse('£5', template('$'), env).ok).toBe(false);
    expect(currencyType.parse('$-$5', template('$'), env).ok).toBe(false);
    expect(currencyType.fromPaste('£5', template('$'), env)).toEqual({ ok: true, value: 5 });
    expect(currencyType.fromPaste('kr. 1,234.5', template('kr.'), env)).toEqual({ ok: true, value: 1234.5 });
    expect(currencyType.fromPaste('five', template('$'), env)).toEqual({ ok: true, value: null });
  });
});
