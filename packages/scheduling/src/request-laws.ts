import fc from 'fast-check';
import type { Availability, AvailableTime } from './availability.ts';
import type {
  BookableEvent,
  Booking,
  BookingWindow,
  BusyEvent,
  BusyTime,
  Host,
  SlotRequest,
} from './request.ts';
import { minute, type Span } from './span.ts';

/** Dates on which clocks are changed: both hemispheres, half hours, midnights that are missing, dates that are. */
const changes: readonly (readonly [zone: string, date: string])[] = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Europe/London', '2026-03-29'],
  ['Europe/London', '2026-10-25'],
  ['Australia/Sydney', '2026-04-05'],
  ['Australia/Sydney', '2026-10-04'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['America/Santiago', '2026-04-05'],
  ['America/Santiago', '2026-09-06'],
  ['Africa/Cairo', '2026-04-24'],
  ['Asia/Beirut', '2026-10-25'],
  ['America/Havana', '2026-11-01'],
  ['America/St_Johns', '2006-10-29'],
  ['Antarctica/Troll', '2026-10-25'],
  ['Pacific/Apia', '2011-12-30'],
  ['Pacific/Kiritimati', '1994-12-31'],
  ['Asia/Kathmandu', '2026-05-05'],
  ['UTC', '2026-12-31'],
];

const one = <T>(...values: T[]) => fc.constantFrom(...values);

/** `HH:mm`, mostly at quarters of an hour, up to a last minute. */
const clockTimes = (last: number) =>
  fc
    .oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: last / 15 }).map((n) => n * 15) }, fc.nat(last))
    .map((all) => `${String(Math.floor(all / 60)).padStart(2, '0')}:${String(all % 60).padStart(2, '0')}`);
const availableTimes: fc.Arbitrary<AvailableTime> = fc.record({
  startTime: clockTimes(23 * 60 + 45),
  endTime: clockTimes(24 * 60),
});

/** A date that many days from another. */
const near = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();
const dates = (date: string) => fc.integer({ min: -2, max: 3 }).map((days) => near(date, days));

const availabilities = (zone: string, date: string): fc.Arbitrary<Availability> =>
  fc.record({
    timezone: fc.oneof({ weight: 3, arbitrary: fc.constant(zone) }, one(...changes.map(([other]) => other))),
    daySchedules: fc
      .array(
        fc.record({
          disabled: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
          availableTimes: fc.array(availableTimes, { minLength: 1, maxLength: 3 }),
        }),
        { minLength: 7, maxLength: 7 },
      )
      .map((days) => days.map((day, place) => ({ ...day, isoDay: place + 1 }))),
    dateOverrides: fc.uniqueArray(
      fc.record({ date: dates(date), availableTimes: fc.array(availableTimes, { maxLength: 2 }) }),
      { maxLength: 2, selector: (override) => override.date },
    ),
    holidays: fc.option(dates(date), { freq: 3 }).map((day) => (day === null ? [] : [day])),
    outOfOffice: fc
      .option(fc.tuple(dates(date), fc.nat(1)), { freq: 2 })
      .map((away) => (away === null ? [] : [{ from: away[0], to: near(away[0], away[1]) }])),
  });

/** Times around a noon, in whole minutes. */
const spans = (noon: number, longest: number): fc.Arbitrary<Span> =>
  fc
    .tuple(fc.integer({ min: -2_000, max: 2_000 }), fc.integer({ min: 0, max: longest }))
    .map(([start, length]) => ({ from: noon + start * minute, to: noon + (start + length) * minute }));

const bookingIds = ['a', 'b', 'c', 'd'] as const;

const busyTimes = (noon: number, zone: string, date: string): fc.Arbitrary<BusyTime> =>
  fc.oneof(
    { weight: 3, arbitrary: spans(noon, 300).map((span) => ({ kind: 'timed' as const, ...span })) },
    fc
      .tuple(dates(date), one(...changes.map(([other]) => other)))
      .map(([from, of]) => ({ kind: 'all_day' as const, from, to: near(from, 1), zone: of })),
    fc.record({
      kind: fc.constant('recurring' as const),
      zone: fc.constant(zone),
      starts: fc
        .tuple(clockTimes(23 * 60 + 45), fc.integer({ min: 1, max: 3 }))
        .map(([time, count]) => Array.from({ length: count }, (_, n) => `${near(date, n - 1)}T${time}:00`)),
      except: fc.constant([`${near(date, 1)}T09:00:00`]),
      durationMs: one(30 * minute, 90 * minute),
    }),
  );

