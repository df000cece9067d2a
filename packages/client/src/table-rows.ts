import type { BaseRecord } from '@weft/core';
import type { FieldTypeChange, RowChange } from '@weft/history';
import type { Overlay } from './overlay.ts';
import type { Patiently } from './patience.ts';
import { RecordStore } from './record-store.ts';
import { tellWhole, tellWholeOfOwn, tellWindow, tellWindowOfOwn } from './row-changes.ts';
import { Listeners, type Rows, type RowsChange } from './rows.ts';
import { SeenView, type SeenViewWorld } from './seen-view.ts';
import type { Transport } from './transport.ts';
import { mostWhole, ViewReader } from './view-reader.ts';
import { WholeRows } from './whole-rows.ts';
import { WindowRows } from './window-rows.ts';

export interface TableRowsWorld extends SeenViewWorld {
  readonly basePublicId: string;
  readonly tableId: string;
  readonly transport: Transport;
  readonly overlay: Overlay;
  /** Whether the server has the table. */
  readonly stored: () => boolean;
  readonly patiently: Patiently;
  readonly onError: (error: unknown) => void;
}

/** The rows of one table's view: whole when it is small, windows of it when it is not. */
export class TableRows implements Rows {
  readonly store: RecordStore;
  readonly #world: TableRowsWorld;
  readonly #view: SeenView;
  readonly #reader: ViewReader;
  readonly #listeners = new Listeners();
  #whole: WholeRows | null = null;
  #window: WindowRows | null = null;
  /** Of a table to be kept whole only the first page has come. */
  #begun = false;
  #round = 0;

  constructor(world: TableRowsWorld) {
    const { basePublicId, tableId, transport, overlay, now } = world;
    this.#world = world;
    this.store = new RecordStore(overlay, now);
    this.#view = new SeenView(world);
    this.#reader = new ViewReader({ basePublicId, tableId }, transport, this.#view);
  }

  get #rows(): Rows | null {
    return this.#whole ?? this.#window;
  }

  get rowCount(): number {
    return this.#rows?.rowCount ?? 0;
  }

  get countKnown(): boolean {
    return !this.#begun && (this.#rows?.countKnown ?? false);
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

  /** Rows [from, to) with these fields at least, a page at a time; they are read on the way and do not stay here. */
  async *pages(from: number, to: number, fieldIds: readonly string[]): AsyncGenerator<readonly BaseRecord[]> {
    if (this.#window === null) yield await this.read(from, to);
    else yield* this.#reader.pages(from, to, fieldIds);
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
    if (search === this.#view.search) return;
    this.#view.search = search;
    this.rearrange();
  }

  /** Reads the table from the server: the first page at once, the rest when the table is small. */
  open(): Promise<void> {
    const round = ++this.#round;
    return this.#world.patiently(
      () => this.#open(round),
      () => round === this.#round,
    );
  }

  async #open(round: number): Promise<void> {
    const { tableId, overlay, stored } = this.#world;
    if (!stored()) {
      // A table just made here has the records it was made with; of a copy only the server knows them.
      if (overlay.makes(tableId)) this.#openWhole();
      return;
    }
    const first = await this.#reader.first();
    if (round !== this.#round) return;
    this.store.load(first.records, first.version);
    if (first.total > mostWhole) return this.#openWindow();
    // Rows that are here whole stay as they are until all of them have come again.
    if (this.#whole === null) {
      this.#begun = first.total > first.records.length;
      this.#openWhole();
    }
    if (first.total <= first.records.length) return this.#haveAll(first.records, first.version);
    const all = await this.#reader.all();
    if (round !== this.#round) return;
    if (all.nextCursor === null) return this.#haveAll(all.records, all.version);
    this.store.load(all.records, all.version);
    this.#openWindow();
  }

  #haveAll(records: readonly BaseRecord[], version: number): void {
    this.#begun = false;
    this.store.replace(records, version);
    this.#whole?.refresh();
  }

  /** The server has the table now: what was not made here is read. */
  async confirmed(): Promise<void> {
    if (this.#rows === null) await this.open();
  }

  /** Reads everything again: an import, or records changed by the thousand. What is on screen stays until then. */
  async reload(): Promise<void> {
    if (this.#window !== null) await this.#window.refresh();
    else await this.open();
  }

  /**
   * One event of the feed. `appends`: its new records stand at the table's end, not where an undo put them back. `laid`:
   * what was laid over the records here until now, of an event of one's own; they may look different even where it was
   * known already, or changes nothing.
   */
  received(
    changes: readonly RowChange[],
    seq: number,
    at: string,
    { appends, laid }: { readonly appends: boolean; readonly laid: readonly RowChange[] | null },
  ): void {
    const taken = new Set(this.store.take(changes, seq, at));
    const news =
      laid === null
        ? changes.filter((change) => taken.has(change) || change.kind === 'record')
        : [...changes, ...laid];
    if (news.length === 0) return;
    if (this.#window !== null) tellWindow(this.#window, news, this.#view.rule, appends);
    if (this.#whole !== null) tellWhole(this.#whole, news);
    this.#keepSmall();
  }

  /** A field has become another kind; the base may have been known with it for longer. */
  converted(change: FieldTypeChange, seq: number): void {
    this.store.convert(change, seq);
    this.#whole?.refresh();
  }

  /** Changes made here were laid over the records, or taken off again. */
  overlaid(changes: readonly RowChange[]): void {
    if (changes.length === 0) return;
    if (this.#window !== null) tellWindowOfOwn(this.#window, changes);
    if (this.#whole !== null) tellWholeOfOwn(this.#whole, changes);
    this.#keepSmall();
  }

  /** The view's settings, the fields or the search changed. */
  rearrange(): void {
    this.#whole?.refresh();
    void this.#window?.refresh();
  }

  /** A table that has grown too large to be here whole is so no longer. */
  #keepSmall(): void {
    if (this.#whole !== null && this.store.size > mostWhole * 1.2) this.#openWindow();
  }

  #openWhole(): void {
    const { tableId, overlay } = this.#world;
    this.#window = null;
    this.#whole = new WholeRows({
      get: (id) => this.store.get(id),
      ids: () => [...this.store.ids(), ...overlay.created(tableId)],
      rule: () => this.#view.rule,
    });
    this.#whole.subscribe((change) => this.#listeners.tell(change));
    this.#listeners.tell({ kind: 'rows' });
  }

  #openWindow(): void {
    const { tableId, overlay, patiently, onError } = this.#world;
    // The person keeps their place: it was as long as this before.
    const before = this.rowCount - (this.#rows === null ? 0 : overlay.created(tableId).length);
    this.#whole = null;
    this.#begun = false;
    this.#window = new WindowRows({
      get: (id) => this.store.get(id),
      fetch: async (start, count) => {
        const answer = await this.#reader.window(start, count);
        this.store.load(answer.records, answer.version);
        return { ids: answer.records.map((record) => record.id), total: answer.total };
      },
      before: Math.max(0, before),
      created: () => overlay.created(tableId),
      trim: (keep) => this.store.trim(keep),
      patiently,
      onError,
    });
    this.#window.subscribe((change) => this.#listeners.tell(change));
    void this.#window.refresh();
  }
}
