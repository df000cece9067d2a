import type { ListedBooking } from '@weft/protocol';
import { dateAt } from '@weft/scheduling';
import { type MomentFormats, timeIn } from '../../../shell/moment-format.ts';
import { useMomentFormats } from '../../../shell/use-moment-formats.ts';

/** Times as the person who looks reads them. */
export interface OwnClock {
  /** An IANA name. */
  readonly zone: string;
  /** The date that it shows, as in 2026-11-23. */
  readonly dateOf: (time: number) => string;
  readonly dayText: (time: number) => string;
  readonly clockText: (time: number) => string;
}

export function ownClock(formats: MomentFormats): OwnClock {
  const zone = formats.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    zone,
    dateOf: (time) => dateAt(zone, time),
    dayText: (time) =>
      new Date(time).toLocaleDateString(undefined, {
        ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: zone },
      }),
    clockText: (time) => timeIn({ ...formats, timeZone: zone }, new Date(time).toISOString()),
  };
}

export const useOwnClock = (): OwnClock => ownClock(useMomentFormats());

/** What whoever booked said beside their name, and what became of it. */
export const toldOf = ({
  seats,
  location,
  guests,
  answers,
  cancelReason,
}: ListedBooking): readonly string[] => [
  ...(seats > 1 ? [`${seats} people`] : []),
  ...(location === null ? [] : [location]),
  ...(guests.length === 0 ? [] : [`with ${guests.join(', ')}`]),
  ...answers.map(({ label, text }) => `${label}: ${text}`),
  ...(cancelReason === null ? [] : [`Cancelled: ${cancelReason}`]),
];

/** Units that can be given back of what was paid for a booking. */
export const leftOf = (payment: ListedBooking['payment']): number =>
  payment === null || payment.phase !== 'paid' || payment.dispute === 'open' || payment.dispute === 'lost'
    ? 0
    : payment.total - payment.refunded;

/** '12 bookings, 2 wait for approval, 1 cancelled'. */
export function bookingCounts(bookings: readonly Pick<ListedBooking, 'state' | 'noShow'>[]): string {
  const count = (is: (booking: Pick<ListedBooking, 'state' | 'noShow'>) => boolean) =>
    bookings.filter(is).length;
  const live = count(({ state }) => state !== 'cancelled');
  const parts = [
    [count(({ state }) => state === 'pending'), 'for approval'],
    [count(({ noShow }) => noShow), 'did not come'],
    [count(({ state }) => state === 'cancelled'), 'cancelled'],
  ] as const;
  return [
    `${live} ${live === 1 ? 'booking' : 'bookings'}`,
    ...parts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`),
  ].join(', ');
}
