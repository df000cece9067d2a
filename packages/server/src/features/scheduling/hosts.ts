import { readableZone } from '@weft/core';
import type { Availabilities, Connection, StoredBooking, Transaction } from '@weft/db';
import type { CallKind, EventSettings } from '@weft/forms';
import type { AvailabilityConfig, BusyEvent, Host, Span } from '@weft/scheduling';
import { AppError } from '@weft/std';
import type { Holidays } from './holidays.ts';

/** An event with what it is called. */
export interface NamedEvent extends BusyEvent {
  readonly title: string;
  /** Where it is shown in a browser; null: its calendar names no such page. */
  readonly link: string | null;
  /** The calendar it is in, with its account. */
  readonly calendar: string;
}

/** A calendar that is checked for its host, as it was read last. */
export interface CheckedCalendar {
  readonly hostId: string;
  readonly name: string;
  /** Epoch milliseconds; null: not yet. */
  readonly readAt: number | null;
  readonly isReadable: boolean;
}

/** What a host's calendars say. */
export interface HostBusy {
  readonly busy: readonly NamedEvent[];
  /** Calendars that are to be checked and cannot be read: they close their host. */
  readonly unreadableCalendars: readonly string[];
}

/** The calendars of the hosts. */
export interface HostCalendars {
  /** What was synced of calendars: no provider is asked, so a page never waits for one. */
  readonly busyOf: (hostIds: readonly string[], range: Span) => Promise<ReadonlyMap<string, HostBusy>>;
  /** What was synced that leaves its host free: it is shown, and blocks nobody. */
  readonly freeOf: (
    hostIds: readonly string[],
    range: Span,
  ) => Promise<ReadonlyMap<string, readonly NamedEvent[]>>;
  /** The calendars that are checked for hosts in a range. */
  readonly checkedOf: (hostIds: readonly string[], range: Span) => Promise<readonly CheckedCalendar[]>;
  /** Asks the providers themselves, just before a booking is settled. */
  readonly busyNow: (hostIds: readonly string[], range: Span) => Promise<ReadonlyMap<string, HostBusy>>;
  /** Writes what goes into calendars, in the transaction that settles, moves or cancels a booking. */
  readonly bookingChanged: (tx: Transaction, booking: StoredBooking) => Promise<void>;
  /** Has the video call of a booking made at once that could not be made before. */
  readonly retryCall: (booking: StoredBooking) => Promise<void>;
  /** The video calls that people can have made. */
  readonly callsOf: (
    organizationId: string,
    userIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly CallKind[]>>;
  /** Accounts in which a person has video calls made. */
  readonly appsOf: (organizationId: string, userId: string) => Promise<readonly Connection[]>;
}

/** A host as whoever books sees them, and when they work. */
export interface EventHostPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly availability: Host['availability'];
}

/** Without an availability of their own nobody is open for bookings. */
const closed: Host['availability'] = {
  timezone: 'UTC',
  daySchedules: [],
  dateOverrides: [],
  outOfOffice: [],
};

/** The hosts of an event in its order; who has left the organization is none any more. */
export async function loadHosts(
  availabilities: Pick<Availabilities, 'ofAll'>,
  organizationId: string,
  hosts: EventSettings['hosts'],
  holidays: Pick<Holidays, 'keptBy'>,
): Promise<readonly EventHostPerson[]> {
  const people = await availabilities.ofAll(
    organizationId,
    hosts.map(({ userId }) => userId),
  );
  const chosen = hosts.flatMap(({ userId, availabilityId }) => {
    const person = people.find((one) => one.userId === userId);
    if (person === undefined) return [];
    // One that was deleted gives way to the default, which comes first.
    const found = person.availabilities.find(({ id }) => id === availabilityId) ?? person.availabilities[0];
    return [{ person, found }];
  });
  return Promise.all(
    chosen.map(async ({ person: { userId: id, name, email }, found }) => {
      if (found === undefined) return { id, name, email, availability: closed };
      const { publicHolidays, ...config } = found.config as AvailabilityConfig;
      const days = publicHolidays ? { holidays: await holidays.keptBy(publicHolidays) } : {};
      return {
        id,
        name,
        email,
        availability: { timezone: readableZone(found.timezone), ...config, ...days },
      };
    }),
  );
}

/** Refuses to publish a page on which somebody is booked who is no member (any more): a team would be booked without them. */
export async function requireMembers(
  availabilities: Pick<Availabilities, 'ofAll'>,
  organizationId: string,
  { hosts }: Pick<EventSettings, 'hosts'>,
): Promise<void> {
  const ids = hosts.map(({ userId }) => userId);
  const known = new Set((await availabilities.ofAll(organizationId, ids)).map(({ userId }) => userId));
  if (!ids.every((id) => known.has(id)))
    throw new AppError(
      'invalid',
      'A host (‘Former member’) is no member of this organization any more: remove them first',
    );
}

export const hostsWith = (
  people: readonly EventHostPerson[],
  busy: ReadonlyMap<string, HostBusy>,
): readonly Host[] =>
  people.map(({ id, availability }) => ({
    ...{ id, availability },
    ...(busy.get(id) ?? { busy: [], unreadableCalendars: [] }),
  }));
