import type { CellValue, Group } from '@weft/core';

/** A group of a view's records, of any level. */
export interface GroupHeader {
  /** Of this level's group among all: its values from the outermost on. */
  readonly id: string;
  /** 0 is the outermost. */
  readonly level: number;
  readonly value: CellValue;
  readonly count: number;
  /** The row, among those that are shown, before which the header stands. */
  readonly at: number;
  readonly collapsed: boolean;
  /** Rows [from, to) of the group, collapsed ones counted too. */
  readonly from: number;
  readonly to: number;
  /** The innermost groups [first, last] that it holds. */
  readonly groups: readonly [first: number, last: number];
}

/** A stretch of rows that are shown: `from` among all rows is row `at` among those shown. */
interface Stretch {
  readonly from: number;
  readonly at: number;
  readonly count: number;
}

/**
 * Where the headers of groups stand, and which rows are in groups that are not collapsed. Rows are counted twice: among
 * all of the view, and among those that are shown.
 */
export class GroupLayout {
  readonly headers: readonly GroupHeader[];
  readonly rowCount: number;
  readonly #stretches: readonly Stretch[];

  /** `rows`: how many the view has; those beyond the last group's count as its own. */
  constructor(groups: readonly Group[], levels: number, collapsed: ReadonlySet<string>, rows: number) {
    const headers: GroupHeader[] = [];
    const stretches: Stretch[] = [];
    let from = 0;
    let shown = 0;
    for (const [index, group] of groups.entries()) {
      let hidden = false;
      for (let level = 0; level < levels; level++) {
        const id = idOf(group.key, level);
        hidden ||= level > 0 && collapsed.has(idOf(group.key, level - 1));
        if (hidden) break;
        if (index > 0 && idOf(groups[index - 1]?.key ?? [], level) === id) continue;
        headers.push(headerAt(groups, index, level, { id, from, at: shown, collapsed: collapsed.has(id) }));
      }
      const last = index === groups.length - 1;
      const count = last ? Math.max(0, rows - from) : Math.min(group.count, Math.max(0, rows - from));
      const open = !Array.from({ length: levels }, (_, level) => idOf(group.key, level)).some((id) =>
        collapsed.has(id),
      );
      if (open && count > 0) {
        stretches.push({ from, at: shown, count });
        shown += count;
      }
      from += count;
    }
    this.headers = headers;
    this.#stretches = stretches;
    this.rowCount = shown;
  }

  /** The row of the view that is shown as this one; -1 past the last. */
  rowOf(shown: number): number {
    const stretch = this.#stretches[this.#find((one) => one.at, shown)];
    const row = stretch === undefined ? -1 : shown - stretch.at;
    return stretch !== undefined && row < stretch.count ? stretch.from + row : -1;
  }

  /** Where a row of the view is shown; -1 in a collapsed group. */
  shownAt(row: number): number {
    const stretch = this.#stretches[this.#find((one) => one.from, row)];
    const inside = stretch === undefined ? -1 : row - stretch.from;
    return stretch !== undefined && inside >= 0 && inside < stretch.count ? stretch.at + inside : -1;
  }

  /** The rows of the view that are shown as [from, to), in order, as ranges. */
  ranges(from: number, to: number): readonly (readonly [from: number, to: number])[] {
    const ranges: (readonly [number, number])[] = [];
    for (
      let i = Math.max(
        0,
        this.#find((one) => one.at, from),
      );
      i < this.#stretches.length;
      i++
    ) {
      const { from: start, at, count } = this.#stretches[i] as Stretch;
      if (at >= to) break;
      const [first, end] = [Math.max(from, at) - at, Math.min(to, at + count) - at];
      if (first < end) ranges.push([start + first, start + end]);
    }
    return ranges;
  }

  /** The last stretch that begins at a place or before; -1 for none. */
  #find(place: (stretch: Stretch) => number, wanted: number): number {
    let low = 0;
    let high = this.#stretches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (place(this.#stretches[middle] as Stretch) <= wanted) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

const idOf = (key: readonly CellValue[], level: number): string => JSON.stringify(key.slice(0, level + 1));

function headerAt(
  groups: readonly Group[],
  first: number,
  level: number,
  known: Pick<GroupHeader, 'id' | 'from' | 'at' | 'collapsed'>,
): GroupHeader {
  let last = first;
  let count = 0;
  for (let i = first; i < groups.length && idOf(groups[i]?.key ?? [], level) === known.id; i++) {
    count += groups[i]?.count ?? 0;
    last = i;
  }
  const value = groups[first]?.key[level] ?? null;
  return { ...known, level, value, count, to: known.from + count, groups: [first, last] };
}
