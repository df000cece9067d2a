import { fieldTypes } from '@weft/core';

/** How a column writes its numbers: thousands separator, then decimal separator. As in `NumberFormat`, less 'local'. */
export const numberStyles = ['comma_period', 'period_comma', 'space_comma', 'space_period'] as const;
export type NumberStyle = (typeof numberStyles)[number];

const comma = 44;
const period = 46;
const minus = 45;
const zero = 48;
const nine = 57;

/** -2: the text is a percentage, the value a fraction. */
type Shift = 0 | -2;

/** More digits than this do not survive a double for sure. */
const maxDigits = 15;

const decimalCode: { readonly [S in NumberStyle]: number } = {
  comma_period: period,
  period_comma: comma,
  space_comma: comma,
  space_period: period,
};
const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0xa0 || code === 0x202f || code === 0x2009;

function isThousands(style: NumberStyle, code: number): boolean {
  if (style === 'comma_period') return code === comma;
  if (style === 'period_comma') return code === period;
  return isSpace(code);
}

const isDigit = (code: number): boolean => code >= zero && code <= nine;

/** Whether `text[start, end)` is a whole number in its canonical form, without separators: fits every style. */
export function isPlainInteger(text: string, start: number, end: number): boolean {
  let i = start;
  if (text.charCodeAt(i) === minus) i++;
  const digits = end - i;
  if (digits < 1 || digits > maxDigits) return false;
  if (text.charCodeAt(i) === zero) return digits === 1 && i === start;
  for (; i < end; i++) if (!isDigit(text.charCodeAt(i))) return false;
  return true;
}

/**
 * The decimals of a number whose canonical text is `text[start, end)` once the style's thousands separators and
 * trailing zeros are removed; -1 where it is none: leading zeros, `+5`, `.5`, `-0`, exponents, groups not of three
 * digits, more than 15 digits (a fraction may have more where a double holds exactly them).
 */
export function strictDecimals(
  text: string,
  start: number,
  end: number,
  style: NumberStyle,
  shift: Shift = 0,
): number {
  const decimal = decimalCode[style];
  let i = start;
  const negative = text.charCodeAt(i) === minus;
  if (negative) i++;
  const first = i;
  let significant = 0;
  let inGroup = 0;
  let groups = 0;
  let nonZero = false;
  for (; i < end; i++) {
    const code = text.charCodeAt(i);
    if (isDigit(code)) {
      if (code !== zero) nonZero = true;
      if (nonZero) significant++;
      inGroup++;
    } else if (isThousands(style, code)) {
      if (inGroup === 0 || inGroup > 3 || (groups > 0 && inGroup !== 3)) return -1;
      groups++;
      inGroup = 0;
    } else break;
  }
  if (inGroup === 0 || (groups > 0 && inGroup !== 3)) return -1;
  if (text.charCodeAt(first) === zero && i - first > 1) return -1;
  let decimals = 0;
  if (i < end) {
    if (text.charCodeAt(i) !== decimal) return -1;
    i++;
    decimals = end - i;
    if (decimals === 0) return -1;
    for (; i < end; i++) {
      const code = text.charCodeAt(i);
      if (!isDigit(code)) return -1;
      if (code !== zero) nonZero = true;
      if (nonZero) significant++;
    }
  }
  if (negative && !nonZero) return -1;
  // Long whole numbers are names of things; a long fraction may be a double's own text.
  if (significant <= maxDigits) return decimals;
  return decimals > 0 && decimalText(text, start, end, style, shift) !== null ? decimals : -1;
}

/**
 * The canonical decimal text (`-1234.5`) of what a person would read as a number in this style, or null. Beyond the
 * strict form it takes leading zeros, `+`, the minus sign U+2212, `.5`, `5.` and groups of two (Indian); never more
 * than 15 digits unless a double holds exactly them, never exponents.
 */
export function decimalText(
  text: string,
  start: number,
  end: number,
  style: NumberStyle,
  shift: Shift = 0,
): string | null {
  const decimal = decimalCode[style];
  let i = start;
  const sign = text.charCodeAt(i);
  const negative = sign === minus || sign === 0x2212;
  if (negative || sign === 0x2b) i++;
  let whole = '';
  let runStart = i;
  let groups = 0;
  for (; i < end; i++) {
    const code = text.charCodeAt(i);
    if (isDigit(code)) continue;
    if (!isThousands(style, code)) break;
    const run = i - runStart;
    if (run === 0 || run > 3 || (groups > 0 && run === 1)) return null;
    whole += text.slice(runStart, i);
    runStart = i + 1;
    groups++;
  }
  const lastRun = i - runStart;
  if (groups > 0 && lastRun !== 3) return null;
  whole += text.slice(runStart, i);
  let fraction = '';
  if (i < end) {
    if (text.charCodeAt(i) !== decimal) return null;
    i++;
    for (let k = i; k < end; k++) if (!isDigit(text.charCodeAt(k))) return null;
    fraction = text.slice(i, end);
  }
  if (whole === '' && fraction === '') return null;
  const plainText = `${negative ? '-' : ''}${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
  const long = whole.length + fraction.length > maxDigits && significantDigits(whole + fraction) > maxDigits;
  return long && !isExact(plainText, shift) ? null : plainText;
}

const settings = {
  decimalPlaces: 6,
  numberFormat: 'local',
  showProgressBar: false,
  allowNegative: true,
} as const;

/** Whether a long number is the canonical text of a double, so that nothing is lost: 0.30000000000000004 is. */
function isExact(text: string, shift: Shift): boolean {
  if (shift === 0) return fieldTypes.number.toText(Number(text), settings) === text;
  return fieldTypes.percent.toText(Number(`${text}e-2`), settings) === `${text}%`;
}

function significantDigits(digits: string): number {
  let i = 0;
  while (i < digits.length && digits.charCodeAt(i) === zero) i++;
  return digits.length - i;
}

/** Ten to each number of places that can be asked for, the two of a percentage included. */
const powers = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
];

/**
 * The number of digits with at most one decimal sign among them, or NaN for all other texts, which may be numbers all
 * the same. Up to 15 digits and the power of ten are whole numbers that a double holds, so one division of them is
 * rounded once and yields what reading the decimal text yields, without making it.
 */
function readPlain(text: string, start: number, end: number, decimal: number, shift: Shift): number {
  const negative = text.charCodeAt(start) === minus;
  let value = 0;
  let digits = 0;
  let decimals = -1;
  for (let i = negative ? start + 1 : start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (isDigit(code)) {
      value = value * 10 + (code - zero);
      digits++;
      if (decimals >= 0) decimals++;
    } else if (code === decimal && decimals < 0) decimals = 0;
    else return Number.NaN;
  }
  if (digits === 0 || digits > maxDigits) return Number.NaN;
  if (value === 0) return 0;
  const places = Math.max(decimals, 0) - shift;
  const read = places === 0 ? value : value / (powers[places] as number);
  return negative ? -read : read;
}

/** The number a text means in a style, or NaN; `shift` moves the decimal point exactly (-2 for percent). */
export function readNumber(
  text: string,
  start: number,
  end: number,
  style: NumberStyle,
  shift: Shift = 0,
): number {
  const plain = readPlain(text, start, end, decimalCode[style], shift);
  if (!Number.isNaN(plain)) return plain;
  const decimal = decimalText(text, start, end, style, shift);
  if (decimal === null) return Number.NaN;
  const value = Number(shift === 0 ? decimal : `${decimal}e-2`);
  return value === 0 ? 0 : value;
}
