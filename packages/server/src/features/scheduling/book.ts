import { setTimeout } from 'node:timers/promises';
import type { StoredBooking, Transaction } from '@weft/db';
import { callKindOf } from '@weft/forms';
import { assignmentOrder, check, type Slot } from '@weft/scheduling';
import { type BookingDetails, detailsOf } from './booking-details.ts';
import { prepareMails } from './booking-mails.ts';
import type { SchedulingDeps } from './deps.ts';
import { enqueueOffers } from './enqueue-offers.ts';
import {
  type Asked,
  minute,
  nextSlots,
  type OfferedEvent,
  slotRequest,
  teamsFor,
  wantedTime,
} from './offered-event.ts';
import { planReminders } from './reminders.ts';

/** Milliseconds a time is kept for a booking that is being made: no live check takes longer. */
const holdsFor = 60_000;
/** Milliseconds after which a request that is sent again settles what the first has held: its server may have been killed. */
const patience = 5_000;
const pollEvery = 50;

export type Booked =
  /** One that is to be paid is held. */
  | { readonly kind: 'booked'; readonly booking: StoredBooking; readonly repeated: boolean }
  /** It is not free (any more); the next times that are. */
  | { readonly kind: 'refused'; readonly next: readonly Slot[] };

export interface NewBookingInput extends Pick<Asked, 'durationMins' | 'seats'> {
  /** Made with the page: sent twice, it is one booking. */
  readonly requestId: string;
  readonly at: number;
  readonly details: BookingDetails;
  /** Ends the transaction that settles it where the page takes no bookings any more. */
  readonly requireOpen: (tx: Transaction) => Promise<void>;
  /** What orders a time that costs something, once it is held; null: it costs nothing. */
  readonly order: HeldOrder | null;
}

/** How a time is held that has to be paid. */
export interface HeldOrder {
  /** False: it is not held any more. */
  readonly make: (held: StoredBooking) => Promise<boolean>;
  /** Whether it was made. */
  readonly isMade: (held: StoredBooking) => Promise<boolean>;
}

/** The slot at a time as it is offered now, to a team alone as its calendars say this moment; null: it is not. */
export async function slotAt(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  asked: Asked,
  at: number,
  team: readonly string[] | null = null,
): Promise<Slot | null> {
  const range = { from: at, to: at + asked.durationMins * minute };
  const { bufferBeforeMins, bufferAfterMins } = offered.event;
  const wide = { from: range.from - bufferBeforeMins * minute, to: range.to + bufferAfterMins * minute };
  const live = team === null ? new Map() : await deps.calendars.busyNow(team, wide);
  const found = check(await slotRequest(deps, offered, asked, range, live), at);
  if ('reasons' in found) return null;
  return team === null || team.every((id) => found.hostIds.includes(id)) ? found : null;
}

/** The free hosts in the order in which it is their turn. */
export async function orderOf(
  { bookings }: SchedulingDeps,
  { flowId, event }: OfferedEvent,
  free: readonly string[],
): Promise<readonly string[]> {
  const known = await bookings.turns(flowId);
  const turns = event.hosts.map(({ userId, weight, priority }) => ({
    ...{ hostId: userId, weight, priority },
    bookings: known.get(userId)?.bookings ?? 0,
    lastBookedAt: known.get(userId)?.lastBookedAt ?? null,
  }));
  return assignmentOrder(turns, free, event.assignBy);
}

/**
 * A booking whose first request is being settled is waited for. Null: it is not held any more. One whose server was killed
 * in the middle is still held after a while.
 */
async function settled(
  { bookings, now }: SchedulingDeps,
  booking: StoredBooking,
  order: HeldOrder | null,
): Promise<StoredBooking | null> {
  let known: StoredBooking | null = booking;
  for (let waited = 0; known?.state === 'held' && now() < (known.expiresAt ?? 0); waited += pollEvery) {
    if (order === null ? waited >= patience : await order.isMade(known)) return known;
    await setTimeout(pollEvery);
    known = await bookings.find(booking.id);
  }
  return known === null || known.state === 'held' ? null : known;
}

