import type { FieldEnv } from '../field-type.ts';
import type { NumberFormat } from '../templates.ts';
import { decimalText } from './decimal.ts';
import { notationOf, plainMarks } from './notation.ts';

/**
 * Whether a numeric editor takes the text, finished or not: digits, one decimal mark of the column's format and, where
 * negatives are allowed, a leading minus. '', '-' and '5.' are on their way to a number.
 */
export function isNumberInput(
  text: string,
  format: NumberFormat,
  allowNegative: boolean,
  env: FieldEnv,
): boolean {
  const plain = plainMarks(text);
  const decimal = notationOf(format, env).style.decimal.charCodeAt(0);
  let seenDecimal = false;
  for (let i = 0; i < plain.length; i++) {
    const code = plain.charCodeAt(i);
    if (code >= 48 && code <= 57) continue;
    if (code === 45 && i === 0 && allowNegative) continue;
    if (code !== decimal || seenDecimal) return false;
    seenDecimal = true;
  }
  return true;
}

/**
 * The text a numeric editor opens with: all digits of value × 10^shift (2 for percent) with the decimal mark of the
 * column's format and no group marks. Read back it is the same value: opening a cell rounds nothing.
 */
export const numberInputText = (value: number, format: NumberFormat, env: FieldEnv, shift = 0): string =>
  decimalText(value, shift).replace('.', notationOf(format, env).style.decimal);
