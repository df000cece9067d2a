import { partName, type TableLayout } from '../base/layout.ts';
import type { Row, Sql } from '../engine/engine.ts';

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
    let low = 0;
    let high = this.#segments.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const segment = this.#segments[middle];
      if (segment !== undefined && comesAfter(row, segment)) low = middle;
      else high = middle - 1;
    }
    const found = this.#segments[low];
    if (found === undefined) throw new Error('A row outside every segment');
    return found;
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

/** Reads the milestones of a table: one pass along its index. */
export async function readMilestones(sql: Sql, table: TableLayout): Promise<Milestones> {
  const rows = await sql.query(
    `SELECT position, id, n FROM (SELECT position, id, row_number() OVER (ORDER BY position, id) AS n FROM ${partName(table)}) AS numbered
     WHERE n % $1 = 0 ORDER BY n`,
    [stride],
  );
  const [counted] = await sql.query(`SELECT count(*) FROM ${partName(table)}`);
  const [last] = await sql.query(
    `SELECT position, id FROM ${partName(table)} ORDER BY position DESC, id DESC LIMIT 1`,
  );
  const placed = ([position, id]: Row): PlacedRow => ({ position: position as number, id: id as string });
  return milestonesAt(rows.map(placed), counted?.[0] as number, last === undefined ? null : placed(last));
}
