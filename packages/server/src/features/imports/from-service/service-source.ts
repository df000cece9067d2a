import type { Attachment, CellValue, RawTexts, Table, View } from '@weft/core';
import type { RecordOrigin } from '@weft/db';
import type { NewField } from '@weft/history';
import type { ReportEntry } from '@weft/imports';
import type { ReceivedFiles } from './received-files.ts';

/** What an import from a service is told while it reads. */
export interface SourceContext {
  readonly signal: AbortSignal;
  /** Takes files of cells in. */
  readonly files: ReceivedFiles;
  /** Files are missing: said once an import, however many there are. */
  readonly warnOfAttachments: () => void;
  /** Told which records of a table come next. */
  readonly willRead?: (tableId: string, recordIds: readonly string[]) => Promise<void>;
  /** The files that a cell holds already: those of the same id at the service are not taken in again. */
  readonly known?: (recordId: string, fieldId: string) => readonly Attachment[];
}

export interface ServiceRow {
  /** A new record's id. The same record of the service has the same id wherever it is linked. */
  readonly id: string;
  /** In the order of the table's fields. */
  readonly values: readonly CellValue[];
  /** Texts that do not fit their field, by field id. */
  readonly raw: RawTexts | null;
  readonly origin: RecordOrigin | null;
  /** Ids of linked records, by the link's field id. */
  readonly links: { readonly [fieldId: string]: readonly string[] };
}

export interface ServicePage {
  readonly rows: readonly ServiceRow[];
  /** Rows of the whole table, where the service says. */
  readonly totalRows?: number;
  /** What of these rows is not as it was. */
  readonly report: readonly ReportEntry[];
  readonly valuesNotConverted: number;
}

export interface ServiceTable {
  /** With the fields whose cells are stored; links and lookups are made once every table is there. */
  readonly table: Omit<Table, 'order'>;
  readonly pages: () => AsyncIterable<ServicePage>;
  /** All field ids in the order they are to have, those of links and lookups included. */
  readonly fieldOrder: readonly string[];
  /** Views beside the table's own, and what all of them hide and order: written when every field is there. */
  readonly views: readonly Omit<View, 'order'>[];
}

/** Two fields that show the same links, one on either side. */
export interface ServiceLink {
  readonly tableId: string;
  readonly toTableId: string;
  readonly field: { readonly id: string; readonly name: string };
  /** New: the service has no field there. Its name is that of no other field of its table. */
  readonly inverse: { readonly id: string; readonly name: string; readonly isNew: boolean };
  /** Whether the service asks for one record a cell; a cell that has several keeps them. */
  readonly single: boolean;
  readonly inverseSingle: boolean;
}

export interface ServiceStructure {
  readonly tables: readonly ServiceTable[];
  readonly links: readonly ServiceLink[];
  readonly lookups: readonly { readonly tableId: string; readonly field: NewField }[];
  /** What became of each field, and of what cannot be imported. */
  readonly report: readonly ReportEntry[];
}

/** Tables of a service, as they are to be here. Made once for each run of an import. */
export interface ServiceSource {
  /** The first thing asked: what there is. */
  structure(context: SourceContext): Promise<ServiceStructure>;
  /** Asked when all rows are read: what is not as it was when the import began. */
  changes?(): Promise<readonly ReportEntry[]>;
}
