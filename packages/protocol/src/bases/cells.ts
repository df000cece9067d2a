import { type CellValue, longestCellText } from '@weft/core';
import { z } from 'zod';
import { knownId } from '../schemas/ids.ts';
import { storableText, textFault } from '../schemas/text.ts';

const maxItems = 1_000;
const attachment = z.strictObject({
  filename: storableText(1_000),
  originalName: storableText(1_000),
  size: z.number().int().nonnegative(),
  mimeType: storableText(255),
  url: storableText(4_096),
  uploadedAt: storableText(40),
  metadata: z
    .strictObject({
      ...{ userId: storableText(64).optional(), wasDownloaded: z.boolean().optional() },
      sourceId: storableText(64).optional(),
    })
    .optional(),
});

/**
 * A cell's value as JSON: its type decides later whether it fits. Written by hand where zod's union would list
 * every branch it tried: the commonest call is one cell, and its fault should read as one sentence.
 */
const cellValue = z
  .unknown()
  .transform((value, context): CellValue => {
    const fail = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'number') return Number.isFinite(value) ? value : fail('Not a finite number');
    if (typeof value === 'string') {
      const fault = textFault(value);
      return fault === null ? value : fail(fault);
    }
    if (!Array.isArray(value)) return fail('Not a value a cell can hold');
    if (value.length > maxItems) return fail(`A cell holds at most ${maxItems} items`);
    if (value.every((item) => typeof item === 'string')) {
      const fault = value.map(textFault).find((found) => found !== null);
      return fault === undefined ? value : fail(fault);
    }
    const items = z.array(attachment).safeParse(value);
    return items.success ? (items.data as CellValue) : fail('Not a list of texts or of attachments');
  })
  .meta({ id: 'CellValue' });

/** Names of the files that cells were seen to hold, by field id. */
export const seenFiles = z.record(knownId, z.array(storableText(1_000)).max(maxItems));
/** Cells by field id. */
export const cellData = z.record(knownId, cellValue);
/** Texts that do not fit their field's type, by field id; the value beside each is empty. */
export const rawTexts = z.record(knownId, storableText(longestCellText));
