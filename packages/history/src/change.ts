import type { CellValue, Field, RecordData, RawTexts, Table, View } from '@weft/core';

/**
 * One difference between two states of a base: what stood before and what stands after. `null` is absence.
 * The inverse is a swap. A list of changes is applied in order and undone in reverse order.
 */
export type Change = TableChange | FieldChange | ViewChange | RecordChange | CellChange;

/** A table's own properties; its fields and views have changes of their own. */
export type TableShape = Pick<Table, 'id' | 'name' | 'order' | 'primaryFieldId'>;

export interface TableChange {
  readonly kind: 'table';
  readonly tableId: string;
  readonly before: TableShape | null;
  readonly after: TableShape | null;
}

export interface FieldChange {
  readonly kind: 'field';
  readonly tableId: string;
  readonly fieldId: string;
  readonly before: Field | null;
  readonly after: Field | null;
}

export interface ViewChange {
  readonly kind: 'view';
  readonly tableId: string;
  readonly viewId: string;
  readonly before: View | null;
  readonly after: View | null;
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

/** What one cell holds: a value that fits, or a text that does not. */
export interface Cell {
  readonly value: CellValue;
  readonly raw?: string;
}

/** Cells of one record, by field id; `before` and `after` have the same keys. */
export interface CellChange {
  readonly kind: 'cells';
  readonly tableId: string;
  readonly recordId: string;
  readonly before: { readonly [fieldId: string]: Cell };
  readonly after: { readonly [fieldId: string]: Cell };
}

/** The change that takes it back. */
export function invert<C extends Change>(change: C): C {
  return { ...change, before: change.after, after: change.before };
}

/** The changes that take a whole list back, last first. */
export const invertAll = (changes: readonly Change[]): Change[] => changes.toReversed().map(invert);
