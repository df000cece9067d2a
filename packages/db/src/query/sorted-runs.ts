import { setImmediate } from 'node:timers/promises';
import { compareText, must } from '@weft/std';
import { fragment, join } from '../fields/sql-field-type.ts';
import { type OrderKey, orderBy } from './compile-sort.ts';
import { whereOf } from './read-query.ts';
import type { ReadyQuery } from './ready-query.ts';
import { rangesOf, type Scan, within } from './scan.ts';
import { statement } from './statement.ts';

/** Bytes of an id: ASCII, all of one length. */
export const idBytes = 24;

/** Characters of a text key that are kept while runs are merged. */
const keptOfText = 48;
/** Rows that begin alike, looked up by their ids and put in order by one statement. */
const lookedUp = 2_000;
/** Milliseconds of merging between two breaths of the server. */
const breath = 10;

/** Rows in order, with their keys; a text key is cut off after `kept` characters. */
interface Run {
  readonly ids: Buffer;
  /** By key. */
  readonly columns: readonly (readonly unknown[])[];
  readonly length: number;
  at: number;
}

/** Where rows differ that begin alike: in this key, after so many characters of it. */
interface KeyPrefix {
  readonly key: number;
  readonly skipped: number;
}

/**
 * The ids of a query's rows in its order, read in steps: each gives a run that the database has sorted, and the runs are
 * merged here. Of texts only the beginnings are kept, as many characters as `kept`; rows of several runs that begin alike
 * are compared by what comes after.
 */
export async function sortedInSteps(scan: Scan, ready: ReadyQuery, kept = keptOfText): Promise<Buffer> {
  const runs: Run[] = [];
  const first: KeyPrefix = { key: 0, skipped: 0 };
  for await (const range of rangesOf(scan, ready.layout))
    runs.push(await readRun(scan, ready, within(range), first, kept));
  return new Merge(scan, ready, first, kept).of(runs);
}

/** The keys that decide; the table's own order behind them is that of the runs. */
const sortKeys = ({ keys }: ReadyQuery): readonly OrderKey[] => keys.slice(0, -2);

/**
 * A run comes as one row, its ids in one text and each key as one JSON text: as rows of their own the database's thread
 * spent twice the time of the sort on making them and on handing them over.
 */
async function readRun(
  { sql }: Scan,
  ready: ReadyQuery,
  which: ReturnType<typeof within>,
  begin: KeyPrefix,
  kept: number,
): Promise<Run> {
  const read = sortKeys(ready).map(({ expression, isText }, i) => {
    const skipped = i === begin.key ? begin.skipped : 0;
    return isText
      ? fragment(
          `substr(${expression.text}, ?::int, ?::int) AS k${i}`,
          ...expression.values,
          skipped + 1,
          kept,
        )
      : fragment(`${expression.text} AS k${i}`, ...expression.values);
  });
  const columns = join([fragment('t.id AS id'), ...read], ', ');
  const where = whereOf(ready, which);
  const order = orderBy(ready.keys);
  const keys = read.map((_, i) => `, json_agg(k${i})::text`).join('');
  const { text, params } = statement({
    text: `SELECT string_agg(id, '')${keys} FROM (
             SELECT ${columns.text} FROM ${ready.from}${where.text} ORDER BY ${order.text}) AS ordered`,
    values: [...columns.values, ...where.values, ...order.values],
  });
  const [[ids, ...jsons] = []] = await sql.query(text, params);
  const bytes = Buffer.from((ids ?? '') as string, 'latin1');
  return {
    ids: bytes,
    columns: jsons.map((json) => JSON.parse((json ?? '[]') as string) as readonly unknown[]),
    length: bytes.length / idBytes,
    at: 0,
  };
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const order = compareValues(a[i], b[i]);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  return Number(a) - Number(b);
}

/** One merging of runs; it looks up what the beginnings of texts leave open. */
class Merge {
  readonly #scan: Scan;
  readonly #ready: ReadyQuery;
  readonly #keys: readonly OrderKey[];
  readonly #begin: KeyPrefix;
  readonly #kept: number;
  #merged = Buffer.alloc(0);
  #end = 0;

  constructor(scan: Scan, ready: ReadyQuery, begin: KeyPrefix, kept: number) {
    this.#scan = scan;
    this.#ready = ready;
    this.#keys = sortKeys(ready);
    this.#begin = begin;
    this.#kept = kept;
  }

