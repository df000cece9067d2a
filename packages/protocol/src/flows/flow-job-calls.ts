import { flowTypeNames } from '@weft/core';
import { z } from 'zod';
import { formulas } from '../bases/exported-file.ts';
import type { HttpCalls } from '../http-call.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { sample } from '../schemas/sample-ids.ts';
import { flowErrors } from './flow-schemas.ts';

/** Of what is made or exported: a large flow takes longer than a caller should wait. */
export const flowJob = z
  .strictObject({
    id,
    kind: z.enum(['duplicate', 'import', 'export']),
    /** Of what is made or exported. */
    name: z.string(),
    state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
    /** How far it is, 0 to 1. */
    share: z.number(),
    /** Why it failed. */
    fault: z.string().nullable(),
    /** What was made; null until then, and once it is gone or in the trash. */
    flow: z.strictObject({ type: z.enum(flowTypeNames), publicIdentifier: id }).nullable(),
    /** The exported file, for a day. */
    downloadUrl: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'FlowJob' });

/** How a whole flow is exported. */
export const flowExportQuery = z.object({
  format: z
    .enum(['zip', 'csv', 'xlsx'])
    .default('zip')
    .describe(
      '`zip`: everything, which `POST /admin/flows/import` makes the same flow of. `csv`: a ZIP file with a CSV file for each table. `xlsx`: an Excel workbook with a sheet for each table.',
    ),
  formulas,
});

/** Large duplicates, imports and exports. */
export const flowJobCalls = {
  'POST /admin/flows/export/:publicIdentifier': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Export a large database or form into a file that is kept for a day',
    more: 'Answers the job that writes it; its `downloadUrl` leads to the file. `job` is null where the item is small: `GET` on the same path answers it at once.',
    path: { publicIdentifier: { means: 'The database or form.', example: sample.flow } },
    query: flowExportQuery,
    errors: {
      'not-found': flowErrors['not-found'],
      forbidden: flowErrors.forbidden,
      'rate-limit': 'Five of the caller’s jobs are under way.',
    },
    answer: z.strictObject({ job: flowJob.nullable() }),
  },
  'GET /v1/flow-jobs': {
    scope: 'read',
    tag: 'Databases',
    summary: 'List one’s duplicates, imports and exports of large items',
    more: 'Those under way, and those that ended within the last hour, the newest first.',
    errors: {},
    answer: z.strictObject({ jobs: z.array(flowJob) }),
  },
  'DELETE /v1/flow-jobs/:jobId': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Cancel a duplicate, import or export',
    more: 'Nothing of it is kept. What has ended stays as it is, and is answered so.',
    path: { jobId: { means: 'The job.', example: sample.job } },
    errors: { 'not-found': 'The caller has no such job.' },
    answer: z.strictObject({ job: flowJob }),
  },
} satisfies HttpCalls;
