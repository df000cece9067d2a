import type { LoggedAction } from '@weft/history';

/** An entry of a base's log as clients receive it; `seq` rises by one without gaps. */
export interface LogEvent {
  readonly seq: number;
  readonly action: LoggedAction;
}

/** A cell that somebody has selected. */
export interface PresentCell {
  readonly tableId: string;
  readonly recordId: string;
  readonly fieldId: string;
}

/** Somebody who has a flow open. */
interface Present {
  readonly userId: string;
  readonly name: string;
  /** The path of their picture. */
  readonly picture: string | null;
}

/** Somebody who has a base open. */
export interface PresentPerson extends Present {
  readonly cell: PresentCell | null;
}

/** Everybody who has a base open, as of now; it is no part of the log, and has no seq. */
export interface PresenceEvent {
  readonly present: readonly PresentPerson[];
}

/** The page that somebody has in front of them, and the block they have selected on it. */
export interface PresentPlace {
  readonly pageId: string;
  readonly blockId: string | null;
}

/** Somebody who has a document open; `place` is null where they look at no page of its draft. */
export interface PresentEditor extends Present {
  readonly place: PresentPlace | null;
}

/** Everybody who has a document open, as of now; it is no edit, and has no seq. */
export interface EditorsEvent {
  readonly present: readonly PresentEditor[];
}

export type ImportPhase = 'connecting' | 'structure' | 'importing' | 'complete';

export type ImportEvent =
  /** `rowsRead`: of a sheet that is read whole before its columns are known. */
  | { readonly type: 'phase'; readonly phase: ImportPhase; readonly rowsRead?: number }
  | {
      readonly type: 'records';
      readonly recordsImported: number;
      readonly totalRecordsImported: number;
      readonly totalRows?: number;
      readonly currentTable: string;
      readonly tableName: string;
    }
  | { readonly type: 'table_complete'; readonly tableName: string; readonly recordsImported: number }
  | {
      readonly type: 'finished';
      readonly tableId: string;
      readonly recordsImported: number;
      /** Into a table that was there: how many of them changed a record. */
      readonly recordsUpdated?: number;
      readonly rowsRejected: number;
      readonly valuesNotConverted: number;
      /** Into a table that was there: how many of these are names that no linked record has. They are in the report alone. */
      readonly namesNotLinked?: number;
      readonly reportUrl: string | null;
    }
  | { readonly type: 'cancelled' }
  | { readonly type: 'attachment_warning'; readonly message: string }
  /** `interrupted`: the server stopped in the middle; `import.resume` starts it again. */
  | { readonly type: 'error'; readonly message: string; readonly interrupted?: true };
