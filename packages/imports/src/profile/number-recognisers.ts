import { withoutUndefined } from '@weft/std';
import { readMoney } from '../convert/currency-text.ts';
import {
  decimalText,
  isPlainInteger,
  type NumberStyle,
  numberStyles,
  strictDecimals,
} from '../convert/number-text.ts';
import { fit, type Recogniser } from './family.ts';

const allStyles = (1 << numberStyles.length) - 1;
const allFit = fit(allStyles, allStyles);

/** The most decimals each style saw, and whether any cell shows which style the column has. */
interface Seen {
  readonly decimals: number[];
  separators: boolean;
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
  if (isPlainInteger(text, start, end)) return allFit;
  let strict = 0;
  let lenient = 0;
  for (let i = 0; i < numberStyles.length; i++) {
    if (((live | alwaysTested) & (1 << i)) === 0) continue;
    const style = numberStyles[i] as NumberStyle;
    const decimals = strictDecimals(text, start, end, style, shift);
    if (decimals >= 0) {
      strict |= 1 << i;
      if (decimals > (seen.decimals[i] ?? 0)) seen.decimals[i] = decimals;
    } else if (decimalText(text, start, end, style, shift) !== null) lenient |= 1 << i;
  }
  if (strict !== 0) {
    seen.separators = true;
    // Fits a style with a decimal comma and not 1,234.5: the comma is no thousands separator.
    if ((strict & 1) === 0) seen.commas++;
  }
  return fit(strict, lenient);
}

/** The settings that show a number as the column wrote it; a plain one follows the reader's own habit. */
function numberSettings(
  seen: Seen,
  variant: number,
): { decimalPlaces: number; numberFormat: NumberStyle | 'local' } {
  const style = numberStyles[variant] as NumberStyle;
  return {
    decimalPlaces: Math.min(6, seen.decimals[variant] ?? 0),
    numberFormat: seen.separators ? style : 'local',
  };
}

const newSeen = (): Seen => ({ decimals: [0, 0, 0, 0], separators: false, tested: 0, commas: 0 });

interface NumberRecogniser extends Recogniser {
  /** No cell has a separator: every style reads the same. */
  readonly plain: () => boolean;
  /** Commas are rare among whole numbers: `2,2` is rather a list than two and a fifth. */
  readonly rareCommas: () => boolean;
}

export function numberRecogniser(): NumberRecogniser {
  const seen = newSeen();
  return {
    variants: numberStyles.length,
    test: (text, live) => testNumber(text, 0, text.length, seen, live),
    describe: (variant) => ({
      fieldType: 'number',
      template: numberSettings(seen, variant),
      format: { style: numberStyles[variant] as NumberStyle },
    }),
    plain: () => !seen.separators,
    rareCommas: () => seen.commas > 0 && seen.commas * 2 < seen.tested,
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
      return marked ? result : result & 0xff00;
    },
    describe: (variant) => ({
      fieldType: 'percent',
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
      if (!money) return testNumber(text, 0, text.length, seen, live) & 0xff00;
      if (symbol === null) {
        symbol = money.symbol;
        before = money.before;
      }
      if (money.symbol !== symbol) return 0;
      const result = testNumber(money.amount, 0, money.amount.length, seen, live);
      return money.before === before ? result : result & 0xff00;
    },
    describe: (variant) => ({
      fieldType: 'currency',
      template: { ...numberSettings(seen, variant), currencySymbol: symbol ?? '$' },
      format: withoutUndefined({
        style: numberStyles[variant] as NumberStyle,
        symbol: symbol ?? undefined,
        symbolBefore: symbol === null ? undefined : before,
      }),
    }),
  };
}
