import { type Day, dayLength, dayNumber, isDay } from './calendar.ts';
import { monthNumbers } from './month-names.ts';

/**
 * Which number of a date is what. `iso`: 2026-03-05 and nothing else; `ymd`: year first with any separator;
 * `named`: the month in English letters (5 March 2026, Mar 5, 2026).
 */
export type DateOrder = 'iso' | 'ymd' | 'mdy' | 'dmy' | 'named';

/** A date taken apart, checked to exist. */
export interface DateParts extends Day {
  /** Milliseconds of the day; null when no time is written. */
  readonly time: number | null;
  /** Milliseconds to add to UTC; null when no zone is written. */
  readonly offset: number | null;
}

const numeric = /^(\d{1,4})([-/.]) ?(\d{1,2})\2 ?(\d{1,4})\.?(?=$|[\sTt,])/;
const monthFirst = /^([A-Za-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})(?=$|[\s,])/;
const dayFirst = /^(\d{1,2})\.?[\s-]([A-Za-z]{3,9})\.?,?[\s-](\d{4})(?=$|[\s,])/;
const clock =
  /^(?:[Tt]|,?\s+(?:at\s+)?)(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(?:\s*([AaPp])\.?(?:[Mm]\.?)?(?![A-Za-z]))?/;
const zone = /^\s*(?:(?:UTC|GMT)?([+\-−])(\d{1,2})(?::?(\d{2})(?::?(\d{2}))?)?|UTC|GMT|Z)$/i;

/** 0 when it is none. */
const monthOf = (name: string): number => monthNumbers.get(name.toLowerCase()) ?? 0;

/** Two digits are a year of 1969 to 2068, as POSIX has it. */
const fullYear = (digits: string): number =>
  digits.length === 2 ? Number(digits) + (Number(digits) < 69 ? 2000 : 1900) : Number(digits);

interface Found extends Day {
  readonly length: number;
}

function numericDay(text: string, order: DateOrder, shortYears: boolean): Found | null {
  const match = numeric.exec(text);
  if (match === null) return null;
  const [all, first = '', separator = '', second = '', third = ''] = match;
  const length = all.length;
  if (order === 'iso' || order === 'ymd') {
    if (first.length !== 4 || third.length > 2) return null;
    if (order === 'iso' && (separator !== '-' || length !== 10)) return null;
    return { year: Number(first), month: Number(second), day: Number(third), length };
  }
  if (first.length > 2 || !(third.length === 4 || (shortYears && third.length === 2))) return null;
  const year = fullYear(third);
  return order === 'mdy'
    ? { year, month: Number(first), day: Number(second), length }
    : { year, month: Number(second), day: Number(first), length };
}

function namedDay(text: string): Found | null {
  const month = monthFirst.exec(text);
  if (month !== null) {
    const [all, name = '', day, year] = month;
    return { year: Number(year), month: monthOf(name), day: Number(day), length: all.length };
  }
  const match = dayFirst.exec(text);
  if (match === null) return null;
  const [all, day, name = '', year] = match;
  return { year: Number(year), month: monthOf(name), day: Number(day), length: all.length };
}

/** Milliseconds of the day of a written time, null when there is no such time. */
function timeOf([, hours = '', minutes, seconds, fraction = '', half]: RegExpExecArray): number | null {
  // '4' alone is no time, '4 pm' is.
  if (minutes === undefined && half === undefined) return null;
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  // Finer than a millisecond cannot be kept.
  if (hour > 23 || Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59 || /[1-9]/.test(fraction.slice(3)))
    return null;
  const whole = (hour * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0);
  return whole * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

function offsetOf([, sign, hours, minutes, seconds]: RegExpExecArray): number | null {
  if (sign === undefined) return 0;
  if (Number(hours) > 23 || Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59) return null;
  const offset = (Number(hours) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000;
  return sign === '+' ? offset : -offset;
}

/** The rest of a text behind its date: nothing, a time, or a time with a zone. */
function readTime(rest: string): Pick<DateParts, 'time' | 'offset'> | null {
  if (rest === '') return { time: null, offset: null };
  const match = clock.exec(rest);
  const time = match === null ? null : timeOf(match);
  if (match === null || time === null) return null;
  const behind = rest.slice(match[0].length);
  if (behind === '') return { time, offset: null };
  const written = zone.exec(behind);
  const offset = written === null ? null : offsetOf(written);
  return offset === null ? null : { time, offset };
}

/**
 * Reads a whole trimmed text as a date of one order: separators - / . (one kind), years of four digits, times HH:mm,
 * HH:mm:ss and HH:mm:ss.fff with or without am/pm, zones Z, UTC, GMT and ±hh:mm. Strict: 30 February is none.
 */
export function readDateParts(text: string, order: DateOrder, shortYears = false): DateParts | null {
  const found = order === 'named' ? namedDay(text) : numericDay(text, order, shortYears);
  if (found === null || !isDay(found)) return null;
  const time = readTime(text.slice(found.length));
  return time === null ? null : { year: found.year, month: found.month, day: found.day, ...time };
}

/** Milliseconds since 1970; without a zone as if the parts were UTC. */
export const instantOf = ({ year, month, day, time, offset }: DateParts): number =>
  dayNumber(year, month, day) * dayLength + (time ?? 0) - (offset ?? 0);
