import { err, ok, type Result } from '@weft/std';
import type { FieldEnv } from '../field-type.ts';
import { isPlainObject } from '../read-template.ts';
import type { DateTemplate } from '../templates.ts';
import { isoOf } from './calendar.ts';
import { zoneOf } from './format-date.ts';
import { storedIso } from './parse-date.ts';
import { readableZone } from './zone-clock.ts';

/** A half-open range of stored values, both `YYYY-MM-DDTHH:mm:ss.sssZ`: from is in it, to is not. */
export interface InstantRange {
  readonly from: string;
  readonly to: string;
}

const units = ['day', 'week', 'month', 'year'] as const;
type Unit = (typeof units)[number];

/** Units from the first day of all to the last. */
const furthest: { readonly [unit in Unit]: number } = {
  day: 3_660_000,
  week: 523_000,
  month: 120_000,
  year: 10_000,
};

/**
 * What the operand of a date filter covers: an ISO date (a day, or the day on which an instant falls), or
 * `{unit: 'day'|'week'|'month'|'year', offset}`, the unit so many before or after the one today is in. Weeks begin on
 * Sunday. A field that shows a time has its days in its zone; one without has calendar days, stored as 00:00 UTC.
 * What reaches beyond the years 0001 to 9999 is cut there. The error is a sentence.
 */
export function dateRange(operand: unknown, template: DateTemplate, env: FieldEnv): Result<InstantRange> {
  // Calendar days are compared in UTC, but what day today is depends on where the reader is.
  const zone = template.displayTime ? zoneOf(template, env) : 'UTC';
  const span = isPlainObject(operand) ? relativeSpan(operand, template, env) : daySpan(operand, zone);
  if (!span.ok) return span;
  const [first, next] = span.value;
  const from = first.toZonedDateTime(zone).epochMilliseconds;
  const to = next.toZonedDateTime(zone).epochMilliseconds;
  return ok({
    from: isoOf(from) ?? '0001-01-01T00:00:00.000Z',
    to: isoOf(to) ?? '9999-12-31T23:59:59.999Z',
  });
}

type Span = readonly [first: Temporal.PlainDate, next: Temporal.PlainDate];

function daySpan(operand: unknown, zone: string): Result<Span> {
  const iso = typeof operand === 'string' ? storedIso(operand) : null;
  if (typeof operand !== 'string' || iso === null) return err('needs a date such as 2026-03-05');
  const first =
    operand.length === 'YYYY-MM-DD'.length
      ? Temporal.PlainDate.from(operand)
      : Temporal.Instant.from(iso).toZonedDateTimeISO(zone).toPlainDate();
  return ok([first, first.add({ days: 1 })]);
}

function relativeSpan(
  operand: { readonly [key: string]: unknown },
  template: DateTemplate,
  env: FieldEnv,
): Result<Span> {
  const { offset } = operand;
  const unit = units.find((each) => each === operand.unit);
  if (unit === undefined || Object.keys(operand).some((key) => key !== 'unit' && key !== 'offset'))
    return err("needs a date or {unit: 'day'|'week'|'month'|'year', offset}");
  if (typeof offset !== 'number' || !Number.isInteger(offset) || Math.abs(offset) > furthest[unit])
    return err(`needs an offset from -${furthest[unit]} to ${furthest[unit]}`);
  if (env.now === undefined) return err('needs to know the current time');
  const today = Temporal.Instant.from(env.now)
    .toZonedDateTimeISO(template.displayTime ? zoneOf(template, env) : readableZone(env.timeZone))
    .toPlainDate();
  const step = { [`${unit}s`]: 1 };
  const first = startOf(today, unit).add({ [`${unit}s`]: offset });
  const next = first.add(step);
  if (next.year < 1 || first.year > 9999) return err('reaches beyond the years 0001 to 9999');
  return ok([first, next]);
}

function startOf(day: Temporal.PlainDate, unit: Unit): Temporal.PlainDate {
  if (unit === 'day') return day;
  // Temporal counts Monday as 1 and Sunday as 7.
  if (unit === 'week') return day.subtract({ days: day.dayOfWeek % 7 });
  return unit === 'month' ? day.with({ day: 1 }) : day.with({ month: 1, day: 1 });
}
