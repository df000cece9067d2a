interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Where something stands that shares its time with others: beside them, in one of so many lanes. */
export interface InLane<T> {
  readonly item: T;
  readonly lane: number;
  readonly lanes: number;
}

/** What happens at the same time side by side, everything else over the whole width. */
export function inLanes<T extends Stretch>(items: readonly T[]): readonly InLane<T>[] {
  const placed: InLane<T>[] = [];
  let group: { readonly item: T; readonly lane: number }[] = [];
  /** When each lane of the group is free again. */
  let ends: number[] = [];
  const close = () => {
    placed.push(...group.map((one) => ({ ...one, lanes: ends.length })));
    [group, ends] = [[], []];
  };
  for (const item of items.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (ends.every((end) => end <= item.from)) close();
    const free = ends.findIndex((end) => end <= item.from);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = item.to;
    group.push({ item, lane });
  }
  close();
  return placed;
}
