import type { CalendarService, StoredCalendar, StoredEvent } from '@weft/db';
import type { Span } from '@weft/scheduling';
import type { CheckedCalendar, HostBusy, NamedEvent } from '../hosts.ts';
import type { CalendarSync } from './calendar-sync.ts';
import type { CalendarDeps } from './deps.ts';
import { openProvider } from './providers.ts';
import { ownEvents, ownerOf } from './reading.ts';

type Service = CalendarService & { readonly calendars: readonly StoredCalendar[] };

/** What was read longer ago than this is not trusted: nobody reads calendars any more. */
const trustedFor = 15 * 60_000;
/** Somebody waits for their booking. */
const longestLiveReading = 5_000;

const busyEvent = (
  { id, title, link, showsAs, startsAt, endsAt, dates, zone, bookingId }: StoredEvent,
  calendar: string,
): NamedEvent => ({
  ...{ id, title, link, calendar },
  showsAs: showsAs as NamedEvent['showsAs'],
  cancelled: false,
  declined: false,
  bookingId,
  when:
    dates === null || zone === null
      ? { kind: 'timed', from: startsAt, to: endsAt }
      : { kind: 'all_day', from: dates[0], to: dates[1], zone },
});

const labelOf = (service: Service, name: string): string =>
  service.name === name ? name : `${service.name}: ${name}`;

/** The calendars that are to be checked. */
const checked = ({ calendars, calendarsToCheck }: Service): readonly StoredCalendar[] =>
  calendars.filter(({ id }) => calendarsToCheck.includes(id));

/** Calendars that are checked and not known, by what was read last: they close their host. */
function unknownCalendars(service: Service, range: Span, now: number): readonly string[] {
  // What was read in the future was read by a server whose clock is ahead.
  const isStale =
    service.failingSince !== null || service.readAt === null || Math.abs(service.readAt - now) > trustedFor;
  return checked(service)
    .filter(({ isDeleted, readTo }) => isStale || isDeleted || readTo === null || readTo < range.to)
    .map(({ name }) => labelOf(service, name));
}

const merged = (
  services: readonly Service[],
  found: ReadonlyMap<string, readonly NamedEvent[]>,
  unreadable: (service: Service) => readonly string[],
): ReadonlyMap<string, HostBusy> => {
  const byHost = Map.groupBy(services, ({ userId }) => userId);
  return new Map(
    [...byHost].map(([userId, own]) => [
      userId,
      { busy: found.get(userId) ?? [], unreadableCalendars: own.flatMap(unreadable) },
    ]),
  );
};

const labelsOf = (services: readonly Service[]): ReadonlyMap<string, ReadonlyMap<string, string>> =>
  new Map(
    services.map((service) => [
      service.id,
      new Map(service.calendars.map(({ id, name }) => [id, labelOf(service, name)])),
    ]),
  );

/** The calendars that are checked for hosts, and when they were read. */
export async function checkedOf(
  { calendars, now }: CalendarDeps,
  hostIds: readonly string[],
  range: Span,
): Promise<readonly CheckedCalendar[]> {
  return (await calendars.ofPeople(hostIds)).flatMap((service) => {
    const unknown = unknownCalendars(service, range, now());
    return checked(service).map(({ name }) => ({
      hostId: service.userId,
      name: labelOf(service, name),
      readAt: service.readAt,
      isReadable: !unknown.includes(labelOf(service, name)),
    }));
  });
}

async function readEvents(
  { calendars }: CalendarDeps,
  services: readonly Service[],
  hostIds: readonly string[],
  range: Span,
  which: 'blocking' | 'free',
): Promise<ReadonlyMap<string, readonly NamedEvent[]>> {
  const events = new Map<string, NamedEvent[]>();
  const labels = labelsOf(services);
  for (const event of await calendars.events(hostIds, range, which)) {
    const named = busyEvent(event, labels.get(event.serviceId)?.get(event.calendarId) ?? '');
    const known = events.get(event.userId);
    if (known === undefined) events.set(event.userId, [named]);
    else known.push(named);
  }
  return events;
}

/** What calendars said when they were read last: no provider is asked. */
export async function busyOf(
  deps: CalendarDeps,
  hostIds: readonly string[],
  range: Span,
): Promise<ReadonlyMap<string, HostBusy>> {
  const services = await deps.calendars.ofPeople(hostIds);
  if (services.length === 0) return new Map();
  const events = await readEvents(deps, services, hostIds, range, 'blocking');
  return merged(services, events, (service) => unknownCalendars(service, range, deps.now()));
}

/** What calendars hold that leaves their host free, as it was read last. */
export async function freeOf(
  deps: CalendarDeps,
  hostIds: readonly string[],
  range: Span,
): Promise<ReadonlyMap<string, readonly NamedEvent[]>> {
  const services = await deps.calendars.ofPeople(hostIds);
  return services.length === 0 ? new Map() : readEvents(deps, services, hostIds, range, 'free');
}

/** What calendars say this moment. One that does not answer closes its host at once. */
export async function busyNow(
  deps: CalendarDeps,
  sync: CalendarSync,
  hostIds: readonly string[],
  range: Span,
): Promise<ReadonlyMap<string, HostBusy>> {
  const services = (await deps.calendars.ofPeople(hostIds)).filter((one) => checked(one).length > 0);
  const signal = AbortSignal.timeout(longestLiveReading);
  const unreadable = new Map<string, readonly string[]>();
  const events = new Map<string, NamedEvent[]>();
  await Promise.all(
    services.map(async (service) => {
      try {
        const { busy, gone } = await readLive(deps, service, range, signal);
        events.set(service.userId, [...(events.get(service.userId) ?? []), ...busy]);
        unreadable.set(service.id, gone);
      } catch (error) {
        await sync.noteFault(service, error);
        unreadable.set(
          service.id,
          checked(service).map(({ name }) => labelOf(service, name)),
        );
      }
    }),
  );
  return merged(services, events, ({ id }) => unreadable.get(id) ?? []);
}

async function readLive(deps: CalendarDeps, service: Service, range: Span, signal: AbortSignal) {
  const provider = await openProvider(deps, service);
  const listed = await provider.list(signal);
  const owner = await ownerOf(deps, service);
  const zones = new Map(listed.map(({ id, zone }) => [id, zone ?? owner.zone]));
  const gone = checked(service).filter(({ id }) => !zones.has(id));
  const readings = checked(service).map(async ({ id, name }) => {
    const zone = zones.get(id);
    if (zone === undefined) return [];
    const reading = await provider.look({ id, version: null, zone }, range, signal);
    const events = await ownEvents(reading, owner, range, zone);
    return events.map((event) => busyEvent(event, labelOf(service, name)));
  });
  return { busy: (await Promise.all(readings)).flat(), gone: gone.map(({ name }) => labelOf(service, name)) };
}
