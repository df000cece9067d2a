import { isCurrency, plainText } from '@weft/payments';
import type { ListedBooking } from '@weft/protocol';

/** What a table program takes for a formula is text here. */
const cell = (text: string): string => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replace(/"/g, '""')}"`;

/** What came in for a booking, and what went back, each with its currency; test payments say so. */
function moneyCells(payment: ListedBooking['payment']): readonly string[] {
  if (payment?.phase !== 'paid' || !isCurrency(payment.currency)) return ['', '', ''];
  const { currency, total, refunded, live } = payment;
  const text = (units: number) => plainText(currency, units);
  return [text(total), text(refunded), live ? currency : `${currency} (test)`];
}

/** Bookings as CSV, with times in UTC. */
export function csvOf(bookings: readonly ListedBooking[]): string {
  const who = ['Start (UTC)', 'End (UTC)', 'State', 'Name', 'Email', 'Hosts', 'Seats', 'Guests', 'Answers'];
  const head = [...who, 'Paid', 'Refunded', 'Currency'];
  const rows = bookings.map(
    ({ from, to, state, noShow, name, email, hosts, seats, guests, answers, payment }) => [
      new Date(from).toISOString(),
      new Date(to).toISOString(),
      noShow ? 'did not come' : state,
      name,
      email,
      hosts.map((host) => host.name).join(', '),
      String(seats),
      guests.join(', '),
      answers.map(({ label, text }) => `${label}: ${text}`).join('; '),
      ...moneyCells(payment),
    ],
  );
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Hands them over as a file. */
export function bookingsCsv(bookings: readonly ListedBooking[], name: string): void {
  const address = URL.createObjectURL(new Blob([`\ufeff${csvOf(bookings)}`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `Bookings ${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
