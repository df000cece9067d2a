import {
  type BookingWait,
  enqueueJobs,
  lockedSettings,
  noteWaitBooked,
  type Published,
  type StoredBooking,
  type Transaction,
} from '@weft/db';
import { formSettingsOf, whyClosed } from '@weft/forms';
import { wordsOf } from '@weft/public';
import { type Slot, type Span, solve } from '@weft/scheduling';
import { z } from 'zod';
import { originAt } from '../../http/own-domains.ts';
import { type AnyJobKind, insideRetries, jobKind, recurringJob } from '../../jobs/job-kind.ts';
import { type HeldOrder, isOrdered, locationOf, orderOf, settleHeld } from './book.ts';
import type { BookingDetails } from './booking-details.ts';
import { dateText, localeOf, spanText, timeText, zoneName } from './booking-words.ts';
import type { SchedulingDeps } from './deps.ts';
import { offersQueue } from './enqueue-offers.ts';
import {
  type FindEvent,
  minute,
  type OfferedEvent,
  slotRequest,
  slotsIn,
  teamsFor,
  wantedTime,
} from './offered-event.ts';

const queue = 'booking-waits';
/** Milliseconds for which a time is held for whoever is asked. */
const offerLasts = 60 * minute;
export const mostWaiting = { ofFlow: 200, ofPerson: 5 } as const;
const kept = 30 * 24 * 60 * minute;
/** Flows whose jobs are put into the queue at a time. */
const flowsAtOnce = 500;
const mailLimit = { most: 10, seconds: 3_600 };

/** Reasons by which a time is taken, and not closed: it may become free. */
const takenBy: readonly string[] = [
  ...['busy', 'booked', 'pending', 'held', 'buffer', 'no_seats', 'day_limit', 'week_limit'],
];

/** Times that would be offered if nobody had taken them. */
export async function takenTimes(
  deps: Pick<SchedulingDeps, 'bookings' | 'calendars' | 'now'>,
  offered: OfferedEvent,
  durationMins: number,
  range: Span,
): Promise<readonly { readonly from: number; readonly isFull: boolean }[]> {
  const from = Math.max(range.from, deps.now());
  if (from >= range.to) return [];
  const span = { from, to: range.to };
  const request = await slotRequest(deps, offered, { durationMins, seats: 1, moving: null }, span);
  return solve(request, span, { hidden: true }).hidden.flatMap(({ from: at, reasons }) =>
    reasons.every(({ code }) => takenBy.includes(code))
      ? [{ from: at, isFull: reasons.some(({ code }) => code === 'no_seats') }]
      : [],
  );
}

export const waitAddress = (
  { baseUrl, bookingKeys }: Pick<SchedulingDeps, 'baseUrl' | 'bookingKeys'>,
  { publicIdentifier, domain }: Pick<OfferedEvent, 'publicIdentifier' | 'domain'>,
  { id }: Pick<BookingWait, 'id'>,
): string =>
  new URL(`/t/${publicIdentifier}/waiting/${bookingKeys.code(id)}`, originAt(baseUrl(), domain)).href;

/** What somebody waits for, in words. */
export const waitText = (
  { zone, from, to, durationMins }: Pick<BookingWait, 'zone' | 'from' | 'to' | 'durationMins'>,
  words = wordsOf({}),
): string => {
  const locale = localeOf(words);
  const day = dateText(zone, from, locale);
  const length = { from, to: from + durationMins * minute };
  return to - from === 1
    ? `${day}, ${spanText(zone, length, '24', locale)}`
    : `${day}: ${words.book('anyTime')}`;
};

