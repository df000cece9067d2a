import { durationFormats, type FieldKind, fieldTypes, isEmail } from '@weft/core';
import { withoutUndefined } from '@weft/std';
import { isPhone, isUrl } from '../convert/contact-text.ts';
import { type DateOrder, dateOrders, orderBit, readDateText } from '../convert/date-text.ts';
import { durationFormatOf, readDuration } from '../convert/duration-text.ts';
import { trimmedText } from '../convert/trimmed-text.ts';
import { detached } from '../csv/row-fault.ts';
import { fit, type Recogniser } from './family.ts';

const dateFormatOf = { ymd: 'iso', mdy: 'us', dmy: 'european', named: 'long', compact: 'iso' } as const;

type ReadDate = typeof readDateText;

/** Reads each text once, for both that ask for it one after the other. */
function readingOnce(): ReadDate {
  let last: string | null = null;
  let date: ReturnType<ReadDate> = null;
  return (text) => {
    if (text !== last) {
      date = readDateText(text);
      last = text;
    }
    return date;
  };
}

/** What a column's dates say beside their days. */
export interface DateFacts {
  /** The first text that fits this order of day and month and not the other. */
  readonly decidedBy: { readonly mdy: string | null; readonly dmy: string | null };
  /** The latest date whose year is written with two digits, and that year in full; null where none is. */
  readonly latestShort: { readonly text: string; readonly year: number } | null;
  /** Every date has a short year and may as well begin with it: 09-03-11. */
  readonly yearFirst: boolean;
  /**
   * A text whose day and month are open, where only years written with another number of digits decide their order: a
   * spreadsheet rewrites the dates it understands (8/17/11) and leaves those of the other order (12/03/2011).
   */
  readonly open: string | null;
}

/** Days, and days with a time; and what both say of the column's dates. */
export function dateRecognisers(): readonly [day: Recogniser, moment: Recogniser, facts: () => DateFacts] {
  let mdy: string | null = null;
  let dmy: string | null = null;
  let latestShort: DateFacts['latestShort'] = null;
  let yearFirst = true;
  const years = { short: { open: '', decided: false }, long: { open: '', decided: false } };
  const once = readingOnce();
  const read: ReadDate = (text) => {
    const date = once(text);
    if (date === null) return date;
    if (date.orders === mdyBit) mdy ??= detached(text);
    else if (date.orders === dmyBit) dmy ??= detached(text);
    if (date.shortYear && date.year > (latestShort?.year ?? 0))
      latestShort = { text: detached(text), year: date.year };
    const alike = date.shortYear ? years.short : years.long;
    if (date.orders === mdyBit || date.orders === dmyBit) alike.decided = true;
    else if (date.orders === (mdyBit | dmyBit) && alike.open === '') alike.open = detached(text);
    if (!date.yearFirst) yearFirst = false;
    return date;
  };
  const openBeside = (one: typeof years.short, other: typeof years.short): string =>
    other.decided && !one.decided ? one.open : '';
  const facts = () => ({
    decidedBy: { mdy, dmy },
    latestShort,
    yearFirst: latestShort !== null && yearFirst,
    open: openBeside(years.long, years.short) || openBeside(years.short, years.long) || null,
  });
  return [dateRecogniser(read), datetimeRecogniser(read), facts];
}

const mdyBit = orderBit('mdy');
const dmyBit = orderBit('dmy');
const isCanonicalDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);
const isCanonicalMoment = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);

/** Dates without a time: a calendar day. A midnight written out is one when a person says so. */
function dateRecogniser(read: ReadDate): Recogniser {
  return {
    variants: dateOrders.length,
    test(text) {
      const date = read(text);
      if (!date) return 0;
      if (date.time === null) {
        return fit(date.orders, date.orders, isCanonicalDay(text) ? 0 : date.orders);
      }
      return date.time === 0 && date.offset === null && !date.tooFine ? fit(0, date.orders) : 0;
    },
    describe(variant) {
      const order = dateOrders[variant] as DateOrder;
      const template = {
        dateFormat: dateFormatOf[order],
        displayTime: false,
        timeFormat: '12h',
        displayTimeZone: false,
      };
      return { fieldType: 'date', template, format: { order } };
    },
  };
}

