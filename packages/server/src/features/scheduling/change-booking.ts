import type { StoredBooking } from '@weft/db';
import { callKindOf } from '@weft/forms';
import type { Slot } from '@weft/scheduling';
import { locationOf, orderOf, slotAt } from './book.ts';
import { detailsOf } from './booking-details.ts';
import { prepareMails } from './booking-mails.ts';
import type { SchedulingDeps } from './deps.ts';
import { enqueueOffers } from './enqueue-offers.ts';
import { type Asked, minute, nextSlots, type OfferedEvent, teamsFor, wantedTime } from './offered-event.ts';
import { planReminders } from './reminders.ts';

/** Where a booking is once it is moved; null: where it was. A call stays with its host, and is another one with another. */
function movedLocation(offered: OfferedEvent, was: StoredBooking, hostIds: readonly string[]) {
  const own = locationOf(offered, hostIds);
  const before = detailsOf(was).location;
  const call = callKindOf(before);
  if (hostIds[0] === was.hostIds[0]) return call !== null && own?.kind === call ? null : own;
  return own ?? (before !== null && call !== null ? { ...before, text: '' } : null);
}

/** What is asked where a member moves a booking, or gives it away: a host falls ill when they do, not in time. */
export const movedByMember = ({ id, from, to, seats }: StoredBooking): Asked => ({
  ...{ durationMins: (to - from) / minute, seats },
  ...{ moving: id, ignoresNotice: true },
});

export type Moved =
  | { readonly kind: 'moved'; readonly booking: StoredBooking }
  | { readonly kind: 'refused'; readonly next: readonly Slot[] }
  /** It was changed or cancelled meanwhile. */
  | { readonly kind: 'stale' };

/** Moves a booking to another time, with its host where they are free then; by turns with another, where there is one. */
export async function moveBooking(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  was: StoredBooking,
  at: number,
  /** Of whoever booked; null: a host moves it. */
  zone: string | null,
): Promise<Moved> {
  // Sent again, it is one move.
  if (was.from === at) return { kind: 'moved', booking: was };
  const asked = { ...movedByMember(was), ignoresNotice: zone === null };
  const slot = await slotAt(deps, offered, asked, at);
  const order =
    slot !== null && offered.event.eventType === 'round_robin'
      ? await orderOf(deps, offered, slot.hostIds)
      : [];
  const kept = order.filter((id) => was.hostIds.includes(id));
  const teams =
    slot === null
      ? []
      : teamsFor(offered, slot, () => [...kept, ...order.filter((id) => !was.hostIds.includes(id))]);
  for (const hostIds of teams) {
    if ((await slotAt(deps, offered, asked, at, hostIds)) === null) continue;
    const moved = await changeTime(deps, offered, was, { asked, at, hostIds, zone });
    if (moved !== null) return moved;
  }
  return { kind: 'refused', next: await nextSlots(deps, offered, asked, at) };
}

/** Null: these hosts are not free then. */
async function changeTime(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  was: StoredBooking,
  to: {
    readonly asked: Asked;
    readonly at: number;
    readonly hostIds: readonly string[];
    /** Of whoever booked, where it is they who move it. */
    readonly zone: string | null;
  },
): Promise<Moved | null> {
  const wanted = wantedTime(offered, to.asked, to.at, to.hostIds);
  const location = movedLocation(offered, was, to.hostIds);
  const details = { ...(to.zone !== null && { zone: to.zone }), ...(location !== null && { location }) };
  const told = { ...(was.details as object), ...details };
  // What a host said yes to was another time.
  const state = offered.event.approval && to.zone !== null ? 'pending' : was.state;
  const next = { ...was, ...wanted, state, sequence: was.sequence + 1, details: told };
  const mails = await prepareMails(deps, offered, next, 'moved', '', was.hostIds);
  const moved = await deps.bookings.move(
    was,
    { newSessionId: deps.newId('bok'), wanted, details, waits: state === 'pending' },
    deps.now(),
    async (tx, booking) => {
      enqueueOffers(deps, tx, offered);
      await deps.calendars.bookingChanged(tx, booking);
      planReminders(tx, deps, offered, booking);
      await mails.write(tx);
    },
  );
  if (moved.kind === 'stale') return { kind: 'stale' };
  if (moved.kind !== 'changed') return null;
  mails.committed();
  return { kind: 'moved', booking: moved.booking };
}

/** Cancels a booking and tells everybody; null: it was cancelled before, or has changed since `was`. */
export async function cancelBooking(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  was: StoredBooking,
  by: 'host' | 'invitee',
  reason: string,
): Promise<StoredBooking | null> {
  const details = { cancelledBy: by, cancelReason: reason };
  const next = { ...was, state: 'cancelled', sequence: was.sequence + 1 } as const;
  const told = { ...next, details: { ...(was.details as object), ...details } };
  // To whoever asked for a time that is a no.
  const news = by === 'host' && was.state === 'pending' ? 'declined' : 'cancelled';
  const mails = await prepareMails(deps, offered, told, news);
  const cancelled = await deps.bookings.cancel(was, details, async (tx, booking) => {
    enqueueOffers(deps, tx, offered);
    await deps.calendars.bookingChanged(tx, booking);
    await mails.write(tx);
  });
  if (cancelled !== null) mails.committed();
  return cancelled;
}

/** Gives the time to another host; false: they are not free then, or the booking was changed meanwhile. */
export async function reassign(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  was: StoredBooking,
  hostId: string,
): Promise<boolean> {
  const asked = movedByMember(was);
  if ((await slotAt(deps, offered, asked, was.from, [hostId])) === null) return false;
  const to = { asked, at: was.from, hostIds: [hostId], zone: null };
  return (await changeTime(deps, offered, was, to))?.kind === 'moved';
}

/** A host says yes; null: it waits for nobody any more. */
export async function approve(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  was: StoredBooking,
): Promise<StoredBooking | null> {
  const mails = await prepareMails(deps, offered, { ...was, state: 'confirmed' }, 'approved');
  const approved = await deps.bookings.settle(
    was,
    'pending',
    'confirmed',
    deps.now(),
    async (tx, booking) => {
      await deps.calendars.bookingChanged(tx, booking);
      planReminders(tx, deps, offered, booking);
      await mails.write(tx);
    },
  );
  if (approved !== null) mails.committed();
  return approved;
}
