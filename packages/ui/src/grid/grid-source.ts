import type { BaseRecord, CellValue, Field, FieldEnv, LinkField, Table, View } from '@weft/core';
import type { CellFiles } from '../fields/attachments/cell-files.ts';
import type { LinkSource } from '../fields/cell-editor.ts';

/** What changed: cells of loaded records, or anything else (order, count, newly loaded rows). */
type GridChange =
  | { readonly kind: 'cells'; readonly recordIds: ReadonlySet<string> }
  | { readonly kind: 'rows' }
  | { readonly kind: 'hidden'; readonly recordIds: ReadonlySet<string> };

/** A group of a view's records, and where its header stands. */
export interface GridGroup {
  readonly id: string;
  /** 0 is the outermost. */
  readonly level: number;
  /** What its records hold in the field of its level. */
  readonly value: CellValue;
  readonly count: number;
  /** The row before which the header stands. */
  readonly at: number;
  readonly collapsed: boolean;
}

/** The groups of a view, and what its columns add up to. */
export interface GridGroups {
  readonly headers: readonly GridGroup[];
  /** Records of the view, those of collapsed groups counted too. */
  readonly recordCount: number;
  /** Whether there are more groups than can be shown; then the rows stand without them. */
  readonly tooMany: boolean;
  toggle(id: string): void;
  toggleAll(collapsed: boolean): void;
  /** A summary of a column, in a group or of all records; null where there is nothing to say, or it is not known yet. */
  summary(group: GridGroup | null, fieldId: string, name: string): number | null;
  /** Every summary of a column that can be had, by name. */
  summaries(fieldId: string): Promise<{ readonly [name: string]: number | null }>;
  /** Records up to which every summary can be computed; of more, some are left out of `summaries`. */
  readonly maxSummarised: number;
}

/** The rows of one view, of any number; implemented by package client. Synchronous, except `read`. */
export interface GridSource {
  /** Rows of the view as far as known. */
  readonly rowCount: number;
  /** False while the number is still an estimate or unknown. */
  readonly countKnown: boolean;
  /** The record at a row of the view; undefined while it is not loaded (see `ensure`). */
  row(index: number): BaseRecord | undefined;
  /** Loads rows [from, to) that are missing; subscribers are notified when they arrive. */
  ensure(from: number, to: number): void;
  /** Rows [from, to), fetched where they are not loaded. Rejects when they cannot be fetched. */
  read(from: number, to: number): Promise<readonly BaseRecord[]>;
  /** The row of a loaded record, or -1: it may be unloaded, filtered out or deleted. */
  indexOf(recordId: string): number;
  /** Whether a record of the selection still exists, filtered out or not. */
  has(recordId: string): boolean;
  /**
   * The selected rows [first, last] (null: none). Records edited there keep their place until the selection leaves them;
   * `keep`: those held before stay held too. True when rows have moved at this call.
   */
  hold(rows: readonly [number, number] | null, keep?: boolean): boolean;
  subscribe(listener: (change: GridChange) => void): () => void;
  readonly groups: GridGroups;
  /** Whether a record was edited and keeps its row until one moves on. */
  isPinned(recordId: string): boolean;
}

/** A cell's new content: a value that fits, or text kept as it is. */
export interface CellEdit {
  readonly recordId: string;
  readonly fieldId: string;
  readonly value: CellValue;
  /** What the cell held when its editor was opened. */
  readonly before?: CellValue;
  /** Text that does not fit the type; then `value` is null. */
  readonly raw?: string;
}

/** What a person can do in the grid; applied on screen at once, each call one undo step. */
export interface GridActions {
  /** One cell by typing: merges with the next edit of the same cell. */
  updateCell(edit: CellEdit): void;
  /**
   * Cells of present records, new records below them, and select fields that gained options: one undo step. `pasted`: a
   * person pasted them; the step is called so.
   */
  pasteCells(
    edits: readonly CellEdit[],
    created: readonly { readonly id: string; readonly edits: readonly CellEdit[] }[],
    templates?: readonly { readonly fieldId: string; readonly template: Field['template'] }[],
    pasted?: true,
  ): void;
  /** Says what the last edit did, and offers to undo it. */
  offerUndo(text: string): void;
  clearCells(cells: readonly { recordId: string; fieldId: string }[]): void;
  /** Creates an empty record at the end and gives its id. */
  createRecord(): string;
  newRecordId(): string;
  /** The stored value of a new select option. */
  newOptionValue(): string;
  deleteRecords(recordIds: readonly string[]): void;
  /** Puts records, in this order, before another or (null) at the end of the table's own order: one undo step. */
  moveRecords(recordIds: readonly string[], beforeRecordId: string | null): void;
  /** Clears these fields in rows [from, to] of the view, loaded or not, as one undo step. */
  clearRows(rows: readonly [number, number], fieldIds: readonly string[]): void;
  /** Rows [from, to] of the view, of any number, as one undo step. */
  deleteRows(rows: readonly [number, number]): void;
  /** Saves a select with a new option (typing 'Add "text"'); what is written in the same turn is of the same undo step. */
  addOptions(fieldId: string, template: Field['template']): void;
  /** The files of a cell of attachments; the same object each time. */
  cellFiles(cell: { readonly recordId: string; readonly fieldId: string }): CellFiles;
  /** What the cells of a link field can be linked to. */
  linkSource(field: LinkField): LinkSource | null;
  /** Pixels, 100-300. */
  resizeField(fieldId: string, width: number): void;
  /** All fields of the table in their new order. */
  reorderFields(fieldIds: readonly string[]): void;
  /** Holds so many leading columns, the primary one included, while one scrolls sideways; at least 1. */
  freezeColumns(count: number): void;
  /** Shows a summary below a column; null: none. */
  setSummary(fieldId: string, name: string | null): void;
  undo(): void;
  redo(): void;
}

export interface GridContext {
  readonly table: Table;
  readonly view: View;
  readonly role: 'admin' | 'owner' | 'write' | 'read';
  readonly timeZone: string;
  readonly locale: string;
  /** Formats a phone number; missing until its metadata has arrived. */
  readonly formatPhone?: FieldEnv['formatPhone'];
  /** Names of linked records; another function when one has changed. */
  readonly linked?: FieldEnv['linked'];
  /** What is seen through lookups and links. */
  readonly shownField?: FieldEnv['shownField'];
  /** Of a table that is filled elsewhere: nobody edits the cells of these fields, or adds records and fields here. */
  readonly fixedFieldIds?: ReadonlySet<string> | undefined;
}
