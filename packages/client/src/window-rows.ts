import type { BaseRecord } from '@weft/core';
import { AppError } from '@weft/std';
import type { Patiently } from './patience.ts';
import { Places } from './places.ts';
import { isPassing } from './retries.ts';
import { Listeners, type Rows, type RowsChange } from './rows.ts';

/** Rows asked for at a time. */
const block = 200;
/** Answers in a row that are let go because rows moved meanwhile. */
const mostLate = 2;
/** Rows asked for at a time where all of a range is wanted, to be copied or changed. */
const longBlock = 5_000;
/** Rows a person can be on at once and still have them stay: a range of more is no place one looks at. */
const mostHeld = 1_000;

export interface WindowSource {
  readonly get: (id: string) => BaseRecord | undefined;
  /** Reads rows [start, start + count) in the view's order. */
  readonly fetch: (
    start: number,
    count: number,
  ) => Promise<{ readonly ids: readonly string[]; readonly total: number }>;
  /** Rows known of before, until the first answer tells how many there are. */
  readonly before: number;
  /** Records created here and not yet confirmed: they stand at the end. */
  readonly created: () => readonly string[];
  /** Called with the ids around what is looked at, after each arrival. */
  readonly trim: (keep: ReadonlySet<string>) => void;
  readonly patiently: Patiently;
  readonly onError: (error: unknown) => void;
}

