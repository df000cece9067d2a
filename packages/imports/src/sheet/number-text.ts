import { dayLength, dayNumber, fieldTypes, isoOf } from '@weft/core';
import type { SheetFormat } from './number-format.ts';

const amount = { numberFormat: 'comma_period', grouping: false } as const;
const percent = { ...amount, showProgressBar: false, allowNegative: true } as const;

const epochs = {
  '1900': dayNumber(1899, 12, 30) * dayLength,
  '1904': dayNumber(1904, 1, 1) * dayLength,
  google: dayNumber(1899, 12, 30) * dayLength,
};

/** Which day a workbook counts from; Google Sheets count the days before 1900 too. */
export type DateSystem = keyof typeof epochs;

/** A serial number as a date, a time of day, or both; null where it is none of them. */
function momentText(
  serial: number,
  system: DateSystem,
  { utc, clock, clockOnly }: Extract<SheetFormat, { kind: 'moment' }>,
): string | null {
  // Spreadsheets count a 29 February 1900 that never was: days before it are one further on.
  const days = system === '1900' && serial < 60 ? serial + 1 : serial;
  const at = epochs[system] + Math.round(days * dayLength);
  const iso = serial < 0 && system !== 'google' ? null : isoOf(at);
  if (iso === null || utc) return iso;
  const time = iso.slice(11, 23).replace(/(?::00)?\.000$/, '');
  // The first day of 1904 counts as 0, so that only the format tells it from a time of day.
  if (serial < 1 && (system === '1900' || clockOnly)) return time;
  // Midnight is a time among others where the column shows times.
  return time === '00:00' && !clock ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}

/** Digits in the places of a mask's zeros; what has no place there stands before the others. */
function maskedText(digits: string, mask: string): string {
  const places = mask.replaceAll(/[^0]/g, '').length;
  const shown = digits.padStart(places, '0');
  let at = shown.length - places;
  const before = shown.slice(0, at);
  return mask.replaceAll('0', () => shown.charAt(at++)).replace(/\d/, (first) => before + first);
}

/** The text a number of a sheet is imported as: what a person sees of it, with nothing rounded away. */
export function sheetNumberText(value: number, format: SheetFormat, system: DateSystem): string {
  const digits = fieldTypes.number.toText(value, amount);
  switch (format.kind) {
    case 'number':
      return digits;
    case 'percent':
      return fieldTypes.percent.toText(value, percent);
    case 'currency':
      return value < 0 ? `-${format.symbol}${digits.slice(1)}` : `${format.symbol}${digits}`;
    case 'duration':
      return fieldTypes.duration.toText(Math.round(value * dayLength) / 1_000, { format: 'h:mm:ss' });
    case 'padded':
      return Number.isInteger(value)
        ? digits.replace(/\d+/, (shown) => maskedText(shown, format.mask))
        : digits;
    case 'moment':
      return momentText(value, system, format) ?? digits;
  }
}
