import type { BaseMetadata, BaseRecord } from '@weft/core';
import { type Change, isRowChange, type RowChange } from '@weft/history';
import { standAlike } from './deciding.ts';
import type { TableRows } from './table-rows.ts';

interface OpenView {
  readonly tableId: string;
  readonly viewId: string;
  readonly rows: TableRows;
}

export const rowChanges = (changes: readonly Change[], tableId: string): RowChange[] =>
  changes.filter(isRowChange).filter((change) => change.tableId === tableId);

/** The rows of all views that are or were looked at in one open base. */
export class OpenRows implements Iterable<OpenView> {
  readonly #views = new Map<string, OpenView>();
  readonly #make: (tableId: string, viewId: string) => TableRows;
  readonly #onError: (error: unknown) => void;

  constructor(
    make: (tableId: string, viewId: string) => TableRows,
    /** What could not be read. */
    onError: (error: unknown) => void,
  ) {
    this.#make = make;
    this.#onError = onError;
  }

  /** The rows of a table's view; read on the first call. */
  of(tableId: string, viewId: string): TableRows {
    const key = `${tableId}/${viewId}`;
    const present = this.#views.get(key);
    if (present) return present.rows;
    const rows = this.#make(tableId, viewId);
    this.#views.set(key, { tableId, viewId, rows });
    rows.open().catch(this.#onError);
    return rows;
  }

  [Symbol.iterator](): Iterator<OpenView> {
    return this.#views.values();
  }

  /** The rows of the views of these tables. */
  inTables(tableIds: ReadonlySet<string>): readonly TableRows[] {
    return [...this].flatMap(({ tableId, rows }) => (tableIds.has(tableId) ? [rows] : []));
  }

  record(tableId: string, recordId: string): BaseRecord | undefined {
    for (const view of this) {
      const record = view.tableId === tableId ? view.rows.store.get(recordId) : undefined;
      if (record !== undefined) return record;
    }
    return undefined;
  }

  /** Changes made here were laid over the records, or taken off again. */
  overlaid(changes: readonly Change[]): void {
    for (const { tableId, rows } of this) rows.overlaid(rowChanges(changes, tableId));
  }

  /** Fields or views changed: rows may stand elsewhere now. */
  rearrange(before: BaseMetadata, after: BaseMetadata): void {
    for (const { tableId, viewId, rows } of this)
      if (!standAlike(before, after, tableId, viewId)) rows.rearrange();
  }

  rearrangeAll(): void {
    for (const { rows } of this) rows.rearrange();
  }

  /** Reads everything again; what is on screen stays until then. */
  readAgain(): void {
    for (const { rows } of this) rows.open().catch(this.#onError);
  }
}