/** Books a time: held first, then looked up in the calendars themselves, then settled. */
export async function book(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  { requestId, at, details, durationMins, seats, requireOpen, order: toPay }: NewBookingInput,
): Promise<Booked> {
  const { bookings, newId } = deps;
  const { flowId, event } = offered;
  const asked = { durationMins, seats, moving: null };
  const otherTimes = async (): Promise<Booked> => ({
    kind: 'refused',
    next: await nextSlots(deps, offered, asked, at),
  });
  const repeated = async (known: StoredBooking): Promise<Booked> => {
    const waitedFor = await settled(deps, known, toPay);
    // Of two who settle it, one does, and the other finds it settled.
    const booking =
      toPay === null && waitedFor?.state === 'held'
        ? ((await settleHeld(deps, offered, waitedFor, asked, { alongside: requireOpen })) ??
          (await bookings.find(known.id)))
        : waitedFor;
    return booking === null ? otherTimes() : { kind: 'booked', booking, repeated: true };
  };
  const sentBefore = async () => {
    const known = await bookings.ofRequest(flowId, requestId);
    return known === null ? null : repeated(known);
  };
  // What takes the time, or the last place below a limit, may be the same request: sent twice at once, it is one booking.
  const refused = async (): Promise<Booked> => (await sentBefore()) ?? (await otherTimes());
  const before = await sentBefore();
  if (before !== null) return before;
  const slot = await slotAt(deps, offered, asked, at);
  if (slot === null) return refused();
  const order = event.eventType === 'round_robin' ? await orderOf(deps, offered, slot.hostIds) : [];
  for (const hostIds of teamsFor(offered, slot, () => order)) {
    const now = deps.now();
    const made = {
      id: newId('bok'),
      flowId,
      requestId,
      newSessionId: newId('bok'),
      expiresAt: now + holdsFor,
    };
    const wanted = wantedTime(offered, asked, at, hostIds);
    const own = { ...details, location: locationOf(offered, hostIds) ?? details.location };
    const held = await bookings.hold({ ...made, details: own, wanted }, now);
    if (held.kind === 'repeated') return repeated(held.booking);
    if (held.kind !== 'held') {
      if (held.kind === 'limit') return refused();
      continue;
    }
    const booking =
      toPay === null
        ? await settleHeld(deps, offered, held.booking, asked, { alongside: requireOpen })
        : await orderHeld(deps, offered, held.booking, asked, toPay);
    if (booking !== null) return { kind: 'booked', booking, repeated: false };
  }
  return refused();
}

/** Of a round robin whose locations are each host's own. */
export function locationOf({ event }: OfferedEvent, hostIds: readonly string[]) {
  if (event.eventType !== 'round_robin' || event.locationType !== 'individual') return null;
  return event.hosts.find(({ userId }) => userId === hostIds[0])?.location ?? null;
}

/** Where a booking is once it is moved; null: where it was. A call stays with its host, and is another one with another. */
function movedLocation(offered: OfferedEvent, was: StoredBooking, hostIds: readonly string[]) {
  const own = locationOf(offered, hostIds);
  const before = detailsOf(was).location;
  const call = callKindOf(before);
  if (hostIds[0] === was.hostIds[0]) return call !== null && own?.kind === call ? null : own;
  return own ?? (before !== null && call !== null ? { ...before, text: '' } : null);
}

/** Whether what is held can be booked, as its calendars say this moment. */
async function stillFree(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  held: StoredBooking,
  asked: Asked,
): Promise<boolean> {
  // Its own hold is not in its way, nor the notice: it was asked for in time when it was held.
  const own = { ...asked, moving: held.id, ignoresNotice: true };
  return (await slotAt(deps, offered, own, held.from, held.hostIds)) !== null;
}

export async function settleHeld(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  held: StoredBooking,
  asked: Asked,
  {
    alongside = async () => {},
    details = {},
  }: {
    readonly alongside?: (tx: Transaction) => Promise<void>;
    /** What was learnt of whoever books since it is held. */
    readonly details?: Partial<BookingDetails>;
  } = {},
): Promise<StoredBooking | null> {
  try {
    const still = await stillFree(deps, offered, held, asked);
    if (still) {
      const to = offered.event.approval ? 'pending' : 'confirmed';
      const told = { ...held, state: to, details: { ...detailsOf(held), ...details } } as const;
      const mails = await prepareMails(deps, offered, told, 'booked');
      const write = async (tx: Transaction, settledBooking: StoredBooking) => {
        await deps.calendars.bookingChanged(tx, settledBooking);
        planReminders(tx, deps, offered, settledBooking);
        await mails.write(tx);
        await alongside(tx);
      };
      const booking = await deps.bookings.settle(held, 'held', to, deps.now(), write, details);
      if (booking !== null) mails.committed();
      return booking;
    }
  } catch (error) {
    await deps.bookings.drop(held);
    throw error;
  }
  await deps.bookings.drop(held);
  return null;
}

/** Orders what is held, as its calendars say this moment; null: it is free again. */
async function orderHeld(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  held: StoredBooking,
  asked: Asked,
  order: HeldOrder,
): Promise<StoredBooking | null> {
  try {
    const still = await stillFree(deps, offered, held, asked);
    if (still && (await order.make(held))) return held;
  } catch (error) {
    await deps.bookings.drop(held);
    throw error;
  }
  await deps.bookings.drop(held);
  return null;
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
