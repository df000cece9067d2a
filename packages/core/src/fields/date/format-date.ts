import type { FieldEnv } from '../field-type.ts';
import type { DateFormat, DateTemplate } from '../templates.ts';
import { dayLength, dayOf, epochOf, four, two } from './calendar.ts';
import { datePatternOf, formatPattern } from './date-pattern.ts';
import { monthNames } from './month-names.ts';
import { readableZone, zoneAbbreviation, zoneOffset } from './zone-clock.ts';

/** The zone in which a field's instants are shown and typed: the fixed one, or else the reader's. */
export const zoneOf = (template: DateTemplate, env: FieldEnv): string =>
  readableZone(template.timezone ?? env.timeZone);

function formatDay(format: DateFormat, locale: string, year: number, month: number, day: number): string {
  switch (format) {
    case 'us':
      return `${two(month)}/${two(day)}/${four(year)}`;
    case 'european':
      return `${two(day)}/${two(month)}/${four(year)}`;
    case 'iso':
      return `${four(year)}-${two(month)}-${two(day)}`;
    case 'long':
      return `${monthNames[month - 1]} ${day}, ${four(year)}`;
    case 'local':
      return formatPattern(datePatternOf(locale), year, month, day);
  }
}

function formatTime(minutes: number, timeFormat: '12h' | '24h'): string {
  const hour = Math.floor(minutes / 60);
  if (timeFormat === '24h') return `${two(hour)}:${two(minutes % 60)}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${two(minutes % 60)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/**
 * A stored date as the cell shows it: a calendar day as it is, an instant on the clock of its zone. On the two days
 * where that clock shows year 0 or 10000, UTC is shown instead.
 */
export function formatDate(value: string, template: DateTemplate, env: FieldEnv): string {
  if (!template.displayTime) {
    if (template.dateFormat === 'us')
      return `${value.slice(5, 7)}/${value.slice(8, 10)}/${value.slice(0, 4)}`;
    if (template.dateFormat === 'iso') return value.slice(0, 10);
    const day = dayOf(Math.floor(epochOf(value) / dayLength));
    return formatDay(template.dateFormat, env.locale, day.year, day.month, day.day);
  }
  const epoch = epochOf(value);
  let zone = zoneOf(template, env);
  let local = epoch + zoneOffset(zone, epoch);
  let number = Math.floor(local / dayLength);
  let day = dayOf(number);
  if (day.year < 1 || day.year > 9999) {
    zone = 'UTC';
    local = epoch;
    number = Math.floor(local / dayLength);
    day = dayOf(number);
  }
  const date = formatDay(template.dateFormat, env.locale, day.year, day.month, day.day);
  const minutes = Math.floor((local - number * dayLength) / 60_000);
  const text = `${date} ${formatTime(minutes, template.timeFormat)}`;
  return template.displayTimeZone ? `${text} ${zoneAbbreviation(zone, epoch)}` : text;
}
