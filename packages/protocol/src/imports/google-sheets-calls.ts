import { z } from 'zod';
import { editErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import type { CallErrors } from '../call-errors.ts';
import type { ImportEvent } from '../event.ts';
import { inBase, knownId, newId } from '../schemas/ids.ts';
import { inSampleBase, sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';
import type { ImportPreview } from './import-preview.ts';
import { importEvent, importPreview } from './import-schemas.ts';

/** An id of Google's. */
const spreadsheetId = storableText(200).min(1);
const sheetName = storableText(255).min(1);

const run = {
  ...inBase,
  /** Client-made: the same id attaches to the running import and never restarts it. */
  importId: knownId,
  serviceId: knownId,
  spreadsheetId,
  /** A base made for this import is removed with its cancellation. */
  baseMadeForImport: z.boolean().optional(),
  lastEventId: z.string().max(20).optional(),
};
const newTable = z.object({
  ...run,
  /** In A1 notation, with the sheet: `'Guests'`, `Guests!A1:F`. Its first row names the columns. */
  range: storableText(600).min(1),
  config: z.object({ tableName: storableText(255) }),
});
const intoTable = z.object({
  ...run,
  tableId: newId('tbl'),
  sheetName,
  fieldMappings: z
    .array(
      z.object({
        /** The place of a column in the sheet, from 0. */
        sourceFieldIndex: z.number().int().min(0).max(18_277),
        /** Its name: it is found where another column was added before it meanwhile. */
        sourceFieldName: storableText(255).optional(),
        targetFieldId: knownId,
      }),
    )
    .min(1, 'Choose at least one column')
    .max(500, 'A table takes 500 fields'),
  /** Selects get options for labels that they have none of. Otherwise such labels are kept as text. */
  createOptions: z.boolean().optional(),
  /** A name that no linked record has makes one. Otherwise it is reported. */
  createLinks: z.boolean().optional(),
});

/** What was asked of an import from Google Sheets. */
export type GoogleSheetsRequest = { readonly service: 'googlesheets'; readonly name: string } & (
  | z.output<typeof newTable>
  | z.output<typeof intoTable>
);

/** A spreadsheet as it is now. */
interface SpreadsheetMetadata {
  readonly spreadsheetId: string;
  readonly title: string;
  /** IANA zone of its times. */
  readonly timeZone: string;
  readonly sheets: readonly {
    readonly sheetId: number;
    readonly title: string;
    readonly hidden: boolean;
    /** Of its grid, empty cells included. */
    readonly rowCount: number;
    readonly columnCount: number;
    /** Of its first row; without any it cannot be imported. */
    readonly columnHeaders: readonly {
      readonly name: string;
      readonly type: 'text' | 'number' | 'date' | 'datetime';
      readonly developerMetadataId: number | null;
    }[];
  }[];
}

const metadata: z.ZodType<SpreadsheetMetadata> = z.strictObject({
  ...{ spreadsheetId: z.string(), title: z.string(), timeZone: z.string() },
  sheets: z.array(
    z.strictObject({
      ...{
        sheetId: z.int(),
        title: z.string(),
        hidden: z.boolean(),
        rowCount: z.int(),
        columnCount: z.int(),
      },
      columnHeaders: z.array(
        z.strictObject({
          name: z.string(),
          type: z.enum(['text', 'number', 'date', 'datetime']),
          developerMetadataId: z.int().nullable(),
        }),
      ),
    }),
  ),
});

const sampleSheet = { serviceId: 'svc0sample00000000000000', spreadsheetId: 'sample-spreadsheet' };
const sampleRun = { ...inSampleBase, importId: sample.import, ...sampleSheet };
const readErrors = {
  'not-found': 'There is no such connection for the caller to use, or no such spreadsheet for it to read.',
  conflict: 'Google refused, or the sheet is gone: the message says why.',
  unavailable: 'Google does not answer now.',
} as const satisfies CallErrors;
const runErrors = {
  ...editErrors,
  forbidden: 'The caller may only read the database, or the connection is kept to another workspace.',
} as const satisfies CallErrors;
const importMore =
  'The connection reads within Google’s sixty requests a minute; the sheet is read whole before the first record is written. `importId` is made by the caller: the same one again attaches to the running import and never starts a second. A stream closed by its reader and not attached again within 10 seconds cancels the import, of which nothing is left then.';

export const googleSheetsCalls = {
  'import.googleSheetsRefreshMetadata': call(
    'query',
    z.object({ spreadsheetId, serviceId: knownId }),
  )<SpreadsheetMetadata>({
    summary: 'Read which sheets a Google spreadsheet has now',
    more: 'With the names of their columns, from their first rows; hidden sheets among them.',
    errors: readErrors,
    answer: metadata,
    example: sampleSheet,
  }),
  'import.googleSheetsPreview': call(
    'query',
    z.object({
      ...{ spreadsheetId, sheetName, serviceId: knownId },
      tableName: storableText(255).default(''),
      previewRows: z.number().int().min(1).max(50).default(20),
    }),
  )<ImportPreview>({
    summary: 'Look at a sheet of a Google spreadsheet',
    more: 'Its columns by their formats and their first hundred rows, and its first rows as texts. Of a longer sheet `totalRows` counts the rows of its grid.',
    errors: readErrors,
    answer: importPreview,
    example: { ...sampleSheet, sheetName: 'Guests' },
  }),
  googleSheetsImportStream: call(
    'subscription',
    newTable,
  )<ImportEvent>({
    summary: 'Import a sheet of a Google spreadsheet into a new table',
    more: `Its columns become fields by the formats of their cells; what formulas came to is imported. ${importMore}`,
    errors: runErrors,
    answer: importEvent,
    example: { ...sampleRun, range: "'Guests'", config: { tableName: 'Guests' } },
  }),
  googleSheetsImportToTableStream: call(
    'subscription',
    intoTable,
  )<ImportEvent>({
    summary: 'Import a sheet of a Google spreadsheet into a table that is there',
    more: `Its rows are added, as one step of undo. ${importMore}`,
    errors: runErrors,
    answer: importEvent,
    example: {
      ...{ ...sampleRun, tableId: sample.table, sheetName: 'Guests' },
      fieldMappings: [{ sourceFieldIndex: 0, targetFieldId: sample.field }],
    },
  }),
} as const;
