/** A record's place in the table's own order. */
export interface Place {
  readonly id: string;
  readonly position: number;
}

/** Free positions for records between two others. */
export interface Room {
  /** Positions that stay, before and after; null: nothing stands after. */
  readonly low: number;
  readonly high: number | null;
  /** The records between the two that make room, in order, and how many of them stand before the newcomers. */
  readonly around: readonly Place[];
  readonly ahead: number;
}

/** Default distance between two records' positions: later ones fit between them. */
export const positionGap = 2 ** 20;
/** Least distance left between neighbours that are moved apart, so that the next insertions find gaps. */
const leastStep = 2 ** 10;

/** How many neighbours on each side are moved apart: none at first, then more until there are enough positions. */
export const reaches: readonly number[] = [0, 32, 512, 8_192, 131_072, Number.MAX_SAFE_INTEGER];

/**
 * The room for `count` records between those before (nearest first) and those from the next one on, when `reach` of
 * each side make room; `reach` + 1 of each side are given where there are so many. Null: it is not enough.
 */
export function roomWithin(
  before: readonly Place[],
  after: readonly Place[],
  reach: number,
  count: number,
): Room | null {
  const ahead = before.slice(0, reach).toReversed();
  const around = [...ahead, ...after.slice(0, reach)];
  const low = before[reach]?.position ?? 0;
  const high = after[reach]?.position ?? null;
  const step = reach === 0 ? 1 : leastStep;
  if (high !== null && high - low <= (around.length + count) * step) return null;
  return { low, high, around, ahead: ahead.length };
}

/** Positions for `count` records in a room, ascending and whole. */
export function spread({ low, high }: Pick<Room, 'low' | 'high'>, count: number): readonly number[] {
  const step = high === null ? positionGap : (high - low) / (count + 1);
  return Array.from({ length: count }, (_, i) => low + Math.floor((i + 1) * step));
}
