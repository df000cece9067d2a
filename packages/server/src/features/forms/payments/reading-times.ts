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
