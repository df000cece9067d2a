import { type FieldKind, fieldKinds } from '@weft/core';
import { type ColumnFormat, csvEncodings, delimiters, type OuterSpace, quotings } from '@weft/imports';
import { z } from 'zod';
import type { ImportEvent } from '../event.ts';
import type { Done } from './answers.ts';
import { call } from './call.ts';
import { templateInput } from './field-calls.ts';
import { inBase, knownId, newId } from './ids.ts';
import { timeZone } from './query.ts';
import { storableText } from './text.ts';

/** How the bytes are to be read, where the person knows better than the detection. */
const dialect = z.strictObject({
  delimiter: z.enum(delimiters).optional(),
  encoding: z.enum(csvEncodings).optional(),
  quotes: z.enum(quotings).optional(),
  headerRow: z.boolean().optional(),
  /** Rows above the names of the columns that are no part of the table. */
  leadRows: z.number().int().min(0).max(1_000).optional(),
  /** Source indexes of the columns to read, where the file has more than a table takes. */
  columns: z.array(z.number().int().min(0).max(16_383)).min(1).max(500).optional(),
});

const csvFileUrl = storableText(2_048);
const tableName = storableText(255);

const run = z.object({
  ...inBase,
  /** Client-made: the same id attaches to the running import and never restarts it. */
  importId: knownId,
  csvFileUrl,
  config: z.object({ tableName }),
  fieldMappings: z
    .array(
      z.object({
        sourceFieldIndex: z.number().int().min(0).max(16_383),
        targetFieldId: knownId.optional(),
        fieldName: storableText(255).optional(),
        isPrimary: z.boolean().optional(),
      }),
    )
    .min(1, 'Choose at least one column')
    .max(500, 'A table takes 500 fields'),
  fieldTypeOverrides: z
    .record(
      z.string().regex(/^\d{1,5}$/),
      z.object({
        fieldType: z.enum(fieldKinds),
        template: templateInput.optional(),
        /** For selects: labels of the file that go by another name, or by none (null): those are kept as text. */
        labels: z
          .array(z.tuple([storableText(1_000), storableText(1_000).nullable()]))
          .max(1_000)
          .optional(),
        /** For selects, checkboxes, emails, URLs and phone numbers: the white space around values is left out. */
        trim: z.boolean().optional(),
      }),
    )
    .optional(),
  parse: dialect.optional(),
  /** IANA zone of texts that name none; UTC otherwise. */
  timeZone: timeZone.optional(),
  /** A base made for this import is removed with its cancellation. */
  baseMadeForImport: z.boolean().optional(),
  lastEventId: z.string().max(20).optional(),
});

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
    readonly outerSpace: OuterSpace;
    /** The options the column would have, in the order of the file; null where they are too many to be looked at. */
    readonly labels: {
      readonly single: readonly string[] | null;
      readonly multiple: readonly string[] | null;
    };
  };
}

/** An import the server stopped in the middle of: nothing of it was kept but the uploaded file. */
export interface InterruptedImport {
  readonly importId: string;
  readonly fileName: string;
  /** ISO 8601 UTC. */
  readonly begunAt: string;
  /** The name of whoever began it; null: the caller did. */
  readonly begunBy: string | null;
  /** What was asked for: its stream is followed with this once it was resumed. */
  readonly order: z.input<typeof run>;
}

const stream = call('subscription', run)<ImportEvent>();
const streamIntoTable = call('subscription', run.extend({ tableId: newId('tbl').optional() }))<ImportEvent>();
const byId = call('mutation', z.object({ importId: knownId }))<Done>();

export const importCalls = {
  'import.csvPreview': call(
    'query',
    z.object({
      csvFileUrl,
      tableName: tableName.default(''),
      previewRows: z.number().int().min(1).max(50).default(20),
      parse: dialect.optional(),
    }),
  )<ImportPreview>(),
  'import.csvImportStream': stream,
  'import.csvCreateTableStream': streamIntoTable,
  csvCreateTableStream: streamIntoTable,
  /** Of the organization's databases that the caller may edit, the newest first. */
  'import.interrupted': call('query', z.object({}))<{ readonly imports: readonly InterruptedImport[] }>(),
  'import.resume': byId,
  'import.cancel': byId,
  'import.discard': byId,
} as const;
