import { anyFieldType, type CellValue, type Field } from '@weft/core';
import { isCurrencySymbol } from '../convert/currency-text.ts';

/**
 * The text of a cell in an exported file, such that importing it again gives the same value and, where the column's
 * values say so, the same type: percent `25%`, currency `$1234.5` (a plain number when nobody knows the symbol),
 * a calendar day `2024-01-31`, an instant in ISO 8601, duration `1:05:09`, checkbox `true`/`false`, labels of selects
 * (several as `Red, "Green, light"`); everything else as the field's own canonical text. `raw` wins: it is what the
 * cell says.
 */
export function exportText(field: Field, value: CellValue | undefined, raw?: string): string {
  if (raw !== undefined) return raw;
  if (value === null || value === undefined) return '';
  if (field.type === 'percent' && typeof value === 'number') return `${shifted(value)}%`;
  if (field.type === 'currency' && typeof value === 'number')
    return money(value, field.template.currencySymbol);
  if (field.type === 'duration' && typeof value === 'number') return clockText(value);
  if (field.type === 'date' && typeof value === 'string' && !field.template.displayTime)
    return value.slice(0, 10);
  return anyFieldType(field.type).toText(value as never, field.template as never);
}

function money(value: number, symbol: string): string {
  if (!isCurrencySymbol(symbol)) return plain(value);
  return value < 0 ? `-${symbol}${plain(-value)}` : `${symbol}${plain(value)}`;
}

/** The number without an exponent, all its digits kept. */
function plain(value: number): string {
  const text = `${value}`;
  return text.includes('e') ? movePoint(text, 0) : text;
}

/** A fraction as a percentage, the decimal point moved in the text so that 0.07 is 7 and not 7.000000000000001. */
const shifted = (fraction: number): string => movePoint(`${fraction}`, 2);

function movePoint(text: string, by: number): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) ?? [];
  const digits = whole + fraction;
  const point = whole.length + Number(exponent) + by;
  const left = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const right = (point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point)).replace(/0+$/, '');
  return `${sign}${left.replace(/^0+(?=\d)/, '')}${right === '' ? '' : `.${right}`}`;
}

function clockText(seconds: number): string {
  const milliseconds = Math.round(Math.abs(seconds) * 1000);
  const rest = milliseconds % 1000;
  const total = Math.floor(milliseconds / 1000);
  const two = (value: number): string => `${value}`.padStart(2, '0');
  const fraction = rest === 0 ? '' : `.${`${rest}`.padStart(3, '0').replace(/0+$/, '')}`;
  const clock = `${Math.floor(total / 3600)}:${two(Math.floor(total / 60) % 60)}:${two(total % 60)}${fraction}`;
  return seconds < 0 ? `-${clock}` : clock;
}
