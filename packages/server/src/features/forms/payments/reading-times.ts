import type { PaymentOrderRow } from '@weft/db';

const minute = 60_000;
const day = 24 * 60 * minute;

const textAt = (epoch: number): string => new Date(epoch).toISOString();

/** When an order is looked at again: each minute at first, then every five. */
export const nextReading = ({ createdAt }: Pick<PaymentOrderRow, 'createdAt'>, now: number): string =>
  textAt(now + (now - Date.parse(createdAt) < 15 * minute ? minute : 5 * minute));

/** When one is looked at again that nobody can do anything about: ever more seldom, each day at least. */
export const afterFault = ({ createdAt }: Pick<PaymentOrderRow, 'createdAt'>, now: number): string =>
  textAt(now + Math.min(day, Math.max(5 * minute, (now - Date.parse(createdAt)) / 4)));

/** A page to pay on is made for an order that is younger, and open this long from when it was ordered. */
const usual = { opensMs: 20 * minute, paysMs: 60 * minute };
/** The shortest that Stripe allows is half an hour, and what is waited for is a time that others want. */
const ofBooking = { opensMs: 5 * minute, paysMs: 36 * minute };

export const payTimes = ({ bookingId }: Pick<PaymentOrderRow, 'bookingId'>): typeof usual =>
  bookingId === null ? usual : ofBooking;

/** A time is held longer than it can be paid, so that what is paid at the last moment is seen before others take it. */
export const heldMs = ofBooking.paysMs + 15 * minute;
/** Banks decide within days. */
export const bankMs = 21 * day;
