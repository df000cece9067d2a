import type { CellValue, Field, FieldShape, RawTexts, RecordData, Table, View, ViewConfig } from '@weft/core';

/**
 * One difference between two states of a base, with the values before and after; `null` is absence. The inverse is a
 * swap. A list of changes is applied in order and reverted in reverse order. `table`, `field`, `view` and `record` are
 * created or deleted whole (exactly one side is null); the `…-update` kinds and `cells` carry only the properties that
 * differ, with the same keys on both sides.
 */
export type Change =
  | TableChange
  | TableUpdate
  | FieldChange
  | FieldUpdate
  | FieldTypeChange
  | ViewChange
  | ViewUpdate
  | RecordChange
  | CellChange
  | LinkChange
  | MoveChange;

/** With its fields and views. Its records stay where they are: deleting a table only hides it. */
interface TableChange {
  readonly kind: 'table';
  readonly tableId: string;
  readonly before: Table | null;
  readonly after: Table | null;
  /** A new table begins with a copy of the records another holds at that moment. */
  readonly copyOf?: TableCopy;
}

export interface TableCopy {
  readonly tableId: string;
  /** The copy's field of each field of the source. */
  readonly fieldIds: { readonly [fieldId: string]: string };
}

type TableProps = Partial<Pick<Table, 'name' | 'order' | 'primaryFieldId'>>;

interface TableUpdate {
  readonly kind: 'table-update';
  readonly tableId: string;
  readonly before: TableProps;
  readonly after: TableProps;
}

/** Deleting a field only hides its column: the cells come back with it. */
interface FieldChange {
  readonly kind: 'field';
  readonly tableId: string;
  readonly fieldId: string;
  readonly before: Field | null;
  readonly after: Field | null;
  /** A new field begins with the cells that another field of its table holds at that moment. */
  readonly copyOf?: string;
}

export interface FieldProps {
  readonly name?: string;
  readonly order?: number;
  readonly template?: Field['template'];
}

interface FieldUpdate {
  readonly kind: 'field-update';
  readonly tableId: string;
  readonly fieldId: string;
  readonly before: FieldProps;
  readonly after: FieldProps;
}

/**
 * A field is converted to another type. Its cells of the other type are kept hidden under `shadowId`, and swapped with
 * the visible ones: undo restores the original cells, not what converting back would give.
 */
export interface FieldTypeChange {
  readonly kind: 'field-type';
  readonly tableId: string;
  readonly fieldId: string;
  readonly shadowId: string;
  /** IANA zone and BCP 47 locale of the person who converted: days and texts are read as they read them. */
  readonly timeZone: string;
  readonly locale: string;
  readonly before: FieldShape;
  readonly after: FieldShape;
}

interface ViewChange {
  readonly kind: 'view';
  readonly tableId: string;
  readonly viewId: string;
  readonly before: View | null;
  readonly after: View | null;
}

export interface ViewProps {
  readonly name?: string;
  readonly order?: number;
  readonly config?: Partial<Omit<ViewConfig, 'fieldWidths'>>;
  /** Pixels by field id; null is the default width. */
  readonly widths?: { readonly [fieldId: string]: number | null };
}

export interface ViewUpdate {
  readonly kind: 'view-update';
  readonly tableId: string;
  readonly viewId: string;
  readonly before: ViewProps;
  readonly after: ViewProps;
}

/** A whole record, created or deleted; its later edits are cell changes. */
export interface RecordShape {
  readonly position: number;
  readonly data: RecordData;
  readonly raw?: RawTexts;
  /** ISO 8601 UTC; given by the server, kept when a deleted record is restored. */
  readonly createdAt: string;
}

export interface RecordChange {
  readonly kind: 'record';
  readonly tableId: string;
  readonly recordId: string;
  readonly before: RecordShape | null;
  readonly after: RecordShape | null;
}

/** What one cell holds: a value that fits, or (with value null) a text that does not. */
export interface Cell {
  readonly value: CellValue;
  readonly raw?: string;
}

/** Cells of one record, by field id. */
export interface CellChange {
  readonly kind: 'cells';
  readonly tableId: string;
  readonly recordId: string;
  readonly before: { readonly [fieldId: string]: Cell };
  readonly after: { readonly [fieldId: string]: Cell };
}

/**
 * The links of one record in one field: those it loses (`before`) and those it gains (`after`), one of which is empty.
 * The same links of the field on the other side are changes of their own beside it.
 */
export interface LinkChange {
  readonly kind: 'links';
  readonly tableId: string;
  readonly recordId: string;
  readonly fieldId: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A record takes another place in the table's own order. */
export interface MoveChange {
  readonly kind: 'move';
  readonly tableId: string;
  readonly recordId: string;
  readonly before: number;
  readonly after: number;
}

/** A change of one record. */
export type RowChange = RecordChange | CellChange | LinkChange | MoveChange;

export const isRowChange = (change: Change): change is RowChange => 'recordId' in change;

/** The fields whose cells in a record a change writes; none where it makes, moves or deletes the record. */
export function editedFields(change: Change): readonly string[] {
  if (change.kind === 'cells') return Object.keys(change.after);
  return change.kind === 'links' ? [change.fieldId] : [];
}

/** The change that undoes it. */
export function invert<C extends Change>(change: C): C {
  return { ...change, before: change.after, after: change.before };
}

/** The changes that revert a whole list, last first. */
export const invertAll = (changes: readonly Change[]): Change[] => changes.toReversed().map(invert);
