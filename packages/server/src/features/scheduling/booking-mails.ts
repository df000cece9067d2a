import type { StoredBooking, Transaction } from '@weft/db';
import { type EventMail, type EventMailKind, madeEventMail, standardMails } from '@weft/forms';
import { type Words, wordsOf } from '@weft/public';
import { z } from 'zod';
import { originAt } from '../../http/own-domains.ts';
import type { PreparedMail, WantedFile } from '../../mail/mailer.ts';
import type { MailFile } from '../../mail/smtp.ts';
import { detailsOf } from './booking-details.ts';
import { dateText, localeOf, placeText, spanText } from './booking-words.ts';
import { calendarFile } from './calendar-file.ts';
import type { SchedulingDeps } from './deps.ts';
import type { OfferedEvent } from './offered-event.ts';

const calendarKind = 'booking-calendar';
const ofBooking = z.object({ bookingId: z.string() });

/** Nobody's mailbox is flooded by whoever books in their name; a host who is booked by many hears of each. */
const inviteeLimit = { most: 10, seconds: 3_600 };
const hostLimit = { most: 120, seconds: 3_600 };

export type BookingNews = 'booked' | 'approved' | 'moved' | 'declined' | 'cancelled' | 'reminder' | 'link';

/** The mail of the event that tells it to whoever booked. */
const mailKinds: { readonly [N in Exclude<BookingNews, 'link'>]: EventMailKind } = {
  ...{ booked: 'confirmed', approved: 'approved', moved: 'moved', declined: 'declined' },
  ...{ cancelled: 'cancelled', reminder: 'reminder' },
};
const linkMail: EventMail = {
  subject: 'The link of your booking: {{Event}}',
  text: 'The link of your booking.\n\n{{Event}}\n{{Date}}\n{{Time}}\n{{Location}}\n\nChange or cancel it here:\n{{Link}}\n',
};
/** A mail that nobody wrote anew, in the language of the page. */
function standardIn({ subject, text }: EventMail, { bookSentence }: Words): EventMail {
  const [lead = '', ...rest] = subject.split(': {{');
  const lines = text.split('\n').map((line) => {
    const said = line.endsWith('.') ? `${bookSentence(line.slice(0, -1))}.` : bookSentence(line);
    return line.includes('{{') ? line : said;
  });
  return { subject: [bookSentence(lead), ...rest].join(': {{'), text: lines.join('\n') };
}

const toHost: { readonly [N in Exclude<BookingNews, 'reminder'>]: string } = {
  booked: 'New booking',
  approved: 'Booking confirmed',
  moved: 'Booking moved',
  declined: 'Booking declined',
  cancelled: 'Booking cancelled',
  link: 'The link of a booking',
};

/** The address by which whoever booked sees, moves and cancels it. */
export const manageAddress = (
  { baseUrl, bookingKeys }: Pick<SchedulingDeps, 'baseUrl' | 'bookingKeys'>,
  { publicIdentifier, domain }: Pick<OfferedEvent, 'publicIdentifier' | 'domain'>,
  { id }: Pick<StoredBooking, 'id'>,
): string =>
  new URL(`/t/${publicIdentifier}/bookings/${bookingKeys.code(id)}`, originAt(baseUrl(), domain)).href;

