import { busySpans, isLive } from './busy.ts';
import { type Hours, hoursOf } from './hours.ts';
import type { ReasonCode } from './reasons.ts';
import type { Booking, Host, SlotRequest } from './request.ts';
import { merged, minute, overlap, type Span } from './span.ts';

/** A time at which a host is taken. */
export interface Blocker extends Span {
  readonly code: ReasonCode;
  readonly by: string;
  /** Without the buffers of its own. */
  readonly own: Span;
}

/** Bookings of one group event at one time. */
export interface Session extends Span {
  readonly blocker: Blocker;
  readonly seatsTaken: number;
}

/** What is known of one host in a range. */
export interface Diary {
  readonly host: Host;
  readonly hours: Hours;
  readonly blockers: readonly Blocker[];
  /** The time of the blockers. */
  readonly blocked: readonly Span[];
  /** Of the group event that is asked for; they block its other starts. */
  readonly sessions: readonly Session[];
}

const codes = { held: 'held', pending: 'pending', confirmed: 'booked' } as const;

/** A diary for each host. `range` is the time slots may take, `wide` that time with their buffers. */
export function diariesOf(
  hosts: readonly Host[],
  request: SlotRequest,
  range: Span,
  wide: Span,
): readonly Diary[] {
  const byId = new Map(request.bookings.map((booking) => [booking.id, booking]));
  const byHost = new Map<string, Booking[]>();
  for (const booking of liveBookings(request))
    for (const hostId of booking.hostIds) {
      const others = byHost.get(hostId);
      if (others === undefined) byHost.set(hostId, [booking]);
      else others.push(booking);
    }
  return hosts.map((host) => diaryOf(host, byHost.get(host.id) ?? [], byId, request, range, wide));
}

function diaryOf(
  host: Host,
  bookings: readonly Booking[],
  byId: ReadonlyMap<string, Booking>,
  request: SlotRequest,
  range: Span,
  wide: Span,
): Diary {
  const blockers: Blocker[] = [];
  for (const event of host.busy)
    for (const span of busySpans(event, wide, byId, request.moving, host.id))
      blockers.push({ ...span, own: span, code: 'busy', by: event.id });
  const shared: Booking[] = [];
  for (const booking of bookings) {
    if (request.event.type === 'group' && booking.eventId === request.event.id) shared.push(booking);
    else blockers.push(...blockersOf(booking, wide));
  }
  return {
    host,
    hours: hoursOf(host.availability, range),
    blockers,
    blocked: merged(blockers),
    sessions: sessionsOf(shared, wide),
  };
}

/** The bookings that count: rules R18 and R19. */
export const liveBookings = ({ bookings, now, moving }: SlotRequest): readonly Booking[] =>
  bookings.filter((booking) => booking.id !== moving && isLive(booking, now));

function blockersOf(booking: Booking, range: Span): readonly Blocker[] {
  const { state } = booking;
  if (state === 'cancelled' || booking.from >= booking.to) return [];
  const blocker = {
    from: booking.from - booking.bufferBeforeMins * minute,
    to: booking.to + booking.bufferAfterMins * minute,
    own: { from: booking.from, to: booking.to },
    code: codes[state],
    by: booking.id,
  };
  return overlap(blocker, range) ? [blocker] : [];
}

/** Rule R16: bookings of the event that begin and end together. */
function sessionsOf(bookings: readonly Booking[], range: Span): readonly Session[] {
  const sessions = new Map<string, Session>();
  for (const booking of bookings)
    for (const blocker of blockersOf(booking, range)) {
      const key = `${booking.from} ${booking.to}`;
      const session = sessions.get(key);
      const seatsTaken = (session?.seatsTaken ?? 0) + booking.seats;
      sessions.set(key, { ...blocker.own, blocker: session?.blocker ?? blocker, seatsTaken });
    }
  return [...sessions.values()];
}
