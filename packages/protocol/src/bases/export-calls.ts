import { z } from 'zod';
import type { HttpCalls } from '../http-call.ts';
import { sample } from '../schemas/sample-ids.ts';
import { exportedFile, exportFormat, formulas } from './exported-file.ts';

const exportQuery = z.object({
  format: exportFormat,
  viewId: z.string().max(64).optional(),
  timeZone: z.string().max(64).optional(),
  fieldIds: z
    .string()
    .max(25_000)
    .optional()
    .describe(
      'The fields to export, in this order, their ids separated by commas; without it all of them, those of answers as their form asks.',
    ),
  formulas,
});
const baseAndTable = {
  baseId: { means: 'The database.', example: sample.base },
  tableId: { means: 'The table.', example: sample.table },
};

/** Tables as files. */
export const exportCalls = {
  'GET /v1/bases/:baseId/tables/:tableId/export': {
    scope: 'read',
    tag: 'Files',
    summary: 'Export a table, or what a view of it shows',
    more: 'CSV: canonical texts, read back by an import; with `formulas=escape` an apostrophe stands before texts that a spreadsheet would compute, and is read back as part of them. XLSX: typed cells; texts stay texts, instants are on the clock of UTC and say so; an Excel sheet holds 1,048,576 rows, more is refused. JSON: the fields with their settings and the cells as they are stored, which `tables.create` takes again.',
    path: baseAndTable,
    query: exportQuery,
    ...exportedFile,
  },
} satisfies HttpCalls;