export const busyEvents = (noon: number, zone: string, date: string): fc.Arbitrary<BusyEvent> =>
  fc.record({
    id: fc.uuid(),
    showsAs: one('busy', 'busy', 'tentative', 'out_of_office', 'free', 'working_elsewhere'),
    cancelled: one(false, false, false, true),
    declined: one(false, false, false, true),
    when: busyTimes(noon, zone, date),
    bookingId: fc.option(one(...bookingIds, 'unknown'), { freq: 3 }),
  });

const hostIds = ['h1', 'h2', 'h3'] as const;

const hosts = (noon: number, zone: string, date: string): fc.Arbitrary<Host[]> =>
  fc
    .array(
      fc.record({
        availability: availabilities(zone, date),
        busy: fc.array(busyEvents(noon, zone, date), { maxLength: 4 }),
        unreadableCalendars: fc.integer({ min: 0, max: 20 }).map((n) => (n === 0 ? ['gone'] : [])),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((all) => all.map((host, place) => ({ ...host, id: hostIds[place] ?? '' })));

const windows = (date: string): fc.Arbitrary<BookingWindow | null> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    fc.nat(3).map((days) => ({ days })),
    dates(date).map((from) => ({ from, to: near(from, 2) })),
  );

const events = (date: string): fc.Arbitrary<BookableEvent> =>
  fc.record({
    id: fc.constant('event'),
    type: one('individual', 'collective', 'round_robin', 'group'),
    durationMins: one(10, 15, 30, 45, 60, 50),
    slotIntervalMins: one(null, null, 15, 20, 60),
    bufferBeforeMins: one(0, 0, 10, 30),
    bufferAfterMins: one(0, 0, 15),
    noticeMins: one(0, 0, 60, 600),
    bookingWindow: windows(date),
    maxPerDay: one(null, null, null, 1, 2),
    maxPerWeek: one(null, null, null, 2, 3),
    maxSeats: one(2, 3, 5),
  });

/** Bookings of this event and of another; those of the event sometimes share their time. */
const bookings = (noon: number): fc.Arbitrary<Booking[]> =>
  fc
    .array(
      fc.record({
        eventId: one('event', 'other'),
        hostIds: fc.uniqueArray(one(...hostIds), { minLength: 1, maxLength: 3 }),
        quarter: fc.integer({ min: -96, max: 96 }),
        durationMins: one(10, 15, 30, 60),
        bufferBeforeMins: one(0, 15),
        bufferAfterMins: one(0, 10),
        state: one('held' as const, 'pending' as const, 'confirmed' as const, 'cancelled' as const),
        expiresAt: fc.option(fc.integer({ min: -100, max: 100 }).map((n) => noon + n * 15 * minute)),
        seats: one(1, 1, 2),
      }),
      { maxLength: bookingIds.length },
    )
    .map((all) =>
      all.map(({ quarter, durationMins, ...booking }, place) => {
        const from = noon + quarter * 15 * minute;
        return { ...booking, id: bookingIds[place] ?? '', from, to: from + durationMins * minute };
      }),
    );

export interface Asked {
  readonly request: SlotRequest;
  readonly range: Span;
  /** Where it is about a change of clocks: its noon, its zone and its date. */
  readonly place: readonly [noon: number, zone: string, date: string];
}

/** Requests for a day or so around a change of clocks. */
export const asked: fc.Arbitrary<Asked> = fc.constantFrom(...changes).chain(([zone, date]) => {
  // The zone may skip its own noon: an instant of the date somewhere will do.
  const noon = Temporal.PlainDateTime.from(`${date}T12:00`).toZonedDateTime('UTC').epochMilliseconds;
  return fc.record({
    request: fc.record({
      now: fc.integer({ min: -200, max: -20 }).map((n) => noon + n * 15 * minute),
      event: events(date),
      hosts: hosts(noon, zone, date),
      bookings: bookings(noon),
      seats: one(1, 1, 1, 1, 1, 2),
      moving: fc.option(one(...bookingIds), { freq: 3 }),
    }),
    range: fc
      .tuple(fc.integer({ min: -1_500, max: 500 }), fc.integer({ min: 1, max: 1_500 }))
      .map(([start, length]) => ({ from: noon + start * minute, to: noon + (start + length) * minute })),
    place: fc.constant([noon, zone, date] as const),
  });
});
