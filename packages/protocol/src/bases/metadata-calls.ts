import { z } from 'zod';
import { call } from '../call.ts';
import { done, metadata } from '../schemas/answer-schemas.ts';
import type { Done, MetadataAnswer } from '../schemas/base-answers.ts';
import { asAction, inBase } from '../schemas/ids.ts';
import { inSampleBase } from '../schemas/sample-ids.ts';
import { editErrors, readErrors } from './base-errors.ts';

export const metadataCalls = {
  'metadata.create': call(
    'mutation',
    z.object({ ...inBase, ...asAction, createDefaultRecords: z.boolean().default(false) }),
  )<Done>({
    summary: 'Make the first table of an empty database',
    errors: editErrors,
    answer: done,
    example: { ...inSampleBase, createDefaultRecords: true },
  }),
  'metadata.get': call(
    'query',
    z.object(inBase),
  )<MetadataAnswer>({
    summary: 'Read the tables, fields and views of a database',
    more: '`version` is the number of the last action at the time of reading: `base.changes` continues from there.',
    errors: readErrors,
    answer: metadata,
    example: inSampleBase,
  }),
} as const;
