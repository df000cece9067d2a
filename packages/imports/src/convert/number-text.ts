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

/** What `strictNumber` learns of a number, in one whole number: flags, and above them the decimals. */
export const numberFlags = {
  /** The canonical text is another one: separators, `1.50`, `.5`, an exponent. */
  rewritten: 1,
  grouped: 2,
  /** Written with an exponent behind a decimal mantissa (1.00E+05), or behind a whole one (1e-05). */
  exponent: 4,
  wholeExponent: 8,
} as const;
const decimalsShift = 4;
export const decimalsOf = (number: number): number => number >> decimalsShift;

/**
 * What is learnt (`numberFlags`, `decimalsOf`) of a number that comes back from its canonical text as the same value;
 * -1 where it is none: leading zeros, `+5`, `5.`, `-0`, groups not of three digits, whole numbers of more than 15
 * digits, fractions of more digits than a double tells apart, exponents of 1e15 and more.
 */
export function strictNumber(
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
  if (groups > 0 && inGroup !== 3) return -1;
  const whole = i - first;
  if (text.charCodeAt(first) === zero && whole > 1) return -1;
  let decimals = 0;
  if (i < end && text.charCodeAt(i) === decimal) {
    const mark = i++;
    for (; i < end; i++) {
      const code = text.charCodeAt(i);
      if (!isDigit(code)) break;
      if (code !== zero) nonZero = true;
      if (nonZero) significant++;
    }
    decimals = i - mark - 1;
    if (decimals === 0) return -1;
  }
  if (whole === 0 && decimals === 0) return -1;
  if (negative && !nonZero) return -1;
  let flags = groups > 0 ? numberFlags.grouped | numberFlags.rewritten : 0;
  if (decimals > 0 && (decimal !== period || text.charCodeAt(i - 1) === zero || whole === 0)) {
    flags |= numberFlags.rewritten;
  }
  if (i < end) {
    if (groups > 0 || shift !== 0 || !isStrictExponent(text, start, i, end, decimal)) return -1;
    if (significant > maxDigits && decimalText(text, start, end, style) === null) return -1;
    flags |= numberFlags.rewritten | (decimals > 0 ? numberFlags.exponent : numberFlags.wholeExponent);
  } else if (significant > maxDigits) {
    // Long whole numbers are names of things; a long fraction may be a double's own text.
    const plain = decimals > 0 ? decimalText(text, start, end, style, shift) : null;
    if (plain === null) return -1;
    if (!isCanonical(plain, shift)) flags |= numberFlags.rewritten;
  }
  return (decimals << decimalsShift) | flags;
}

const exponentText = /^[eE](?:[+-]?\d{1,3})$/;
const signedExponent = /^[eE][+-]\d\d/;
/** From here on the canonical text would be a long whole number, which is no number when it is imported again. */
const largestExponential = 1e15;

/** `text[at, end)` is an exponent: behind a decimal mantissa any; behind a whole one a signed one of two digits, as programs write it. */
function isStrictExponent(text: string, start: number, at: number, end: number, decimal: number): boolean {
  const exponent = text.slice(at, end);
  if (!exponentText.test(exponent)) return false;
  const mantissa = text.slice(start, at);
  const mark = String.fromCharCode(decimal);
  if (!mantissa.includes(mark) && !signedExponent.test(exponent)) return false;
  const value = Math.abs(Number(mantissa.replace(mark, '.') + exponent));
  return value < largestExponential && (value >= smallestExponential || !/[1-9]/.test(mantissa));
}
/** Below this the canonical text is hundreds of zeros, and digits are lost. */
const smallestExponential = 1e-100;

/**
 * The canonical decimal text (`-1234.5`) of what a person would read as a number in this style, or null. Beyond the
 * strict form it takes leading zeros, `+`, the minus sign U+2212, `5.` and groups of two (Indian); never more than 15
 * digits unless a double tells them apart. An exponent moves the decimal point.
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
  if (i < end && text.charCodeAt(i) === decimal) {
    const from = ++i;
    while (i < end && isDigit(text.charCodeAt(i))) i++;
    fraction = text.slice(from, i);
  }
  if (whole === '' && fraction === '') return null;
  if (i < end) {
    if (groups > 0 || shift !== 0 || !isStrictExponent(text, start, i, end, decimal)) return null;
    const mantissa = `${negative ? '-' : ''}${whole === '' ? '0' : whole}.${fraction === '' ? '0' : fraction}`;
    const moved = fieldTypes.number.toText(Number(mantissa + text.slice(i, end)), settings);
    // Of more digits than fifteen it must be a double's own text, with the point moved.
    const long = significantDigits(whole + fraction) > maxDigits;
    return long && digitsAlone(moved) !== digitsAlone(mantissa) ? null : moved;
  }
  const plainText = `${negative ? '-' : ''}${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
  if (whole.length + fraction.length <= maxDigits) return plainText;
  const short = fraction === '' ? plainText : plainText.replace(/\.?0+$/, '');
  const long = significantDigits(whole + fraction.replace(/0+$/, '')) > maxDigits;
  return long && !isExact(short, shift) ? null : plainText;
}

const settings = {
  numberFormat: 'local',
  showProgressBar: false,
  allowNegative: true,
} as const;

/** Whether a long number is the canonical text of a double: 0.30000000000000004 is. */
function isCanonical(text: string, shift: Shift): boolean {
  if (shift === 0) return fieldTypes.number.toText(Number(text), settings) === text;
  return fieldTypes.percent.toText(Number(`${text}e-2`), settings) === `${text}%`;
}

/**
 * Whether a double tells a long number from its neighbours, so that nothing is lost: printed with as many digits it is
 * the same text. 9.779999999999999 is what some programs print for 9.78.
 */
function isExact(text: string, shift: Shift): boolean {
  if (isCanonical(text, shift)) return true;
  const digits = significantDigits(text.replace(/\D/g, ''));
  if (shift !== 0 || !text.includes('.') || digits > maxPrinted) return false;
  return decimalPoint(Number(text).toPrecision(digits)) === text;
}
/** A double printed with more digits has no end that says anything. */
const maxPrinted = 60;

/** The text of a number without an exponent; of one with an exponent the digits moved. */
function decimalPoint(text: string): string {
  const match = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = '', first = '', rest = '', places = ''] = match;
  return `${sign}0.${'0'.repeat(Number(places) - 1)}${first}${rest}`;
}

/** The digits of a number from its first to its last that is no zero. */
const digitsAlone = (text: string): string => text.replace(/\D/g, '').replace(/^0+|0+$/g, '');

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
