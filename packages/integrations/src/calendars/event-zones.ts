import ICAL from 'ical.js';
import { findIana } from 'windows-iana';
import { CalendarFault } from './calendar-fault.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The clock of an event: local milliseconds since 1970 as if they were UTC, and instants. */
export interface EventZone {
  readonly toInstant: (local: number) => number;
  readonly toLocal: (instant: number) => number;
  /** All instants that a time may stand for: more than one where the file contradicts itself. All of them block. */
  readonly readings: (local: number) => readonly number[];
}

/** Milliseconds of the clock that a time shows. */
export const localOf = (time: ICAL.Time): number =>
  Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);

const single = (zone: Pick<EventZone, 'toInstant' | 'toLocal'>): EventZone => ({
  ...zone,
  readings: (local) => [zone.toInstant(local)],
});

const fixed = (offset: number): EventZone =>
  single({ toInstant: (local) => local - offset, toLocal: (instant) => instant + offset });

const utc = fixed(0);

/** A time that is repeated is the first, one that is skipped is read as before the gap (RFC 5545, section 3.3.5). */
const iana = (zone: string): EventZone =>
  single({
    toInstant: (local) =>
      Temporal.PlainDateTime.from(new Date(local).toISOString().slice(0, 23)).toZonedDateTime(zone, {
        disambiguation: 'compatible',
      }).epochMilliseconds,
    toLocal: (instant) =>
      instant +
      Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000,
  });

