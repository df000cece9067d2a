import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawEnvs } from '../field-type-laws.ts';
import { lawRuns } from '../law-runs.ts';
import { percentType } from '../percent/percent.ts';
import { numberFormats } from '../templates.ts';
import { numberType } from './number.ts';
import { isNumberInput, numberInputText } from './number-input.ts';

const env = { timeZone: 'UTC', locale: 'en-US' };

describe('typing a number', () => {
  it('takes digits, one decimal mark and a leading minus', () => {
    for (const text of ['', '-', '5', '-5.', '.5', '٥'])
      expect(isNumberInput(text, 'local', true, env), text).toBe(true);
    for (const text of ['a', '5-', '--', '1.2.3', '1,5', '$', '1 0', '1e5'])
      expect(isNumberInput(text, 'local', true, env), text).toBe(false);
    expect(isNumberInput('1,5', 'period_comma', true, env)).toBe(true);
    expect(isNumberInput('1.5', 'period_comma', true, env)).toBe(false);
    expect(isNumberInput('-5', 'local', false, env)).toBe(false);
  });

  it('starts from all the digits of the cell, and changes nothing when none is changed', () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(
        numbers,
        fc.constantFrom(...numberFormats),
        fc.constantFrom(...lawEnvs),
        (number, numberFormat, reader) => {
          const template = { decimalPlaces: 0, numberFormat, showProgressBar: false, allowNegative: true };
          const text = numberInputText(number, numberFormat, reader);
          expect(isNumberInput(text, numberFormat, true, reader)).toBe(true);
          expect(numberType.parse(text, template, reader)).toEqual({ ok: true, value: number + 0 });
          const percent = percentType.parse(
            numberInputText(number, numberFormat, reader, 2),
            template,
            reader,
          );
          // Beyond the largest double a hundredfold still has digits.
          expect(percent).toEqual({ ok: true, value: number + 0 });
        },
      ),
      { numRuns: lawRuns * 5 },
    );
  });
});
