import type { FieldKind } from '@weft/core';
import type { ColumnFormat, SurroundingSpace } from '@weft/imports';

export interface ImportPreview {
  /** Rows that will be imported. */
  readonly totalRows: number;
  readonly rowsRejected: number;
  readonly previewData: readonly (readonly string[])[];
  readonly availableSheets: readonly { readonly name: string }[];
  readonly currentSheet: string;
  readonly config: { readonly columns: readonly ImportPreviewColumn[] };
  /** How the bytes were read. */
  readonly parse: {
    readonly delimiter: string;
    readonly encoding: string;
    /** How cells are quoted: `double` (RFC 4180), `spaced`, `backslash`, `single` or `none`. */
    readonly quotes: string;
    readonly headerRow: boolean;
    /** Rows above the names of the columns, left out. */
    readonly leadRows: number;
    /** The columns that were asked for. */
    readonly columns?: readonly number[];
    /** Of a workbook: the sheet that was read. */
    readonly sheet?: string;
  };
  /** The first rows above the names of the columns, left out. */
  readonly leadData: readonly (readonly string[])[];
  /**
   * Names of every column of the file, where they are more than the 500 a table takes: `config` has the first of them, or
   * those of `parse.columns`. Else null.
   */
  readonly allColumns: readonly string[] | null;
  /**
   * Rows that cannot be imported, and rows that are (`kept`) though their quotes are in doubt, with the line and the
   * reason; the first hundred of each.
   */
  readonly problems: readonly { readonly line: number; readonly reason: string; readonly kept?: true }[];
}

export interface ImportPreviewColumn {
  readonly sourceFieldIndex: number;
  readonly fieldName: string;
  readonly fieldType: FieldKind;
  readonly template: { readonly [key: string]: unknown };
  /** How the column writes its values. */
  readonly format: ColumnFormat;
  /** 0-1: how sure the proposal is. Few values are weak evidence, an open question is 0.5. */
  readonly confidence: number;
  /** Why this type: a sentence. */
  readonly reason: string;
  readonly isPrimary: boolean;
  /** What else the column could be, and what would not fit. */
  readonly fieldValidation: {
    readonly values: number;
    readonly empty: number;
    readonly alternatives: readonly {
      readonly fieldType: FieldKind;
      readonly template: { readonly [key: string]: unknown };
      readonly format: ColumnFormat;
      readonly misfits: number;
      readonly samples: readonly string[];
      readonly reason: string;
      readonly rewritten: number;
      readonly notes: readonly string[];
    }[];
    /** Cells that an export writes differently, the value being the same: 1,234 as 1234. */
    readonly rewritten: number;
    /** What is decided with the type, in sentences: `“NA” in 12 cells stays as text`. */
    readonly notes: readonly string[];
    /** Cells that say that there is no value (NA, n/a, -): as numbers, dates and durations they stay text. */
    readonly markers: { readonly count: number; readonly texts: readonly string[] };
    /** White space around values: it is kept unless `trim` is said. */
    readonly outerSpace: SurroundingSpace;
    /** The options the column would have, in the order of the file; null where they are too many to be looked at. */
    readonly labels: {
      readonly single: readonly string[] | null;
      readonly multiple: readonly string[] | null;
    };
  };
}
