import type { NumberTemplate } from '@weft/core';
import { withoutUndefined } from '@weft/std';
import { readMoney } from '../convert/currency-text.ts';
import {
  decimalsOf,
  decimalText,
  isPlainInteger,
  type NumberStyle,
  numberFlags,
  numberStyles,
  strictNumber,
} from '../convert/number-text.ts';
import { allRewritten, fit, lenientOnly, type Recogniser } from './family.ts';

const allStyles = (1 << numberStyles.length) - 1;
const allFit = fit(allStyles, allStyles);

/** How each style wrote the column's numbers, and whether any cell shows which style the column has. */
interface Seen {
  readonly decimals: { most: number; fewest: number }[];
  readonly grouped: boolean[];
  /** Some number has no decimals: where others have, they differ. */
  wholes: boolean;
  separators: boolean;
  /** 1e-05 is a number where another cell has a decimal point. */
  wholeExponents: boolean;
  exponents: boolean;
  /** Texts tested, and those with a decimal comma, whatever else they are. */
  tested: number;
  commas: number;
}

/** The style 1,234.5 is tested in any case: what fits it has no decimal comma. */
const alwaysTested = 1;

function testNumber(
  text: string,
  start: number,
  end: number,
  seen: Seen,
  live: number,
  shift: 0 | -2 = 0,
): number {
  seen.tested++;
  if (isPlainInteger(text, start, end)) {
    seen.wholes = true;
    return allFit;
  }
  let strict = 0;
  let lenient = 0;
  let rewritten = 0;
  for (let i = 0; i < numberStyles.length; i++) {
    if (((live | alwaysTested) & (1 << i)) === 0) continue;
    const style = numberStyles[i] as NumberStyle;
    const number = strictNumber(text, start, end, style, shift);
    if (number >= 0) {
      strict |= 1 << i;
      watchStyle(seen, i, number);
      if ((number & numberFlags.rewritten) !== 0) rewritten |= 1 << i;
    } else if (decimalText(text, start, end, style, shift) !== null) lenient |= 1 << i;
  }
  if (strict !== 0) {
    seen.separators = true;
    // Fits a style with a decimal comma and not 1,234.5: the comma is no thousands separator.
    if ((strict & 1) === 0) seen.commas++;
  }
  return fit(strict, lenient, rewritten);
}

function watchStyle(seen: Seen, style: number, number: number): void {
  if ((number & numberFlags.grouped) !== 0) seen.grouped[style] = true;
  if ((number & numberFlags.wholeExponent) !== 0) seen.wholeExponents = true;
  if ((number & (numberFlags.exponent | numberFlags.wholeExponent)) !== 0) {
    seen.exponents = true;
    return;
  }
  const decimals = decimalsOf(number);
  const range = seen.decimals[style];
  if (range && decimals > range.most) range.most = decimals;
  if (range && decimals < range.fewest) range.fewest = decimals;
}

/** More decimals than a field can be told to show: it shows what each value has. */
const maxPlaces = 6;

/** The settings that show a number as the column wrote it; a plain one follows the reader's own habit. */
function numberSettings(seen: Seen, variant: number): NumberTemplate {
  const { most, fewest } = seen.decimals[variant] ?? { most: 0, fewest: 0 };
  // A column of whole numbers may well get others: it shows as many decimals as each has.
  const alike = most > 0 && most === fewest && !seen.wholes;
  return {
    ...(alike && most <= maxPlaces && !seen.exponents && { decimalPlaces: most }),
    numberFormat: seen.separators ? (numberStyles[variant] as NumberStyle) : 'local',
    ...(seen.grouped[variant] !== true && { grouping: false }),
  };
}

const mostDecimals = (seen: Seen, variant: number): number => seen.decimals[variant]?.most ?? 0;

const newSeen = (): Seen => ({
  decimals: numberStyles.map(() => ({ most: 0, fewest: Number.POSITIVE_INFINITY })),
  grouped: [],
  wholes: false,
  separators: false,
  wholeExponents: false,
  exponents: false,
  tested: 0,
  commas: 0,
});

interface NumberRecogniser extends Recogniser {
  /** No cell has a separator: every style reads the same. */
  readonly plain: () => boolean;
  /** Commas are rare among whole numbers: `2,2` is rather a list than two and a fifth. */
  readonly rareCommas: () => boolean;
  /** The only exponents stand behind whole mantissas and no cell has a decimal point: `1e-05` is rather a code. */
  readonly codes: () => boolean;
}

export function numberRecogniser(): NumberRecogniser {
  const seen = newSeen();
  return {
    variants: numberStyles.length,
    test: (text, live) => testNumber(text, 0, text.length, seen, live),
    describe: (variant) => ({
      fieldType: 'number',
      decimals: mostDecimals(seen, variant),
      exponents: seen.exponents,
      template: numberSettings(seen, variant),
      format: { style: numberStyles[variant] as NumberStyle },
    }),
    plain: () => !seen.separators,
    rareCommas: () => seen.commas > 0 && seen.commas * 2 < seen.tested,
    codes: () => seen.wholeExponents && seen.decimals.every(({ most }) => most === 0),
  };
}

export function percentRecogniser(): Recogniser {
  const seen = newSeen();
  let negative = false;
  return {
    variants: numberStyles.length,
    test(text, live) {
      let end = text.length;
      const marked = text.charCodeAt(end - 1) === 37;
      if (marked) {
        end--;
        const code = text.charCodeAt(end - 1);
        if (code === 0x20 || code === 0xa0 || code === 0x202f) end--;
      }
      if (end === 0) return 0;
      if (text.charCodeAt(0) === 45) negative = true;
      const result = testNumber(text, 0, end, seen, live, -2);
      // A bare 25 in a percent column is read when a person says so, but it did not say so itself.
      if (!marked) return lenientOnly(result);
      return end === text.length - 1 ? result : allRewritten(result);
    },
    describe: (variant) => ({
      fieldType: 'percent',
      decimals: mostDecimals(seen, variant),
      template: { ...numberSettings(seen, variant), showProgressBar: false, allowNegative: negative },
      format: { style: numberStyles[variant] as NumberStyle },
    }),
  };
}

export function currencyRecogniser(): Recogniser {
  const seen = newSeen();
  let symbol: string | null = null;
  let before = true;
  return {
    variants: numberStyles.length,
    test(text, live) {
      const money = readMoney(text);
      if (!money) return lenientOnly(testNumber(text, 0, text.length, seen, live));
      if (symbol === null) {
        symbol = money.symbol;
        before = money.before;
      }
      if (money.symbol !== symbol) return 0;
      const result = testNumber(money.amount, 0, money.amount.length, seen, live);
      if (money.before !== before) return lenientOnly(result);
      const negative = money.amount.startsWith('-');
      const canonical = `${negative ? '-' : ''}${money.symbol}${negative ? money.amount.slice(1) : money.amount}`;
      return text === canonical ? result : allRewritten(result);
    },
    describe: (variant) => ({
      fieldType: 'currency',
      decimals: mostDecimals(seen, variant),
      template: { ...numberSettings(seen, variant), currencySymbol: symbol ?? '$' },
      format: withoutUndefined({
        style: numberStyles[variant] as NumberStyle,
        symbol: symbol ?? undefined,
        symbolBefore: symbol === null ? undefined : before,
      }),
    }),
  };
}
