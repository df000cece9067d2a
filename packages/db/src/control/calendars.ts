import type { Engine, Row, Sql, Transaction } from '../engine/engine.ts';
import {
  type CalendarService,
  type CalendarServiceChange,
  type CalendarServiceFault,
  type CalendarTarget,
  calendarColumns,
  type ListedCalendar,
  presentCalendar,
  presentService,
  type Reading,
  type StoredCalendar,
  type StoredEvent,
  serviceColumns,
} from './calendar-rows.ts';
import { addSecret, removeSecretsOf, type SealedSecret, type SecretOwner } from './secrets.ts';

type Queries = Pick<Sql, 'query'>;

/** Whose the credentials of a service are. */
export const secretOwnerOfCalendars = (serviceId: string): SecretOwner => ({
  organizationId: null,
  owner: `calendar ${serviceId}`,
});

const isSecretOfCalendars = "owner LIKE 'calendar %'";

/** The calendars of people, and what was read of them. */
export class Calendars {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The services of these people with all their calendars, in the order in which they came. */
  async ofPeople(
    userIds: readonly string[],
  ): Promise<readonly (CalendarService & { readonly calendars: readonly StoredCalendar[] })[]> {
    const [services, calendars] = await this.#engine.queryBoth(
      {
        text: `SELECT ${serviceColumns} FROM weft.calendar_services s WHERE s.user_id = ANY($1::text[]) ORDER BY s.created_at, s.id`,
        params: [userIds],
      },
      {
        text: `SELECT ${calendarColumns} FROM weft.calendars c JOIN weft.calendar_services s ON s.id = c.service_id
          WHERE s.user_id = ANY($1::text[]) ORDER BY c.position, c.id`,
        params: [userIds],
      },
    );
    const byService = Map.groupBy(calendars.map(presentCalendar), ({ serviceId }) => serviceId);
    return services.map(presentService).map((one) => ({ ...one, calendars: byService.get(one.id) ?? [] }));
  }

  async find(id: string): Promise<CalendarService | null> {
    const [row] = await this.#engine.query(
      `SELECT ${serviceColumns} FROM weft.calendar_services s WHERE s.id = $1`,
      [id],
    );
    return row === undefined ? null : presentService(row);
  }

  async calendarsOf(serviceId: string): Promise<readonly StoredCalendar[]> {
    const rows = await this.#engine.query(
      `SELECT ${calendarColumns} FROM weft.calendars c WHERE c.service_id = $1 ORDER BY c.position, c.id`,
      [serviceId],
    );
    return rows.map(presentCalendar);
  }

  /** False: the person has as many as they may have. */
  add(
    made: Pick<CalendarService, 'id' | 'organizationId' | 'userId' | 'type' | 'name' | 'account'>,
    calendars: readonly ListedCalendar[],
    chosen: CalendarServiceChange,
    /** Null: the connection with this id opens it. */
    secret: SealedSecret | null,
    { now, most }: { readonly now: number; readonly most: number },
  ): Promise<boolean> {
    return this.#engine.transaction(async (tx) => {
      await tx.query(
        'SELECT 1 FROM weft.members WHERE organization_id = $1 AND user_id = $2 FOR NO KEY UPDATE',
        [made.organizationId, made.userId],
      );
      const rows = await tx.query(
        `INSERT INTO weft.calendar_services (id, organization_id, user_id, type, name, account, secret_id,
           calendars_to_check, calendar_to_write_to, read_due, connection_id)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8::text[], $9, $10, CASE WHEN $7::text IS NULL THEN $1 END
         WHERE (SELECT count(*) FROM weft.calendar_services WHERE user_id = $3) < $11 RETURNING id`,
        [
          ...[made.id, made.organizationId, made.userId, made.type, made.name, made.account],
          ...[secret?.id ?? null, chosen.calendarsToCheck, chosen.calendarToWriteTo, now, most],
        ],
      );
      if (rows.length === 0) return false;
      if (secret !== null) await addSecret(tx, secret);
      await list(tx, made.id, calendars);
      return true;
    });
  }

  /** Other credentials for the same account; null: those of its connection. */
  reconnect(id: string, account: string, secret: SealedSecret | null, now: number): Promise<void> {
    return this.#engine.transaction(async (tx) => {
      await removeSecretsOf(tx, secretOwnerOfCalendars(id).owner);
      if (secret !== null) await addSecret(tx, secret);
      await tx.query(
        `UPDATE weft.calendar_services SET account = $2, secret_id = $3, read_due = $4, is_disconnected = false,
           lacks_permission = false, times_connected = times_connected + 1, updated_at = now() WHERE id = $1`,
        [id, account, secret?.id ?? null, now],
      );
      // What was read may be another account's, and what it called its state means nothing to this one.
      await tx.query('UPDATE weft.calendars SET version = NULL, read_to = NULL WHERE service_id = $1', [id]);
    });
  }

  /** What is checked and written to; it is read anew at once. */
  async change(id: string, { calendarsToCheck, calendarToWriteTo }: CalendarServiceChange, now: number) {
    await this.#engine.query(
      `UPDATE weft.calendar_services SET calendars_to_check = $2::text[], calendar_to_write_to = $3, read_due = $4,
         updated_at = now() WHERE id = $1`,
      [id, calendarsToCheck, calendarToWriteTo, now],
    );
  }

  /** False: it was gone. */
  remove(id: string): Promise<boolean> {
    return this.#engine.transaction(async (tx) => {
      await removeSecretsOf(tx, secretOwnerOfCalendars(id).owner);
      return (
        (await tx.query('DELETE FROM weft.calendar_services WHERE id = $1 RETURNING id', [id])).length > 0
      );
    });
  }

  /** Credentials of people who left. */
  async removeUnused(): Promise<void> {
    await this.#engine.query(
      `DELETE FROM weft.secrets WHERE ${isSecretOfCalendars}
         AND NOT EXISTS (SELECT 1 FROM weft.calendar_services s WHERE s.secret_id = weft.secrets.id)`,
    );
  }

  /**
   * Takes services that are to be read; nobody else takes them before `until`. One that is due later than `latest` was read by
   * a server whose clock is ahead.
   */
  async takeDue(
    { now, until, latest }: { readonly now: number; readonly until: number; readonly latest: number },
    limit: number,
  ): Promise<readonly CalendarService[]> {
    const rows = await this.#engine.query(
      `UPDATE weft.calendar_services AS s SET read_due = $2 FROM (
         SELECT id FROM weft.calendar_services WHERE read_due <= $1 OR read_due > $4 ORDER BY read_due LIMIT $3 FOR UPDATE SKIP LOCKED
       ) due WHERE s.id = due.id RETURNING ${serviceColumns}`,
      [now, until, limit, latest],
    );
    return rows.map(presentService);
  }

  /** The calendars an account has now; those it has no more stay, as deleted. */
  list(service: Reading, calendars: readonly ListedCalendar[]): Promise<void> {
    return this.#engine.transaction(async (tx) => {
      if (await isSame(tx, service)) await list(tx, service.id, calendars);
    });
  }

  /** Replaces what was read of a calendar. */
  replaceEvents(
    service: Reading,
    calendarId: string,
    events: readonly StoredEvent[],
    read: { readonly to: number; readonly version: string | null },
  ): Promise<void> {
    return this.#engine.transaction(async (tx) => {
      const serviceId = service.id;
      if (!(await isSame(tx, service))) return;
      const [known] = await tx.query(
        'UPDATE weft.calendars SET read_to = $3, version = $4 WHERE service_id = $1 AND id = $2 RETURNING 1',
        [serviceId, calendarId, read.to, read.version],
      );
      if (known === undefined) return;
      await tx.query('DELETE FROM weft.calendar_events WHERE service_id = $1 AND calendar_id = $2', [
        serviceId,
        calendarId,
      ]);
      await tx.query(
        `INSERT INTO weft.calendar_events (service_id, calendar_id, id, title, shows_as, starts_at, ends_at, dates, zone,
           booking_id, link)
         SELECT $1, $2, e->>'id', e->>'title', e->>'showsAs', (e->>'startsAt')::int8, (e->>'endsAt')::int8,
           CASE WHEN jsonb_typeof(e->'dates') = 'array' THEN ARRAY[e->'dates'->>0, e->'dates'->>1] END,
           e->>'zone', e->>'bookingId', e->>'link'
         FROM jsonb_array_elements($3::jsonb) e`,
        [serviceId, calendarId, JSON.stringify(events)],
      );
    });
  }

  /** It was read whole. */
  async noteRead({ id, timesConnected }: Reading, now: number, due: number): Promise<void> {
    await this.#engine.query(
      `UPDATE weft.calendar_services SET read_at = $2, read_due = $3, failing_since = NULL, fault = NULL,
         is_disconnected = false, lacks_permission = false, owner_told = false WHERE id = $1 AND times_connected = $4`,
      [id, now, due, timesConnected],
    );
  }

  /** It could not be read; since when. Null: it is gone, or was connected again. */
  async noteFault(
    { id, timesConnected }: Reading,
    { fault, isDisconnected, lacksPermission }: CalendarServiceFault,
    now: number,
    due: number,
  ): Promise<{ readonly since: number; readonly ownerTold: boolean } | null> {
    const [row] = await this.#engine.query(
      `UPDATE weft.calendar_services SET failing_since = coalesce(failing_since, $4), fault = $2, is_disconnected = $3,
         lacks_permission = $6, read_due = $5 WHERE id = $1 AND times_connected = $7 RETURNING failing_since, owner_told`,
      [id, fault, isDisconnected, now, due, lacksPermission, timesConnected],
    );
    return row === undefined ? null : { since: Number(row[0]), ownerTold: row[1] === true };
  }

  /** What blocks these people in a range, or leaves them free, of the calendars that are checked. */
  async events(
    userIds: readonly string[],
    range: { readonly from: number; readonly to: number },
    which: 'blocking' | 'free',
  ): Promise<readonly (StoredEvent & CalendarTarget & { readonly userId: string })[]> {
    // A row for each person: unpacking one for each event takes three times as long on the embedded engine.
    const rows = await this.#engine.query(
      `SELECT s.user_id, json_agg(json_build_array(e.id, e.title, e.shows_as, e.starts_at, e.ends_at, e.dates, e.zone,
         e.booking_id, e.service_id, e.calendar_id, e.link))::text
       FROM weft.calendar_services s
       JOIN weft.calendar_events e ON e.service_id = s.id AND e.calendar_id = ANY(s.calendars_to_check)
       WHERE s.user_id = ANY($1::text[]) AND e.ends_at > $2 AND e.starts_at < $3
         AND (e.shows_as IN ('free', 'working_elsewhere')) = $4 GROUP BY s.user_id`,
      [userIds, range.from, range.to, which === 'free'],
    );
    return rows.flatMap(([userId, events]) =>
      (JSON.parse(String(events)) as Row[]).map(
        ([id, title, showsAs, startsAt, endsAt, dates, zone, bookingId, serviceId, calendarId, link]) =>
          ({
            ...{ userId, id, title, showsAs, startsAt, endsAt, dates, zone, bookingId },
            ...{ serviceId, calendarId, link },
          }) as StoredEvent & CalendarTarget & { readonly userId: string },
      ),
    );
  }

  /** Where bookings of a person go: what they chose, if it still is a calendar of theirs that can be written to. */
  async targetOf(userId: string): Promise<CalendarTarget | null> {
    const [row] = await this.#engine.query(
      `SELECT s.id, c.id FROM weft.calendar_services s
       JOIN weft.calendars c ON c.service_id = s.id AND c.can_write_to AND NOT c.is_deleted
       JOIN weft.auth_user u ON u."id" = s.user_id
       WHERE s.user_id = $1 AND (c.id = s.calendar_to_write_to OR (
         s.id = u."settings"->'calendarToWriteTo'->>'serviceId' AND c.id = u."settings"->'calendarToWriteTo'->>'calendarId'))
       ORDER BY (s.id = u."settings"->'calendarToWriteTo'->>'serviceId'
         AND c.id = u."settings"->'calendarToWriteTo'->>'calendarId') DESC NULLS LAST, s.created_at, s.id LIMIT 1`,
      [userId],
    );
    return row === undefined ? null : { serviceId: String(row[0]), calendarId: String(row[1]) };
  }

  /** Where the event of a booking was written for a person. */
  async writtenTo(bookingId: string, userId: string): Promise<CalendarTarget | null> {
    const [row] = await this.#engine.query(
      'SELECT service_id, calendar_id FROM weft.calendar_writes WHERE booking_id = $1 AND user_id = $2',
      [bookingId, userId],
    );
    return row === undefined ? null : { serviceId: String(row[0]), calendarId: String(row[1]) };
  }

  /** Noted before it is written: an event that nobody knows of would never be removed. Null: it is nowhere. */
  async noteWrite(bookingId: string, userId: string, target: CalendarTarget | null): Promise<void> {
    if (target === null) {
      await this.#engine.query('DELETE FROM weft.calendar_writes WHERE booking_id = $1 AND user_id = $2', [
        bookingId,
        userId,
      ]);
      return;
    }
    await this.#engine.query(
      `INSERT INTO weft.calendar_writes (booking_id, user_id, service_id, calendar_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT (booking_id, user_id) DO UPDATE SET service_id = $3, calendar_id = $4`,
      [bookingId, userId, target.serviceId, target.calendarId],
    );
  }
}

