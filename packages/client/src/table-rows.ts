import {
  type BaseRecord,
  checkSort,
  type FieldEnv,
  type Filter,
  pruneFilter,
  type SortKey,
  type Table,
  type View,
} from '@weft/core';
import type { FieldTypeChange, RowChange } from '@weft/history';
import type { CallOutput } from '@weft/protocol';
import { AppError } from '@weft/std';
import type { Overlay } from './overlay.ts';
import { RecordStore } from './record-store.ts';
import { Listeners, type Rows, type RowsChange } from './rows.ts';
import type { Transport } from './transport.ts';
import { viewRule } from './view-rule.ts';
import { type ViewRule, WholeRows } from './whole-rows.ts';
import { WindowRows } from './window-rows.ts';

/** Records a table may have and still be kept here whole (specification 2, section 4). */
const mostWhole = 5_000;
/** Rows of the first answer: a screen and a little. */
const firstPage = 100;

export interface TableRowsWorld {
  readonly basePublicId: string;
  readonly tableId: string;
  readonly transport: Transport;
  readonly overlay: Overlay;
  readonly env: FieldEnv;
  readonly now: () => string;
  /** The table and view as they stand, local changes included; undefined when they are gone. */
  readonly table: () => Table | undefined;
  readonly view: () => View | undefined;
  /** Whether the server has the table. */
  readonly stored: () => boolean;
  readonly onError: (error: unknown) => void;
}

/** The rows of one table's view: whole when it is small, windows of it when it is not. */
export class TableRows implements Rows {
  readonly store: RecordStore;
  readonly #world: TableRowsWorld;
  readonly #listeners = new Listeners();
  #whole: WholeRows | null = null;
  #window: WindowRows | null = null;
  /** Of a table to be kept whole only the first page has come. */
  #begun = false;
  #search = '';
  #round = 0;

