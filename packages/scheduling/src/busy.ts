import { dayLength, readableZone } from '@weft/core';
import type { Booking, BusyEvent, BusyTime } from './request.ts';
import { overlap, type Span } from './span.ts';
import { dayOfDate, whenClockReads } from './wall-clock.ts';

/** Rule R9. */
const blocks = ({ showsAs, cancelled, declined }: BusyEvent): boolean =>
  !cancelled && !declined && showsAs !== 'free' && showsAs !== 'working_elsewhere';

/** Rule R18: what keeps its hosts from being booked otherwise. */
export const isLive = ({ state, expiresAt }: Booking, now: number): boolean =>
  state !== 'cancelled' && (state !== 'held' || expiresAt === null || now < expiresAt);

/** The times within a range at which an event blocks its host. `bookings` by id; `moving` is the one being moved. */
export function busySpans(
  event: BusyEvent,
  range: Span,
  bookings: ReadonlyMap<string, Booking>,
  moving: string | null,
  hostId: string,
): readonly Span[] {
  if (!blocks(event)) return [];
  const spans = spansOf(event.when, range);
  if (event.bookingId === null || spans.length === 0) return spans;
  // Rule R17: the echo of a booking of ours.
  if (event.bookingId === moving) return [];
  const booking = bookings.get(event.bookingId);
  // A guest's copy of somebody else's booking is an event like any other.
  if (booking === undefined || !booking.hostIds.includes(hostId)) return spans;
  if (booking.state === 'cancelled') return [];
  return spans.filter(({ from, to }) => from < booking.from || to > booking.to);
}

/** When an event is, within a range, whether it blocks anybody or not. */
export function spansOf(when: BusyTime, range: Span): readonly Span[] {
  const spans = everySpan(when);
  return spans.filter((span) => span.from < span.to && overlap(span, range));
}

function everySpan(when: BusyTime): readonly Span[] {
  if (when.kind === 'timed') return [when];
  if (when.kind === 'all_day') {
    const { zone } = when;
    return whenClockReads(zone, dayOfDate(when.from) * dayLength, dayOfDate(when.to) * dayLength);
  }
  const except = new Set(when.except);
  return when.starts
    .filter((start) => !except.has(start))
    .map((start) => {
      const from = startOf(start, when.zone);
      return { from, to: from + when.durationMs };
    });
}

/** 'compatible' is what rule R10 and RFC 5545 say: of a repeated time the first, of a skipped one as before the gap. */
const startOf = (start: string, zone: string): number =>
  Temporal.PlainDateTime.from(start).toZonedDateTime(readableZone(zone), { disambiguation: 'compatible' })
    .epochMilliseconds;
