import { fieldKinds } from '@weft/core';
import { dateOrders, numberStyles, tokenSeparators } from '@weft/imports';
import { z } from 'zod';
import type { ImportEvent } from '../event.ts';
import { id, template } from '../schemas/answer-schemas.ts';
import type { ImportPreview } from './import-preview.ts';

/** How a column writes its values. */
const format = z.strictObject({
  style: z.enum(numberStyles).exactOptional(),
  symbol: z.string().exactOptional(),
  symbolBefore: z.boolean().exactOptional(),
  order: z.enum(dateOrders).exactOptional(),
  timeZone: z.string().exactOptional(),
  words: z.strictObject({ trueWord: z.string(), falseWord: z.string().nullable() }).exactOptional(),
  separator: z.enum(tokenSeparators).exactOptional(),
  trim: z.boolean().exactOptional(),
});
const labels = z.array(z.string()).nullable();

export const importPreview: z.ZodType<ImportPreview> = z
  .strictObject({
    totalRows: z.int(),
    rowsRejected: z.int(),
    previewData: z.array(z.array(z.string())),
    availableSheets: z.array(z.strictObject({ name: z.string() })),
    currentSheet: z.string(),
    config: z.strictObject({
      columns: z.array(
        z.strictObject({
          sourceFieldIndex: z.int(),
          fieldName: z.string(),
          fieldType: z.enum(fieldKinds),
          template,
          format,
          confidence: z.number(),
          reason: z.string(),
          isPrimary: z.boolean(),
          fieldValidation: z.strictObject({
            values: z.int(),
            empty: z.int(),
            alternatives: z.array(
              z.strictObject({
                fieldType: z.enum(fieldKinds),
                template,
                format,
                misfits: z.int(),
                samples: z.array(z.string()),
                reason: z.string(),
                rewritten: z.int(),
                notes: z.array(z.string()),
              }),
            ),
            rewritten: z.int(),
            notes: z.array(z.string()),
            markers: z.strictObject({ count: z.int(), texts: z.array(z.string()) }),
            outerSpace: z.strictObject({
              cells: z.int(),
              blank: z.int(),
              merged: z.int(),
              fits: z.enum(fieldKinds).nullable(),
            }),
            labels: z.strictObject({ single: labels, multiple: labels }),
          }),
        }),
      ),
    }),
    parse: z.strictObject({
      delimiter: z.string(),
      encoding: z.string(),
      quotes: z.string(),
      headerRow: z.boolean(),
      leadRows: z.int(),
      columns: z.array(z.int()).exactOptional(),
      sheet: z.string().exactOptional(),
    }),
    leadData: z.array(z.array(z.string())),
    allColumns: z.array(z.string()).nullable(),
    problems: z.array(
      z.strictObject({ line: z.int(), reason: z.string(), kept: z.literal(true).exactOptional() }),
    ),
  })
  .meta({ id: 'ImportPreview' });

export const importEvent = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('phase'),
      phase: z.enum(['connecting', 'structure', 'importing', 'complete']),
      rowsRead: z.int().exactOptional(),
    }),
    z.strictObject({
      type: z.literal('records'),
      recordsImported: z.int(),
      totalRecordsImported: z.int(),
      totalRows: z.int().optional(),
      currentTable: z.string(),
      tableName: z.string(),
    }),
    z.strictObject({ type: z.literal('table_complete'), tableName: z.string(), recordsImported: z.int() }),
    z.strictObject({
      type: z.literal('finished'),
      tableId: id,
      recordsImported: z.int(),
      recordsUpdated: z.int().exactOptional(),
      rowsRejected: z.int(),
      valuesNotConverted: z.int(),
      namesNotLinked: z.int().exactOptional(),
      reportUrl: z.string().nullable(),
    }),
    z.strictObject({ type: z.literal('cancelled') }),
    z.strictObject({ type: z.literal('attachment_warning'), message: z.string() }),
    z.strictObject({
      type: z.literal('error'),
      message: z.string(),
      interrupted: z.literal(true).optional(),
    }),
  ])
  .meta({ id: 'ImportEvent' }) as unknown as z.ZodType<ImportEvent>;