async function holdFor(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  wait: BookingWait,
  slot: Slot,
  until: number,
): Promise<StoredBooking | null> {
  const { flowId, event } = offered;
  const order = event.eventType === 'round_robin' ? await orderOf(deps, offered, slot.hostIds) : [];
  const asked = { durationMins: wait.durationMins, seats: 1, moving: null };
  const { name, email, zone } = wait;
  for (const hostIds of teamsFor(offered, slot, () => order)) {
    const location = locationOf(offered, hostIds) ?? event.locations[0] ?? null;
    const details: BookingDetails = { name, email, zone, guests: [], location, answers: [] };
    const held = await deps.bookings.hold(
      {
        ...{ id: deps.newId('bok'), flowId, newSessionId: deps.newId('bok'), expiresAt: until, details },
        // An offer of a server that died before it told of it is found again.
        requestId: `${wait.id} ${slot.from}`,
        wanted: wantedTime(offered, asked, slot.from, hostIds),
      },
      deps.now(),
    );
    if (held.kind === 'held') return held.booking;
    if (held.kind === 'repeated') return held.booking.state === 'held' ? held.booking : null;
  }
  return null;
}

/** Nothing is kept for somebody who gets no mail about it: their address was sent too many. */
class Untold extends Error {}

async function offerTo(deps: SchedulingDeps, offered: OfferedEvent, wait: BookingWait): Promise<void> {
  const now = deps.now();
  const asked = { durationMins: wait.durationMins, seats: 1, moving: null };
  const [slot] = await slotsIn(deps, offered, asked, { from: wait.from, to: wait.to });
  if (slot === undefined) return;
  const held = await holdFor(deps, offered, wait, slot, Math.min(now + offerLasts, slot.from));
  if (held === null) return;
  // One that was held before a server died ends when it did then.
  const until = held.expiresAt ?? now;
  const { title } = offered;
  const mail = await deps.mailer.prepare(
    {
      to: wait.email,
      subject: `A time became free: ${title}`.replace(/\s+/g, ' ').slice(0, 200),
      text: [
        ...['A time that you wait for became free.', '', title, dateText(wait.zone, slot.from)],
        spanText(wait.zone, slot, '24'),
        '',
        `It is kept for you until ${timeText(wait.zone, until, '24')} (${zoneName(wait.zone)}). Take it here:`,
        ...[waitAddress(deps, offered, wait), ''],
        ...['If you do not want it, do nothing: then somebody else is asked.', ''],
      ].join('\n'),
    },
    { key: `${wait.id} offer ${held.id}`, limit: mailLimit },
  );
  let isOffered = false;
  try {
    isOffered = await deps.waits.offer(wait.id, held, until, async (tx) => {
      if (!(await mail.tryToWrite(tx))) throw new Untold();
    });
  } catch (error) {
    // Whether anything else was written is not known: then what is held ends by itself.
    if (!(error instanceof Untold)) throw error;
  }
  if (!isOffered) await deps.bookings.dropUnoffered(held);
  mail.committed();
}

/** Offers what is free to those who wait for it, in their turn. */
export const offersJob = (deps: SchedulingDeps, findEvent: FindEvent): AnyJobKind =>
  jobKind({
    queue: offersQueue,
    label: 'Offering free times to those who wait',
    payload: z.object({ flowId: z.string() }),
    concurrency: 2,
    retry: insideRetries,
    run: async ({ flowId }, { signal }) => {
      const now = deps.now();
      for (const id of await deps.waits.endOffers(flowId, now)) {
        const held = await deps.bookings.find(id);
        if (held?.state === 'held') await deps.bookings.drop(held);
      }
      const offered = await findEvent(flowId);
      if (offered === null || !offered.event.waitingList) return undefined;
      const set = await deps.transaction((tx) => lockedSettings(tx, flowId));
      // A closed page offers nothing new; what was offered before may still be taken.
      if (
        set === null ||
        whyClosed(formSettingsOf(set.settings), set.submissions, new Date(now).toISOString()) !== null
      )
        return undefined;
      for (const wait of await deps.waits.inTurn(flowId, { after: now, limit: mostWaiting.ofFlow })) {
        signal.throwIfAborted();
        await offerTo(deps, offered, wait);
      }
      return undefined;
    },
  });

