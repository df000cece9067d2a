import { numberSeries } from './number-series.ts';
import type { Progression } from './progression.ts';

/** 'Item 07': what comes before the number, and the number. More digits than these are an id, no count. */
const counted = /^(.*?)(\d{1,15})$/s;

/** Texts that end with a number and are otherwise the same: 'Item 1', 'Item 2'. Leading zeros keep their places. */
export function textSeries(values: readonly string[]): Progression<string> | null {
  const parts = values.map((value) => counted.exec(value));
  const [first] = parts;
  if (!first || parts.some((part) => part === null || part[1] !== first[1])) return null;
  const [, before = '', digits = ''] = first;
  const numbers = numberSeries(
    parts.map((part) => Number(part?.[2])),
    1,
  );
  if (numbers === null) return null;
  const padded = parts.some((part) => /^0\d/.test(part?.[2] ?? ''));
  const at = (place: number): string | null => {
    const number = numbers.at(place);
    if (number === null || number < 0 || !Number.isSafeInteger(number)) return null;
    return before + String(number).padStart(padded ? digits.length : 1, '0');
  };
  if (!values.every((value, place) => value === at(place))) return null;
  // A text that is a number alone is copied alone, as a number is.
  return { at, usual: values.length > 1 || before !== '' };
}
