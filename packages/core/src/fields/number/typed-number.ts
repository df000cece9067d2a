import { type Notation, plainMarks } from './notation.ts';
import { plainStyle, readNumberText } from './read-number.ts';

/** What stands beside the number in this kind of cell. */
export interface Affixes {
  /** A currency symbol or '%'; '' for none. */
  readonly mark: string;
  /** Powers of ten between what is written and what is stored: 2 for percent. */
  readonly shift: number;
}

/**
 * A number as a person types it or as the cell shows it: digits, one decimal mark, a leading minus and group marks in
 * their places. The column's number format decides which mark is the decimal one. The cell's own mark may stand on
 * either side, in front of the minus or behind it. Null when it is anything else.
 */
export function readTyped(text: string, notation: Notation, affixes: Affixes): number | null {
  let rest = plainMarks(text).trim();
  const mark = plainMarks(affixes.mark);
  let negative = false;
  const takeMinus = (): void => {
    if (negative || !rest.startsWith('-')) return;
    negative = true;
    rest = rest.slice(1).trimStart();
  };
  takeMinus();
  if (mark !== '' && rest.startsWith(mark)) {
    rest = rest.slice(mark.length).trimStart();
    takeMinus();
  } else if (mark !== '' && rest.endsWith(mark)) {
    rest = rest.slice(0, -mark.length).trimEnd();
  }
  if (rest.startsWith('-')) return null;
  // '5,' is on its way to '5,2'.
  if (rest.length > 1 && rest.endsWith(notation.style.decimal)) rest = rest.slice(0, -1);
  const read = readNumberText(rest, notation.style, affixes.shift);
  if (read === null) return null;
  return negative && read.value !== 0 ? -read.value : read.value;
}

/** Numbers with group marks in their places: of three digits, or of two before the last three, as in India. */
const wellGrouped = {
  '.': /^-?(\d{1,3}(,\d{3})+|\d{1,2}(,\d{2})*,\d{3})(\.\d*)?$/,
  ',': /^-?(\d+|\d{1,3}(\.\d{3})+|\d{1,2}(\.\d{2})*\.\d{3})(,\d*)?$/,
} as const;

/** Nothing but a number, with a comma among its marks. */
const withComma = /^(?=.*\d)(?=.*,)-?[\d.,]+$/;

/**
 * A pasted number: as typed, or else what is left without currency symbols, percent signs, commas and spaces. In a
 * column with a decimal comma the dots are stripped instead; a lone dot that groups nothing ('1234.5') stays a decimal
 * point. Null when no number is left; 'misgrouped' where commas stand where none group digits ('12,5' in a column with
 * a decimal point), for without them it would be another number.
 */
export function readPasted(text: string, notation: Notation, affixes: Affixes): number | null | 'misgrouped' {
  const typed = readTyped(text, notation, affixes);
  if (typed !== null) return typed;
  let rest = plainMarks(text);
  const mark = plainMarks(affixes.mark);
  if (mark !== '') rest = rest.replaceAll(mark, '');
  rest = rest.replace(/[\p{Sc}%\s']/gu, '');
  const { decimal } = notation.style;
  if (withComma.test(rest) && !wellGrouped[decimal].test(rest)) return 'misgrouped';
  if (decimal === ',' && rest.includes(',')) rest = rest.replaceAll('.', '').replace(',', '.');
  else rest = rest.replaceAll(',', '');
  // Spreadsheets write what is very large or small as 1.5E+10.
  const [, mantissa = rest, power] = /^(.*\d)[eE]([+-]?\d{1,3})$/.exec(rest) ?? [];
  const read = readNumberText(mantissa, plainStyle, affixes.shift - Number(power ?? 0));
  return read === null ? null : read.value;
}