  async of(runs: readonly Run[]): Promise<Buffer> {
    this.#merged = Buffer.allocUnsafe(runs.reduce((sum, run) => sum + run.ids.length, 0));
    const heap = runs.filter((run) => run.length > 0);
    const places = new Map(runs.map((run, i) => [run, i]));
    const before = (a: Run, b: Run): boolean => {
      const order = this.#compare(a, b);
      return order < 0 || (order === 0 && must(places.get(a)) < must(places.get(b)));
    };
    for (let i = Math.floor(heap.length / 2); i >= 0; i--) sink(heap, i, before);
    let begun = performance.now();
    for (let n = 1; heap.length > 0; n++) {
      const top = must(heap[0]);
      const open = this.#openKey(top);
      if (open !== null && heap.slice(1, 3).some((run) => this.#begins(top, top.at, run, open)))
        await this.#takeAlike(heap, open, before);
      else {
        this.#take(top.ids.subarray(top.at * idBytes, ++top.at * idBytes));
        this.#settle(heap, before);
      }
      if (n % 1_024 !== 0 || performance.now() - begun < breath) continue;
      await setImmediate();
      begun = performance.now();
    }
    return this.#merged.subarray(0, this.#end);
  }

  /** Moves on from the first run's row. */
  #settle(heap: Run[], before: (a: Run, b: Run) => boolean): void {
    const top = must(heap[0]);
    if (top.at === top.length) {
      const last = must(heap.pop());
      if (last === top) return;
      heap[0] = last;
    }
    sink(heap, 0, before);
  }

  #take(ids: Buffer): void {
    this.#merged.set(ids, this.#end);
    this.#end += ids.length;
  }

  /** The order of the rows that two runs have next; 0 also where what is kept of a text does not tell. */
  #compare(a: Run, b: Run): number {
    for (let key = this.#begin.key; key < this.#keys.length; key++) {
      const one = a.columns[key]?.[a.at] ?? null;
      const other = b.columns[key]?.[b.at] ?? null;
      // NULL, the empty cell, comes last in both directions.
      if (one === null || other === null) {
        if (one === other) continue;
        return one === null ? 1 : -1;
      }
      const order = compareValues(one, other);
      if (order !== 0) return this.#keys[key]?.descending ? -order : order;
      if (this.#isCut(key, one)) return 0;
    }
    return 0;
  }

  #isCut(key: number, value: unknown): boolean {
    return this.#keys[key]?.isText === true && typeof value === 'string' && value.length >= this.#kept;
  }

  /** The first key of a run's next row that goes on behind what is kept; null when there is none. */
  #openKey(run: Run): number | null {
    for (let key = this.#begin.key; key < this.#keys.length; key++)
      if (this.#isCut(key, run.columns[key]?.[run.at])) return key;
    return null;
  }

  /** Whether the next row of a run is like a row in all keys up to this one, as far as they are kept. */
  #begins(of: Run, row: number, run: Run, last: number): boolean {
    if (run.at === run.length) return false;
    for (let key = this.#begin.key; key <= last; key++) {
      const one = of.columns[key]?.[row] ?? null;
      const other = run.columns[key]?.[run.at] ?? null;
      if (one === null || other === null ? one !== other : compareValues(one, other) !== 0) return false;
    }
    return true;
  }

  /** Takes the rows of all runs that begin like the next one, in the order of what comes after. */
  async #takeAlike(heap: Run[], key: number, before: (a: Run, b: Run) => boolean): Promise<void> {
    const of = must(heap[0]);
    const row = of.at;
    const alike: Buffer[] = [];
    while (heap.length > 0 && this.#begins(of, row, must(heap[0]), key)) {
      const top = must(heap[0]);
      const start = top.at;
      while (this.#begins(of, row, top, key)) top.at++;
      alike.push(top.ids.subarray(start * idBytes, top.at * idBytes));
      this.#settle(heap, before);
    }
    const skipped = (key === this.#begin.key ? this.#begin.skipped : 0) + this.#kept;
    this.#take(await this.#inOrder(Buffer.concat(alike), { key, skipped }));
  }

  async #inOrder(ids: Buffer, begin: KeyPrefix): Promise<Buffer> {
    const runs: Run[] = [];
    // Longer pieces each time: long texts that differ late are compared in few rounds.
    const kept = Math.min(this.#kept * 4, 1 << 16);
    for (let at = 0; at < ids.length; at += lookedUp * idBytes) {
      const some = ids.toString('latin1', at, at + lookedUp * idBytes).match(/.{24}/gs) ?? [];
      const which = fragment('t.id = ANY(?::text[])', some);
      runs.push(await readRun(this.#scan, this.#ready, which, begin, kept));
    }
    return new Merge(this.#scan, this.#ready, begin, kept).of(runs);
  }
}

/** Brings the run at a place of a heap to where it belongs below. */
function sink(heap: Run[], place: number, before: (a: Run, b: Run) => boolean): void {
  for (let at = place; ; ) {
    const left = 2 * at + 1;
    let first = at;
    for (const child of [left, left + 1])
      if (child < heap.length && before(must(heap[child]), must(heap[first]))) first = child;
    if (first === at) return;
    [heap[at], heap[first]] = [must(heap[first]), must(heap[at])];
    at = first;
  }
}