/** Dates with a time: all with `Z`, or all without a zone (read as UTC and shown in it, so that they look alike). */
function datetimeRecogniser(read: ReadDate): Recogniser {
  /** Whether the column's texts name UTC, learnt from the first one. */
  let zoned: boolean | null = null;
  let hour12 = false;
  return {
    variants: dateOrders.length,
    test(text) {
      const date = read(text);
      if (!date || date.tooFine) return 0;
      const rewritten = isCanonicalMoment(text) ? 0 : date.orders;
      if (date.time === null) return fit(0, date.orders, rewritten);
      zoned ??= date.offset !== null;
      if (date.hour12) hour12 = true;
      // Another offset is an instant too, but the cell's own clock would be lost.
      const lossless = zoned === (date.offset !== null) && (date.offset ?? 0) === 0;
      return fit(lossless ? date.orders : 0, date.orders, rewritten);
    },
    describe(variant) {
      const order = dateOrders[variant] as DateOrder;
      return {
        fieldType: 'datetime',
        template: withoutUndefined({
          dateFormat: dateFormatOf[order],
          displayTime: true,
          timeFormat: hour12 ? '12h' : '24h',
          displayTimeZone: false,
          timezone: zoned === true ? undefined : 'UTC',
        }),
        format: { order },
      };
    },
  };
}

interface DurationRecogniser extends Recogniser {
  /**
   * Every value may be a time of day: none is a day or longer and, where seconds are written, few are shorter than an
   * hour.
   */
  readonly clockTimes: (minutes: boolean) => boolean;
}

export function durationRecogniser(): DurationRecogniser {
  const all = (1 << durationFormats.length) - 1;
  let long = false;
  let tested = 0;
  let shorterThanAnHour = 0;
  return {
    variants: durationFormats.length,
    test(text) {
      const seconds = readDuration(text);
      if (Number.isNaN(seconds)) return 0;
      const format = durationFormatOf(text);
      if (format === null) {
        return fit(0, all, fieldTypes.duration.toText(seconds, { format: 'h:mm:ss' }) === text ? 0 : all);
      }
      tested++;
      if (seconds >= 86_400) long = true;
      if (seconds < 3_600) shorterThanAnHour++;
      const variant = durationFormats.indexOf(format);
      // The canonical text has seconds, and a fraction without zeros at its end.
      const rewritten = variant === 0 || (variant > 1 && text.endsWith('0')) ? all : 0;
      // 1:05:09 is 1:05:09.000 less the zeros that the format says; 1:05 may be minutes and seconds.
      return fit(variant === 0 ? 1 : all & (all << variant), all, rewritten);
    },
    describe: (variant) => ({
      fieldType: 'duration',
      template: { format: durationFormats[variant] },
      format: {},
    }),
    clockTimes: (minutes) => !long && (minutes || shorterThanAnHour * 2 < tested),
  };
}

/**
 * Kinds that store the text itself: recognised by shape, and any single line fits when a person says so. The second
 * variant leaves out the white space around the texts: never proposed, it tells that nothing else is in the way.
 */
function shapeRecogniser(fieldType: FieldKind, matches: (text: string) => boolean): Recogniser {
  return {
    variants: 2,
    asWritten: true,
    // Far from the shape is far from the type: what is lenient here is decided by line breaks alone.
    test(cell) {
      const text = trimmedText(cell);
      if (!matches(text)) return 0;
      return text.length === cell.length ? fit(3, 3) : fit(2, 2);
    },
    describe: (variant) => ({ fieldType, template: {}, format: variant === 1 ? { trim: true } : {} }),
  };
}

export const emailRecogniser = (): Recogniser =>
  shapeRecogniser('email', (text) => text.includes('@') && isEmail(text));
export const urlRecogniser = (): Recogniser => shapeRecogniser('url', isUrl);
export const phoneRecogniser = (named: boolean): Recogniser =>
  shapeRecogniser('phone_number', (text) => isPhone(text, named));
