import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rpc } from '../../../rpc.ts';

export const monthAfter = (month: Date, count: number): Date =>
  new Date(month.getFullYear(), month.getMonth() + count, 1);

/** Bookings in which the next that is not cancelled is looked for. */
const fewest = 20;
/** Of the farthest time that anything can be booked for. */
const latest = 8_000_000_000_000;

/**
 * The month whose bookings are shown: at first that of the next one to come, where there is none this one. Null until that
 * is known.
 */
export function useBookingsMonth(flowId: string) {
  const [month, setMonth] = useState<Date | null>(null);
  const [today] = useState(() => new Date().setHours(0, 0, 0, 0));
  const next = useQuery({
    queryKey: ['next-bookings', flowId],
    queryFn: () => rpc.call('scheduling.bookings', { flowId, from: today, to: latest, limit: fewest }),
    enabled: month === null,
    // Whoever comes back asks anew.
    gcTime: 0,
  });
  if (month === null && (next.data !== undefined || next.isError)) {
    const [first] = next.data?.bookings.filter(({ state }) => state !== 'cancelled') ?? [];
    setMonth(monthAfter(new Date(first?.from ?? today), 0));
  }
  return [month, setMonth] as const;
}
