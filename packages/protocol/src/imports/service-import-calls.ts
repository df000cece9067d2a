import { fieldKinds } from '@weft/core';
import { z } from 'zod';
import { editErrors } from '../bases/base-errors.ts';
import { timeZone } from '../bases/record-query.ts';
import { call } from '../call.ts';
import type { CallErrors } from '../call-errors.ts';
import type { ImportEvent } from '../event.ts';
import { template } from '../schemas/answer-schemas.ts';
import { inBase, knownId, newId } from '../schemas/ids.ts';
import { inSampleBase, sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';
import type { GoogleSheetsRequest } from './google-sheets-calls.ts';
import { importEvent } from './import-schemas.ts';

/** An id of Airtable's. */
const airtableId = storableText(100).min(1);

const run = {
  ...inBase,
  /** Client-made: the same id attaches to the running import and never restarts it. */
  importId: knownId,
  serviceId: knownId,
  airtableBaseId: airtableId,
  /** A base made for this import is removed with its cancellation. */
  baseMadeForImport: z.boolean().optional(),
  lastEventId: z.string().max(20).optional(),
};
const wholeBase = z.object({ ...run, airtableTableId: airtableId.optional() });
const intoTable = z.object({
  ...run,
  tableId: newId('tbl'),
  airtableTableId: airtableId,
  fieldMappings: z
    .array(
      z.object({
        /** The place of a field among those that the preview answers. */
        sourceFieldIndex: z.number().int().min(0).max(5_000),
        /** Its id: it is found where another field was added before it meanwhile. */
        sourceFieldId: airtableId.optional(),
        targetFieldId: knownId,
      }),
    )
    .min(1, 'Choose at least one column')
    .max(500, 'A table takes 500 fields'),
  /** Selects get options for labels that they have none of. Otherwise such labels are kept as text. */
  createOptions: z.boolean().optional(),
  /** A name that no linked record has makes one. Otherwise it is reported. */
  createLinks: z.boolean().optional(),
  /** IANA zone of texts that name none; UTC otherwise. */
  timeZone: timeZone.optional(),
});

/** What was asked of an import from a service: `name` tells people what of. Into a table where it has `fieldMappings`. */
export type ServiceImportRequest =
  | ({ readonly service: 'airtable'; readonly name: string } & (
      | z.output<typeof wholeBase>
      | z.output<typeof intoTable>
    ))
  | GoogleSheetsRequest;

/** A column of a table of a service, as it may be imported. */
export interface ImportedField {
  readonly sourceFieldIndex: number;
  readonly sourceFieldId: string;
  /** As the service calls it: 'singleLineText'. */
  readonly sourceFieldType: string;
  readonly fieldName: string;
  readonly fieldType: (typeof fieldKinds)[number];
  readonly template: object;
  readonly isPrimary: boolean;
  /** What of it is not as it is at the service; null: nothing. */
  readonly note: string | null;
}
interface ServicePreview {
  readonly importedFields: readonly ImportedField[];
  readonly previewData: readonly (readonly string[])[];
}

const preview = z.strictObject({
  importedFields: z.array(
    z.strictObject({
      sourceFieldIndex: z.int(),
      sourceFieldId: z.string(),
      sourceFieldType: z.string(),
      fieldName: z.string(),
      fieldType: z.enum(fieldKinds),
      template,
      isPrimary: z.boolean(),
      note: z.string().nullable(),
    }),
  ),
  previewData: z.array(z.array(z.string())),
}) as unknown as z.ZodType<ServicePreview>;

const sampleRun = {
  ...{ ...inSampleBase, importId: sample.import, serviceId: 'svc0sample00000000000000' },
  airtableBaseId: 'appSampleSampleSam',
};
const importMore =
  'The connection reads within Airtable’s five requests a second. `importId` is made by the caller: the same one again attaches to the running import and never starts a second. A stream closed by its reader and not attached again within 10 seconds cancels the import, of which nothing is left then.';
const serviceErrors = {
  ...editErrors,
  forbidden: 'The caller may only read the database, or the connection is kept to another workspace.',
} as const satisfies CallErrors;

export const serviceImportCalls = {
  'import.airtablePreview': call(
    'query',
    z.object({
      serviceId: knownId,
      airtableBaseId: airtableId,
      airtableTableId: airtableId,
      previewRows: z.number().int().min(1).max(50).default(20),
    }),
  )<ServicePreview>({
    summary: 'Look at a table of Airtable',
    more: 'Its fields, what each becomes here, and its first rows as texts.',
    errors: {
      'not-found': 'There is no such connection for the caller to use, or no such table.',
      conflict: 'Airtable refused: the message says why.',
      unavailable: 'Airtable does not answer now.',
    },
    answer: preview,
    example: {
      ...{ serviceId: sampleRun.serviceId, airtableBaseId: sampleRun.airtableBaseId },
      airtableTableId: 'tblSampleSampleSam',
    },
  }),
  airtableImportStream: call(
    'subscription',
    wholeBase,
  )<ImportEvent>({
    summary: 'Import all tables of a base of Airtable, or one',
    more: `With \`airtableTableId\` that one alone, whose links are kept as names. Each becomes a new table, with links on both sides, files and grid views; the report accounts for every field. ${importMore}`,
    errors: serviceErrors,
    answer: importEvent,
    example: sampleRun,
  }),
  airtableImportToTableStream: call(
    'subscription',
    intoTable,
  )<ImportEvent>({
    summary: 'Import a table of Airtable into one that is there',
    more: `Its records are added, as one step of undo. ${importMore}`,
    errors: serviceErrors,
    answer: importEvent,
    example: {
      ...{ ...sampleRun, tableId: sample.table, airtableTableId: 'tblSampleSampleSam' },
      fieldMappings: [{ sourceFieldIndex: 0, targetFieldId: sample.field }],
    },
  }),
} as const;
