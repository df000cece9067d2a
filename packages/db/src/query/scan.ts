import type { Reader, Scanner } from '../engine/engine.ts';
import { type Fragment, fragment, join } from '../fields/sql-field-type.ts';
import { type ColumnPlace, partName, type TableLayout } from '../schema/layout.ts';
import type { Milestones, PlacedRow } from './milestones.ts';
import type { ReadyQuery } from './ready-query.ts';
import { statement } from './statement.ts';

export type Queries = Pick<Reader, 'query'>;

/** What an index of texts is asked: the folded texts that every record of a query holds, and the fields they may be in. */
export interface WantedTexts {
  readonly layout: TableLayout;
  readonly texts: readonly string[];
  readonly searched: readonly ColumnPlace[];
}

/** Parts of the one statement that reads the first records of a view: they and their number are of one snapshot. */
export interface FirstOfView {
  /** What the statement begins with, after `WITH`: `changed`, of one row. */
  readonly changed: Fragment;
  /** The records among which the first of the view are, as an array. */
  readonly ids: Fragment;
  /** Columns that tell, together, how many the view has. */
  readonly facts: readonly Fragment[];
  /** How many; null where the index is of no use any more. */
  readonly totalOf: (facts: readonly unknown[]) => number | null;
}

/** The reading of one query. */
export interface Scan {
  /** Finds the ids of the few records that hold some texts; null where they are many, or no index tells. */
  readonly findFew?: (sql: Queries, wanted: WantedTexts) => Promise<readonly string[] | null>;
  /** Finds the first records of a saved view by its index; null where there is none. */
  readonly firstOfView?: (sql: Queries, ready: ReadyQuery, count: number) => Promise<FirstOfView | null>;
  readonly sql: Queries;
  /** How many rows one statement may look at; null: all of the table. */
  readonly pace: Pace | null;
}

/** Rows of a table's own order: those after `from`, up to and with `to`; null: from the first, to the last. */
export interface Range {
  readonly from: PlacedRow | null;
  readonly to: PlacedRow | null;
}

/** Milliseconds that a step should take: others wait for it. Where nobody else does, fewer and longer ones save time. */
const stepTime = { shared: 80, alone: 240 } as const;
/** Rows of the first step: even where each takes 20 µs, as in a search, it is a short one. */
const firstStep = 4_000;
const leastStep = 50;
const maxStep = 1_000_000;
/** Without milestones the end of a step is found by passing its rows along the index. */
const maxPassed = 50_000;

/** What a pace is found by. */
type Steps = Pick<Scanner, 'worked' | 'isAlone'>;

/** Finds the size of a step that takes `stepTime`, from those before. */
export class Pace {
  readonly #scanner: Steps;
  readonly #milestones: (tableId: string) => Milestones | undefined;
  readonly #fixed: number | undefined;
  #rows: number;

  /** `fixed` keeps the size. */
  constructor(scanner: Steps, milestones: (tableId: string) => Milestones | undefined, fixed?: number) {
    this.#scanner = scanner;
    this.#milestones = milestones;
    this.#fixed = fixed;
    this.#rows = fixed ?? firstStep;
  }

  get rows(): number {
    return this.#rows;
  }

  get worked(): number {
    return this.#scanner.worked;
  }

  /** Adapts the size of the next step to the time of the last. */
  recordStepTime(milliseconds: number): void {
    if (this.#fixed !== undefined) return;
    const wanted = this.#scanner.isAlone ? stepTime.alone : stepTime.shared;
    const fit = Math.min(4, wanted / Math.max(milliseconds, 1));
    this.#rows = Math.min(maxStep, Math.max(leastStep, Math.round(this.#rows * fit)));
  }

  /** The last row of the next step; null when it goes to the end of the table. */
  async end(sql: Queries, table: TableLayout, from: PlacedRow | null): Promise<PlacedRow | null> {
    const known = this.#milestones(table.id)?.ahead(from, this.#rows);
    if (known !== undefined) return known;
    const after = from === null ? '' : ' WHERE (position, id) > (?::bigint, ?)';
    const { text, params } = statement({
      text: `SELECT position, id FROM ${partName(table)}${after} ORDER BY position, id OFFSET ? LIMIT 1`,
      values: [...(from === null ? [] : [from.position, from.id]), Math.min(this.#rows, maxPassed) - 1],
    });
    const [row] = await sql.query(text, params);
    return row === undefined ? null : { position: row[0] as number, id: row[1] as string };
  }
}

/** The table in ranges of its own order, each small enough for one statement: the caller reads it before the next. */
export async function* rangesOf(
  { sql, pace }: Scan,
  table: TableLayout,
  start: PlacedRow | null = null,
): AsyncGenerator<Range> {
  if (pace === null) {
    yield { from: start, to: null };
    return;
  }
  let from = start;
  for (;;) {
    const to = await pace.end(sql, table, from);
    const before = pace.worked;
    yield { from, to };
    if (to === null) return;
    pace.recordStepTime(pace.worked - before);
    from = to;
  }
}

/**
 * The rows of a range; null: every row. The positions are named once more by themselves: of a comparison of whole keys
 * the planner does not know that it leaves few rows, and would read all of the table.
 */
export function within({ from, to }: Range): Fragment | null {
  const conditions: Fragment[] = [];
  if (from !== null)
    conditions.push(
      fragment('t.position >= ?::bigint', from.position),
      fragment('(t.position, t.id) > (?::bigint, ?)', from.position, from.id),
    );
  if (to !== null)
    conditions.push(
      fragment('t.position <= ?::bigint', to.position),
      fragment('(t.position, t.id) <= (?::bigint, ?)', to.position, to.id),
    );
  return conditions.length === 0 ? null : join(conditions, ' AND ');
}
