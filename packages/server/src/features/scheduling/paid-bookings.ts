import {
  noteWaitPaid,
  type OrderedBooking,
  type PaymentOrderRow,
  type StoredBooking,
  type Transaction,
} from '@weft/db';
import { originAt } from '../../http/own-domains.ts';
import { slotAt } from './book.ts';
import { type BookingDetails, detailsOf } from './booking-details.ts';
import { type BookingMails, prepareMails, quoted } from './booking-mails.ts';
import { dateText, spanText, timeText, zoneName } from './booking-words.ts';
import type { SchedulingDeps } from './deps.ts';
import { enqueueOffers } from './enqueue-offers.ts';
import { type FindEvent, minute, type OfferedEvent, wantedTime } from './offered-event.ts';
import { planReminders } from './reminders.ts';

type Ordered = Pick<PaymentOrderRow, 'flowId' | 'submissionId' | 'bookingId' | 'booking'>;

/** Told in the transaction that books; false: the order has come to another end, and nothing is booked. */
type Alongside = (tx: Transaction) => Promise<boolean>;

/** The order of a booking came to another end meanwhile. */
class OrderEnded extends Error {}

const mailLimit = { most: 10, seconds: 3_600 };
const hostLimit = { most: 120, seconds: 3_600 };

const spanOf = ({ from, durationMins }: OrderedBooking) => ({ from, to: from + durationMins * minute });

/** Books what is held, if it still is; by whoever else it was booked meanwhile, null. */
async function confirmHeld(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  held: StoredBooking,
  details: object,
  alongside: Alongside,
): Promise<StoredBooking | null> {
  const told = { ...held, state: 'confirmed', details: { ...detailsOf(held), ...details } } as const;
  const mails = await prepareMails(deps, offered, told, 'booked');
  // It was looked up in the calendars as it was held: what is paid is not refused for what came since. The time is
  // nobody else's as long as it stands there as held, also where its end has come.
  const booked = await deps.bookings.settle(
    held,
    'held',
    'confirmed',
    0,
    async (tx, booking) => {
      await deps.calendars.bookingChanged(tx, booking);
      planReminders(tx, deps, offered, booking);
      await mails.write(tx);
      noteWaitPaid(tx, booking.id);
      if (!(await alongside(tx))) throw new OrderEnded();
    },
    details,
  );
  if (booked !== null) mails.committed();
  return booked;
}

/** Holds a time anew that was paid for, where it is still free; null: it is not. */
async function holdAgain(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  { id, requestId, booking }: { id: string; requestId: string; booking: OrderedBooking },
): Promise<StoredBooking | null> {
  const { from, durationMins, seats, hostIds, details } = booking;
  if (from <= deps.now()) return null;
  // They asked in time.
  const asked = { durationMins, seats, moving: null, ignoresNotice: true };
  if ((await slotAt(deps, offered, asked, from, hostIds)) === null) return null;
  const { flowId } = offered;
  const made = { id, flowId, requestId, newSessionId: deps.newId('bok'), expiresAt: deps.now() + minute };
  const held = await deps.bookings.hold(
    { ...made, details, wanted: wantedTime(offered, asked, from, hostIds) },
    deps.now(),
  );
  if (held.kind === 'held') return held.booking;
  // What else was held for the same request was not paid for by this order.
  return held.kind === 'repeated' && held.booking.id === id && held.booking.state === 'held'
    ? held.booking
    : null;
}

