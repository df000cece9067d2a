import ICAL from 'ical.js';
import { type EventZones, localOf } from './event-zones.ts';

export const day = 86_400_000;

/** A time of an event on its clock. Of a period, where it ends. */
export interface Moment {
  readonly local: number;
  readonly isDate: boolean;
  readonly zone: string | null;
  readonly end: Moment | null;
  readonly duration: ICAL.Duration | null;
}

/** Milliseconds of whole days on the clock, and of elapsed time after them (RFC 5545, section 3.3.6). */
export interface Length {
  readonly days: number;
  readonly rest: number;
}

export const longest = ({ days, rest }: Length): number => days + rest;

/** The zone that a time names, as `EventZones` takes it. */
function zoneOf(property: ICAL.Property, time: ICAL.Time): string | null {
  if (time.zone === ICAL.Timezone.utcTimezone) return 'Z';
  const named = property.getParameter('tzid');
  return named === undefined || named === '' ? null : String(named);
}

export function momentsOf(property: ICAL.Property): Moment[] {
  const moment = (time: ICAL.Time): Moment => ({
    ...{ local: localOf(time), isDate: time.isDate, zone: zoneOf(property, time), end: null, duration: null },
  });
  return property.getValues().flatMap((value: unknown): Moment[] => {
    if (value instanceof ICAL.Time) return [moment(value)];
    if (!(value instanceof ICAL.Period)) return [];
    const { start, end, duration } = value;
    return [{ ...moment(start), end: end ? moment(end) : null, duration: duration ?? null }];
  });
}

export const momentOf = (event: ICAL.Component, name: string): Moment | null => {
  const property = event.getFirstProperty(name);
  return property === null || property === undefined ? null : (momentsOf(property)[0] ?? null);
};

export const instantOf = (zones: EventZones, { local, zone }: Moment): number =>
  zones.of(zone).toInstant(local);

/** The date of a time that names one of a series of whole days. Exchange writes it as its midnight. Null: it names none. */
export function dateNamed(zones: EventZones, { local, isDate, zone }: Moment): number | null {
  const midnight = (at: number) => Math.floor(at / day) * day;
  if (isDate || zone !== 'Z') return midnight(local);
  const here = zones.of(null).toLocal(local);
  if (here === midnight(here)) return here;
  return local === midnight(local) ? local : null;
}

/** Between a start and what says where it ends: an end is elapsed time after it; of dates, days. */
export function lengthBetween(
  zones: EventZones,
  start: Moment,
  end: Moment | null,
  duration: ICAL.Duration | null,
): Length {
  const days = (length: number): Length => ({ days: Math.max(Math.ceil(length / day) * day, day), rest: 0 });
  if (end !== null && start.isDate) return days(end.local - start.local);
  if (end !== null) return { days: 0, rest: Math.max(instantOf(zones, end) - instantOf(zones, start), 0) };
  if (duration === null || duration.isNegative) return start.isDate ? days(day) : { days: 0, rest: 0 };
  if (start.isDate) return days(duration.toSeconds() * 1_000);
  const whole = (duration.weeks * 7 + duration.days) * day;
  return { days: whole, rest: duration.toSeconds() * 1_000 - whole };
}

/** Of an event by what it says itself. */
export function lengthOf(zones: EventZones, event: ICAL.Component, start: Moment): Length {
  const duration = event.getFirstPropertyValue('duration');
  const given = duration instanceof ICAL.Duration ? duration : null;
  return lengthBetween(zones, start, momentOf(event, 'dtend'), given);
}

/** What changed one occurrence of a series and all after it (RFC 5545, section 3.2.13). */
export interface LaterChange {
  readonly event: ICAL.Component;
  readonly start: Moment;
  readonly length: Length;
  /** The start that it had, on the clock of the series. */
  readonly after: number;
  /** Milliseconds by which it moved: from the series' clock to its own, and on the series' clock. */
  readonly shift: number;
  readonly shiftInSeries: number;
}

/** In the order of time. */
export function laterChanges(
  zones: EventZones,
  changed: readonly ICAL.Component[],
  first: Moment,
): readonly LaterChange[] {
  const series = zones.of(first.zone);
  const clock = (one: Moment) => (one.isDate ? one.local : series.toLocal(instantOf(zones, one)));
  return changed
    .flatMap((event): LaterChange[] => {
      const range = event.getFirstProperty('recurrence-id')?.getParameter('range');
      const [named, start] = [momentOf(event, 'recurrence-id'), momentOf(event, 'dtstart')];
      if (String(range).toUpperCase() !== 'THISANDFUTURE' || named === null || start === null) return [];
      const ofDay = ((first.local % day) + day) % day;
      const after = first.isDate
        ? (dateNamed(zones, named) ?? clock(named))
        : clock(named) + (named.isDate ? ofDay : 0);
      const moved = { shift: start.local - after, shiftInSeries: clock(start) - after };
      return [{ event, start, length: lengthOf(zones, event, start), after, ...moved }];
    })
    .sort((one, other) => one.after - other.after);
}
