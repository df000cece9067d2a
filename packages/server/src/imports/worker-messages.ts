import type { Field } from '@weft/core';
import type { RowsBatch } from '@weft/db';
import type { ColumnProfile, CsvProfile, ImportChoices, Parsing } from '@weft/imports';
import type { Fault } from '@weft/std';

/** What the worker is started with: one job, then it ends. */
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

export type WorkerAnswer =
  | { readonly kind: 'profiled'; readonly profile: CsvProfile }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] }
  | { readonly kind: 'planned'; readonly fields: readonly Field[]; readonly primaryFieldId: string }
  | {
      readonly kind: 'rows';
      readonly batch: RowsBatch;
      /** Lines of the report, already written out; empty when everything fitted. */
      readonly report: string;
      readonly rowsRejected: number;
      readonly valuesNotConverted: number;
    }
  /** The fields as they ended up: selects may have met new labels. */
  | { readonly kind: 'ended'; readonly fields: readonly Field[] };

/** Batches the worker may be ahead of the table: memory stays bounded whatever the file's size. */
export const batchesAhead = 2;
/** Rows of a batch: long enough for the bulk load, short enough that no reader waits for it. */
export const rowsPerBatch = 2_000;
