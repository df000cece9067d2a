import type { Field } from '@weft/core';
import type { CopyPlan, CopyRows } from '@weft/db/import';
import type { CellsByField } from '@weft/history';
import type { ColumnProfile, CsvProfile, ImportChoices, Parsing } from '@weft/imports';
import type { Fault } from '@weft/std';

/** What a file says of itself, and the sheets of it where it is a workbook. */
export interface FileProfile extends CsvProfile {
  readonly sheets: readonly string[] | null;
}

/** What the worker is asked to do: one job after another. */
export type WorkerJob =
  | { readonly kind: 'profile'; readonly path: string; readonly parse: Partial<Parsing> }
  | {
      readonly kind: 'convert';
      readonly path: string;
      readonly parsing: Parsing;
      readonly columns: readonly ColumnProfile[];
      readonly choices: ImportChoices;
      /** IANA zone of texts that name none. */
      readonly timeZone: string;
    };

/** A row of the file, for a table that is there. */
export interface CellRow {
  /** Its place among the rows, from 1, and the line of the file on which it begins. */
  readonly row: number;
  readonly line: number;
  /** What the file leaves empty is left out. */
  readonly cells: CellsByField;
  /** Names of records to link, by link field. */
  readonly names: { readonly [fieldId: string]: string };
}

export interface CellRows {
  readonly rows: readonly CellRow[];
  /** Selects that have met new labels since the last batch, with all their options. */
  readonly grown: readonly Field[];
  readonly report: string;
  readonly rowsRejected: number;
  readonly valuesNotConverted: number;
}

export type WorkerAnswer =
  | { readonly kind: 'profiled'; readonly profile: FileProfile }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] }
  | { readonly kind: 'planned'; readonly fields: readonly Field[]; readonly primaryFieldId: string }
  | {
      readonly kind: 'rows';
      readonly rows: CopyRows;
      /** Lines of the report, already written out; empty when everything fitted. */
      readonly report: string;
      readonly rowsRejected: number;
      readonly valuesNotConverted: number;
    }
  /** Rows for a table that is there. */
  | (CellRows & { readonly kind: 'cells' })
  /** The fields as they ended up: selects may have met new labels. */
  | { readonly kind: 'ended'; readonly fields: readonly Field[] }
  /** The last answer to a job: the thread is free. `samePriority`: it has the priority that it had before, so that another job can have it. */
  | { readonly kind: 'done'; readonly samePriority: boolean };

/** What the worker is told on the way. */
export type WorkerOrder =
  /** Only to a thread that is free. */
  | { readonly kind: 'work'; readonly job: WorkerJob }
  /** The table stands: rows are to be written like this. */
  | { readonly kind: 'write'; readonly plan: CopyPlan }
  /** A batch is in the table. */
  | { readonly kind: 'more' }
  /** Nobody wants the rest of the rows. */
  | { readonly kind: 'stop' };

/** Batches the worker may be ahead of the table: memory stays bounded whatever the file's size. */
export const batchesAhead = 4;
/** A batch is full at so many rows or bytes: long enough for the bulk load, short enough that no reader waits for it. */
export const rowsPerBatch = 5_000;
export const bytesPerBatch = 2 * 1024 * 1024;
/** The same of rows for a table that is there: each batch is an action, short enough that no edit waits for it. */
export const rowsPerAction = 1_000;
export const lengthPerAction = 1024 * 1024;