/** What follows for a booking from what became of its payment. */
export function paidBookings(deps: SchedulingDeps, findEvent: FindEvent) {
  const release = async (bookingId: string): Promise<void> => {
    await deps.waits.noteUnpaid(bookingId);
    const held = await deps.bookings.find(bookingId);
    if (held?.state !== 'held') return;
    await deps.bookings.drop(held);
    const offered = await findEvent(held.flowId);
    if (offered !== null) await deps.transaction(async (tx) => enqueueOffers(deps, tx, offered));
  };

  return {
    /** Frees the time of a booking that nobody pays for any more; whoever it was offered to has missed it, and others are asked. */
    release,

    /**
     * Books what was paid for: as it is held, or anew where the hold is gone. 'gone': the time is another's. 'hidden': its
     * page is not there now.
     */
    confirm: async (order: Ordered, alongside: Alongside): Promise<'booked' | 'gone' | 'hidden'> => {
      const { flowId, submissionId, bookingId: id, booking } = order;
      const offered = await findEvent(flowId);
      if (offered === null) return 'hidden';
      if (id === null || booking === null) return 'gone';
      const details = booking.details as BookingDetails;
      const anew = async () =>
        (await holdAgain(deps, offered, { id, requestId: submissionId, booking })) ??
        // Seen paid twice at once, the other one holds it: the time is taken by this very order.
        (await deps.bookings.find(id));
      const held = async () => (await deps.bookings.find(id)) ?? (await anew());
      try {
        // What is held past its end may be given up in the moment in which it is booked: then once more.
        for (const find of [held, anew]) {
          const known = await find();
          if (known === null) break;
          if (known.state !== 'held') return 'booked';
          if ((await confirmHeld(deps, offered, known, details, alongside)) !== null) return 'booked';
        }
      } catch (error) {
        if (!(error instanceof OrderEnded)) throw error;
        await release(id);
      }
      // Asked for twice at once, the other one has booked it.
      const after = await deps.bookings.find(id);
      return after !== null && after.state !== 'held' ? 'booked' : 'gone';
    },

    /** Tells whoever paid, and the hosts, that the time was another's and the money is refunded. */
    goneMails: async (
      { id, flowId, email, booking, domain }: PaymentOrderRow,
      amount: string,
    ): Promise<BookingMails> => {
      const offered = await findEvent(flowId);
      const details = booking === null ? null : (booking.details as BookingDetails);
      const to = details?.email ?? email;
      const title = offered?.title ?? 'Booking';
      const subject = `Your payment is given back: ${title}`.replace(/\s+/g, ' ').slice(0, 200);
      const when = (zone: string) =>
        booking === null ? [] : [dateText(zone, booking.from), spanText(zone, spanOf(booking), '24')];
      const again =
        offered === null
          ? []
          : [
              '',
              'Choose another time:',
              new URL(`/t/${offered.publicIdentifier}`, originAt(deps.baseUrl(), domain)).href,
            ];
      const toInvitee = [
        ...['Somebody else was booked for the time before your payment arrived.', '', title],
        ...when(details?.zone ?? 'UTC'),
        ...['', `You paid ${amount}. All of it is given back to the card or account it came from.`],
        ...[...again, ''],
      ];
      const hosts = (offered?.people ?? []).filter((one) => booking?.hostIds.includes(one.id) ?? false);
      const mails = await Promise.all([
        ...(to === null
          ? []
          : [
              deps.mailer.prepare(
                { to, subject, text: toInvitee.join('\n') },
                { key: `${id} gone`, limit: mailLimit },
              ),
            ]),
        ...hosts.map((host) =>
          deps.mailer.prepare(
            {
              to: host.email,
              subject: `A payment is given back: ${title}`.replace(/\s+/g, ' ').slice(0, 200),
              text: [
                `${quoted(details?.name ?? 'Somebody')} (${to}) paid ${amount} for a time that was taken meanwhile:`,
                ...when(host.availability.timezone),
                ...['', 'All of it is given back, and nothing is booked.', ''],
                ...[new URL(`/editor/${flowId}/results`, deps.baseUrl()).href, ''],
              ].join('\n'),
            },
            { key: `${id} gone ${host.id}`, limit: hostLimit },
          ),
        ),
      ]);
      return {
        write: async (tx) => {
          for (const mail of mails) mail.write(tx);
        },
        committed: () => {
          for (const mail of mails) mail.committed();
        },
      };
    },

    /** What the page of an order says of its booking; `address`: it is booked. */
    shown: async ({
      publicIdentifier,
      bookingId,
      booking,
    }: Pick<PaymentOrderRow, 'publicIdentifier' | 'bookingId' | 'booking'>) => {
      const known = bookingId === null ? null : await deps.bookings.find(bookingId);
      const isBooked = known !== null && known.state !== 'held';
      const { zone } = ((known === null ? booking?.details : detailsOf(known)) as
        | BookingDetails
        | undefined) ?? { zone: 'UTC' };
      const span = known ?? (booking && spanOf(booking));
      return {
        address:
          isBooked && bookingId !== null
            ? `/t/${publicIdentifier}/bookings/${deps.bookingKeys.code(bookingId)}`
            : null,
        when: span && `${dateText(zone, span.from)}, ${spanText(zone, span, '24')}`,
        /** Until when it is kept, as a text for whoever sees it on the clock of their zone. */
        atText: (at: number) => `${timeText(zone, at, '24')} (${zoneName(zone)})`,
        isHeld: known?.state === 'held',
      };
    },
  };
}
