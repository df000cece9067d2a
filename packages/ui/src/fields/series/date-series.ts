import type { Progression } from './progression.ts';

const instant = (iso: string): Temporal.Instant => Temporal.Instant.from(iso);
const monthOf = (moment: Temporal.ZonedDateTime): number => moment.year * 12 + moment.month - 1;

/** What is stored of a moment; null outside the years 1 to 9999. */
function stored(epoch: number): string | null {
  const date = new Date(epoch);
  if (Number.isNaN(epoch) || Number.isNaN(date.getTime())) return null;
  const text = date.toISOString();
  return text.length === 24 && !text.startsWith('0000') ? text : null;
}

/** A term that Temporal may refuse to make, far beyond the calendar. */
function reached(make: () => number): string | null {
  try {
    return stored(make());
  } catch {
    return null;
  }
}

type At = Progression<string>['at'];

/** One day of each month, or the month's last where it is shorter: 31 January, 28 February, 31 March. */
function byMonths(moments: readonly Temporal.ZonedDateTime[]): At | null {
  const [first, second] = moments;
  if (!first || !second) return null;
  const step = monthOf(second) - monthOf(first);
  const day = Math.max(...moments.map((moment) => moment.day));
  if (step === 0) return null;
  return (place) =>
    reached(() => {
      const month = monthOf(first) + place * step;
      const days = Temporal.PlainYearMonth.from({
        year: Math.floor(month / 12),
        month: (((month % 12) + 12) % 12) + 1,
      });
      const date = days.toPlainDate({ day: Math.min(day, days.daysInMonth) });
      return date.toZonedDateTime({ timeZone: first.timeZoneId, plainTime: first.toPlainTime() })
        .epochMilliseconds;
    });
}

/** The same time every so many days, whatever the clocks do in between. */
function byDays(moments: readonly Temporal.ZonedDateTime[]): At | null {
  const [first, second] = moments;
  if (!first) return null;
  const days = second ? first.toPlainDate().until(second.toPlainDate(), { largestUnit: 'days' }).days : 1;
  return days === 0 ? null : (place) => reached(() => first.add({ days: days * place }).epochMilliseconds);
}

/** The same time apart. */
function byTime(values: readonly string[]): At | null {
  const [first, second] = values;
  if (first === undefined || second === undefined) return null;
  const start = instant(first).epochMilliseconds;
  const step = instant(second).epochMilliseconds - start;
  return (place) => reached(() => start + step * place);
}

/**
 * Dates one step apart: some months, some days, or some time. A date alone goes on by a day.
 * `zone` is where their calendar is read: UTC for dates without a time.
 */
export function dateSeries(values: readonly string[], zone: string): Progression<string> | null {
  const moments = values.map((value) => instant(value).toZonedDateTimeISO(zone));
  for (const at of [byMonths(moments), byDays(moments), byTime(values)]) {
    if (at !== null && values.every((value, place) => value === at(place))) return { at, usual: true };
  }
  return null;
}