/** The owner was told that a service cannot be read; false: they were before. In the transaction of the mail. */
export async function noteOwnerTold(tx: Queries, id: string): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE weft.calendar_services SET owner_told = true WHERE id = $1 AND NOT owner_told RETURNING id',
    [id],
  );
  return rows.length > 0;
}

/** What was read of a booking's event in these calendars no longer counts: it is about to be written anew, or removed. */
export const forgetEventsOf = (
  tx: Pick<Transaction, 'send'>,
  bookingId: string,
  owners: readonly string[],
): void =>
  tx.send(
    `DELETE FROM weft.calendar_events e USING weft.calendar_services s
     WHERE e.booking_id = $1 AND s.id = e.service_id AND s.user_id = ANY($2::text[])`,
    [bookingId, owners],
  );

/** Whose calendars have, or are to have, the event of a booking. */
export async function calendarOwnersOf(
  tx: Queries,
  bookingId: string,
  hostIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx.query(
    `SELECT user_id FROM weft.calendar_writes WHERE booking_id = $1
     UNION SELECT user_id FROM weft.calendar_services WHERE user_id = ANY($2::text[])`,
    [bookingId, hostIds],
  );
  return rows.map(([userId]) => String(userId));
}

async function isSame(tx: Queries, { id, timesConnected }: Reading): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 FROM weft.calendar_services WHERE id = $1 AND times_connected = $2 FOR SHARE',
    [id, timesConnected],
  );
  return rows.length > 0;
}

async function list(tx: Queries, serviceId: string, calendars: readonly ListedCalendar[]): Promise<void> {
  await tx.query(
    `INSERT INTO weft.calendars AS known (service_id, id, position, name, can_write_to, color)
     SELECT $1, * FROM unnest($2::text[], $3::int4[], $4::text[], $5::boolean[], $6::text[])
     ON CONFLICT (service_id, id) DO UPDATE SET position = excluded.position, name = excluded.name,
       can_write_to = excluded.can_write_to, color = excluded.color, is_deleted = false`,
    [
      serviceId,
      calendars.map(({ id }) => id),
      calendars.map((_, at) => at),
      calendars.map(({ name }) => name),
      calendars.map(({ canWriteTo }) => canWriteTo),
      calendars.map(({ color }) => color),
    ],
  );
  await tx.query(
    'UPDATE weft.calendars SET is_deleted = true WHERE service_id = $1 AND NOT (id = ANY($2::text[])) AND NOT is_deleted',
    [serviceId, calendars.map(({ id }) => id)],
  );
}