/** Rows of a table too large to be here whole: blocks come as they are looked at, and stay while near. */
export class WindowRows implements Rows {
  readonly #listeners = new Listeners();
  readonly #source: WindowSource;
  /** Of the records read so far. */
  readonly #places = new Places();
  #addedOf: {
    readonly created: readonly string[];
    readonly version: number;
    readonly ids: readonly string[];
  } | null = null;
  #count = 0;
  #loading = new Set<number>();
  /** Blocks known to be here whole, so that scrolling need not look at each of their rows. */
  #whole = new Set<number>();
  #looked = { from: 0, to: block };
  #round = 0;
  #known = false;
  #refreshing = false;
  #stale = false;
  #held: ReadonlySet<string> = new Set();
  /** Held records that may stand elsewhere by now: nothing is read again before the person is on others. */
  readonly #staying = new Set<string>();

  constructor(source: WindowSource) {
    this.#source = source;
    this.#count = source.before;
  }

  get rowCount(): number {
    return this.#count + this.#added().length;
  }

  get countKnown(): boolean {
    return this.#known;
  }

  row(index: number): BaseRecord | undefined {
    const id = this.#idAt(index);
    return id === undefined ? undefined : this.#source.get(id);
  }

  ensure(from: number, to: number): void {
    this.#looked = { from, to };
    const end = this.#known ? Math.min(to, this.#count) : to;
    for (let start = Math.floor(from / block) * block; start < end; start += block) {
      if (this.#whole.has(start) || this.#loading.has(start)) continue;
      if (this.#missing(start)) void this.#load(start);
      else this.#whole.add(start);
    }
  }

  indexOf(recordId: string): number {
    const place = this.#places.of(recordId);
    if (place !== undefined) return place;
    const added = this.#added().indexOf(recordId);
    return added === -1 ? -1 : this.#count + added;
  }

  async read(from: number, to: number): Promise<readonly BaseRecord[]> {
    const records: BaseRecord[] = [];
    for (let start = from; start < Math.min(to, this.#count); start += longBlock) {
      const { ids, total } = await this.#source.fetch(start, Math.min(longBlock, to - start));
      if (total !== this.#count) return this.#moved();
      records.push(...ids.flatMap((id) => this.#source.get(id) ?? []));
    }
    const added = this.#added().slice(Math.max(0, from - this.#count), Math.max(0, to - this.#count));
    records.push(...added.flatMap((id) => this.#source.get(id) ?? []));
    return records.length < Math.min(to, this.rowCount) - from ? this.#moved() : records;
  }

  /** Rows came or went meanwhile: other records stand at these places than those a person sees. */
  #moved(): never {
    void this.refresh();
    throw new AppError('conflict', 'The rows have moved. Please try again.');
  }

  subscribe(listener: (change: RowsChange) => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  cellsChanged(recordIds: ReadonlySet<string>): void {
    this.#listeners.tell({ kind: 'cells', recordIds });
  }

  /** Records that went away: their rows close up at once; what is looked at is read again. */
  removed(recordIds: ReadonlySet<string>): void {
    this.#places.remove(recordIds);
    this.#count -= recordIds.size;
    this.#listeners.tell({ kind: 'rows' });
    void this.refresh();
  }

  /** Records the server has added at the end of the table's own order: they stand there at once. */
  appended(recordIds: readonly string[]): void {
    this.#append(recordIds);
    void this.refresh();
  }

  /**
   * Records that came or changed so that they may stand elsewhere. Where a person is on them, they stay (new ones at
   * the end) until that person is on others.
   */
  mayMove(recordIds: ReadonlySet<string>, added: readonly string[]): void {
    const waits = this.#staying.size > 0 || [...recordIds, ...added].every((id) => this.#held.has(id));
    // Rows that are being read again move in any case.
    if (!waits || this.#refreshing) return void this.refresh();
    for (const id of [...recordIds, ...added]) if (this.#held.has(id)) this.#staying.add(id);
    this.#append(added.filter((id) => this.#held.has(id)));
  }

  hold(rows: readonly [number, number] | null, keep = false): boolean {
    const held = new Set<string>(keep ? this.#staying : []);
    for (let row = rows?.[0] ?? 0; rows !== null && row <= rows[1] && held.size < mostHeld; row++) {
      const id = this.#idAt(row);
      if (id !== undefined) held.add(id);
    }
    this.#held = held;
    const moved = [...this.#staying].some((id) => !held.has(id));
    if (moved) void this.refresh();
    // The rows come from the server: they move when they arrive.
    return false;
  }

  #append(recordIds: readonly string[]): void {
    for (const id of recordIds) {
      if (this.#places.of(id) !== undefined) continue;
      this.#places.put(this.#count, id);
      this.#count++;
    }
    this.#listeners.tell({ kind: 'rows' });
  }

  tell(): void {
    this.#listeners.tell({ kind: 'rows' });
  }

  /**
   * The order may have changed anywhere: what is looked at is read again, the old stays until then. Asked for while it
   * is on its way, it is read once more after.
   */
  async refresh(): Promise<void> {
    this.#staying.clear();
    // Answers that were asked for before may not know of the change.
    this.#round++;
    this.#loading.clear();
    this.#whole.clear();
    this.#stale = true;
    if (this.#refreshing) return;
    this.#refreshing = true;
    let late = 0;
    while (this.#stale) {
      this.#stale = false;
      const start = Math.floor(this.#looked.from / block) * block;
      const end = Math.ceil(Math.max(this.#looked.to, start + 1) / block) * block;
      // Where changes come faster than answers, rows a little old are better than none.
      const taken = await this.#load(start, { count: end - start, replace: true, late: late >= mostLate });
      late = taken ? 0 : late + 1;
    }
    this.#refreshing = false;
    this.ensure(this.#looked.from, this.#looked.to);
  }

  #idAt(index: number): string | undefined {
    return index < this.#count ? this.#places.idAt(index) : this.#added()[index - this.#count];
  }

  #added(): readonly string[] {
    const created = this.#source.created();
    // A row at the end asks for it, and a paste may have made ten thousand.
    const { version } = this.#places;
    if (this.#addedOf?.created !== created || this.#addedOf.version !== version)
      this.#addedOf = { created, version, ids: created.filter((id) => this.#places.of(id) === undefined) };
    return this.#addedOf.ids;
  }

  #looksAt(start: number): boolean {
    return start < this.#looked.to && start + block > this.#looked.from;
  }

  #missing(start: number): boolean {
    const end = this.#known ? Math.min(start + block, this.#count) : start + block;
    for (let i = start; i < end; i++) {
      const id = this.#places.idAt(i);
      if (id === undefined || this.#source.get(id) === undefined) return true;
    }
    return false;
  }

  /**
   * Whether the answer was taken; `replace`: all that was read before goes; `late`: also one that may not know of the
   * last change.
   */
  async #load(
    start: number,
    {
      count: asked = block,
      replace = false,
      late = false,
    }: { count?: number; replace?: boolean; late?: boolean } = {},
  ): Promise<boolean> {
    const round = this.#round;
    const wanted = () => round === this.#round && (replace || this.#looksAt(start));
    this.#loading.add(start);
    try {
      const { ids, total } = await this.#source.patiently(() => this.#source.fetch(start, asked), wanted);
      if (round !== this.#round && !late) return false;
      if (replace) {
        this.#places.clear();
        this.#whole.clear();
      }
      // While records stay where they are, so does the number of rows.
      const count = this.#staying.size > 0 && !replace ? this.#count : total;
      const grown = count !== this.#count;
      this.#count = count;
      for (const [i, id] of ids.entries()) this.#places.put(start + i, id);
      this.#known = true;
      if (grown) this.#whole.clear();
      this.#trim();
      this.#listeners.tell({ kind: 'rows' });
      return true;
    } catch (error) {
      if (!isPassing(error)) this.#source.onError(error);
      return false;
    } finally {
      if (round === this.#round) this.#loading.delete(start);
    }
  }

  /** Forgets what is far from where one looks, but not what one is on: it may be half written. */
  #trim(): void {
    const from = Math.max(0, this.#looked.from - block);
    const to = this.#looked.to + block;
    const near = new Set(this.#held);
    for (let i = from; i < to; i++) {
      const id = this.#places.idAt(i);
      if (id !== undefined) near.add(id);
    }
    for (const start of this.#whole) if (start < from || start + block > to) this.#whole.delete(start);
    this.#source.trim(near);
  }
}
