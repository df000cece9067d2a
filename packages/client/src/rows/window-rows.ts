import type { BaseRecord } from '@weft/core';
import { AppError } from '@weft/std';
import { isTransient } from '../transport/errors.ts';
import type { RetryRead } from '../transport/retry.ts';
import { RowIndex } from './row-index.ts';
import { type Rows, type RowsChange, RowsListeners } from './rows.ts';

/** Rows of one fetch. */
const block = 200;
/** Stale answers in a row that are dropped; the next is taken, to be replaced by a later one. */
const maxStale = 2;
/** Rows of one fetch where a whole range is wanted, to be copied or changed. */
const longBlock = 5_000;
/** Most rows that are held: a longer selection is not a place one looks at. */
const maxHeld = 1_000;

export interface WindowSource {
  readonly get: (id: string) => BaseRecord | undefined;
  /** Fetches rows [start, start + count) in the view's order. */
  readonly fetch: (
    start: number,
    count: number,
  ) => Promise<{ readonly ids: readonly string[]; readonly total: number }>;
  /** Estimated number of rows, used until the first answer. */
  readonly estimate: number;
  /** Records created here and not yet confirmed: shown at the end. */
  readonly created: () => readonly string[];
  /** Evicts all cached records but these; called after each answer. */
  readonly trim: (keep: ReadonlySet<string>) => void;
  /** These records are no longer held where they stood. */
  readonly released: (recordIds: readonly string[]) => void;
  readonly retryRead: RetryRead;
  readonly onError: (error: unknown) => void;
}

