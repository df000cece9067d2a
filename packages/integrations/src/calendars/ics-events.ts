import ICAL from 'ical.js';
import { type CalendarEvent, eventLink, maxEvents, type ReadingOptions } from './calendar-event.ts';
import { CalendarFault } from './calendar-fault.ts';
import {
  dateNamed,
  day,
  instantOf,
  type LaterChange,
  type Length,
  laterChanges,
  lengthBetween,
  lengthOf,
  longest,
  type Moment,
  momentOf,
  momentsOf,
} from './event-times.ts';
import { type EventZone, EventZones, zoneNamed } from './event-zones.ts';
import { readLines } from './ics-text.ts';
import { recurrence } from './recurrence.ts';

const unreadable = (why: string, cause?: unknown): CalendarFault =>
  new CalendarFault('unreadable', `The calendar cannot be read: ${why}`, { cause });

function parsed(text: string): ICAL.Component[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (!/^BEGIN:VCALENDAR/i.test(trimmed)) throw unreadable('what came is no iCalendar file');
  try {
    const given: unknown = ICAL.parse(readLines(trimmed));
    // Several calendars in one file are a list of them.
    const all = (Array.isArray((given as unknown[])[0]) ? given : [given]) as unknown[];
    return all.map((one) => new ICAL.Component(one as never));
  } catch (error) {
    throw unreadable((error as Error).message, error);
  }
}

const textOf = (event: ICAL.Component, name: string): string => {
  const value = event.getFirstPropertyValue(name);
  return value === null || value === undefined ? '' : String(value);
};

const busyStatus: { readonly [status: string]: CalendarEvent['showsAs'] } = {
  FREE: 'free',
  TENTATIVE: 'tentative',
  BUSY: 'busy',
  OOF: 'out_of_office',
  WORKINGELSEWHERE: 'working_elsewhere',
};

function showsAs(event: ICAL.Component): CalendarEvent['showsAs'] {
  const known = busyStatus[textOf(event, 'x-microsoft-cdo-busystatus').toUpperCase()];
  if (known !== undefined) return known;
  if (textOf(event, 'transp').toUpperCase() === 'TRANSPARENT') return 'free';
  return textOf(event, 'status').toUpperCase() === 'TENTATIVE' ? 'tentative' : 'busy';
}

const isDeclined = (event: ICAL.Component, owners: readonly string[]): boolean =>
  event.getAllProperties('attendee').some((attendee) => {
    const address = String(attendee.getFirstValue()).replace(/^mailto:/i, '');
    const answer = attendee.getParameter('partstat');
    return owners.includes(address.toLowerCase()) && String(answer).toUpperCase() === 'DECLINED';
  });

const dateOf = (local: number): string => new Date(local).toISOString().slice(0, 10);

/** A recurring event, or one that stands alone. */
interface Series {
  readonly uid: string;
  readonly component: ICAL.Component;
  readonly start: Moment;
  readonly zone: EventZone;
  readonly length: Length;
  readonly later: readonly LaterChange[];
}

/** Reads the events of one series, the changed ones with it. */
class SeriesReader {
  readonly #zones: EventZones;
  readonly #options: ReadingOptions;
  readonly #calendarZone: string;
  readonly events: CalendarEvent[] = [];

  constructor(zones: EventZones, calendarZone: string, options: ReadingOptions) {
    this.#zones = zones;
    this.#calendarZone = calendarZone;
    this.#options = options;
  }

