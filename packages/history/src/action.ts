import type { FieldKind, Table, View, ViewConfig } from '@weft/core';
import type { Cell } from './change.ts';

/**
 * What a person did, as it is sent to the server and stored in the log. Inputs hold intent only: previous values are read
 * from the state when the action is planned, so that a browser cannot invent them. Field settings (`template`) are
 * validated by the field's type then, too.
 */
export interface ActionInputs {
  /** The table's `order` and name are settled by the plan: at the end, made unique when `unique` asks so. */
  CREATE_TABLE: { table: Omit<Table, 'order'>; records: readonly NewRecord[]; unique?: boolean };
  UPDATE_TABLE: { tableId: string; name: string };
  DELETE_TABLE: { tableId: string };
  RESTORE_TABLE: { tableId: string };
  /** With the same fields, views and, when asked, records; a name left out is the source's with 'copy' behind it. */
  DUPLICATE_TABLE: { tableId: string; newTableId: string; name?: string; withRecords: boolean };
  REORDER_TABLES: { tableIds: readonly string[] };
  /** `copyOf`: a field of the table, whose settings and cells the new one begins with. */
  CREATE_FIELD: { tableId: string; field: NewField; copyOf?: string };
  /** `from` are the settings that were changed into `template`: what differs is changed, the rest stays as it is now. */
  UPDATE_FIELD: { tableId: string; fieldId: string; name?: string; template?: object; from?: object };
  CONVERT_FIELD_TYPE: {
    tableId: string;
    fieldId: string;
    type: FieldKind;
    template: object;
    /** Client-made id of a field: the cells as they were are kept under it. */
    shadowId: string;
    /** IANA zone and BCP 47 locale of the person. */
    timeZone: string;
    locale: string;
    /** Of a text that becomes linked records: it stays in a field beside them, for it holds what names no record. */
    keepText?: boolean;
    /** The server makes records for names that no record has, in the same group, before it converts. */
    createMissing?: boolean;
  };
  DELETE_FIELD: { tableId: string; fieldId: string };
  RESTORE_FIELD: { tableId: string; fieldId: string };
  REORDER_FIELDS: { tableId: string; fieldIds: readonly string[] };
  RESIZE_FIELD: { tableId: string; viewId: string; fieldId: string; width: number };
  /** At the end of the tabs; a blank name is generated; with `unique` a taken one gets a number. */
  CREATE_VIEW: { tableId: string; view: Omit<View, 'order'>; unique?: boolean };
  UPDATE_VIEW: { tableId: string; viewId: string; name: string };
  DELETE_VIEW: { tableId: string; viewId: string };
  REORDER_VIEWS: { tableId: string; viewIds: readonly string[] };
  UPDATE_VIEW_SETTINGS: { tableId: string; viewId: string; config: Partial<ViewConfig> };
  CREATE_RECORD: { tableId: string; records: readonly NewRecord[] };
  UPDATE_RECORD_CELL: {
    tableId: string;
    recordId: string;
    cells: CellsByField;
    /**
     * By field that holds files, the `filename`s the cell was seen to hold: what differs is added or removed, and what
     * others did meanwhile stays. A field left out is overwritten.
     */
    from?: { readonly [fieldId: string]: readonly string[] };
  };
  /** Links the record to those of `newIds` that are not in `oldIds`, and unlinks it from the others of `oldIds`. */
  UPDATE_LINKS: {
    tableId: string;
    recordId: string;
    fieldId: string;
    newIds: readonly string[];
    oldIds: readonly string[];
  };
  DELETE_RECORD: { tableId: string; recordId: string };
  BULK_DELETE_RECORDS: { tableId: string; recordIds: readonly string[] };
  RESTORE_RECORDS: { tableId: string; recordIds: readonly string[] };
  /** In the table's own order, which a view without sorts shows; null: at the end. */
  REORDER_RECORDS: { tableId: string; recordIds: readonly string[]; beforeRecordId: string | null };
  BULK_PASTE_CELLS: {
    tableId: string;
    records: readonly { id: string; cells: CellsByField }[];
    created: readonly NewRecord[];
    /** The cells come from a file: the step is called so. */
    imported?: true;
    /** A person pasted them, with new rows or over cells alone: the step is called so. */
    pasted?: 'rows' | 'cells';
  };
  BULK_CLEAR_CELLS: { tableId: string; cells: readonly { recordId: string; fieldId: string }[] };
  /** The same of many records, by one field: of an import into a table that is there. */
  BULK_UPDATE_LINKS: {
    tableId: string;
    fieldId: string;
    records: readonly { id: string; newIds: readonly string[]; oldIds: readonly string[] }[];
  };
  /** The table is already there, filled and hidden; the action shows it. */
  IMPORT_RECORDS: { table: Omit<Table, 'order'>; recordsImported: number };
}

/** A new field before planning: without order, its settings not validated yet. */
export interface NewField {
  readonly id: string;
  readonly name: string;
  readonly type: FieldKind;
  readonly template: object;
}

export interface NewRecord {
  readonly id: string;
  readonly cells: CellsByField;
}

export type CellsByField = { readonly [fieldId: string]: Cell };

export type ActionType = keyof ActionInputs;

/** Actions that have a call; an import is run by the server, and only the server makes its actions. */
export type CalledAction = Exclude<ActionType, 'IMPORT_RECORDS' | 'BULK_UPDATE_LINKS'>;

export type Action = {
  readonly [T in ActionType]: {
    /** Client-made; the same id again changes nothing. */
    readonly id: string;
    readonly type: T;
    readonly input: ActionInputs[T];
    /** Actions of one group undo as one step. */
    readonly groupId?: string;
  };
}[ActionType];
