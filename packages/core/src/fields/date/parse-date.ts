import type { FieldEnv } from '../field-type.ts';
import { plainMarks } from '../number/notation.ts';
import type { DateFormat, DateTemplate } from '../templates.ts';
import { firstEpoch, isoOf, midnightOf } from './calendar.ts';
import { datePatternOf } from './date-pattern.ts';
import { zoneOf } from './format-date.ts';
import { type DateOrder, type DateParts, instantOf, readDateParts } from './read-date.ts';
import { zoneAbbreviation } from './zone-clock.ts';

const orders: { readonly [format in Exclude<DateFormat, 'local'>]: DateOrder } = {
  us: 'mdy',
  european: 'dmy',
  iso: 'ymd',
  long: 'mdy',
};

/** Units of the longest text that is looked at: no date is written so long, and the pattern for a zone takes the square of it. */
const longestDate = 200;

/** A text in the field's format; year first and English month names are read in every format. */
function readParts(text: string, template: DateTemplate, env: FieldEnv): DateParts | null {
  const pattern = template.dateFormat === 'local' ? datePatternOf(env.locale) : null;
  const order =
    template.dateFormat === 'local' ? datePatternOf(env.locale).order : orders[template.dateFormat];
  const written = text.trim();
  if (written.length > longestDate) return null;
  let plain = plainMarks(written).trim();
  const tail = plainMarks(pattern?.tail ?? '').trim();
  if (tail !== '' && tail !== '.') plain = plain.replace(tail, '').trim();
  return readDateParts(plain, 'ymd') ?? readDateParts(plain, order, true) ?? readDateParts(plain, 'named');
}

/** What the clock of a zone shows, as the instants it may be: two in the hour that repeats, else one. */
function instantsOf(parts: DateParts, zone: string): readonly number[] {
  if (parts.offset !== null) return [instantOf(parts)];
  const wall = Temporal.PlainDateTime.from({ year: parts.year, month: parts.month, day: parts.day }).add({
    milliseconds: parts.time ?? 0,
  });
  const at = (disambiguation: 'compatible' | 'later'): number =>
    wall.toZonedDateTime(zone, { disambiguation }).epochMilliseconds;
  // 'compatible': the later instant in the hour that is skipped, the earlier one in the hour that repeats.
  const instant = at('compatible');
  const later = at('later');
  return later === instant ? [instant] : [instant, later];
}

/** A zone in letters behind a time, as the cell shows it: 'EST'. */
const abbreviated = /^(.*\d.*)\s+([A-Za-z]{2,6})$/;

/**
 * The instant a person typed, in milliseconds since 1970; null when it is none. A written abbreviation must be the one
 * the zone has at that instant; it tells the two hours of an autumn night apart.
 */
export function readInstant(text: string, template: DateTemplate, env: FieldEnv): number | null {
  const instant = findInstant(text, template, env);
  // Zones of old were seconds off UTC, which no cell shows: the first minute of all may seem to begin too early.
  return instant !== null && instant < firstEpoch && instant > firstEpoch - 60_000 ? firstEpoch : instant;
}

function findInstant(text: string, template: DateTemplate, env: FieldEnv): number | null {
  const zone = zoneOf(template, env);
  const parts = readParts(text, template, env);
  if (parts !== null) return instantsOf(parts, zone)[0] ?? null;
  const written = text.trim();
  if (written.length > longestDate) return null;
  const [, date = '', abbreviation = ''] = abbreviated.exec(written) ?? [];
  const bare = date === '' ? null : readParts(date, template, env);
  if (bare === null || bare.time === null || bare.offset !== null) return null;
  return (
    instantsOf(bare, zone).find(
      (instant) => zoneAbbreviation(zone, instant).toLowerCase() === abbreviation.toLowerCase(),
    ) ?? null
  );
}

/** The calendar day a person typed as its midnight UTC, and whether a time behind it would be lost; null when it is none. */
export function readDay(
  text: string,
  template: DateTemplate,
  env: FieldEnv,
): { readonly iso: string; readonly hasTime: boolean } | null {
  const parts = readParts(text, template, env);
  return parts === null ? null : { iso: midnightOf(parts), hasTime: (parts.time ?? 0) !== 0 };
}

const stored = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * An ISO 8601 text as stored: `YYYY-MM-DDTHH:mm:ss.sssZ`. Takes a day alone (its midnight UTC) and a time with Z or an
 * offset; null for anything else, also for days that do not exist.
 */
export function storedIso(text: string): string | null {
  if (!stored.test(text)) return null;
  const parts = readDateParts(text, 'iso');
  return parts === null ? null : isoOf(instantOf(parts));
}

/** The midnight UTC of the day an instant falls on in UTC. */
export const dayOfIso = (iso: string): string => `${iso.slice(0, 10)}T00:00:00.000Z`;
