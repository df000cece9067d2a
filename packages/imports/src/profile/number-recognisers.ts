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
}

function testNumber(text: string, start: number, end: number, seen: Seen): number {
  if (isPlainInteger(text, start, end)) return allFit;
  let strict = 0;
  let lenient = 0;
  for (let i = 0; i < numberStyles.length; i++) {
    const style = numberStyles[i] as NumberStyle;
    const decimals = strictDecimals(text, start, end, style);
    if (decimals >= 0) {
      strict |= 1 << i;
      if (decimals > (seen.decimals[i] ?? 0)) seen.decimals[i] = decimals;
    } else if (decimalText(text, start, end, style) !== null) lenient |= 1 << i;
  }
  if (strict !== 0) seen.separators = true;
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

const newSeen = (): Seen => ({ decimals: [0, 0, 0, 0], separators: false });

export function numberRecogniser(): Recogniser & { readonly plain: () => boolean } {
  const seen = newSeen();
  return {
    variants: numberStyles.length,
    test: (text) => testNumber(text, 0, text.length, seen),
    describe: (variant) => ({
      fieldType: 'number',
      template: numberSettings(seen, variant),
      format: { style: numberStyles[variant] as NumberStyle },
    }),
    /** No cell has a separator: every style reads the same. */
    plain: () => !seen.separators,
  };
}

export function percentRecogniser(): Recogniser {
  const seen = newSeen();
  let negative = false;
  return {
    variants: numberStyles.length,
    test(text) {
      let end = text.length;
      const marked = text.charCodeAt(end - 1) === 37;
      if (marked) {
        end--;
        const code = text.charCodeAt(end - 1);
        if (code === 0x20 || code === 0xa0 || code === 0x202f) end--;
        if (text.charCodeAt(0) === 45) negative = true;
      }
      if (end === 0) return 0;
      const result = testNumber(text, 0, end, seen);
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
    test(text) {
      const money = readMoney(text);
      if (!money) return testNumber(text, 0, text.length, seen) & 0xff00;
      if (symbol === null) {
        symbol = money.symbol;
        before = money.before;
      }
      if (money.symbol !== symbol) return 0;
      const result = testNumber(money.amount, 0, money.amount.length, seen);
      return money.before === before ? result : result & 0xff00;
    },
    describe: (variant) => ({
      fieldType: 'currency',
      template: { ...numberSettings(seen, variant), currencySymbol: symbol ?? '$' },
      format: {
        style: numberStyles[variant] as NumberStyle,
        ...(symbol === null ? {} : { symbol, symbolBefore: before }),
      },
    }),
  };
}
