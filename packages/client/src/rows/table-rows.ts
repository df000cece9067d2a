import type { BaseRecord } from '@weft/core';
import type { FieldTypeChange, RowChange } from '@weft/history';
import type { RetryRead } from '../transport/retry.ts';
import {
  notifyAllRows,
  notifyAllRowsOfLocalChange,
  notifyWindow,
  notifyWindowOfLocalChange,
} from './notify-rows.ts';
import type { Overlay } from './overlay.ts';
import { RecordStore } from './record-store.ts';
import { type Rows, type RowsChange, RowsListeners } from './rows.ts';
import { maxWhole, ViewQuery, type ViewQueryDeps } from './view-query.ts';
import { WholeRows } from './whole-rows.ts';
import { WindowRows } from './window-rows.ts';

export interface TableRowsDeps extends ViewQueryDeps {
  readonly overlay: Overlay;
  /** Whether the server has the table. */
  readonly stored: () => boolean;
  readonly retryRead: RetryRead;
  readonly onError: (error: unknown) => void;
}

/** The rows of one table's view: loaded whole when the table is small, in windows when it is not. */
export class TableRows implements Rows {
  readonly store: RecordStore;
  readonly #deps: TableRowsDeps;
  readonly #query: ViewQuery;
  readonly #listeners = new RowsListeners();
  #whole: WholeRows | null = null;
  #window: WindowRows | null = null;
  /** Whether only the first page of a small table is loaded. */
  #partial = false;
  /** Incremented on each load: answers of an earlier one are dropped. */
  #generation = 0;

  constructor(deps: TableRowsDeps) {
    this.#deps = deps;
    this.store = new RecordStore(deps.overlay, deps.now);
    this.#query = new ViewQuery(deps);
  }

