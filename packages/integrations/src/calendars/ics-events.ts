import ICAL from 'ical.js';
import { type CalendarEvent, eventLink, maxEvents, type ReadingOptions } from './calendar-event.ts';
import { CalendarFault } from './calendar-fault.ts';
import { EventZones, localOf, zoneNamed } from './event-zones.ts';
import { recurrence } from './recurrence.ts';

const day = 86_400_000;

const unreadable = (why: string, cause?: unknown): CalendarFault =>
  new CalendarFault('unreadable', `The calendar cannot be read: ${why}`, { cause });

function parsed(text: string): ICAL.Component[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (!/^BEGIN:VCALENDAR/i.test(trimmed)) throw unreadable('what came is no iCalendar file');
  try {
    const given: unknown = ICAL.parse(trimmed);
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

/** The zone that a time names, as `EventZones` takes it. */
function zoneOf(property: ICAL.Property, time: ICAL.Time): string | null {
  if (time.zone === ICAL.Timezone.utcTimezone) return 'Z';
  const named = property.getParameter('tzid');
  return named === undefined || named === '' ? null : String(named);
}

/** A time of an event on its clock. */
interface Moment {
  readonly local: number;
  readonly isDate: boolean;
  readonly zone: string | null;
}

function momentsOf(property: ICAL.Property): Moment[] {
  return property.getValues().flatMap((value: unknown): Moment[] => {
    const time = value instanceof ICAL.Period ? value.start : value;
    if (!(time instanceof ICAL.Time)) return [];
    return [{ local: localOf(time), isDate: time.isDate, zone: zoneOf(property, time) }];
  });
}

const momentOf = (event: ICAL.Component, name: string): Moment | null => {
  const property = event.getFirstProperty(name);
  return property === null || property === undefined ? null : (momentsOf(property)[0] ?? null);
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
      const isChanged = changed.includes(component);
      const except = isChanged
        ? []
        : [...component.getAllProperties('exdate').flatMap(momentsOf), ...changedStarts];
      this.#readOne(uid, component, start, isChanged, except);
    }
  }

  #readOne(
    uid: string,
    component: ICAL.Component,
    start: Moment,
    isChanged: boolean,
    except: readonly Moment[],
  ): void {
    const instantOf = ({ local, zone }: Moment) => this.#zones.of(zone).toInstant(local);
    const zone = this.#zones.of(start.zone);
    const length = this.#lengthOf(component, start);
    const skippedDates = new Set(except.filter((one) => one.isDate).map((one) => dateOf(one.local)));
    const skipped = new Set(except.filter((one) => !one.isDate).map(instantOf));
    const { from, to } = this.#options;
    const range = { from: zone.toLocal(from) - length - day, to: zone.toLocal(to) + day };
    const locals = new Set<number>([start.local]);
    if (!isChanged) {
      for (const property of component.getAllProperties('rdate'))
        for (const one of momentsOf(property)) locals.add(zone.toLocal(instantOf(one)));
      for (const rule of component.getAllProperties('rrule')) {
        const found = recurrence(rule.getFirstValue() as ICAL.Recur, start.local, range, zone);
        for (const local of found.starts) locals.add(local);
        if (found.denseFrom === null) continue;
        const end = Math.min(found.until ?? range.to, range.to);
        this.#add(uid, component, zone.toInstant(found.denseFrom), zone.toInstant(end + length));
      }
    }
    for (const local of locals) {
      if (local < range.from || local >= range.to) continue;
      if (skippedDates.has(dateOf(local))) continue;
      if (start.isDate) {
        this.#addDates(uid, component, local, local + length);
        continue;
      }
      const instant = zone.toInstant(local);
      if (!skipped.has(instant)) this.#add(uid, component, instant, instant + length);
    }
  }

  /** Elapsed time from the start of the first to its end; of dates, days. */
  #lengthOf(component: ICAL.Component, start: Moment): number {
    const end = momentOf(component, 'dtend');
    if (end !== null && start.isDate) return Math.max(end.local - start.local, day);
    if (end !== null) {
      const instantOf = ({ local, zone }: Moment) => this.#zones.of(zone).toInstant(local);
      return Math.max(instantOf(end) - instantOf(start), 0);
    }
    const duration = component.getFirstPropertyValue('duration');
    if (duration instanceof ICAL.Duration) return Math.max(duration.toSeconds() * 1_000, 0);
    return start.isDate ? day : 0;
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

  #add(uid: string, component: ICAL.Component, from: number, to: number): void {
    if (to <= this.#options.from || from >= this.#options.to || to <= from) return;
    this.#keep({ ...this.#said(uid, component, String(from)), when: { kind: 'timed', from, to } });
  }

  #addDates(uid: string, component: ICAL.Component, from: number, to: number): void {
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
    events.push(...reader.events);
    if (events.length > maxEvents) throw unreadable(`it has more than ${maxEvents} events`);
  }
  return events;
}
