import { type BaseRecord, isLinkField, isLookupField } from '@weft/core';
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
import { RowGroups } from './row-groups.ts';
import { type Rows, type RowsChange, RowsListeners } from './rows.ts';
import { maxWhole, ViewQuery, type ViewQueryDeps } from './view-query.ts';
import { WholeRows } from './whole-rows.ts';
import { WindowRows } from './window-rows.ts';

export interface TableRowsDeps extends ViewQueryDeps {
  readonly overlay: Overlay;
  /** A record with the values that its computed fields have now. */
  readonly withComputed: (record: BaseRecord) => BaseRecord;
  /** Whether the server has the table. */
  readonly stored: () => boolean;
  readonly retryRead: RetryRead;
  /** Resolves after the pause between two readings of a large table's groups. */
  readonly pause: () => Promise<void>;
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
  #unsearched: number | null = null;
  /** Whether only the first page of a small table is loaded. */
  #partial = false;
  readonly #groups: RowGroups;
  /** Incremented on each load: answers of an earlier one are dropped. */
  #generation = 0;

  constructor(deps: TableRowsDeps) {
    this.#deps = deps;
    this.store = new RecordStore(deps.overlay, deps.now, deps.withComputed);
    this.#query = new ViewQuery(deps);
    this.#groups = new RowGroups({
      ...deps,
      query: this.#query,
      records: () => this.#whole?.records ?? null,
      rowCount: () => this.#rows?.rowCount ?? 0,
      notify: () => this.#listeners.notify({ kind: 'rows' }),
    });
  }

  get #rows(): Rows | null {
    return this.#whole ?? this.#window;
  }

  get rowCount(): number {
    return this.#groups.layout?.rowCount ?? this.#rows?.rowCount ?? 0;
  }

  /** The view's groups and summaries. */
  get groups(): RowGroups {
    return this.#groups;
  }

  get countKnown(): boolean {
    return !this.#partial && (this.#rows?.countKnown ?? false);
  }

  row(index: number): BaseRecord | undefined {
    const { layout } = this.#groups;
    return this.#rows?.row(layout === null ? index : layout.rowOf(index));
  }

  ensure(from: number, to: number): void {
    for (const [first, end] of this.#ranges(from, to)) this.#rows?.ensure(first, end);
  }

  async read(from: number, to: number): Promise<readonly BaseRecord[]> {
    const records: BaseRecord[] = [];
    for (const [first, end] of this.#ranges(from, to))
      records.push(...((await this.#rows?.read(first, end)) ?? []));
    return records;
  }

  /** Rows [from, to) with these fields at least, a page at a time; windowed rows are fetched and not cached. */
  async *pages(from: number, to: number, fieldIds: readonly string[]): AsyncGenerator<readonly BaseRecord[]> {
    if (this.#window === null) yield await this.read(from, to);
    else for (const [first, end] of this.#ranges(from, to)) yield* this.#query.pages(first, end, fieldIds);
  }

  indexOf(recordId: string): number {
    const row = this.#rows?.indexOf(recordId) ?? -1;
    return row === -1 ? -1 : (this.#groups.layout?.shownAt(row) ?? row);
  }

  has(recordId: string): boolean {
    return this.store.get(recordId) !== undefined;
  }

  hold(rows: readonly [number, number] | null, keep = false): boolean {
    const ranges = rows === null ? [] : this.#ranges(rows[0], rows[1] + 1);
    const [first, last] = [ranges[0], ranges.at(-1)];
    const held = first === undefined || last === undefined ? null : ([first[0], last[1] - 1] as const);
    return this.#rows?.hold(held, keep) ?? false;
  }

  subscribe(listener: (change: RowsChange) => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  /** Rows that are shown as [from, to), as the view counts its rows. */
  #ranges(from: number, to: number): readonly (readonly [from: number, to: number])[] {
    return this.#groups.layout?.ranges(from, to) ?? [[from, to]];
  }

  /** Whether a record was edited and keeps its row until one moves on. */
  isPinned(recordId: string): boolean {
    return (this.#whole ?? this.#window)?.isPinned(recordId) ?? false;
  }

  /** Rows of the view without the search; null while that is not known. */
  get unsearchedCount(): number | null {
    return this.#unsearched;
  }

  setSearch(search: string): void {
    if (search === this.#query.search) return;
    if (this.#query.search === '') this.#unsearched = this.countKnown ? this.#groups.recordCount : null;
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
    if (this.#window !== null) {
      this.#groups.changed();
      await this.#window.refresh();
    } else await this.open();
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
    else this.#groups.changed();
    this.#limitWhole();
  }

  /** A field was converted; the metadata may have shown its new type for longer. */
  converted(change: FieldTypeChange, seq: number): void {
    this.store.convert(change, seq);
    this.#whole?.refresh();
  }

  /** Takes records that were read again, for what these fields hold now; those not loaded stay so. */
  reread(records: readonly BaseRecord[], version: number, fieldIds: ReadonlySet<string>): void {
    const loaded = records.filter(({ id }) => this.store.stored(id) !== undefined);
    if (loaded.length === 0) return;
    this.store.load(loaded, version);
    const ids = new Set(loaded.map(({ id }) => id));
    this.#whole?.changed(ids, fieldIds);
    this.#window?.cellsChanged(ids);
  }

  /** Local changes were added to the overlay, or removed from it. */
  changedLocally(changes: readonly RowChange[]): void {
    if (changes.length === 0) return;
    if (this.#window !== null) notifyWindowOfLocalChange(this.#window, changes);
    if (this.#whole !== null) notifyAllRowsOfLocalChange(this.#whole, changes);
    this.#limitWhole();
  }

  /** Cells of linked records changed: rows that are ordered or chosen by them may move. */
  linkedChanged(): void {
    const { orderFields } = this.#query.rule;
    const table = this.#deps.table();
    const seenThrough = (table?.fields ?? []).filter((field) => isLinkField(field) || isLookupField(field));
    if (!seenThrough.some(({ id }) => orderFields === null || orderFields.has(id))) return;
    this.#whole?.changed(new Set(), new Set(seenThrough.map(({ id }) => id)));
    this.#window?.mayMove(new Set(), []);
  }

  /** The view's settings, the fields or the search changed. */
  resort(): void {
    this.#whole?.refresh();
    this.#groups.changed();
    void this.#window?.refresh();
  }

  /** Tells of records that the filter or the search hides once they are let go. */
  #release(recordIds: readonly string[]): void {
    const { shows } = this.#query.rule;
    const hidden = recordIds.filter((id) => {
      const record = this.store.get(id);
      return record !== undefined && !shows(record);
    });
    if (hidden.length > 0) this.#listeners.notify({ kind: 'hidden', recordIds: new Set(hidden) });
  }

  #changed(change: RowsChange): void {
    this.#groups.changed();
    this.#listeners.notify(change);
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
      released: (ids) => this.#release(ids),
    });
    this.#whole.subscribe((change) => this.#changed(change));
    this.#groups.changed();
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
      released: (ids) => this.#release(ids),
      retryRead,
      onError,
    });
    this.#window.subscribe((change) => this.#listeners.notify(change));
    this.#groups.changed();
    void this.#window.refresh();
  }
}
