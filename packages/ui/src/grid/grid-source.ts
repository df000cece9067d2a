import type { BaseRecord, CellValue, Field, FieldEnv, Table, View } from '@weft/core';

/** What changed under the grid: known records' cells, or anything else (order, count, window arrivals). */
type GridChange =
  | { readonly kind: 'cells'; readonly recordIds: ReadonlySet<string> }
  | { readonly kind: 'rows' };

/** The rows of one view, of any number; implemented by package client. Nothing here waits. */
export interface GridSource {
  /** Rows of the view as far as known. */
  readonly rowCount: number;
  /** False while the number is still an estimate or unknown. */
  readonly countKnown: boolean;
  /** The record at a place of the view; undefined while it is not here (see `ensure`). */
  row(index: number): BaseRecord | undefined;
  /** Asks for the rows [from, to) when they are missing; arrivals are announced to subscribers. */
  ensure(from: number, to: number): void;
  /** Rows [from, to), read where they are not here. Rejects when they cannot be read. */
  read(from: number, to: number): Promise<readonly BaseRecord[]>;
  /** The place of a loaded record, or -1: it may be elsewhere, out of the view, or gone. */
  indexOf(recordId: string): number;
  /** Whether a record a person is on still exists, in the view or out of it. */
  has(recordId: string): boolean;
  /**
   * The rows [first, last] a person is on (null: none). What they do to these records moves or hides them only once
   * they are on others; `keep`: nor yet. True when rows have moved at this call.
   */
  hold(rows: readonly [number, number] | null, keep?: boolean): boolean;
  subscribe(listener: (change: GridChange) => void): () => void;
}

/** A cell's new content: a value that fits, or text kept as it is. */
export interface CellEdit {
  readonly recordId: string;
  readonly fieldId: string;
  readonly value: CellValue;
  /** Text that does not fit the type; then `value` is null. */
  readonly raw?: string;
}

/** What a person can do in the grid; applied on screen at once, each call one undo step. */
export interface GridActions {
  /** One cell by typing: merges with the next edit of the same cell. */
  updateCell(edit: CellEdit): void;
  /** Paste: cells of present records, new records below them, and select fields that gained options: one undo step. */
  pasteCells(
    edits: readonly CellEdit[],
    created: readonly { readonly id: string; readonly edits: readonly CellEdit[] }[],
    templates?: readonly { readonly fieldId: string; readonly template: Field['template'] }[],
  ): void;
  clearCells(cells: readonly { recordId: string; fieldId: string }[]): void;
  /** Creates an empty record at the end and gives its id. */
  createRecord(): string;
  newRecordId(): string;
  /** The stored value of a new select option. */
  newOptionValue(): string;
  deleteRecords(recordIds: readonly string[]): void;
  /** Rows [from, to] of the view, of any number: they need not be here. Emptied in these fields, as one undo step. */
  clearRows(rows: readonly [number, number], fieldIds: readonly string[]): void;
  /** Rows [from, to] of the view, of any number, as one undo step. */
  deleteRows(rows: readonly [number, number]): void;
  /** Saves a select with a new option (typing 'Add "text"'); what is written in the same turn is of the same undo step. */
  addOptions(fieldId: string, template: Field['template']): void;
  /** Pixels, 100-300. */
  resizeField(fieldId: string, width: number): void;
  /** All fields of the table in their new order. */
  reorderFields(fieldIds: readonly string[]): void;
  /** Holds so many leading columns, the primary one included, while one scrolls sideways; at least 1. */
  freezeColumns(count: number): void;
  undo(): void;
  redo(): void;
}

export interface GridContext {
  readonly table: Table;
  readonly view: View;
  readonly role: 'admin' | 'write' | 'read';
  readonly timeZone: string;
  readonly locale: string;
  /** Formats a phone number; missing until its metadata has arrived. */
  readonly formatPhone?: FieldEnv['formatPhone'];
}