/** Offers that ended, and times that became free in a calendar or by other hours, are found at each run. */
export const waitsJob = (deps: SchedulingDeps): AnyJobKind =>
  recurringJob(queue, 'Looking for free times for those who wait', async () => {
    const now = deps.now();
    await deps.waits.removeOld(now - kept);
    let flows: readonly string[] = [];
    do {
      flows = await deps.waits.flowsWaiting(now, { after: flows.at(-1) ?? '', limit: flowsAtOnce });
      const jobs = flows.map((flowId) => ({
        id: deps.newId('job'),
        queue: offersQueue,
        key: flowId,
        payload: { flowId },
      }));
      await deps.transaction(async (tx) => enqueueJobs(tx, jobs));
    } while (flows.length === flowsAtOnce);
  });

export const waitSchedules = [{ name: queue, cron: '*/5 * * * *', queue }] as const;

/** Null: it is only held, was cancelled, or is gone. */
const theirs = (booking: StoredBooking | null): StoredBooking | null =>
  booking?.state === 'confirmed' || booking?.state === 'pending' ? booking : null;

/** What is held for somebody who may take it still; null: nothing is. */
export async function heldFor(
  { bookings, now }: Pick<SchedulingDeps, 'bookings' | 'now'>,
  { state, bookingId, offeredUntil }: BookingWait,
): Promise<StoredBooking | null> {
  if (state !== 'offered' || bookingId === null || (offeredUntil ?? 0) <= now()) return null;
  const held = await bookings.find(bookingId);
  return held?.state === 'held' ? held : null;
}

/** Whoever left the list in the moment in which they took a time is not booked. */
class LeftMeanwhile extends Error {}

/** Notes that somebody has taken what is held for them; ends the transaction where they left the list meanwhile. */
export async function requireWaits(
  tx: Transaction,
  { wait, held }: { readonly wait: BookingWait; readonly held: StoredBooking },
): Promise<void> {
  if (!(await noteWaitBooked(tx, { id: wait.id, bookingId: held.id }))) throw new LeftMeanwhile();
}

/** Somebody orders what is held for them: it stays held until it is paid; null: it is no longer. */
export async function orderOffer(
  deps: SchedulingDeps,
  published: Pick<Published, 'flowId' | 'publicIdentifier'>,
  wait: BookingWait,
  order: HeldOrder,
): Promise<StoredBooking | null> {
  const held = await heldFor(deps, wait);
  if (held !== null)
    try {
      if (await order.make(held)) return held;
    } catch (error) {
      if (!(error instanceof LeftMeanwhile)) throw error;
    }
  // Taken twice at once, it is theirs by the other.
  const known = wait.bookingId === null ? null : await deps.bookings.find(wait.bookingId);
  return known?.state === 'held' ? ((await isOrdered(deps, published, known)) ? known : null) : theirs(known);
}

/** Somebody takes what is held for them, with what the event asks of them; null: it is no longer. */
export async function takeOffer(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  wait: BookingWait,
  {
    details = {},
    alongside: also = async () => {},
  }: {
    readonly details?: Partial<BookingDetails>;
    /** What else has to be so in the transaction that takes it. */
    readonly alongside?: (tx: Transaction) => Promise<void>;
  } = {},
): Promise<StoredBooking | null> {
  const held = await heldFor(deps, wait);
  const known = async () => theirs(wait.bookingId === null ? null : await deps.bookings.find(wait.bookingId));
  if (held === null) return known();
  const asked = { durationMins: wait.durationMins, seats: 1, moving: null };
  let booking: StoredBooking | null = null;
  try {
    const alongside = async (tx: Transaction) => {
      await requireWaits(tx, { wait, held });
      await also(tx);
    };
    booking = await settleHeld(deps, offered, held, asked, { alongside, details });
  } catch (error) {
    if (!(error instanceof LeftMeanwhile)) throw error;
  } finally {
    if (booking === null) await deps.waits.waitAgain(wait.id);
  }
  // Taken twice at once, it is theirs by the other.
  return booking ?? known();
}
