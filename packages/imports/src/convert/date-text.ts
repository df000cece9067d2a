import { isDay, monthNumbers } from '@weft/core';

/**
 * How a column writes its dates. `named`: 5 January 2024, January 5, 2024 or 05-Jan-24, in English. `compact`: 20240105.
 */
export const dateOrders = ['ymd', 'mdy', 'dmy', 'named', 'compact'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** A date and perhaps time as written, checked to exist under `orders`. */
export interface DateText {
  /** Bit per `dateOrders`: under which orders it is a real day. */
  readonly orders: number;
  /** Year, and the two other numbers as they stand (ymd, named and compact: month, day). */
  readonly year: number;
  readonly first: number;
  readonly second: number;
  /** Milliseconds of the day, or null when there is no time. */
  readonly time: number | null;
  readonly hour12: boolean;
  /** Minutes east of UTC, null when none is written. */
  readonly offset: number | null;
  /** Finer than a millisecond: the value cannot hold it. */
  readonly tooFine: boolean;
  /** The year is written with two digits: 69-99 are 19xx, 00-68 are 20xx. */
  readonly shortYear: boolean;
  /** A short year may as well stand first: 09-03-11. */
  readonly yearFirst: boolean;
}

export const orderBit = (order: DateOrder): number => 1 << dateOrders.indexOf(order);
const ymdBit = orderBit('ymd');
const mdyBit = orderBit('mdy');
const dmyBit = orderBit('dmy');
const namedBit = orderBit('named');
const compactBit = orderBit('compact');

const numeric = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(?:$|T|\s+)/;
const monthFirst = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})(?:$|,? (?:at )?)/;
const dayFirst = /^(\d{1,2})[ -]([A-Za-z]{3,9})\.?,?[ -](\d{4}|\d{2})(?:$|,? )/;
const compact = /^(?:1[89]|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
const clock =
  /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?([AaPp])\.?[Mm]\.?)?(?: ?(Z|UTC|GMT)| ?([+-])(\d\d):?(\d\d))?$/;

/** Two digits are a year of 1969 to 2068, as everywhere in the product and as POSIX has it. */
const fullYear = (digits: string): number =>
  digits.length === 2 ? Number(digits) + (Number(digits) < 69 ? 2000 : 1900) : Number(digits);

const day = (
  orders: number,
  year: number,
  first: number,
  second: number,
  shortYear = false,
  yearFirst = false,
): DateText => ({
  orders,
  year,
  first,
  second,
  time: null,
  hour12: false,
  offset: null,
  tooFine: false,
  shortYear,
  yearFirst,
});

/** 20111001: a year of 1800 to 2099, month and day. */
function readCompact(text: string): DateText | null {
  if (!compact.test(text)) return null;
  const [year, month, second] = [Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6))];
  return isDay({ year, month, day: second }) ? day(compactBit, year, month, second) : null;
}

/**
 * 31/12/99 under day and month first. With points only as 31.12.99, which nobody writes with the month first and no
 * number of a version looks like; with hyphens the year may stand first.
 */
function readShort(a: string, mark: string, b: string, c: string): DateText | null {
  if (mark === '.' && (a.length !== 2 || b.length !== 2)) return null;
  const year = fullYear(c);
  const [first, second] = [Number(a), Number(b)];
  let orders = 0;
  if (mark !== '.' && isDay({ year, month: first, day: second })) orders |= mdyBit;
  if (isDay({ year, month: second, day: first })) orders |= dmyBit;
  if (orders === 0) return null;
  const yearFirst =
    mark === '-' && a.length === 2 && isDay({ year: fullYear(a), month: second, day: Number(c) });
  return day(orders, year, first, second, true, yearFirst);
}

/** The day of three numbers, by the place of the year. */
function readNumbers(a: string, mark: string, b: string, c: string): DateText | null {
  if (a.length === 4 && c.length <= 2) {
    const [year, month, second] = [Number(a), Number(b), Number(c)];
    return isDay({ year, month, day: second }) ? day(ymdBit, year, month, second) : null;
  }
  if (a.length > 2) return null;
  if (c.length === 2) return readShort(a, mark, b, c);
  if (c.length !== 4) return null;
  const [year, first, second] = [Number(c), Number(a), Number(b)];
  let orders = 0;
  if (isDay({ year, month: first, day: second })) orders |= mdyBit;
  if (isDay({ year, month: second, day: first })) orders |= dmyBit;
  return orders === 0 ? null : day(orders, year, first, second);
}