/** When a zone of a file changes its offset, by UTC. */
interface Onset {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** A zone as the file describes it; null: it does not. */
interface Described extends EventZone {
  /** Whether what the file says reaches so far: some say only a year or two of a zone. */
  readonly covers: (local: number) => boolean;
}

/** As ical.js lists them: the fields of a date in UTC, offsets in seconds. */
interface Change {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly utcOffset: number;
  readonly prevUtcOffset: number;
}

function described(name: string, component: ICAL.Component): Described | null {
  const parts = [...component.getAllSubcomponents('standard'), ...component.getAllSubcomponents('daylight')];
  if (parts.length === 0) return null;
  const zone = new ICAL.Timezone({ component, tzid: name });
  let onsets: readonly Onset[] = [];
  let knownTo = Number.NEGATIVE_INFINITY;
  const onsetsTo = (time: number): readonly Onset[] => {
    if (time < knownTo) return onsets;
    // Lists the changes up to some years after that.
    zone.utcOffset(ICAL.Time.fromJSDate(new Date(time + 366 * day), true));
    onsets = (zone.changes as readonly Change[]).map((one) => ({
      at: Date.UTC(one.year, one.month - 1, one.day, one.hour, one.minute, one.second),
      before: one.prevUtcOffset * 1_000,
      after: one.utcOffset * 1_000,
    }));
    knownTo = time + 366 * day;
    return onsets;
  };
  const offsetAt = (instant: number): number => {
    const all = onsetsTo(instant);
    return all.findLast(({ at }) => at <= instant)?.after ?? all[0]?.before ?? 0;
  };
  if (onsetsTo(Date.now()).length === 0) return null;
  const repeats = parts.some((part) => part.getFirstProperty('rrule') != null);
  const isPlain = onsets.every(({ before, after }) => before === after);
  return {
    ...single({
      toInstant: (local) => {
        // No zone is a day ahead of UTC, and none changes twice in two days.
        const [before, after] = [offsetAt(local - day), offsetAt(local + day)];
        const first = local - Math.max(before, after);
        if (first + offsetAt(first) === local) return first;
        const second = local - Math.min(before, after);
        return second + offsetAt(second) === local ? second : local - before;
      },
      toLocal: (instant) => instant + offsetAt(instant),
    }),
    covers: (local) => {
      const all = onsetsTo(local);
      const [first, last] = [all[0], all.at(-1)];
      if (first === undefined || last === undefined || local < first.at + first.after) return false;
      // After the last of single changes nothing is said of the next summer time.
      return isPlain || repeats || local < last.at;
    },
  };
}

/**
 * The file's own description is what a name in it means (RFC 5545, section 3.6.5). An hour or less apart from the zone
 * of that name, it may as well be the one that is old or wrong: nobody can tell, and both times are taken.
 */
const definedAs = (own: Described, known: EventZone): EventZone => {
  const toInstant = (local: number) => (own.covers(local) ? own : known).toInstant(local);
  return {
    toInstant,
    toLocal: (instant) => (own.covers(instant + day) ? own : known).toLocal(instant),
    readings: (local) => {
      const [said, named] = [toInstant(local), known.toInstant(local)];
      return said !== named && Math.abs(said - named) <= hour ? [said, named] : [said];
    },
  };
};

const isIana = (name: string): boolean => {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
};

/** Where `windows-iana` is older than the table of Unicode's CLDR: Chihuahua and Almaty have left these clocks. */
const windowsNames: ReadonlyMap<string, string> = new Map([
  ['Mountain Standard Time (Mexico)', 'America/Mazatlan'],
  ['Central Asia Standard Time', 'Asia/Bishkek'],
]);

/** The IANA name of what a calendar calls its zone: an IANA name, one with a prefix, or a Windows name; null: none of them. */
export function zoneNamed(name: string): string | null {
  const bare = name
    .replace(/^"|"$/g, '')
    .replace(/^tzone:\/\/Microsoft\//i, '')
    .trim();
  if (bare === '' || /^[+-]/.test(bare)) return null;
  // '/freeassociation.sourceforge.net/Tzfile/Europe/Paris'
  const tail = bare.split('/').slice(-2).join('/');
  const longTail = bare.split('/').slice(-3).join('/');
  return (
    [bare, longTail, tail].find((candidate) => candidate !== '' && isIana(candidate)) ??
    windowsNames.get(bare) ??
    findIana(bare)[0] ??
    null
  );
}

/** 'GMT+0200', 'UTC+05:30'; of '(UTC-05:00) Eastern Time (US & Canada)' the offset is that of winter. */
function offsetNamed(name: string): EventZone | null {
  const found = /^(\()?(?:UTC|GMT) ?([+-])(\d{1,2}):?(\d\d)?(?:\)|$)/i.exec(
    name.replace(/^"|"$/g, '').trim(),
  );
  if (found === null) return null;
  const [, bracket, sign, hours, minutes = '0'] = found;
  const zone = fixed((sign === '-' ? -1 : 1) * (Number(hours) * hour + Number(minutes) * 60_000));
  if (bracket === undefined) return zone;
  return { ...zone, readings: (local) => [zone.toInstant(local) - hour, zone.toInstant(local)] };
}

/** Of a time in it nobody knows when it is: the calendar is refused where it could matter, not read as of another zone. */
const unknown = (name: string): EventZone => ({
  ...utc,
  readings: () => {
    throw new CalendarFault(
      'unreadable',
      `The calendar cannot be read: it has times in the zone ‘${name.slice(0, 100)}’, which is not known and which it does not describe`,
    );
  },
});

/** The zones that one calendar file names. */
export class EventZones {
  readonly #definitions = new Map<string, ICAL.Component>();
  readonly #known = new Map<string, EventZone>();
  readonly #fallback: string;

  constructor(calendar: ICAL.Component, fallback: string) {
    this.#fallback = zoneNamed(fallback) ?? 'UTC';
    for (const zone of calendar.getAllSubcomponents('vtimezone'))
      this.#definitions.set(String(zone.getFirstPropertyValue('tzid') ?? ''), zone);
  }

  /** `name`: as a TZID; null where a time has none, and is one of the calendar's zone. */
  of(name: string | null): EventZone {
    if (name === 'Z') return utc;
    const key = name ?? '';
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const zone = this.#find(name);
    this.#known.set(key, zone);
    return zone;
  }

  #find(name: string | null): EventZone {
    if (name === null) return iana(this.#fallback);
    const definition = this.#definitions.get(name);
    const own = definition === undefined ? null : described(name, definition);
    const location = definition?.getFirstPropertyValue('x-lic-location');
    const known = zoneNamed(name) ?? zoneNamed(typeof location === 'string' ? location : '');
    // Beside a description, letters such as EST, which several countries use, say nothing.
    if (own !== null && (known === null || /^[A-Z]{3}$/i.test(known))) return own;
    if (known !== null) return own === null ? iana(known) : definedAs(own, iana(known));
    return offsetNamed(name) ?? unknown(name);
  }
}