/** A stranger's text in a mail is one short line, and links nowhere. */
export const quoted = (text: string): string =>
  text
    .replace(/\b[a-z][a-z0-9+.-]*:\/\//gi, '')
    .replace(/\s+/g, ' ')
    .slice(0, 200);

/** Mails about one booking, to be written in the transaction of what they tell. */
export interface BookingMails {
  readonly write: (tx: Pick<Transaction, 'query' | 'send'>) => Promise<void>;
  readonly committed: () => void;
}

/**
 * Tells whoever booked, their guests and (unless it is a reminder) the hosts, each once, and of the hosts before those who
 * are no longer booked; `more` tells reminders apart.
 */
export async function prepareMails(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  booking: StoredBooking,
  news: BookingNews,
  more = '',
  hostsBefore: readonly string[] = [],
): Promise<BookingMails> {
  const { mailer } = deps;
  const { title, people } = offered;
  const { name, email, zone, guests, location, answers, cancelReason = '', cancelledBy } = detailsOf(booking);
  const waits = booking.state === 'pending';
  const place = location === null ? [] : [placeText(location)];
  const booked = people.filter(({ id }) => booking.hostIds.includes(id));
  const hosts = news === 'reminder' ? [] : booked;
  const hostNames = booked.map((host) => host.name);
  const files: readonly WantedFile[] = waits ? [] : [{ kind: calendarKind, of: { bookingId: booking.id } }];
  // What a guest types reaches others only where a host wrote it.
  const reason = cancelReason !== '' && cancelledBy === 'host' ? [`Why: ${cancelReason}`] : [];
  const link = manageAddress(deps, offered, booking);
  const asks = waits && (news === 'booked' || news === 'moved');
  const words = wordsOf({ language: { language: offered.language, offered: [] } });
  const locale = localeOf(words);
  const kind = news === 'link' ? null : asks ? 'requested' : mailKinds[news];
  const written = kind === null ? linkMail : offered.event.mails[kind];
  const isStandard = kind === null || written === standardMails[kind];
  const template = isStandard ? standardIn(written, words) : written;
  const toInvitee = madeEventMail(template, {
    ...{
      Event: title,
      Date: dateText(zone, booking.from, locale),
      Time: spanText(zone, booking, '24', locale),
    },
    Location: location === null ? '' : placeText(location, words),
    Host: hostNames.join(', '),
    Name: quoted(name),
    Reason: reason.join(''),
    Link: link,
  });
  const key = `${booking.id} ${news}${more} ${booking.sequence}`;
  const invitees = [email, ...guests].map((to, index) =>
    mailer.prepare({ to, ...toInvitee }, { key: `${key} ${index}`, limit: inviteeLimit, files }),
  );
  const hostHeading = news === 'reminder' ? '' : asks ? 'A booking waits for you' : toHost[news];
  const former = people
    .filter(({ id }) => hostsBefore.includes(id) && !booking.hostIds.includes(id))
    .map(({ email: to }) =>
      mailer.prepare(
        {
          to,
          subject: `Booking given to another host: ${title}`,
          text: [
            `${quoted(name)} (${email}) now meets ${hosts.map((host) => host.name).join(', ')}.`,
            'The time that you were booked for is free again.',
            '',
            new URL(`/editor/${booking.flowId}/results`, deps.baseUrl()).href,
            '',
          ].join('\n'),
        },
        { key: `${key} former ${to}`, limit: hostLimit },
      ),
    );
  const told = hosts.map(({ email: to, availability: { timezone } }) =>
    mailer.prepare(
      {
        to,
        subject: `${hostHeading}: ${title}`,
        text: [
          `${quoted(name)} (${email})`,
          dateText(timezone, booking.from),
          spanText(timezone, booking, '24'),
          ...place,
          ...(cancelReason === '' ? [] : [`Why: ${quoted(cancelReason)}`]),
          ...answers.map(({ label, text }) => `${label}: ${quoted(text)}`),
          '',
          new URL(`/editor/${booking.flowId}/results`, deps.baseUrl()).href,
          '',
        ].join('\n'),
      },
      { key: `${key} ${to}`, limit: hostLimit, files },
    ),
  );
  const mails: readonly PreparedMail[] = await Promise.all([...invitees, ...told, ...former]);
  return {
    write: async (tx) => {
      for (const mail of mails) mail.write(tx);
    },
    committed: () => {
      for (const mail of mails) mail.committed();
    },
  };
}

/** Whether a file of a mail is one of this feature. */
export const isCalendarFile = ({ kind }: WantedFile): boolean => kind === calendarKind;

/** The calendar event that goes with a mail, as the booking is by then; null: it is gone. */
export async function writeCalendarFile(
  deps: SchedulingDeps,
  { of }: WantedFile,
  offeredOf: (flowId: string) => Promise<OfferedEvent | null>,
): Promise<MailFile | null> {
  const event = await calendarEvent(deps, ofBooking.parse(of).bookingId, offeredOf);
  if (event === null) return null;
  const method = event.booking.state === 'cancelled' ? 'CANCEL' : 'REQUEST';
  return {
    name: 'booking.ics',
    type: `text/calendar; method=${method}; charset=utf-8`,
    bytes: new TextEncoder().encode(event.file),
  };
}

/** A booking as it is now, and its event for a calendar; null: it is gone. */
export async function calendarEvent(
  deps: SchedulingDeps,
  bookingId: string,
  offeredOf: (flowId: string) => Promise<OfferedEvent | null>,
): Promise<{
  readonly booking: StoredBooking;
  readonly file: string;
  readonly organizationId: string;
} | null> {
  const booking = await deps.bookings.find(bookingId);
  const offered = booking && (await offeredOf(booking.flowId));
  if (booking === null || offered === null) return null;
  const { organizationId } = offered;
  return {
    booking,
    organizationId,
    file: calendarFile(offered, booking, manageAddress(deps, offered, booking), deps.now()),
  };
}