function readNamed(dayText: string, month: string, yearText: string): DateText | null {
  const [year, first, second] = [
    fullYear(yearText),
    monthNumbers.get(month.toLowerCase()) ?? 0,
    Number(dayText),
  ];
  if (!isDay({ year, month: first, day: second })) return null;
  return day(namedBit, year, first, second, yearText.length === 2);
}

/** Takes a trimmed text apart; null when it is no date under any order. Never guesses a day. */
export function readDateText(text: string): DateText | null {
  if (text.length < 6 || text.length > 48) return null;
  const code = text.charCodeAt(0);
  const digit = code >= 48 && code <= 57;
  if (digit && text.length === 8) {
    const found = readCompact(text);
    if (found) return found;
  }
  let date: DateText | null;
  const match = digit ? numeric.exec(text) : null;
  const named = match ? null : (digit ? dayFirst : monthFirst).exec(text);
  if (match) date = readNumbers(match[1] ?? '', match[2] ?? '', match[3] ?? '', match[4] ?? '');
  else if (named && digit) date = readNamed(named[1] ?? '', named[2] ?? '', named[3] ?? '');
  else date = named && readNamed(named[2] ?? '', named[1] ?? '', named[3] ?? '');
  if (date === null) return null;
  const rest = (match ?? named)?.[0].length ?? 0;
  if (rest === text.length) return /[T\s]$/.test(text) ? null : date;
  const time = clock.exec(text.slice(rest));
  return time ? withTime(date, time) : null;
}

function withTime(date: DateText, time: RegExpExecArray): DateText | null {
  const [, h = '', m = '', s = '0', fraction = '', half, zulu, sign, offsetHours = '0', offsetMinutes = '0'] =
    time;
  let hour = Number(h);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  if (hour > 23 || Number(m) > 59 || Number(s) > 59) return null;
  let offset: number | null = null;
  if (zulu !== undefined) offset = 0;
  else if (sign !== undefined) {
    if (Number(offsetHours) > 14 || Number(offsetMinutes) > 59) return null;
    offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -1 : 1);
  }
  const milliseconds =
    ((hour * 60 + Number(m)) * 60 + Number(s)) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  const tooFine = /[1-9]/.test(fraction.slice(3));
  return { ...date, time: milliseconds, hour12: half !== undefined, offset, tooFine };
}

const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`);
const padded = (value: number, length: number): string => `${value}`.padStart(length, '0');

const stored = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3})?Z$/;

/** The ISO text of an instant that is written as ISO; null when it must be read by its parts. Six times as fast. */
export function asStored(text: string): string | null {
  if (!stored.test(text) || text.startsWith('0000')) return null;
  return text.length === 24 ? text : `${text.slice(0, 19)}.000Z`;
}

/** Month and day of the text under an order it fits. */
export function monthAndDay(date: DateText, order: DateOrder): readonly [month: number, day: number] {
  return order === 'dmy' ? [date.second, date.first] : [date.first, date.second];
}

/** The ISO text of a calendar day and a time of it, both in UTC. */
export function isoText(year: number, month: number, day: number, time: number): string {
  const date = `${padded(year, 4)}-${two(month)}-${two(day)}`;
  if (time === 0) return `${date}T00:00:00.000Z`;
  const seconds = Math.floor(time / 1000);
  const clockText = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `${date}T${clockText}.${padded(time % 1000, 3)}Z`;
}

/**
 * The instant of a date text under an order: a written offset decides, else the zone. Null when the wall clock does
 * not exist there (the hour a zone skips in spring) or the year leaves 0001-9999.
 */
export function isoInstant(date: DateText, order: DateOrder, timeZone: string): string | null {
  const [month, day] = monthAndDay(date, order);
  const time = date.time ?? 0;
  const zone = date.offset === null ? timeZone : 'UTC';
  if (zone === 'UTC' && (date.offset ?? 0) === 0) return isoText(date.year, month, day, time);
  const wall = Temporal.PlainDate.from({ year: date.year, month, day }).toPlainDateTime(
    Temporal.PlainTime.from('00:00').add({ milliseconds: time }),
  );
  const zoned = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (!zoned.toPlainDateTime().equals(wall)) return null;
  const utc = zoned.subtract({ minutes: date.offset ?? 0 }).withTimeZone('UTC');
  if (utc.year < 1 || utc.year > 9999) return null;
  return isoText(
    utc.year,
    utc.month,
    utc.day,
    ((utc.hour * 60 + utc.minute) * 60 + utc.second) * 1000 + utc.millisecond,
  );
}
