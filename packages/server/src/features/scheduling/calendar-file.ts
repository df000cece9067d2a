import type { StoredBooking } from '@weft/db';
import { detailsOf } from './booking-details.ts';
import { placeText } from './booking-words.ts';
import type { OfferedEvent } from './offered-event.ts';

/** One id for the life of a booking: calendars move the event, and never show it twice. */
const calendarId = (bookingId: string): string => `${bookingId}@weft`;

const stamp = (time: number): string =>
  new Date(time)
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.\d{3}/, '');

const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n');

/** What stands in quotes takes no quotes and no control characters. */
const quotable = (text: string): string => text.replace(/["\p{Cc}]/gu, ' ');

/** Lines are at most 75 bytes; longer ones go on behind a space (RFC 5545, section 3.1). */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (bytes + size > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      [part, bytes] = ['', 0];
    }
    part += sign;
    bytes += size;
  }
  return [...parts, part].join('\r\n ');
}

/** The event of a booking for a calendar. */
export function calendarFile(
  { title, people }: OfferedEvent,
  booking: StoredBooking,
  manageAddress: string,
  now: number,
): string {
  const { name, email, guests, location } = detailsOf(booking);
  const [organizer] = people.filter(({ id }) => booking.hostIds.includes(id));
  const isCancelled = booking.state === 'cancelled';
  const status = isCancelled ? 'CANCELLED' : booking.state === 'confirmed' ? 'CONFIRMED' : 'TENTATIVE';
  const attendee = (who: string, address: string) =>
    `ATTENDEE;CN="${quotable(who)}";ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED:mailto:${address}`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Weft//Scheduling//EN',
    `METHOD:${isCancelled ? 'CANCEL' : 'REQUEST'}`,
    'BEGIN:VEVENT',
    `UID:${calendarId(booking.id)}`,
    `SEQUENCE:${booking.sequence}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(booking.from)}`,
    `DTEND:${stamp(booking.to)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(`Change or cancel: ${manageAddress}`)}`,
    ...(location === null ? [] : [`LOCATION:${escaped(placeText(location))}`]),
    `STATUS:${status}`,
    ...(organizer === undefined
      ? []
      : [`ORGANIZER;CN="${quotable(organizer.name)}":mailto:${organizer.email}`]),
    attendee(name, email),
    ...guests.map((guest) => attendee(guest, guest)),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

const withParams = (address: string, params: { readonly [name: string]: string }): string =>
  `${address}?${new URLSearchParams(params)}`;

/** Where a booking is added to a calendar on the web. */
export function calendarLinks(
  { title }: OfferedEvent,
  booking: StoredBooking,
): readonly { readonly name: string; readonly address: string }[] {
  const { location } = detailsOf(booking);
  const place = location === null ? '' : placeText(location);
  const iso = (time: number) => new Date(time).toISOString();
  return [
    {
      name: 'Google',
      address: withParams('https://calendar.google.com/calendar/render', {
        action: 'TEMPLATE',
        text: title,
        dates: `${stamp(booking.from)}/${stamp(booking.to)}`,
        location: place,
      }),
    },
    {
      name: 'Outlook',
      address: withParams('https://outlook.live.com/calendar/0/deeplink/compose', {
        ...{ path: '/calendar/action/compose', rru: 'addevent', subject: title },
        ...{ startdt: iso(booking.from), enddt: iso(booking.to), location: place },
      }),
    },
  ];
}
