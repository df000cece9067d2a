import type ICAL from 'ical.js';

const day = 86_400_000;
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const weekdayOf = (local: number): string => weekdays[new Date(local).getUTCDay()] as string;

const numbers = (rule: ICAL.Recur, part: string): readonly number[] =>
  ((rule.parts as { readonly [part: string]: readonly unknown[] | undefined })[part] ?? []).map(Number);

/** Which of its weekdays in the year a date is, from the first and from the last. */
function nthOfYear(local: number): readonly [number, number] {
  const year = new Date(local).getUTCFullYear();
  const since = Math.floor((local - Date.UTC(year, 0, 1)) / day);
  const until = Math.floor((Date.UTC(year + 1, 0, 1) - 1 - local) / day);
  return [Math.floor(since / 7) + 1, -Math.floor(until / 7) - 1];
}

/** The number of a date's week in its year, from the first and from the last (RFC 5545, section 3.3.10: ISO 8601 with any first day). */
function weekOfYear(local: number, firstDay: number): readonly [number, number] {
  const midnight = Math.floor(local / day) * day;
  const start = midnight - ((new Date(midnight).getUTCDay() - firstDay + 7) % 7) * day;
  // A week is of the year that most of its days are in.
  const year = new Date(start + 3 * day).getUTCFullYear();
  const firstOf = (of: number) => {
    const fourth = Date.UTC(of, 0, 4);
    return fourth - ((new Date(fourth).getUTCDay() - firstDay + 7) % 7) * day;
  };
  const week = Math.round((start - firstOf(year)) / (7 * day)) + 1;
  const all = Math.round((firstOf(year + 1) - firstOf(year)) / (7 * day));
  return [week, week - all - 1];
}

/** A rule that ical.js reads right and that says too much, and which of its starts are meant. */
interface Filtered {
  readonly byDay: readonly string[];
  readonly matches: (local: number) => boolean;
}

/**
 * Yearly rules that ical.js reads wrongly: the nth such weekday of the year, days of the nth week, and 29 February,
 * which it moves to 1 March. Null: what it says is right.
 */
export function ruleFilter(rule: ICAL.Recur, first: number): Filtered | null {
  const has = (part: string) => numbers(rule, part).length > 0;
  if (rule.freq !== 'YEARLY' || ['BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYSETPOS'].some(has)) return null;
  const days = ((rule.parts.BYDAY ?? []) as readonly string[]).map((one) => ({
    weekday: one.slice(-2),
    nth: Number.parseInt(one, 10) || 0,
  }));
  const weeks = numbers(rule, 'BYWEEKNO');
  const at = new Date(first);
  if (weeks.length > 0) {
    // Days of these weeks may be in the year before or after, which need not be one of the rule's.
    if (rule.interval > 1 && weeks.some((week) => [1, 52, 53].includes(Math.abs(week)))) return null;
    const byDay = days.length > 0 ? days.map(({ weekday }) => weekday) : [weekdayOf(first)];
    // ical.js numbers days from 1, Sunday.
    const firstDay = (rule.wkst ?? 2) - 1;
    return {
      byDay,
      matches: (local) => weekOfYear(local, firstDay).some((week) => weeks.includes(week)),
    };
  }
  if (days.some(({ nth }) => nth !== 0)) {
    const matches = (local: number) => {
      const nths = nthOfYear(local);
      return days.some(
        ({ weekday, nth }) => weekday === weekdayOf(local) && (nth === 0 || nths.includes(nth)),
      );
    };
    return { byDay: days.map(({ weekday }) => weekday), matches };
  }
  if (days.length > 0 || at.getUTCMonth() !== 1 || at.getUTCDate() !== 29) return null;
  return { byDay: [], matches: (local) => new Date(local).getUTCDate() === 29 };
}
