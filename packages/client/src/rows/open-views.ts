import type { BaseMetadata, BaseRecord } from '@weft/core';
import { type Change, isRowChange, type RowChange } from '@weft/history';
import { deepEqual } from '@weft/std';
import type { TableRows } from './table-rows.ts';

interface OpenView {
  readonly tableId: string;
  readonly viewId: string;
  readonly rows: TableRows;
}

export const rowChanges = (changes: readonly Change[], tableId: string): RowChange[] =>
  changes.filter(isRowChange).filter((change) => change.tableId === tableId);

/** What a view's filter and order depend on; null when the table or view is gone. */
function orderInputs({ tables }: BaseMetadata, tableId: string, viewId: string) {
  const table = tables.find(({ id }) => id === tableId);
  const view = table?.views.find(({ id }) => id === viewId);
  if (!table || !view) return null;
  const fields = table.fields.map(({ id, type, template }) => ({ id, type, template }));
  const { sorts, filters, groups, summaries } = view.config;
  return { fields, sorts, filters, groups, summaries };
}

/** Whether a view has the same filter and order in two states of the base. */
const sameRowOrder = (before: BaseMetadata, after: BaseMetadata, tableId: string, viewId: string): boolean =>
  before === after || deepEqual(orderInputs(before, tableId, viewId), orderInputs(after, tableId, viewId));

/** The rows of every view that is or was opened in one base. */
export class OpenViews implements Iterable<OpenView> {
  readonly #views = new Map<string, OpenView>();
  readonly #create: (tableId: string, viewId: string) => TableRows;
  readonly #onError: (error: unknown) => void;

  constructor(
    create: (tableId: string, viewId: string) => TableRows,
    /** A read failed. */
    onError: (error: unknown) => void,
  ) {
    this.#create = create;
    this.#onError = onError;
  }

  /** The rows of a table's view; loaded on the first call. */
  of(tableId: string, viewId: string): TableRows {
    const key = `${tableId}/${viewId}`;
    const present = this.#views.get(key);
    if (present) return present.rows;
    const rows = this.#create(tableId, viewId);
    this.#views.set(key, { tableId, viewId, rows });
    rows.open().catch(this.#onError);
    return rows;
  }

  [Symbol.iterator](): Iterator<OpenView> {
    return this.#views.values();
  }

  /** The rows of these tables' views. */
  inTables(tableIds: ReadonlySet<string>): readonly TableRows[] {
    return [...this].flatMap(({ tableId, rows }) => (tableIds.has(tableId) ? [rows] : []));
  }

  /** A record that any view has loaded, as it is stored. */
  record(tableId: string, recordId: string): BaseRecord | undefined {
    for (const view of this) {
      const record = view.tableId === tableId ? view.rows.store.stored(recordId) : undefined;
      if (record !== undefined) return record;
    }
    return undefined;
  }

  /** Local changes were added to the overlay. */
  changedLocally(changes: readonly Change[]): void {
    for (const { tableId, rows } of this) rows.changedLocally(rowChanges(changes, tableId));
  }

  /** Cells of linked records changed. */
  linkedChanged(): void {
    for (const { rows } of this) rows.linkedChanged();
  }

  /** Sorts anew the views whose filter or order differ between two states of the base. */
  resortChanged(before: BaseMetadata, after: BaseMetadata): void {
    for (const { tableId, viewId, rows } of this)
      if (!sameRowOrder(before, after, tableId, viewId)) rows.resort();
  }

  resortAll(): void {
    for (const { rows } of this) rows.resort();
  }

  /** Loads everything again; what is on screen stays until then. */
  refetchAll(): void {
    for (const { rows } of this) rows.open().catch(this.#onError);
  }
}
