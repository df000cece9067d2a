import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../law-runs.ts';
import { formatNumber } from './format-number.ts';
import { notationOf, plainMarks } from './notation.ts';
import { readNumberText } from './read-number.ts';
import { readTyped } from './typed-number.ts';

const locales = [
  'en-US',
  'en-IN',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'fr-CH',
  'es-ES',
  'pl-PL',
  'pt-PT',
  'sv-SE',
  'ar-EG',
  'ar-MA',
  'fa-IR',
  'hi-IN',
  'bn-BD',
  'mr-IN',
  'my-MM',
  'ne-NP',
  'he-IL',
  'ja-JP',
  'bg-BG',
  'th-TH-u-nu-thai',
  'ckb',
];

describe('numbers in the way of the reader', () => {
  it('are written as Intl writes them, and read back', () => {
    const env = fc.constantFrom(...locales).map((locale) => ({ timeZone: 'UTC', locale }));
    const numbers = fc.oneof(
      fc.double({ min: -1e15, max: 1e15, noNaN: true }),
      fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((number) => number / 10_000),
      fc.constantFrom(0, 999, 1000, -1234.5, 9999, 10_000, 1e20, 1.005, 2.5),
    );
    fc.assert(
      fc.property(env, numbers, fc.integer({ min: 0, max: 6 }), (reader, number, places) => {
        const notation = notationOf('local', reader);
        const shown = formatNumber(number, places, notation);
        const intl = new Intl.NumberFormat(reader.locale, {
          minimumFractionDigits: places,
          maximumFractionDigits: places,
          signDisplay: 'negative',
        } as Intl.NumberFormatOptions);
        expect(shown).toBe(intl.format(number).replace(/\s/gu, ' '));
        const read = readNumberText(plainMarks(shown), notation.style);
        expect(read).not.toBeNull();
        expect(formatNumber(read?.value ?? 0, places, notation)).toBe(shown);
        expect(read?.decimals).toBe(places);
      }),
      { numRuns: lawRuns * 5 },
    );
  });
});

// N'Ko and Adlam group with a mark that nothing else is written with.
it.each(['de-CH', 'ar-EG', 'hi', 'fa', 'fr', 'pl', 'nqo', 'ff-Adlm'])(
  'what %s shows is read back',
  (locale) => {
    const notation = notationOf('local', { timeZone: 'UTC', locale });
    for (const value of [1234.5, -12345678.9, 0.25])
      expect(readTyped(formatNumber(value, 2, notation), notation, { mark: '', shift: 0 })).toBe(value);
  },
);

describe('reading a number strictly', () => {
  const read = (text: string, decimal: '.' | ',', thousands: '' | ',' | '.' | ' ' | "'") =>
    readNumberText(text, { decimal, thousands });

  it.each([
    ['1,234,567.89', '.', ',', 1234567.89, 2],
    ['1.234.567,8', ',', '.', 1234567.8, 1],
    ['1 234,5', ',', ' ', 1234.5, 1],
    ['1\u00a0234', ',', ' ', 1234, 0],
    ["1'234", '.', "'", 1234, 0],
    ['1’234', '.', "'", 1234, 0],
    ['1234', '.', ',', 1234, 0],
    ['-0.50', '.', '', -0.5, 2],
    ['-0', '.', '', 0, 0],
    ['.5', '.', '', 0.5, 1],
    ['12345678901234567890', '.', '', 12345678901234567000, 0],
    ['0.1234567890123456789', '.', '', 0.12345678901234568, 19],
  ] as const)('%s', (text, decimal, thousands, value, decimals) => {
    expect(read(text, decimal, thousands)).toEqual({ value, decimals });
  });

  it.each([
    '',
    '-',
    '.',
    ',',
    '5.',
    ',123',
    '1,23',
    '1,2345',
    '12,34',
    '1234,567',
    '1,234,56',
    '1,,234',
    '1,234.5,6',
    '1.2.3',
    '+5',
    '- 5',
    ' 5',
    '5 ',
    '1e5',
    '٥',
  ])('refuses %j', (text) => {
    expect(read(text, '.', ',')).toBeNull();
  });

  it('finds the double nearest to the text', () => {
    const digits = fc.stringMatching(/^[0-9]{1,20}$/);
    fc.assert(
      fc.property(digits, digits, fc.constantFrom(0, 2), (whole, fraction, shift) => {
        expect(read(`${whole}.${fraction}`, '.', '')?.value).toBe(Number(`${whole}.${fraction}`));
        expect(readNumberText(`${whole}.${fraction}`, { decimal: '.', thousands: '' }, shift)?.value).toBe(
          Number(`${whole}.${fraction}e-${shift}`),
        );
      }),
      { numRuns: lawRuns * 5 },
    );
  });
});