  get #rows(): Rows | null {
    return this.#whole ?? this.#window;
  }

  get rowCount(): number {
    return this.#rows?.rowCount ?? 0;
  }

  get countKnown(): boolean {
    return !this.#partial && (this.#rows?.countKnown ?? false);
  }

  row(index: number): BaseRecord | undefined {
    return this.#rows?.row(index);
  }

  ensure(from: number, to: number): void {
    this.#rows?.ensure(from, to);
  }

  async read(from: number, to: number): Promise<readonly BaseRecord[]> {
    return (await this.#rows?.read(from, to)) ?? [];
  }

  /** Rows [from, to) with these fields at least, a page at a time; windowed rows are fetched and not cached. */
  async *pages(from: number, to: number, fieldIds: readonly string[]): AsyncGenerator<readonly BaseRecord[]> {
    if (this.#window === null) yield await this.read(from, to);
    else yield* this.#query.pages(from, to, fieldIds);
  }

  indexOf(recordId: string): number {
    return this.#rows?.indexOf(recordId) ?? -1;
  }

  has(recordId: string): boolean {
    return this.store.get(recordId) !== undefined;
  }

  hold(rows: readonly [number, number] | null, keep = false): boolean {
    return this.#rows?.hold(rows, keep) ?? false;
  }

  subscribe(listener: (change: RowsChange) => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  setSearch(search: string): void {
    if (search === this.#query.search) return;
    this.#query.search = search;
    this.resort();
  }

  /** Loads the table: the first page at once, the rest when the table is small. */
  open(): Promise<void> {
    const generation = ++this.#generation;
    return this.#deps.retryRead(
      () => this.#open(generation),
      () => generation === this.#generation,
    );
  }

  async #open(generation: number): Promise<void> {
    const { tableId, overlay, stored } = this.#deps;
    if (!stored()) {
      // A table just created here has only local records; those of a copy only the server knows.
      if (overlay.creates(tableId)) this.#openWhole();
      return;
    }
    const first = await this.#query.firstPage();
    if (generation !== this.#generation) return;
    this.store.load(first.records, first.version);
    if (first.total > maxWhole) return this.#openWindow();
    // Rows on screen stay as they are until all of them are loaded again.
    if (this.#whole === null) {
      this.#partial = first.total > first.records.length;
      this.#openWhole();
    }
    if (first.total <= first.records.length) return this.#loadedAll(first.records, first.version);
    const all = await this.#query.all();
    if (generation !== this.#generation) return;
    if (all.nextCursor === null) return this.#loadedAll(all.records, all.version);
    this.store.load(all.records, all.version);
    this.#openWindow();
  }

  #loadedAll(records: readonly BaseRecord[], version: number): void {
    this.#partial = false;
    this.store.replace(records, version);
    this.#whole?.refresh();
  }

  /** The server has the table now: loads what was not created here. */
  async confirmed(): Promise<void> {
    if (this.#rows === null) await this.open();
  }

  /** Loads everything again, after an import or a change of thousands of records; what is on screen stays until then. */
  async refetch(): Promise<void> {
    if (this.#window !== null) await this.#window.refresh();
    else await this.open();
  }

  /**
   * Applies one event of the feed. `appends`: its new records are at the table's end; an undo puts them back where they
   * were. `overlaid`: for an event of a local action, the changes its overlay showed until now: those rows are notified
   * too, even where the event itself was known already or changes nothing.
   */
  received(
    changes: readonly RowChange[],
    seq: number,
    at: string,
    { appends, overlaid }: { readonly appends: boolean; readonly overlaid: readonly RowChange[] | null },
  ): void {
    const applied = new Set(this.store.apply(changes, seq, at));
    const news =
      overlaid === null
        ? changes.filter((change) => applied.has(change) || change.kind === 'record')
        : [...changes, ...overlaid];
    if (news.length === 0) return;
    if (this.#window !== null) notifyWindow(this.#window, news, this.#query.rule, appends);
    if (this.#whole !== null) notifyAllRows(this.#whole, news);
    this.#limitWhole();
  }

  /** A field was converted; the metadata may have shown its new type for longer. */
  converted(change: FieldTypeChange, seq: number): void {
    this.store.convert(change, seq);
    this.#whole?.refresh();
  }

  /** Local changes were added to the overlay, or removed from it. */
  changedLocally(changes: readonly RowChange[]): void {
    if (changes.length === 0) return;
    if (this.#window !== null) notifyWindowOfLocalChange(this.#window, changes);
    if (this.#whole !== null) notifyAllRowsOfLocalChange(this.#whole, changes);
    this.#limitWhole();
  }

  /** The view's settings, the fields or the search changed. */
  resort(): void {
    this.#whole?.refresh();
    void this.#window?.refresh();
  }

  /** Switches to windows when the table has grown too large to be loaded whole. */
  #limitWhole(): void {
    if (this.#whole !== null && this.store.size > maxWhole * 1.2) this.#openWindow();
  }

  #openWhole(): void {
    const { tableId, overlay } = this.#deps;
    this.#window = null;
    this.#whole = new WholeRows({
      get: (id) => this.store.get(id),
      ids: () => [...this.store.ids(), ...overlay.created(tableId)],
      rule: () => this.#query.rule,
    });
    this.#whole.subscribe((change) => this.#listeners.notify(change));
    this.#listeners.notify({ kind: 'rows' });
  }

  #openWindow(): void {
    const { tableId, overlay, retryRead, onError } = this.#deps;
    // The estimated count keeps the scroll position until the first answer.
    const estimate = this.rowCount - (this.#rows === null ? 0 : overlay.created(tableId).length);
    this.#whole = null;
    this.#partial = false;
    this.#window = new WindowRows({
      get: (id) => this.store.get(id),
      fetch: async (start, count) => {
        const answer = await this.#query.window(start, count);
        this.store.load(answer.records, answer.version);
        return { ids: answer.records.map((record) => record.id), total: answer.total };
      },
      estimate: Math.max(0, estimate),
      created: () => overlay.created(tableId),
      trim: (keep) => this.store.trim(keep),
      retryRead,
      onError,
    });
    this.#window.subscribe((change) => this.#listeners.notify(change));
    void this.#window.refresh();
  }
}
