import ICAL from 'ical.js';
import { findIana } from 'windows-iana';

/** The clock of an event: local milliseconds since 1970 as if they were UTC, and instants. */
export interface EventZone {
  readonly toInstant: (local: number) => number;
  readonly toLocal: (instant: number) => number;
}

const utc: EventZone = { toInstant: (local) => local, toLocal: (instant) => instant };

/** Milliseconds of the clock that a time shows. */
export const localOf = (time: ICAL.Time): number =>
  Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);

/** A time that is repeated is the first, one that is skipped is read as before the gap (RFC 5545, section 3.3.5). */
const iana = (zone: string): EventZone => ({
  toInstant: (local) =>
    Temporal.PlainDateTime.from(new Date(local).toISOString().slice(0, 23)).toZonedDateTime(zone, {
      disambiguation: 'compatible',
    }).epochMilliseconds,
  toLocal: (instant) =>
    instant +
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000,
});

/** As the file describes the zone itself. */
function described(definition: ICAL.Timezone): EventZone {
  const offset = (local: number) => 1_000 * definition.utcOffset(ICAL.Time.fromJSDate(new Date(local), true));
  return {
    toInstant: (local) => local - offset(local),
    toLocal: (instant) => instant + offset(instant + offset(instant)),
  };
}

const isIana = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** The IANA name of what a calendar calls its zone: an IANA name, one with a prefix, or a Windows name; null: none of them. */
export function zoneNamed(name: string): string | null {
  const bare = name.replace(/^"|"$/g, '').trim();
  if (bare === '' || /^[+-]/.test(bare)) return null;
  // '/freeassociation.sourceforge.net/Tzfile/Europe/Paris'
  const tail = bare.split('/').slice(-2).join('/');
  const longTail = bare.split('/').slice(-3).join('/');
  return (
    [bare, longTail, tail].find((candidate) => candidate !== '' && isIana(candidate)) ??
    findIana(bare)[0] ??
    null
  );
}

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
    const location = definition?.getFirstPropertyValue('x-lic-location');
    const known = zoneNamed(name) ?? zoneNamed(typeof location === 'string' ? location : '');
    if (known !== null) return iana(known);
    if (definition?.getFirstSubcomponent('standard') != null)
      return described(new ICAL.Timezone({ component: definition, tzid: name }));
    return iana(this.#fallback);
  }
}
