import { dayLength, dayNumber, offsetStretchAt, zoneOffset } from '@weft/core';
import type { Span } from './span.ts';

/** The day number of `YYYY-MM-DD`; the shape is the caller's promise. */
export const dayOfDate = (date: string): number =>
  dayNumber(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10)));

/** The day number of the date a zone's clock shows. */
export const localDay = (zone: string, time: number): number =>
  Math.floor((time + zoneOffset(zone, time)) / dayLength);

/**
 * When a zone's clock reads a time from `from` to before `to` (rule R3), both in milliseconds of the clock since 1970: one
 * span where the clock runs evenly, none where it skips that time, two where it shows it twice.
 */
export function whenClockReads(zone: string, from: number, to: number): Span[] {
  const spans: Span[] = [];
  // No zone was ever as far from UTC as a day.
  let stretch = offsetStretchAt(zone, from - dayLength);
  for (;;) {
    const span = {
      from: Math.max(from - stretch.offset, stretch.from),
      to: Math.min(to - stretch.offset, stretch.to),
    };
    if (span.from < span.to) spans.push(span);
    if (stretch.to >= to + dayLength) return spans;
    stretch = offsetStretchAt(zone, stretch.to);
  }
}
