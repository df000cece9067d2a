import type { PaymentOrderRow, StoredBooking } from '@weft/db';
import { moneyText } from '@weft/payments';
import {
  type BookedView,
  bookedPage,
  bookingParts,
  cancelPage,
  noBookingPage,
  type PageFiles,
  wordsOf,
} from '@weft/public';
import { dateAt } from '@weft/scheduling';
import { notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { serveReply } from '../../http/serve.ts';
import { detailsOf } from './booking-details.ts';
import { manageAddress } from './booking-mails.ts';
import { dateText, localeOf, placeText, spanText } from './booking-words.ts';
import { calendarFile, calendarLinks } from './calendar-file.ts';
import { cancelBooking } from './change-booking.ts';
import type { SchedulingDeps } from './deps.ts';
import { filesIn, linkedPageAnswer, mountLinkedForms, sentForm } from './linked-pages.ts';
import { bookedMark, type FindEvent, type OfferedEvent } from './offered-event.ts';

interface Found {
  readonly offered: OfferedEvent;
  readonly booking: StoredBooking;
  /** What was paid for it; undefined: nothing was. */
  readonly order: PaymentOrderRow | undefined;
}

function bookedView(
  deps: SchedulingDeps,
  { offered, booking, order }: Found,
  files: PageFiles,
  address: string,
): BookedView {
  const words = wordsOf(files);
  const { book } = words;
  const locale = localeOf(words);
  const { name, email, zone, location, answers, cancelReason = '', cancelledBy } = detailsOf(booking);
  const isCancelled = booking.state === 'cancelled';
  const waits = booking.state === 'pending';
  const hosts = offered.people.filter(({ id }) => booking.hostIds.includes(id)).map((person) => person.name);
  const isOpen = !isCancelled && booking.from > deps.now();
  const byHost = cancelledBy === 'host' && cancelReason !== '' ? ` ${cancelReason}` : '';
  const flow = `/t/${offered.publicIdentifier}`;
  const back = order === undefined ? 0 : order.refunded;
  const given =
    order !== undefined && back > 0 ? ` ${book('givenBack', moneyText(order.currency, back))}` : '';
  const code = deps.bookingKeys.code(booking.id);
  return {
    files,
    heading: book(isCancelled ? 'wasCancelled' : waits ? 'askedFor' : 'booked'),
    text: isCancelled
      ? `${book('freeAgain')}${given}${byHost}`
      : waits
        ? book('waitsForHost', email)
        : deps.mailer.sends
          ? book('detailsSent', email)
          : book('keepAddress'),
    title: offered.title,
    hosts,
    facts: [
      {
        icon: 'calendar',
        text: `${dateText(zone, booking.from, locale)}\n${spanText(zone, booking, '24', locale)}`,
      },
      ...(location === null ? [] : [{ icon: 'place' as const, text: placeText(location, words) }]),
      { icon: 'people', text: booking.seats > 1 ? book('people', name, booking.seats) : name },
    ],
    answers,
    confirmation: isCancelled ? '' : offered.event.confirmation,
    mark: isCancelled ? null : bookedMark(offered, booking.from),
    isGood: !isCancelled && !waits,
    calendars: isCancelled || waits ? [] : calendarLinks(offered, booking),
    file: isCancelled || waits ? null : `${address}/booking.ics`,
    change: isOpen
      ? {
          move: offered.isPublished
            ? `${flow}?${new URLSearchParams({ [bookingParts.move]: code, [bookingParts.zone]: zone, [bookingParts.day]: dateAt(zone, booking.from) })}`
            : null,
          cancel: `${address}/cancel`,
        }
      : null,
    again: isCancelled && offered.isPublished ? flow : null,
    receipt: order?.phase === 'paid' ? `${flow}/pay/${order.token}/receipt.pdf` : null,
  };
}

/** The pages by which whoever booked sees, moves and cancels a booking: the link is all they need. */
export function mountManaging(
  app: FastifyInstance,
  deps: SchedulingDeps,
  files: PageFiles,
  findEvent: FindEvent,
): void {
  const answer = linkedPageAnswer(deps);
  const find = async (code: string): Promise<Found | null> => {
    const id = deps.bookingKeys.idOf(code);
    const booking = id === null ? null : await deps.bookings.find(id);
    const offered = booking && (await findEvent(booking.flowId));
    if (booking === null || offered === null || booking.state === 'held') return null;
    const [order] = await deps.paymentOrders.ofBookings([booking.id]);
    return { booking, offered, order };
  };
  const addressOf = ({ publicIdentifier, code }: { publicIdentifier: string; code: string }) =>
    `/t/${publicIdentifier}/bookings/${code}`;

  /** Where a time that is held is paid for; null: it is not held. */
  const payPage = async ({ publicIdentifier, code }: { publicIdentifier: string; code: string }) => {
    const id = deps.bookingKeys.idOf(code);
    const booking = id === null ? null : await deps.bookings.find(id);
    if (booking?.state !== 'held') return null;
    return deps.orders().pageOf({ flowId: booking.flowId, publicIdentifier }, booking.requestId);
  };

  serveReply(app, 'GET /t/:publicIdentifier/bookings/:code', async ({ reply, path }) => {
    const found = await find(path.code);
    const pays = found === null ? await payPage(path) : null;
    if (pays !== null) return reply.redirect(pays, 303);
    if (found === null) return answer(reply, 404, noBookingPage(files));
    return answer(
      reply,
      200,
      bookedPage(bookedView(deps, found, filesIn(files, found.offered), addressOf(path))),
      found.offered,
    );
  });

  serveReply(app, 'GET /t/:publicIdentifier/bookings/:code/booking.ics', async ({ reply, path }) => {
    const found = await find(path.code);
    if (found === null) throw notFound('There is no such booking');
    const { offered, booking } = found;
    const text = calendarFile(offered, booking, manageAddress(deps, offered, booking), deps.now());
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="booking.ics"')
      .header('cache-control', 'no-store')
      .send(text);
  });

  serveReply(app, 'GET /t/:publicIdentifier/bookings/:code/cancel', async ({ reply, path }) => {
    const found = await find(path.code);
    if (found === null) return answer(reply, 404, noBookingPage(files));
    const address = addressOf(path);
    const { offered, booking, order } = found;
    if (booking.state === 'cancelled' || booking.from <= deps.now()) return reply.redirect(address, 303);
    const { zone } = detailsOf(booking);
    const own = filesIn(files, offered);
    const locale = localeOf(wordsOf(own));
    const when = `${dateText(zone, booking.from, locale)}, ${spanText(zone, booking, '24', locale)}`;
    return answer(
      reply,
      200,
      cancelPage(own, offered.title, when, `${address}/cancel`, address, order?.phase === 'paid'),
      offered,
    );
  });

  mountLinkedForms(app, (scope) => {
    serveReply(scope, 'POST /t/:publicIdentifier/bookings/:code/cancel', async ({ request, reply, path }) => {
      const found = await find(path.code);
      if (found === null) return answer(reply, 404, noBookingPage(files));
      const { offered, booking } = found;
      const reason = (sentForm(request.body).get(bookingParts.reason) ?? '')
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, 500);
      // What has begun is no longer cancelled.
      if (booking.from > deps.now()) await cancelBooking(deps, offered, booking, 'invitee', reason);
      return reply.redirect(addressOf(path), 303);
    });
  });
}
