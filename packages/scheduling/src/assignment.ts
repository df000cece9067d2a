/** A host of a round robin, as far as it counts for whose turn it is. */
export interface Turn {
  readonly hostId: string;
  /** Higher goes first. */
  readonly priority: number;
  /** Above 0: who has 2 gets twice the bookings of who has 1. */
  readonly weight: number;
  readonly bookings: number;
  /** Epoch milliseconds of when the last booking was made; null before the first. */
  readonly lastBookedAt: number | null;
}

export type Assignment = 'least_recent' | 'weights';

/** The free hosts in the order in which to try them: rule R20. */
export function assignmentOrder(
  turns: readonly Turn[],
  free: readonly string[],
  by: Assignment,
): readonly string[] {
  const isFree = new Set(free);
  return turns
    .filter(({ hostId }) => isFree.has(hostId))
    .toSorted(
      (a, b) =>
        b.priority - a.priority || (by === 'weights' ? load(a, b) : 0) || lastBooked(a) - lastBooked(b) || 0,
    )
    .map(({ hostId }) => hostId);
}

/** Multiplied out: quotients of whole numbers that are equal would differ by rounding. */
const load = (a: Turn, b: Turn): number => (a.bookings + 1) * b.weight - (b.bookings + 1) * a.weight;

const lastBooked = ({ lastBookedAt }: Turn): number => lastBookedAt ?? Number.MIN_SAFE_INTEGER;