/** Rows of a table too large to be loaded whole: fetched in blocks around the screen, evicted away from it. */
export class WindowRows implements Rows {
  readonly #listeners = new RowsListeners();
  readonly #source: WindowSource;
  /** Of the records fetched so far. */
  readonly #index = new RowIndex();
  /** Cache of `#added`. */
  #addedCache: {
    readonly created: readonly string[];
    readonly version: number;
    readonly ids: readonly string[];
  } | null = null;
  #count = 0;
  #loading = new Set<number>();
  /** Blocks known to be loaded, so that scrolling need not check each of their rows. */
  #loaded = new Set<number>();
  #visible = { from: 0, to: block };
  /** Incremented on each refresh: answers of an earlier one are stale. */
  #generation = 0;
  #known = false;
  #refreshing = false;
  /** Whether to fetch again once the refresh under way has ended. */
  #stale = false;
  #held: ReadonlySet<string> = new Set();
  /** Held records whose row may have changed: nothing is fetched again before the selection leaves them. */
  readonly #pinned = new Set<string>();

  constructor(source: WindowSource) {
    this.#source = source;
    this.#count = source.estimate;
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
    this.#visible = { from, to };
    const end = this.#known ? Math.min(to, this.#count) : to;
    for (let start = Math.floor(from / block) * block; start < end; start += block) {
      if (this.#loaded.has(start) || this.#loading.has(start)) continue;
      if (this.#missing(start)) void this.#load(start);
      else this.#loaded.add(start);
    }
  }

  /** Whether a record may not be where the view would put it. */
  isPinned(recordId: string): boolean {
    return this.#pinned.has(recordId);
  }

  indexOf(recordId: string): number {
    const row = this.#index.rowOf(recordId);
    if (row !== undefined) return row;
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

  /** Rows came or went meanwhile: these are not the records that the person sees there. */
  #moved(): never {
    void this.refresh();
    throw new AppError('conflict', 'The rows have moved. Please try again.');
  }

  subscribe(listener: (change: RowsChange) => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  cellsChanged(recordIds: ReadonlySet<string>): void {
    this.#listeners.notify({ kind: 'cells', recordIds });
  }

  /** Records were deleted: removes their rows at once, then fetches the visible ones again. */
  removed(recordIds: ReadonlySet<string>): void {
    this.#index.remove(recordIds);
    this.#count -= recordIds.size;
    this.#listeners.notify({ kind: 'rows' });
    void this.refresh();
  }

  /** The server has added records at the end of the table's order: shows them there at once. */
  appended(recordIds: readonly string[]): void {
    this.#append(recordIds);
    void this.refresh();
  }

  /**
   * Records changed or were added, so that rows may move. Held ones keep their row (new ones at the end) until the
   * selection leaves them.
   */
  mayMove(recordIds: ReadonlySet<string>, added: readonly string[]): void {
    const pinned = this.#pinned.size > 0 || [...recordIds, ...added].every((id) => this.#held.has(id));
    // A refresh under way moves the rows in any case.
    if (!pinned || this.#refreshing) return void this.refresh();
    for (const id of [...recordIds, ...added]) if (this.#held.has(id)) this.#pinned.add(id);
    this.#append(added.filter((id) => this.#held.has(id)));
  }

  hold(rows: readonly [number, number] | null, keep = false): boolean {
    const held = new Set<string>(keep ? this.#pinned : []);
    for (let row = rows?.[0] ?? 0; rows !== null && row <= rows[1] && held.size < maxHeld; row++) {
      const id = this.#idAt(row);
      if (id !== undefined) held.add(id);
    }
    this.#held = held;
    const gone = [...this.#pinned].filter((id) => !held.has(id));
    if (gone.length > 0) {
      this.#source.released(gone);
      void this.refresh();
    }
    // The rows move when the refresh has ended.
    return false;
  }

  #append(recordIds: readonly string[]): void {
    for (const id of recordIds) {
      if (this.#index.rowOf(id) !== undefined) continue;
      this.#index.set(this.#count, id);
      this.#count++;
    }
    this.#listeners.notify({ kind: 'rows' });
  }

  rowsChanged(): void {
    this.#listeners.notify({ kind: 'rows' });
  }

  /**
   * The order may have changed: fetches the visible rows again; the old ones stay until then. A call during a refresh
   * makes it fetch once more.
   */
  async refresh(): Promise<void> {
    this.#pinned.clear();
    // Answers under way may not contain the change.
    this.#generation++;
    this.#loading.clear();
    this.#loaded.clear();
    this.#stale = true;
    if (this.#refreshing) return;
    this.#refreshing = true;
    let stale = 0;
    while (this.#stale) {
      this.#stale = false;
      const start = Math.floor(this.#visible.from / block) * block;
      const end = Math.ceil(Math.max(this.#visible.to, start + 1) / block) * block;
      // Where changes come faster than answers, stale rows are better than none.
      const taken = await this.#load(start, {
        count: end - start,
        replace: true,
        takeStale: stale >= maxStale,
      });
      stale = taken ? 0 : stale + 1;
    }
    this.#refreshing = false;
    this.ensure(this.#visible.from, this.#visible.to);
  }

  #idAt(index: number): string | undefined {
    return index < this.#count ? this.#index.idAt(index) : this.#added()[index - this.#count];
  }

  #added(): readonly string[] {
    const created = this.#source.created();
    // Called for each row at the end, and a paste may have created ten thousand.
    const { version } = this.#index;
    if (this.#addedCache?.created !== created || this.#addedCache.version !== version)
      this.#addedCache = {
        created,
        version,
        ids: created.filter((id) => this.#index.rowOf(id) === undefined),
      };
    return this.#addedCache.ids;
  }

  #isVisible(start: number): boolean {
    return start < this.#visible.to && start + block > this.#visible.from;
  }

  #missing(start: number): boolean {
    const end = this.#known ? Math.min(start + block, this.#count) : start + block;
    for (let i = start; i < end; i++) {
      const id = this.#index.idAt(i);
      if (id === undefined || this.#source.get(id) === undefined) return true;
    }
    return false;
  }

  /**
   * Fetches rows; returns whether the answer was taken. `replace`: drops the index first; `takeStale`: takes an answer
   * that may not contain the last change.
   */
  async #load(
    start: number,
    {
      count: asked = block,
      replace = false,
      takeStale = false,
    }: { count?: number; replace?: boolean; takeStale?: boolean } = {},
  ): Promise<boolean> {
    const generation = this.#generation;
    const wanted = () => generation === this.#generation && (replace || this.#isVisible(start));
    this.#loading.add(start);
    try {
      const { ids, total } = await this.#source.retryRead(() => this.#source.fetch(start, asked), wanted);
      if (generation !== this.#generation && !takeStale) return false;
      if (replace) {
        this.#index.clear();
        this.#loaded.clear();
      }
      // While records are pinned, the number of rows stays too.
      const count = this.#pinned.size > 0 && !replace ? this.#count : total;
      const grown = count !== this.#count;
      this.#count = count;
      for (const [i, id] of ids.entries()) this.#index.set(start + i, id);
      this.#known = true;
      if (grown) this.#loaded.clear();
      this.#trim();
      this.#listeners.notify({ kind: 'rows' });
      return true;
    } catch (error) {
      if (!isTransient(error)) this.#source.onError(error);
      return false;
    } finally {
      if (generation === this.#generation) this.#loading.delete(start);
    }
  }

  /** Evicts records away from the screen, but not held ones: one may be in the cell editor. */
  #trim(): void {
    const from = Math.max(0, this.#visible.from - block);
    const to = this.#visible.to + block;
    const near = new Set(this.#held);
    for (let i = from; i < to; i++) {
      const id = this.#index.idAt(i);
      if (id !== undefined) near.add(id);
    }
    for (const start of this.#loaded) if (start < from || start + block > to) this.#loaded.delete(start);
    this.#source.trim(near);
  }
}
