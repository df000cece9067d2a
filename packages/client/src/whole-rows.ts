import type { BaseRecord } from '@weft/core';
import { Listeners, type Rows, type RowsChange } from './rows.ts';

/** The order and choice of a view, bound to its settings. */
export interface ViewRule {
  readonly shows: (record: BaseRecord) => boolean;
  readonly compare: (a: BaseRecord, b: BaseRecord) => number;
  /** Fields whose cells can move or hide a row; null: any. */
  readonly decidingFields: ReadonlySet<string> | null;
  /** Whether rows stand in an order other than the table's own. */
  readonly sorted: boolean;
}

/** Rows of a table that is here whole: filtered and sorted in the browser. */
export class WholeRows implements Rows {
  readonly #listeners = new Listeners();
  readonly #get: (id: string) => BaseRecord | undefined;
  readonly #ids: () => Iterable<string>;
  readonly #rule: () => ViewRule;
  #order: string[] = [];
  #places: Map<string, number> | null = null;
  /** The rows a person is on. */
  #held: ReadonlySet<string> = new Set();
  /** Of those, the ones that stand where the view would not put them: edited there, or created there. */
  readonly #staying = new Map<string, 'edited' | 'created'>();

  constructor(source: {
    readonly get: (id: string) => BaseRecord | undefined;
    /** Every record, those created here included. */
    readonly ids: () => Iterable<string>;
    readonly rule: () => ViewRule;
  }) {
    this.#get = source.get;
    this.#ids = source.ids;
    this.#rule = source.rule;
    this.#arrange();
  }

  readonly countKnown = true;

  get rowCount(): number {
    return this.#order.length;
  }

  row(index: number): BaseRecord | undefined {
    const id = this.#order[index];
    return id === undefined ? undefined : this.#get(id);
  }

  ensure(): void {}

  async read(from: number, to: number): Promise<readonly BaseRecord[]> {
    return this.#order.slice(from, to).flatMap((id) => this.#get(id) ?? []);
  }

  indexOf(recordId: string): number {
    this.#places ??= new Map(this.#order.map((id, index) => [id, index]));
    return this.#places.get(recordId) ?? -1;
  }

  subscribe(listener: (change: RowsChange) => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  /** Records whose cells changed, in the fields named; `moved` came, went or were put elsewhere themselves. */
  changed(
    recordIds: ReadonlySet<string>,
    fieldIds: ReadonlySet<string>,
    moved: ReadonlySet<string> = new Set(),
  ): void {
    const { decidingFields } = this.#rule();
    const decides = decidingFields === null || [...fieldIds].some((id) => decidingFields.has(id));
    if (moved.size === 0 && !decides) {
      this.#listeners.tell({ kind: 'cells', recordIds });
      return;
    }
    for (const id of recordIds) {
      const stays = this.#staying.get(id);
      // A record that was deleted and comes back takes its place in the view, and so does one that is moved there.
      if (this.#get(id) === undefined || (moved.has(id) && stays === 'edited')) this.#staying.delete(id);
      else if (
        decides &&
        !moved.has(id) &&
        stays === undefined &&
        this.#held.has(id) &&
        this.indexOf(id) !== -1
      )
        this.#staying.set(id, 'edited');
    }
    this.#arrange();
    this.#listeners.tell({ kind: 'rows' });
  }

  /** Records made here by this person: in sight until they move on, whatever the view would do with them. */
  created(recordIds: readonly string[]): void {
    for (const id of recordIds) this.#staying.set(id, 'created');
  }

  /** Records one action of this person changes: whoever is on one of them is on all, till the next selection. */
  together(recordIds: readonly string[]): void {
    if (recordIds.some((id) => this.#held.has(id))) this.#held = new Set([...this.#held, ...recordIds]);
  }

  hold(rows: readonly [number, number] | null, keep = false): boolean {
    this.#held = new Set([
      ...(rows === null ? [] : this.#order.slice(rows[0], rows[1] + 1)),
      ...(keep ? this.#staying.keys() : []),
    ]);
    const gone = [...this.#staying.keys()].filter((id) => !this.#held.has(id));
    if (gone.length === 0) return false;
    for (const id of gone) this.#staying.delete(id);
    const before = this.#order;
    this.#arrange();
    if (before.length === this.#order.length && before.every((id, place) => id === this.#order[place]))
      return false;
    this.#listeners.tell({ kind: 'rows' });
    return true;
  }

  /** The view's settings or the search changed: every row takes the place they give it. */
  refresh(): void {
    this.#staying.clear();
    this.#arrange();
    this.#listeners.tell({ kind: 'rows' });
  }

  #arrange(): void {
    const { shows, compare, sorted } = this.#rule();
    const records: BaseRecord[] = [];
    const last: string[] = [];
    for (const id of new Set(this.#ids())) {
      const record = this.#get(id);
      const stays = this.#staying.get(id);
      if (record === undefined || stays === 'edited') continue;
      if (stays === 'created' && sorted) last.push(id);
      else if (stays === 'created' || shows(record)) records.push(record);
    }
    const ordered = records.sort(compare).map((record) => record.id);
    this.#order = [...this.#withEdited(ordered), ...last];
    this.#places = null;
  }

  /** The edited rows go back among the others: behind as many of them as before. */
  #withEdited(ordered: readonly string[]): readonly string[] {
    const edited = this.#order.filter(
      (id) => this.#staying.get(id) === 'edited' && this.#get(id) !== undefined,
    );
    if (edited.length === 0) return ordered;
    const others = new Set(ordered);
    const waiting = new Set(edited);
    const placed: string[] = [];
    let next = 0;
    for (const id of this.#order) {
      if (waiting.has(id)) placed.push(id);
      else if (others.has(id)) {
        const other = ordered[next++];
        if (other !== undefined) placed.push(other);
      }
    }
    return [...placed, ...ordered.slice(next)];
  }
}
