import type { BaseRecord } from '@weft/core';
import { type Rows, type RowsChange, RowsListeners } from './rows.ts';

/** The filter and order of a view, compiled from its settings. */
export interface ViewRule {
  readonly shows: (record: BaseRecord) => boolean;
  readonly compare: (a: BaseRecord, b: BaseRecord) => number;
  /** Fields whose cells can move or hide a row; null: any field. */
  readonly orderFields: ReadonlySet<string> | null;
  /** Whether the view has an order other than the table's own. */
  readonly sorted: boolean;
}

/** Rows of a wholly loaded table: filtered and sorted in the browser. */
export class WholeRows implements Rows {
  readonly #listeners = new RowsListeners();
  readonly #get: (id: string) => BaseRecord | undefined;
  readonly #ids: () => Iterable<string>;
  readonly #rule: () => ViewRule;
  readonly #released: (recordIds: readonly string[]) => void;
  #order: string[] = [];
  #indexes: Map<string, number> | null = null;
  /** Records of the selected rows. */
  #held: ReadonlySet<string> = new Set();
  /** Held records that are not where the view would put them: edited or created while held. */
  readonly #pinned = new Map<string, 'edited' | 'created'>();

  constructor(source: {
    readonly get: (id: string) => BaseRecord | undefined;
    /** Every record, those created here and not yet confirmed included. */
    readonly ids: () => Iterable<string>;
    readonly rule: () => ViewRule;
    /** These records are no longer held where they stood. */
    readonly released: (recordIds: readonly string[]) => void;
  }) {
    this.#get = source.get;
    this.#ids = source.ids;
    this.#rule = source.rule;
    this.#released = source.released;
    this.#sort();
  }

  readonly countKnown = true;

  get rowCount(): number {
    return this.#order.length;
  }

  row(index: number): BaseRecord | undefined {
    const id = this.#order[index];
    return id === undefined ? undefined : this.#get(id);
  }

  /** Whether a record is not where the view would put it. */
  isPinned(recordId: string): boolean {
    return this.#pinned.get(recordId) === 'edited';
  }

  /** All records in order. */
  get records(): readonly BaseRecord[] {
    return this.#order.flatMap((id) => this.#get(id) ?? []);
  }

  ensure(): void {}

  async read(from: number, to: number): Promise<readonly BaseRecord[]> {
    return this.#order.slice(from, to).flatMap((id) => this.#get(id) ?? []);
  }

  indexOf(recordId: string): number {
    this.#indexes ??= new Map(this.#order.map((id, index) => [id, index]));
    return this.#indexes.get(recordId) ?? -1;
  }

  subscribe(listener: (change: RowsChange) => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  /** Cells of these fields changed in these records; those in `moved` were created, deleted or moved. */
  changed(
    recordIds: ReadonlySet<string>,
    fieldIds: ReadonlySet<string>,
    moved: ReadonlySet<string> = new Set(),
  ): void {
    const { orderFields } = this.#rule();
    const mayReorder = orderFields === null || [...fieldIds].some((id) => orderFields.has(id));
    if (moved.size === 0 && !mayReorder) {
      this.#listeners.notify({ kind: 'cells', recordIds });
      return;
    }
    for (const id of recordIds) {
      const pinned = this.#pinned.get(id);
      // A record that was deleted and restored, or moved, takes its place in the view.
      if (this.#get(id) === undefined || (moved.has(id) && pinned === 'edited')) this.#pinned.delete(id);
      else if (
        mayReorder &&
        !moved.has(id) &&
        pinned === undefined &&
        this.#held.has(id) &&
        this.indexOf(id) !== -1
      )
        this.#pinned.set(id, 'edited');
    }
    this.#sort();
    this.#listeners.notify({ kind: 'rows' });
  }

  /** Records created here: in sight until the selection leaves them, even where the view would filter them out. */
  created(recordIds: readonly string[]): void {
    for (const id of recordIds) this.#pinned.set(id, 'created');
  }

  /** Records changed by one local action: holding one of them holds all, until the next selection. */
  holdTogether(recordIds: readonly string[]): void {
    if (recordIds.some((id) => this.#held.has(id))) this.#held = new Set([...this.#held, ...recordIds]);
  }

  hold(rows: readonly [number, number] | null, keep = false): boolean {
    this.#held = new Set([
      ...(rows === null ? [] : this.#order.slice(rows[0], rows[1] + 1)),
      ...(keep ? this.#pinned.keys() : []),
    ]);
    const gone = [...this.#pinned.keys()].filter((id) => !this.#held.has(id));
    if (gone.length === 0) return false;
    for (const id of gone) this.#pinned.delete(id);
    this.#released(gone);
    const before = this.#order;
    this.#sort();
    if (before.length === this.#order.length && before.every((id, place) => id === this.#order[place]))
      return false;
    this.#listeners.notify({ kind: 'rows' });
    return true;
  }

  /** The view's settings or the search changed: sorts anew, pinned rows included. */
  refresh(): void {
    this.#pinned.clear();
    this.#sort();
    this.#listeners.notify({ kind: 'rows' });
  }

  #sort(): void {
    const { shows, compare, sorted } = this.#rule();
    const records: BaseRecord[] = [];
    const last: string[] = [];
    for (const id of new Set(this.#ids())) {
      const record = this.#get(id);
      const pinned = this.#pinned.get(id);
      if (record === undefined || pinned === 'edited') continue;
      if (pinned === 'created' && sorted) last.push(id);
      else if (pinned === 'created' || shows(record)) records.push(record);
    }
    const ordered = records.sort(compare).map((record) => record.id);
    this.#order = [...this.#withPinned(ordered), ...last];
    this.#indexes = null;
  }

  /** Inserts the pinned edited rows among the others: behind as many of them as before. */
  #withPinned(ordered: readonly string[]): readonly string[] {
    const edited = this.#order.filter(
      (id) => this.#pinned.get(id) === 'edited' && this.#get(id) !== undefined,
    );
    if (edited.length === 0) return ordered;
    const others = new Set(ordered);
    const pinned = new Set(edited);
    const placed: string[] = [];
    let next = 0;
    for (const id of this.#order) {
      if (pinned.has(id)) placed.push(id);
      else if (others.has(id)) {
        const other = ordered[next++];
        if (other !== undefined) placed.push(other);
      }
    }
    return [...placed, ...ordered.slice(next)];
  }
}
