import { isDay, monthNumbers } from '@weft/core';

/** How a column writes its dates. `named`: 5 January 2024 or January 5, 2024, in English. */
export const dateOrders = ['ymd', 'mdy', 'dmy', 'named'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** A date and perhaps time as written, checked to exist under `orders`. */
export interface DateText {
  /** Bit per `dateOrders`: under which orders it is a real day. */
  readonly orders: number;
  /** Year, and the two other numbers as they stand (ymd and named: month, day). */
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
}

export const orderBit = (order: DateOrder): number => 1 << dateOrders.indexOf(order);
const ymdBit = orderBit('ymd');
const mdyBit = orderBit('mdy');
const dmyBit = orderBit('dmy');
const namedBit = orderBit('named');

const numeric = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(?:$|T|\s+)/;
const monthFirst = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})(?:$|,? (?:at )?)/;
const dayFirst = /^(\d{1,2})[ -]([A-Za-z]{3,9})\.?,?[ -](\d{4})(?:$|,? )/;
const clock =
  /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?([AaPp])\.?[Mm]\.?)?(?: ?(Z|UTC|GMT)| ?([+-])(\d\d):?(\d\d))?$/;

/** Takes a trimmed text apart; null when it is no date under any order. Never guesses a century or a day. */
export function readDateText(text: string): DateText | null {
  if (text.length < 8 || text.length > 48) return null;
  const code = text.charCodeAt(0);
  const digit = code >= 48 && code <= 57;
  let year = 0;
  let first = 0;
  let second = 0;
  let orders = 0;
  let rest = 0;
  const match = digit ? numeric.exec(text) : null;
  if (match) {
    const [all, a = '', , b = '', c = ''] = match;
    rest = all.length;
    first = Number(b);
    if (a.length === 4 && c.length <= 2) {
      year = Number(a);
      second = Number(c);
      if (isDay({ year, month: first, day: second })) orders = ymdBit;
    } else if (a.length <= 2 && c.length === 4) {
      year = Number(c);
      first = Number(a);
      second = Number(b);
      if (isDay({ year, month: first, day: second })) orders |= mdyBit;
      if (isDay({ year, month: second, day: first })) orders |= dmyBit;
    }
  } else {
    const named = digit ? dayFirst.exec(text) : monthFirst.exec(text);
    if (!named) return null;
    const [all, a = '', b = '', c = ''] = named;
    rest = all.length;
    year = Number(c);
    first = monthNumbers.get((digit ? b : a).toLowerCase()) ?? 0;
    second = Number(digit ? a : b);
    if (isDay({ year, month: first, day: second })) orders = namedBit;
  }
  if (orders === 0) return null;
  if (rest === text.length) {
    if (/[T\s]$/.test(text)) return null;
    return { orders, year, first, second, time: null, hour12: false, offset: null, tooFine: false };
  }
  const time = clock.exec(text.slice(rest));
  return time ? withTime(orders, year, first, second, time) : null;
}

function withTime(
  orders: number,
  year: number,
  first: number,
  second: number,
  time: RegExpExecArray,
): DateText | null {
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
  return { orders, year, first, second, time: milliseconds, hour12: half !== undefined, offset, tooFine };
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
