import { useQuery } from '@tanstack/react-query';
import { type Span, timeOfDates } from '@weft/scheduling';
import { useState } from 'react';
import { rpc } from '../../../rpc.ts';
import type { OwnClock } from './booking-text.ts';

/** The first day of a month, as in 2026-11, where no clock matters. */
export const firstOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

export function monthAfter(month: string, count: number): string {
  const first = firstOf(month);
  first.setUTCMonth(first.getUTCMonth() + count);
  return first.toISOString().slice(0, 7);
}

/** Days of a month. */
export const daysOf = (month: string): number =>
  new Date(firstOf(monthAfter(month, 1)).getTime() - 1).getUTCDate();

/** The time of a month on the clock of a zone. */
export function spanOfMonth(zone: string, month: string): Span {
  const spans = timeOfDates(zone, `${month}-01`, `${month}-${daysOf(month)}`);
  return { from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 };
}

/** Bookings in which the next that is not cancelled is looked for. */
const fewest = 20;
/** Of the farthest time that anything can be booked for. */
const latest = 8_000_000_000_000;

/**
 * The month whose bookings are shown: at first that of the next one to come, where there is none this one. Null until that
 * is known.
 */
export function useBookingsMonth(flowId: string, { zone, dateOf }: OwnClock) {
  const [month, setMonth] = useState<string | null>(null);
  const [today] = useState(() => {
    const date = dateOf(Date.now());
    return timeOfDates(zone, date, date)[0]?.from ?? Date.now();
  });
  const next = useQuery({
    queryKey: ['next-bookings', flowId],
    queryFn: () => rpc.call('scheduling.bookings', { flowId, from: today, to: latest, limit: fewest }),
    enabled: month === null,
    // Whoever comes back asks anew.
    gcTime: 0,
  });
  if (month === null && (next.data !== undefined || next.isError)) {
    const [first] = next.data?.bookings.filter(({ state }) => state !== 'cancelled') ?? [];
    setMonth(dateOf(first?.from ?? today).slice(0, 7));
  }
  return [month, setMonth] as const;
}
