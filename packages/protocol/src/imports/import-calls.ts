import { fieldKinds } from '@weft/core';
import { csvEncodings, delimiters, quotings } from '@weft/imports';
import { z } from 'zod';
import { editErrors } from '../bases/base-errors.ts';
import { templateInput } from '../bases/field-calls.ts';
import { timeZone } from '../bases/record-query.ts';
import { call } from '../call.ts';
import type { CallErrors } from '../call-errors.ts';
import type { ImportEvent } from '../event.ts';
import { done, id, instant } from '../schemas/answer-schemas.ts';
import type { Done } from '../schemas/base-answers.ts';
import { inBase, knownId, newId } from '../schemas/ids.ts';
import { inSampleBase, sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';
import type { ImportPreview } from './import-preview.ts';
import { importEvent, importPreview } from './import-schemas.ts';
import type { ServiceImportRequest } from './service-import-calls.ts';

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
  /** The sheet of a workbook to read; its first one otherwise. */
  sheet: storableText(255).optional(),
});

const csvFileUrl = storableText(2_048);
const tableName = storableText(255);

const sheet = {
  /** Client-made: the same id attaches to the running import and never restarts it. */
  importId: knownId,
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
};

/** Sheets of one workbook. */
const maxSheets = 100;

const run = z.object({
  ...inBase,
  csvFileUrl,
  ...sheet,
  /** Into a table that is there: a row changes the record whose cell of this field is the row's. */
  keyFieldId: knownId.optional(),
  /** The same: selects get options for labels that they have none of. Otherwise such labels are kept as text. */
  createOptions: z.boolean().optional(),
  /** The same: a name that no linked record has makes one. Otherwise it is reported. */
  createLinks: z.boolean().optional(),
  /** IANA zone of texts that name none; UTC otherwise. */
  timeZone: timeZone.optional(),
  /** A base made for this import is removed with its cancellation. */
  baseMadeForImport: z.boolean().optional(),
  /** Other sheets of the file, imported after this one whatever becomes of it, each under its id into a table of its own. */
  moreSheets: z
    .array(z.object(sheet))
    .max(maxSheets - 1)
    .optional(),
  lastEventId: z.string().max(20).optional(),
});

/** An import the server stopped in the middle of: nothing of it was kept but the uploaded file. */
export interface InterruptedImport {
  readonly importId: string;
  readonly fileName: string;
  /** ISO 8601 UTC. */
  readonly begunAt: string;
  /** The name of whoever began it; null: the caller did. */
  readonly begunBy: string | null;
  /** What was asked for: its stream is followed with this once it was resumed. */
  readonly order: z.input<typeof run> | ServiceImportRequest;
}

const intoTable = run.extend({ tableId: newId('tbl').optional() });

const importing = {
  ...inSampleBase,
  importId: sample.import,
  csvFileUrl: '/files/fil0sample00000000000000/people.csv',
  config: { tableName: 'People' },
  fieldMappings: [{ sourceFieldIndex: 0, isPrimary: true }],
};
const importMore =
  'Takes a file of `POST /csvupload`. Where `tableId` is that of a table that is there, or a column has the `targetFieldId` of one of its fields, the rows are added to it, as one step of undo; columns without `targetFieldId` become new fields of it. `importId` is made by the caller: the same one again attaches to the running import and never starts a second. `moreSheets` names more sheets of a workbook: each is an import of its own, which the server begins once the one before has ended, unless that was cancelled, and whose stream is followed by attaching with its `importId`. A stream closed by its reader and not attached again within 10 seconds cancels the import.';

const importErrors = {
  'not-found': 'There is no such import, or its database is not for the caller to see.',
  forbidden: 'The caller may only read the database.',
  conflict: 'The import is complete, was removed, or somebody else has resumed it.',
} as const satisfies CallErrors;

const byId = call('mutation', z.object({ importId: knownId }))<Done>;

export const importCalls = {
  'import.csvPreview': call(
    'query',
    z.object({
      csvFileUrl,
      tableName: tableName.default(''),
      previewRows: z.number().int().min(1).max(50).default(20),
      parse: dialect.optional(),
    }),
  )<ImportPreview>({
    summary: 'Look at an uploaded CSV file',
    more: 'Reads the whole file: what each column is and why, what would not fit, and rows that cannot be read.',
    errors: { conflict: 'Nobody waits for the preview any more.' },
    answer: importPreview,
    example: { csvFileUrl: importing.csvFileUrl },
  }),
  'import.csvImportStream': call(
    'subscription',
    run,
  )<ImportEvent>({
    summary: 'Import a file into a new table, or into the one whose fields are named',
    more: importMore,
    errors: editErrors,
    answer: importEvent,
    example: importing,
  }),
  'import.csvCreateTableStream': call(
    'subscription',
    intoTable,
  )<ImportEvent>({
    summary: 'Import a file into a new table under an id of yours, or into one that is there',
    more: importMore,
    errors: editErrors,
    answer: importEvent,
    example: importing,
  }),
  csvCreateTableStream: call(
    'subscription',
    intoTable,
  )<ImportEvent>({
    summary: 'The same as import.csvCreateTableStream',
    more: importMore,
    errors: editErrors,
    answer: importEvent,
    example: importing,
  }),
  /** Of the organization's databases that the caller may edit, the newest first. */
  'import.interrupted': call(
    'query',
    z.object({}),
  )<{ readonly imports: readonly InterruptedImport[] }>({
    summary: 'List the imports that a stop of the server broke off, into databases you may edit',
    errors: {},
    answer: z.strictObject({
      imports: z.array(
        z.strictObject({
          importId: id,
          fileName: z.string(),
          begunAt: instant,
          begunBy: z.string().nullable(),
          order: z.looseObject({}),
        }),
      ),
    }) as unknown as z.ZodType<{ readonly imports: readonly InterruptedImport[] }>,
    example: {},
  }),
  'import.resume': byId({
    summary: 'Start an import that was broken off again',
    more: 'Its stream is followed by attaching with the same `importId`.',
    errors: importErrors,
    answer: done,
    example: { importId: sample.import },
  }),
  'import.cancel': byId({
    summary: 'Cancel an import; nothing of it is left',
    errors: importErrors,
    answer: done,
    example: { importId: sample.import },
  }),
  'import.discard': byId({
    summary: 'Remove what an ended import left',
    errors: importErrors,
    answer: done,
    example: { importId: sample.import },
  }),
} as const;
