import { liveBookings } from './diary.ts';
import type { SlotRequest } from './request.ts';
import { minute, type Span } from './span.ts';
import { dayOfDate, localDay } from './wall-clock.ts';

/** What an event says about when it can be booked, whoever its host is: rules R11 to R13. */
export interface Limits {
  readonly now: number;
  /** Milliseconds. */
  readonly notice: number;
  readonly firstDay: number;
  readonly lastDay: number;
  dayOf(time: number): number;
  isDayFull(time: number): boolean;
  isWeekFull(time: number): boolean;
  /** Whether a candidate is what a group has booked already. */
  isJoined(candidate: Span): boolean;
}

/** Day 0 was a Thursday. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);
const key = ({ from, to }: Span): string => `${from} ${to}`;

/** The meetings that limits count, by their day and week. */
function meetingsOf(request: SlotRequest) {
  const { event, hosts } = request;
  const zone = hosts[0]?.availability.timezone ?? 'UTC';
  const dayOf = (time: number): number => localDay(zone, time);
  const booked = liveBookings(request).filter(({ eventId }) => eventId === event.id);
  // Those who share a group event share its place in a limit.
  const meetings = new Map(
    booked.map((booking) => [event.type === 'group' ? key(booking) : booking.id, booking]),
  );
  const perDay = new Map<number, number>();
  const perWeek = new Map<number, number>();
  for (const { from } of meetings.values()) {
    const day = dayOf(from);
    perDay.set(day, (perDay.get(day) ?? 0) + 1);
    perWeek.set(weekOf(day), (perWeek.get(weekOf(day)) ?? 0) + 1);
  }
  return { dayOf, meetings, perDay, perWeek };
}

/** What counts for the limits of an event on a date (`YYYY-MM-DD`) of its first host, and in its week: rule R13. */
export function usedOn(request: SlotRequest, date: string): { readonly day: number; readonly week: number } {
  const { perDay, perWeek } = meetingsOf(request);
  const day = dayOfDate(date);
  return { day: perDay.get(day) ?? 0, week: perWeek.get(weekOf(day)) ?? 0 };
}

export function limitsOf(request: SlotRequest): Limits {
  const { now, event } = request;
  const { dayOf, meetings, perDay, perWeek } = meetingsOf(request);
  const { maxPerDay, maxPerWeek } = event;
  return {
    now,
    notice: event.noticeMins * minute,
    ...bookingDays(request, dayOf(now)),
    dayOf,
    isDayFull: (time) => maxPerDay !== null && (perDay.get(dayOf(time)) ?? 0) >= maxPerDay,
    isWeekFull: (time) => maxPerWeek !== null && (perWeek.get(weekOf(dayOf(time))) ?? 0) >= maxPerWeek,
    isJoined: (candidate) => event.type === 'group' && meetings.has(key(candidate)),
  };
}

function bookingDays({ event: { bookingWindow } }: SlotRequest, today: number) {
  if (bookingWindow === null)
    return { firstDay: Number.NEGATIVE_INFINITY, lastDay: Number.POSITIVE_INFINITY };
  if ('days' in bookingWindow)
    return { firstDay: Number.NEGATIVE_INFINITY, lastDay: today + bookingWindow.days };
  return { firstDay: dayOfDate(bookingWindow.from), lastDay: dayOfDate(bookingWindow.to) };
}
