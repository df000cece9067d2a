import type { FieldSamples } from '../field-type.ts';
import { type NumberTemplate, numberFormats } from '../templates.ts';

/** Signs, ties, sums that are not what they look like, and the ends of what a double holds. */
export const telling: readonly number[] = [
  0,
  1,
  -1,
  0.5,
  2.5,
  -2.5,
  1.005,
  0.07,
  0.25,
  100,
  999.999,
  -1234.5,
  1234567.891,
  12345678.9,
  0.1 + 0.2,
  999_999.999_999_5,
  0.000_001,
  -0.000_000_4,
  1e-7,
  1234567890.1234567,
  9_007_199_254_740_991,
  9_007_199_254_740_994,
  1e15 + 0.3,
  1e21,
  1.234_567_890_123_456e25,
  5e-324,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
];

/** Texts that no number format reads. */
export const noNumbers: readonly string[] = [
  'abc',
  '--1',
  '-',
  '.',
  ',',
  '1-',
  '1.2.3',
  '1,2,3',
  'NaN',
  'Infinity',
  '0x10',
  '1e',
  '12 apples',
  '1 2',
  '(5)',
  '½',
  '1_000',
  '+-5',
  '2026-03-05',
  '1:30',
];

export const numberSamples: FieldSamples<number, NumberTemplate> = {
  templates: numberFormats.flatMap((numberFormat) => [
    { decimalPlaces: 0, numberFormat },
    { decimalPlaces: 2, numberFormat, grouping: false as const },
    { decimalPlaces: 6, numberFormat },
    { numberFormat },
    { numberFormat, grouping: false as const },
  ]),
  values: telling,
  unfit: noNumbers,
};
