import ICAL from 'ical.js';
import { type EventZone, localOf } from './event-zones.ts';
import { ruleFilter } from './rule-filter.ts';

const day = 86_400_000;
/** Occurrences of one event in a range that are looked at. */
const maxSteps = 5_000;
/** Those before it, which are only stepped over. */
const maxEarlier = 50_000;

/** A stretch of the event's own clock. */
export interface LocalRange {
  readonly from: number;
  readonly to: number;
}

export interface Recurrence {
  /** Local starts. */
  readonly starts: readonly number[];
  /** It recurs too often to be looked at one by one: from here on all its time is taken. Null: it does not. */
  readonly denseFrom: number | null;
  /** Where the rule ends, if it says so. */
  readonly until: number | null;
}

const floating = (local: number): ICAL.Time => {
  const at = new Date(local);
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
  return ICAL.Time.fromData({
    ...{ year, month, day: date },
    ...{ hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds(), isDate: false },
  });
};

/** A date alone includes all its day; a UTC time is read on the event's clock. */
function untilOf(rule: ICAL.Recur, zone: EventZone): number | null {
  const { until } = rule;
  if (until === null || until === undefined) return null;
  if (until.isDate) return localOf(until) + day - 1;
  return until.zone === ICAL.Timezone.utcTimezone ? zone.toLocal(localOf(until)) : localOf(until);
}

/** A later start of the same rule, where counting from the first one is not needed to know the others. */
function nearer(rule: ICAL.Recur, start: number, range: LocalRange): number {
  const unit = { MINUTELY: 60_000, HOURLY: day / 24, DAILY: day, WEEKLY: 7 * day }[rule.freq as string];
  if (unit === undefined || rule.count !== null) return start;
  const step = unit * Math.max(rule.interval, 1);
  return start + Math.max(Math.floor((range.from - start) / step) - 1, 0) * step;
}

/** The starts of a rule that are in a range, on the clock of the event; the zone of the machine plays no part. */
export function recurrence(rule: ICAL.Recur, first: number, range: LocalRange, zone: EventZone): Recurrence {
  const until = untilOf(rule, zone);
  const own = rule.clone();
  // Compared below, on the same clock: here it would be compared by the zone of the machine.
  own.until = null as never;
  // Counted below: ical.js counts steps that are no occurrences too.
  own.count = null as never;
  const filter = ruleFilter(rule, first);
  if (filter !== null) own.parts = filter.byDay.length > 0 ? { BYDAY: [...new Set(filter.byDay)] } : {};
  const from = nearer(rule, first, range);
  const iterator = own.iterator(floating(from));
  const starts: number[] = [];
  const earlierSteps = rule.freq === 'SECONDLY' ? maxSteps : maxEarlier;
  let last = from;
  let found = 0;
  let inRange = 0;
  for (let step = 0; ; step++) {
    const next = iterator.next();
    // A rule that matches nothing ends, and so does one that goes backwards.
    if (next === null || next === undefined) return { starts, denseFrom: null, until };
    const local = localOf(next);
    if (local >= range.to || (until !== null && local > until)) return { starts, denseFrom: null, until };
    if (inRange === maxSteps || step - inRange === earlierSteps)
      return { starts, denseFrom: Math.max(last, range.from), until };
    last = Math.max(last, local);
    if (local >= range.from) inRange++;
    if (local < first || filter?.matches(local) === false) continue;
    if (rule.count !== null && found++ >= rule.count) return { starts, denseFrom: null, until };
    if (local >= range.from) starts.push(local);
  }
}
