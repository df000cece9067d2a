import { must } from '@weft/std';

/** Rows between two milestones: a window reads at most this many more than it shows, along the index. */
export const stride = 1_000;

interface Segment {
  /** The key before the segment's first row. */
  readonly position: number;
  readonly id: string;
  count: number;
}

/** A row of the table's own order. */
export interface PlacedRow {
  readonly position: number;
  readonly id: string;
}

const comesAfter = (row: PlacedRow, key: PlacedRow): boolean =>
  row.position > key.position || (row.position === key.position && row.id > key.id);

/**
 * Where every thousandth row of a table stands in its own order: any row is found by its number in constant time,
 * without an offset and without a list of all ids. Inserts and deletes move the counts, not the milestones.
 */
export class Milestones {
  #segments: Segment[];
  /** No row stands after this one. */
  #end: PlacedRow;

  constructor(segments: readonly Segment[], end: PlacedRow) {
    this.#segments = [...segments];
    this.#end = end;
  }

  get total(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.count, 0);
  }

  /** The milestone before row `start`, and how many rows to pass after it. */
  find(start: number): { readonly after: PlacedRow; readonly skip: number } {
    let passed = 0;
    for (const segment of this.#segments) {
      if (start < passed + segment.count) return { after: segment, skip: start - passed };
      passed += segment.count;
    }
    const last = this.#segments.at(-1);
    return { after: last ?? { position: 0, id: '' }, skip: start - passed + (last?.count ?? 0) };
  }

  /**
   * A milestone about `rows` rows after a row, null where the table ends before; undefined where milestones stand too
   * far apart to say.
   */
  ahead(from: PlacedRow | null, rows: number): PlacedRow | null | undefined {
    if (rows < stride) return undefined;
    let at = from === null ? 0 : this.#indexOf(from);
    // The milestone itself is the last row before its segment.
    if (from !== null && this.#segments[at + 1]?.id === from.id) at++;
    let passed = 0;
    while (at < this.#segments.length && passed + must(this.#segments[at]).count <= rows)
      passed += must(this.#segments[at++]).count;
    const next = this.#segments[at];
    if (next === undefined) return null;
    return passed === 0 ? undefined : next;
  }

  inserted(rows: readonly PlacedRow[]): void {
    for (const row of rows) {
      const last = this.#segments.at(-1);
      const atEnd = comesAfter(row, this.#end);
      // A long last segment ends where it ends now: tables grow at the end, and segments stay short.
      if (atEnd && last !== undefined && last.count >= 2 * stride)
        this.#segments.push({ ...this.#end, count: 1 });
      else this.#segmentOf(row).count++;
      if (atEnd) this.#end = row;
    }
  }

  deleted(rows: readonly PlacedRow[]): void {
    for (const row of rows) this.#segmentOf(row).count--;
  }

  #segmentOf(row: PlacedRow): Segment {
    const found = this.#segments[this.#indexOf(row)];
    if (found === undefined) throw new Error('A row outside every segment');
    return found;
  }

  #indexOf(row: PlacedRow): number {
    let low = 0;
    let high = this.#segments.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const segment = this.#segments[middle];
      if (segment !== undefined && comesAfter(row, segment)) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Milestones of so many rows, from every thousandth of them and the last. */
export function milestonesAt(marks: readonly PlacedRow[], total: number, end: PlacedRow | null): Milestones {
  const start: PlacedRow = { position: -1, id: '' };
  const segments = [start, ...marks].map((mark, i) => ({
    ...mark,
    count: i === marks.length ? total - i * stride : stride,
  }));
  return new Milestones(segments, end ?? start);
}
