// What tests of slots ask: one host on a Monday, and whatever a test says otherwise.
import type { Availability } from './availability.ts';
import type { ReasonCode } from './reasons.ts';
import type { BookableEvent, Booking, BusyEvent, BusyTime, Host, SlotRequest } from './request.ts';
import { check, solve } from './solve.ts';

/** A Monday in winter. */
export const day = '2026-11-23';
export const at = (time: string, date = day): number =>
  Temporal.Instant.from(`${date}T${time}Z`).epochMilliseconds;

export const daily = (startTime: string, endTime: string, timezone = 'UTC'): Availability => ({
  timezone,
  daySchedules: [1, 2, 3, 4, 5, 6, 7].map((isoDay) => ({
    isoDay,
    disabled: isoDay === 7,
    availableTimes: [{ startTime, endTime }],
  })),
  dateOverrides: [],
  outOfOffice: [],
});

export const host = (id: string, given: Partial<Host> = {}): Host => ({
  id,
  availability: daily('09:00', '12:00'),
  busy: [],
  unreadableCalendars: [],
  ...given,
});

export const busy = (when: BusyTime, given: Partial<BusyEvent> = {}): BusyEvent => ({
  id: 'lunch',
  showsAs: 'busy',
  cancelled: false,
  declined: false,
  bookingId: null,
  ...given,
  when,
});
export const timed = (from: string, to: string): BusyTime => ({ kind: 'timed', from: at(from), to: at(to) });

export const booking = (from: string, to: string, given: Partial<Booking> = {}): Booking => ({
  id: 'booking',
  eventId: 'event',
  hostIds: ['ann'],
  from: at(from),
  to: at(to),
  bufferBeforeMins: 0,
  bufferAfterMins: 0,
  state: 'confirmed',
  expiresAt: null,
  seats: 1,
  ...given,
});

export interface Given extends Partial<Omit<SlotRequest, 'event'>> {
  readonly event?: Partial<BookableEvent>;
}

export const request = ({ event = {}, ...given }: Given = {}): SlotRequest => ({
  now: at('00:00', '2026-11-20'),
  hosts: [host('ann')],
  bookings: [],
  seats: 1,
  moving: null,
  ...given,
  event: {
    id: 'event',
    type: 'individual',
    durationMins: 60,
    slotIntervalMins: null,
    bufferBeforeMins: 0,
    bufferAfterMins: 0,
    noticeMins: 0,
    bookingWindow: null,
    maxPerDay: null,
    maxPerWeek: null,
    maxSeats: 5,
    ...event,
  },
});

export const time = (epoch: number): string =>
  Temporal.Instant.fromEpochMilliseconds(epoch).toString().slice(11, 16);
export const dayRange = { from: at('00:00'), to: at('00:00', '2026-11-24') };
/** The slots of the Monday, as 'HH:mm' in UTC. */
export const offered = (given?: Given): string[] =>
  solve(request(given), dayRange).slots.map(({ from }) => time(from));
export const withHosts = (given?: Given): string[] =>
  solve(request(given), dayRange).slots.map(({ from, hostIds }) => `${time(from)} ${hostIds.join(' ')}`);
/** Why a time of the Monday is not offered. */
export const whyNot = (clock: string, given?: Given, date = day): ReasonCode[] => {
  const answer = check(request(given), at(clock, date));
  return 'reasons' in answer ? answer.reasons.map(({ code }) => code) : [];
};
