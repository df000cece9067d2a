import type { Row } from '../engine/engine.ts';

/** An account or feed of a person. Times are epoch milliseconds. */
export interface CalendarService {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly type: 'caldav' | 'ics' | 'googlecalendar' | 'outlookcalendar';
  readonly name: string;
  readonly account: string;
  /** Null: the connection with this id opens it. */
  readonly secretId: string | null;
  readonly calendarsToCheck: readonly string[];
  readonly calendarToWriteTo: string | null;
  readonly readAt: number | null;
  readonly failingSince: number | null;
  readonly fault: string | null;
  readonly isDisconnected: boolean;
  /** Whoever signed in did not allow what is needed. */
  readonly lacksPermission: boolean;
  readonly ownerTold: boolean;
  /** With each time that it is connected one more. */
  readonly timesConnected: number;
  /** ISO 8601 UTC. */
  readonly updatedAt: string;
}

export interface StoredCalendar {
  readonly serviceId: string;
  readonly id: string;
  readonly name: string;
  readonly canWriteTo: boolean;
  /** #rrggbb; null: its account says none. */
  readonly color: string | null;
  readonly isDeleted: boolean;
  readonly readTo: number | null;
  readonly version: string | null;
}

/** A calendar as its account tells of it. */
export type ListedCalendar = Pick<StoredCalendar, 'id' | 'name' | 'canWriteTo' | 'color'>;

/** An event that blocks. */
export interface StoredEvent {
  readonly id: string;
  readonly title: string;
  /** Where it is shown in a browser. */
  readonly link: string | null;
  readonly showsAs: string;
  readonly startsAt: number;
  readonly endsAt: number;
  /** From and to, of an event of whole days in a zone. */
  readonly dates: readonly [string, string] | null;
  readonly zone: string | null;
  readonly bookingId: string | null;
}

export interface CalendarTarget {
  readonly serviceId: string;
  readonly calendarId: string;
}

export interface CalendarServiceChange {
  readonly calendarsToCheck: readonly string[];
  readonly calendarToWriteTo: string | null;
}

export interface CalendarServiceFault {
  readonly fault: string;
  readonly isDisconnected: boolean;
  readonly lacksPermission: boolean;
}

/** A service as it was when its reading began: of one that was connected again since, nothing is kept. */
export type Reading = Pick<CalendarService, 'id' | 'timesConnected'>;

export const serviceColumns = `s.id, s.organization_id, s.user_id, s.type, s.name, s.account, s.secret_id, s.calendars_to_check,
  s.calendar_to_write_to, s.read_at, s.failing_since, s.fault, s.is_disconnected, s.lacks_permission,
  s.owner_told, s.times_connected,
  to_char(s.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const presentService = ([
  id,
  organizationId,
  userId,
  type,
  name,
  account,
  secretId,
  ...rest
]: Row): CalendarService => {
  const [
    calendarsToCheck,
    calendarToWriteTo,
    readAt,
    failingSince,
    fault,
    isDisconnected,
    lacksPermission,
    ownerTold,
    timesConnected,
    updatedAt,
  ] = rest;
  return {
    ...{ id, organizationId, userId, type, name, account, secretId, calendarsToCheck, calendarToWriteTo },
    ...{ readAt, failingSince, fault, isDisconnected, lacksPermission, ownerTold },
    ...{ timesConnected, updatedAt },
  } as CalendarService;
};

export const presentCalendar = ([serviceId, id, name, canWriteTo, isDeleted, readTo, version, color]: Row) =>
  ({ serviceId, id, name, canWriteTo, isDeleted, readTo, version, color }) as StoredCalendar;

export const calendarColumns =
  'c.service_id, c.id, c.name, c.can_write_to, c.is_deleted, c.read_to, c.version, c.color';
