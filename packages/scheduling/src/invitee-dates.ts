import { dayLength, isoOf } from '@weft/core';
import { merged, type Span } from './span.ts';
import { dayOfDate, localDay, whenClockReads } from './wall-clock.ts';

/** The time of some dates (`YYYY-MM-DD`, both included) on an invitee's clock: rule R21. */
export const timeOfDates = (zone: string, first: string, last: string): readonly Span[] =>
  merged(whenClockReads(zone, dayOfDate(first) * dayLength, (dayOfDate(last) + 1) * dayLength));

/** The date (`YYYY-MM-DD`) that an invitee's clock shows at a time. */
export const dateAt = (zone: string, time: number): string =>
  (isoOf(localDay(zone, time) * dayLength) ?? '').slice(0, 10);