  read(uid: string, components: readonly ICAL.Component[]): void {
    const changed = components.filter((one) => one.getFirstProperty('recurrence-id') != null);
    const changedStarts = changed.flatMap((one) => momentOf(one, 'recurrence-id') ?? []);
    for (const component of components) {
      const start = momentOf(component, 'dtstart');
      // Without a start it is at no time.
      if (start === null) continue;
      const zone = this.#zones.of(start.zone);
      const length = lengthOf(this.#zones, component, start);
      if (changed.includes(component)) {
        this.#place({ uid, component, start, zone, length, later: [] }, start.local, length);
        continue;
      }
      const except = [...component.getAllProperties('exdate').flatMap(momentsOf), ...changedStarts];
      const later = laterChanges(this.#zones, changed, start);
      this.#readSeries({ uid, component, start, zone, length, later }, except);
    }
  }

  /** Periods during which somebody is not free, where that is all a calendar tells (RFC 5545, section 3.6.4). */
  readFreeBusy(uid: string, component: ICAL.Component): void {
    for (const property of component.getAllProperties('freebusy')) {
      const type = String(property.getParameter('fbtype') ?? 'BUSY').toUpperCase();
      if (type === 'FREE') continue;
      const showsAs = type === 'BUSY-TENTATIVE' ? 'tentative' : 'busy';
      for (const period of momentsOf(property)) {
        const { days, rest } = lengthBetween(this.#zones, period, period.end, period.duration);
        const zone = this.#zones.of(period.zone);
        const to = zone.toInstant(period.local + days) + rest;
        this.#add(uid, component, zone.toInstant(period.local), to, { showsAs });
      }
    }
  }

  #readSeries(series: Series, except: readonly Moment[]): void {
    const { uid, component, start, zone, length, later } = series;
    const zones = this.#zones;
    const dates = except.filter((one) => one.isDate || start.isDate);
    const skippedDates = new Set(dates.flatMap((one) => dateNamed(zones, one) ?? []).map(dateOf));
    const timed = except.filter((one) => !one.isDate && !start.isDate);
    const skipped = new Set(timed.map((one) => instantOf(zones, one)));
    const isSkipped = (local: number) =>
      skippedDates.has(dateOf(local)) || skipped.has(zone.toInstant(local));
    // Changed ones may be elsewhere than the rule says, on a clock that is up to a day from its own.
    const moved = Math.max(0, ...later.map(({ shift }) => Math.abs(shift) + 2 * day));
    const reach = Math.max(longest(length), ...later.map((one) => longest(one.length))) + moved + day;
    const range = {
      from: zone.toLocal(this.#options.from) - reach,
      to: zone.toLocal(this.#options.to) + moved + day,
    };
    const locals = new Set<number>([start.local]);
    const periods = new Map<number, Length>();
    for (const one of component.getAllProperties('rdate').flatMap(momentsOf)) {
      const date = start.isDate ? dateNamed(zones, one) : null;
      const local = date ?? zone.toLocal(instantOf(zones, one));
      locals.add(local);
      // A period has its own length (RFC 5545, section 3.8.5.2).
      if (one.end !== null || one.duration !== null)
        periods.set(local, lengthBetween(zones, { ...one, isDate: start.isDate }, one.end, one.duration));
    }
    for (const rule of component.getAllProperties('rrule')) {
      const found = recurrence(rule.getFirstValue() as ICAL.Recur, start.local, range, zone);
      for (const local of found.starts) locals.add(local);
      if (found.denseFrom === null) continue;
      const end = Math.min(found.until ?? range.to, range.to) + longest(length) + moved;
      const [first, last] = [zone.readings(found.denseFrom - moved), zone.readings(end)];
      this.#add(uid, component, Math.min(...first), Math.max(...last));
    }
    for (const local of locals) {
      const own = periods.get(local) ?? length;
      if (local < range.from - longest(own) || local >= range.to || isSkipped(local)) continue;
      this.#place(series, local, own);
    }
  }

  /** One occurrence, where it is by the rule or by what changed it and those before it. */
  #place(series: Series, local: number, length: Length): void {
    const { uid, component, start, zone, later } = series;
    const change = later.findLast(({ after }) => after < local);
    if (change === undefined) {
      this.#occur(uid, component, start.isDate, zone, local, length);
      return;
    }
    const { event, shift, shiftInSeries } = change;
    const { isDate } = change.start;
    this.#occur(uid, event, isDate, this.#zones.of(change.start.zone), local + shift, change.length);
    // Moved to another clock, it may keep its hour there or on the series': nobody can tell, so both are taken.
    if (!isDate && !start.isDate && change.start.zone !== start.zone)
      this.#occur(uid, event, isDate, zone, local + shiftInSeries, change.length);
  }

  #occur(
    uid: string,
    component: ICAL.Component,
    isDate: boolean,
    zone: EventZone,
    local: number,
    { days, rest }: Length,
  ): void {
    if (isDate) {
      this.#addDates(uid, component, local, local + days);
      return;
    }
    const [from, to] = [zone.toInstant(local), zone.toInstant(local + days) + rest];
    // A zone that nobody knows does not matter here: no clock is more than a day from UTC.
    if (to + day <= this.#options.from || from - day >= this.#options.to) return;
    for (const at of zone.readings(local)) this.#add(uid, component, at, at + to - from);
  }

  #said(uid: string, component: ICAL.Component, key: string) {
    return {
      id: `${uid} ${key}`,
      uid,
      title: textOf(component, 'summary').slice(0, 200),
      link: eventLink(textOf(component, 'url')),
      showsAs: showsAs(component),
      cancelled: textOf(component, 'status').toUpperCase() === 'CANCELLED',
      declined: isDeclined(component, this.#options.owners),
    };
  }

  #add(
    uid: string,
    component: ICAL.Component,
    from: number,
    to: number,
    more: Partial<Pick<CalendarEvent, 'showsAs'>> = {},
  ): void {
    if (to <= this.#options.from || from >= this.#options.to || to <= from) return;
    this.#keep({ ...this.#said(uid, component, String(from)), ...more, when: { kind: 'timed', from, to } });
  }

  #addDates(uid: string, component: ICAL.Component, from: number, to: number): void {
    // No clock is more than a day from UTC.
    if (to + day <= this.#options.from || from - day >= this.#options.to) return;
    const when = { kind: 'all_day', from: dateOf(from), to: dateOf(to), zone: this.#calendarZone } as const;
    this.#keep({ ...this.#said(uid, component, when.from), when });
  }

  #keep(event: CalendarEvent): void {
    if (this.events.length >= maxEvents) throw unreadable(`it has more than ${maxEvents} events`);
    this.events.push(event);
  }
}

/** The events of iCalendar files that touch a range, recurring ones one by one. */
export function eventsOfIcs(texts: readonly string[], options: ReadingOptions): readonly CalendarEvent[] {
  const owners = options.owners.map((owner) => owner.toLowerCase());
  const events: CalendarEvent[] = [];
  for (const calendar of texts.flatMap(parsed)) {
    const named = zoneNamed(textOf(calendar, 'x-wr-timezone'));
    const zone = named ?? zoneNamed(options.zone) ?? 'UTC';
    const reader = new SeriesReader(new EventZones(calendar, zone), zone, { ...options, owners });
    const series = Map.groupBy(calendar.getAllSubcomponents('vevent'), (event) => textOf(event, 'uid'));
    for (const [uid, components] of series) {
      // Without an id each is one of its own.
      const groups = uid === '' ? components.map((one) => [one]) : [components];
      for (const [at, group] of groups.entries()) {
        const id = uid === '' ? `${textOf(group[0] as ICAL.Component, 'summary')} ${at}` : uid;
        try {
          reader.read(id, group);
        } catch (error) {
          if (error instanceof CalendarFault) throw error;
          const title = textOf(group[0] as ICAL.Component, 'summary');
          throw unreadable(`the event ‘${title}’ is malformed (${(error as Error).message})`, error);
        }
      }
    }
    for (const [at, periods] of calendar.getAllSubcomponents('vfreebusy').entries())
      reader.readFreeBusy(textOf(periods, 'uid') || `free/busy ${at}`, periods);
    events.push(...reader.events);
    if (events.length > maxEvents) throw unreadable(`it has more than ${maxEvents} events`);
  }
  return events;
}
