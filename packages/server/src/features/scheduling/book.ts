import { setTimeout } from 'node:timers/promises';
import { orderOfSubmission, type StoredBooking, type Transaction } from '@weft/db';
import { assignmentOrder, check, type Slot } from '@weft/scheduling';
import { type BookingDetails, detailsOf } from './booking-details.ts';
import { prepareMails } from './booking-mails.ts';
import type { SchedulingDeps } from './deps.ts';
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
/**
 * Milliseconds after which a request that is sent again takes over what the first has held: three times as long as calendars
 * are asked, so that its server was killed. A first that lives still finds it gone, and comes to the second's.
 */
const patience = 15_000;
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
  /** False: it is not held any more. Sent again, it is one order. */
  readonly make: (held: StoredBooking) => Promise<boolean>;
}

/** Whether a time that is held was ordered: it is booked once that is paid. */
export async function isOrdered(
  { orders }: Pick<SchedulingDeps, 'orders'>,
  offered: Pick<OfferedEvent, 'flowId' | 'publicIdentifier'>,
  { requestId }: StoredBooking,
): Promise<boolean> {
  return (await orders().pageOf(offered, requestId)) !== null;
}

/** Another request has ordered a time that was about to be booked. */
class OrderedMeanwhile extends Error {}

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

/** A booking whose first request is being settled is waited for. Null: it is not held any more, or nobody settles it. */
async function settled(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  booking: StoredBooking,
): Promise<StoredBooking | null> {
  const { bookings, now } = deps;
  const until = Math.min((booking.expiresAt ?? 0) - holdsFor, now()) + patience;
  let known: StoredBooking | null = booking;
  while (known?.state === 'held' && now() < (known.expiresAt ?? 0)) {
    if (await isOrdered(deps, offered, known)) return known;
    if (now() >= until) await bookings.dropUnordered(known);
    else await setTimeout(pollEvery);
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
  const repeated = async (known: StoredBooking): Promise<Booked | null> => {
    const booking = await settled(deps, offered, known);
    return booking && { kind: 'booked', booking, repeated: true };
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
    const made = { id: newId('bok'), flowId, requestId, newSessionId: newId('bok') };
    const wanted = wantedTime(offered, asked, at, hostIds);
    const own = { ...details, location: locationOf(offered, hostIds) ?? details.location };
    const hold = () => {
      const now = deps.now();
      return bookings.hold({ ...made, expiresAt: now + holdsFor, details: own, wanted }, now);
    };
    let held = await hold();
    if (held.kind === 'repeated') {
      const other = await repeated(held.booking);
      if (other !== null) return other;
      held = await hold();
    }
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

/** What is held is given back where nothing comes of it, unless another request has ordered it. */
async function orDrop(
  { bookings }: SchedulingDeps,
  held: StoredBooking,
  work: () => Promise<StoredBooking | null>,
): Promise<StoredBooking | null> {
  let booking: StoredBooking | null = null;
  try {
    booking = await work();
    return booking;
  } finally {
    if (booking === null) await bookings.dropUnordered(held);
  }
}

interface Settling {
  readonly alongside?: (tx: Transaction) => Promise<void>;
  /** What was learnt of whoever books since it is held. */
  readonly details?: Partial<BookingDetails>;
}

/** Books what is held, if its calendars say that it is free and nobody has ordered it, or gives it back. */
export const settleHeld = (
  deps: SchedulingDeps,
  offered: OfferedEvent,
  held: StoredBooking,
  asked: Asked,
  { alongside = async () => {}, details = {} }: Settling = {},
): Promise<StoredBooking | null> =>
  orDrop(deps, held, async () => {
    if (!(await stillFree(deps, offered, held, asked))) return null;
    const to = offered.event.approval ? 'pending' : 'confirmed';
    const told = { ...held, state: to, details: { ...detailsOf(held), ...details } } as const;
    const mails = await prepareMails(deps, offered, told, 'booked');
    const write = async (tx: Transaction, settledBooking: StoredBooking) => {
      if ((await orderOfSubmission(tx, held.flowId, held.requestId)) !== null) throw new OrderedMeanwhile();
      await deps.calendars.bookingChanged(tx, settledBooking);
      planReminders(tx, deps, offered, settledBooking);
      await mails.write(tx);
      await alongside(tx);
    };
    try {
      const booking = await deps.bookings.settle(held, 'held', to, deps.now(), write, details);
      if (booking !== null) mails.committed();
      return booking;
    } catch (error) {
      if (error instanceof OrderedMeanwhile) return null;
      throw error;
    }
  });

/** Orders what is held, if its calendars say that it is free, or gives it back. */
const orderHeld = (
  deps: SchedulingDeps,
  offered: OfferedEvent,
  held: StoredBooking,
  asked: Asked,
  order: HeldOrder,
): Promise<StoredBooking | null> =>
  orDrop(deps, held, async () =>
    (await stillFree(deps, offered, held, asked)) && (await order.make(held)) ? held : null,
  );