  constructor(world: TableRowsWorld) {
    this.#world = world;
    this.store = new RecordStore(world.overlay, world.now);
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
    if (this.#window === null) {
      yield await this.read(from, to);
      return;
    }
    // A search looks into the fields that are asked for.
    const fields = this.#search === '' ? { fieldIds: [...fieldIds] } : {};
    let end = to;
    let known = -1;
    for (let start = from; start < end; start += mostWhole) {
      const { records, total } = await this.#ask(start, Math.min(mostWhole, end - start), fields);
      if (known !== -1 && total !== known)
        throw new AppError('conflict', 'The rows have moved. Please try again.');
      known = total;
      end = Math.min(to, total);
      yield records;
    }
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

  get search(): string {
    return this.#search;
  }

  setSearch(search: string): void {
    if (search === this.#search) return;
    this.#search = search;
    this.rearrange();
  }

  /** Reads the table from the server: the first page at once, the rest when the table is small. */
  async open(): Promise<void> {
    const round = ++this.#round;
    const { basePublicId, tableId, transport, overlay, stored } = this.#world;
    if (!stored()) {
      // A table just made here has the records it was made with; of a copy only the server knows them.
      if (overlay.makes(tableId)) this.#openWhole();
      return;
    }
    const first = await transport.call('records.window', {
      basePublicId,
      tableId,
      start: 0,
      count: firstPage,
      timeZone: this.#world.env.timeZone,
    });
    if (round !== this.#round) return;
    this.store.load(first.records, first.version);
    if (first.total > mostWhole) return this.#openWindow();
    // Rows that are here whole stay as they are until all of them have come again.
    if (this.#whole === null) {
      this.#begun = first.total > first.records.length;
      this.#openWhole();
    }
    if (first.total <= first.records.length) return this.#haveAll(first.records, first.version);
    const all = await transport.call('records.list', { basePublicId, tableId, limit: mostWhole });
    if (round !== this.#round) return;
    if (all.nextCursor !== null) {
      this.store.load(all.records, all.version);
      return this.#openWindow();
    }
    this.#haveAll(all.records, all.version);
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
   * One event of the feed. `appends`: its new records stand at the table's end, not where an undo put them back. `own`:
   * it was laid over the records here until now, so they may look different even where the event was known already.
   */
  received(
    changes: readonly RowChange[],
    seq: number,
    at: string,
    { appends, own }: { readonly appends: boolean; readonly own: boolean },
  ): void {
    const taken = new Set(this.store.take(changes, seq, at));
    const news = changes.filter((change) => own || taken.has(change) || change.kind === 'record');
    if (news.length === 0) return;
    if (this.#whole !== null) this.#wholeChanged(news);
    else if (this.#window !== null) this.#windowReceived(this.#window, news, appends);
  }

  /**
   * A field has become another kind. `again`: by a step back or forward, which brings back cells that only the
   * server remembers, so they are read once more.
   */
  converted(change: FieldTypeChange, seq: number, again: boolean): void {
    this.store.convert(change, seq);
    if (again) this.open().catch(this.#world.onError);
  }

  /** Changes made here were laid over the records, or taken off again. */
  overlaid(changes: readonly RowChange[]): void {
    if (changes.length === 0) return;
    if (this.#whole !== null) {
      this.#whole.created(
        changes.flatMap((change) =>
          change.kind === 'record' && change.before === null ? [change.recordId] : [],
        ),
      );
      this.#whole.together(changes.map((change) => change.recordId));
      this.#wholeChanged(changes);
      return;
    }
    const removed = changes.filter((change) => change.kind === 'record' && change.after === null);
    if (removed.length > 0) this.#window?.removed(new Set(removed.map((change) => change.recordId)));
    else if (changes.some((change) => change.kind === 'record')) this.#window?.tell();
    else this.#window?.cellsChanged(new Set(changes.map((change) => change.recordId)));
  }

  /** The view's settings, the fields or the search changed. */
  rearrange(): void {
    if (this.#whole !== null) this.#whole.refresh();
    else void this.#window?.refresh();
  }

  #wholeChanged(changes: readonly RowChange[]): void {
    const fields = new Set<string>();
    const moved = new Set<string>();
    for (const change of changes) {
      if (change.kind === 'cells') for (const id of Object.keys(change.after)) fields.add(id);
      else moved.add(change.recordId);
    }
    this.#whole?.changed(new Set(changes.map((change) => change.recordId)), fields, moved);
    if (this.store.size > mostWhole * 1.2) this.#openWindow();
  }

  #windowReceived(rows: WindowRows, changes: readonly RowChange[], appends: boolean): void {
    const edited = new Set<string>();
    const removed = new Set<string>();
    const added: string[] = [];
    let moved = false;
    for (const change of changes) {
      if (change.kind === 'cells') edited.add(change.recordId);
      else if (change.kind === 'move') moved = true;
      else if (change.after === null) removed.add(change.recordId);
      else added.push(change.recordId);
    }
    const { sorted, decidingFields } = this.#rule();
    const ownOrder = !sorted && decidingFields?.size === 0;
    const deciding = changes.some(
      (change) =>
        change.kind === 'cells' &&
        (decidingFields === null || Object.keys(change.after).some((id) => decidingFields.has(id))),
    );
    // Rows deleted here have closed up already; only those still standing do so now.
    const standing = new Set([...removed].filter((id) => rows.indexOf(id) !== -1));
    if (standing.size > 0) rows.removed(standing);
    // Where the others stood is not known: everything behind them has moved up.
    if (standing.size < removed.size || moved) void rows.refresh();
    if (added.length > 0 && ownOrder && appends) rows.appended(added);
    // An undo puts records back where they were, which only the server knows.
    else if (added.length > 0 && !appends) void rows.refresh();
    else if (added.length > 0 || deciding) rows.mayMove(edited, added);
    if (edited.size > 0) rows.cellsChanged(edited);
  }

  #openWhole(): void {
    this.#window = null;
    const { tableId, overlay } = this.#world;
    this.#whole = new WholeRows({
      get: (id) => this.store.get(id),
      ids: () => [...this.store.ids(), ...overlay.created(tableId)],
      rule: () => this.#rule(),
    });
    this.#whole.subscribe((change) => this.#listeners.tell(change));
    this.#listeners.tell({ kind: 'rows' });
  }

  #rule(): ViewRule {
    const table = this.#world.table();
    const view = this.#world.view();
    if (!table || !view) return { shows: () => false, compare: () => 0, decidingFields: null, sorted: false };
    return viewRule(table, view, this.#search, this.#env);
  }

  /** With the time it is now, from which 'this week' is meant. */
  get #env(): FieldEnv {
    return { ...this.#world.env, now: this.#world.now() };
  }

  /** The view's filter and sorts as they stand here, the server need not have them yet; without what is wrong in them. */
  #choice(): { readonly filters?: Filter; readonly sort?: SortKey[] } {
    const table = this.#world.table();
    const view = this.#world.view();
    if (!table || !view) return {};
    const filters = pruneFilter(view.config.filters, table, this.#env);
    const sort = view.config.sorts.filter((key) => checkSort([key], table).length === 0);
    return { ...(filters !== null && { filters }), ...(sort.length > 0 && { sort }) };
  }

  #ask(
    start: number,
    count: number,
    fields: { readonly fieldIds?: string[] } = {},
  ): Promise<CallOutput<'records.window'>> {
    const { basePublicId, tableId, transport, env } = this.#world;
    return transport.call('records.window', {
      ...{ basePublicId, tableId, start, count },
      timeZone: env.timeZone,
      ...this.#choice(),
      ...(this.#search !== '' && { search: this.#search }),
      ...fields,
    });
  }

  #openWindow(): void {
    // The person keeps their place: it was as long as this before.
    const before =
      this.rowCount - (this.#rows === null ? 0 : this.#world.overlay.created(this.#world.tableId).length);
    this.#whole = null;
    this.#begun = false;
    const { tableId, overlay } = this.#world;
    this.#window = new WindowRows({
      get: (id) => this.store.get(id),
      fetch: async (start, count) => {
        const answer = await this.#ask(start, count);
        this.store.load(answer.records, answer.version);
        return { ids: answer.records.map((record) => record.id), total: answer.total };
      },
      before: Math.max(0, before),
      created: () => overlay.created(tableId),
      trim: (keep) => this.store.trim(keep),
      onError: this.#world.onError,
    });
    this.#window.subscribe((change) => this.#listeners.tell(change));
    void this.#window.refresh();
  }
}
