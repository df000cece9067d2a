import type { BaseRecord } from '@weft/core';
import { Listeners, type Rows, type RowsChange } from './rows.ts';

/** The order and choice of a view, bound to its settings. */
export interface ViewRule {
  readonly shows: (record: BaseRecord) => boolean;
  readonly compare: (a: BaseRecord, b: BaseRecord) => number;
  /** Fields whose cells can move or hide a row; null: any. */
  readonly decidingFields: ReadonlySet<string> | null;
}

/** Rows of a table that is here whole: filtered and sorted in the browser. */
export class WholeRows implements Rows {
  readonly #listeners = new Listeners();
  readonly #get: (id: string) => BaseRecord | undefined;
  readonly #ids: () => Iterable<string>;
  readonly #rule: () => ViewRule;
  #order: string[] = [];
  #places: Map<string, number> | null = null;

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

  /** Records whose cells changed, in the fields named (null: anything, rows may have come or gone). */
  changed(recordIds: ReadonlySet<string>, fieldIds: ReadonlySet<string> | null): void {
    const { decidingFields } = this.#rule();
    const settled =
      fieldIds !== null && decidingFields !== null && [...fieldIds].every((id) => !decidingFields.has(id));
    if (settled) this.#listeners.tell({ kind: 'cells', recordIds });
    else this.refresh();
  }

  refresh(): void {
    this.#arrange();
    this.#listeners.tell({ kind: 'rows' });
  }

  #arrange(): void {
    const { shows, compare } = this.#rule();
    const records: BaseRecord[] = [];
    for (const id of new Set(this.#ids())) {
      const record = this.#get(id);
      if (record !== undefined && shows(record)) records.push(record);
    }
    this.#order = records.sort(compare).map((record) => record.id);
    this.#places = null;
  }
}
