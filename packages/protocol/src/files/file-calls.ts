import { z } from 'zod';
import { editErrors } from '../bases/base-errors.ts';
import type { HttpCalls } from '../http-call.ts';
import { id, oneFile } from '../schemas/answer-schemas.ts';
import { sample } from '../schemas/sample-ids.ts';

/** What the address of a file may say behind its `?`. */
const fileQuery = z.strictObject({
  size: z.enum(['32', '120']).optional(),
  download: z.literal('').optional(),
  expires: z.string().optional(),
  signature: z.string().optional(),
});

/** Uploads, and files by their address. */
export const fileCalls = {
  'POST /csvupload': {
    scope: 'write',
    tag: 'Files',
    summary: 'Upload a CSV file to import',
    more: 'Only the organization of the uploader can read it.',
    body: oneFile,
    upload: true,
    errors: {},
    answer: z.strictObject({ url: z.string(), s3Key: id, fileName: z.string() }),
  },
  'POST /fileupload': {
    scope: 'write',
    tag: 'Files',
    summary: 'Upload a file for a cell of a field of attachments',
    more: 'At most 20 MB. The headers `base-public-id`, `table-id` and `field-id` name the field. A cell holds the file once it is written with an item whose `filename` or `url` names it; one that no cell holds for 30 days is removed.',
    body: oneFile,
    upload: true,
    headers: {
      'base-public-id': { means: 'The database.', example: sample.flow },
      'table-id': { means: 'The table.', example: sample.table },
      'field-id': { means: 'The field of attachments.', example: sample.field },
    },
    errors: editErrors,
    answer: z.strictObject({ url: z.string(), fileName: z.string(), size: z.int(), mimeType: z.string() }),
  },
  'GET /files/:id/*': {
    scope: 'read',
    tag: 'Files',
    summary: 'Download a file by its address',
    more: 'Images (PNG, JPEG, GIF, WebP, AVIF by their content) are shown, unless the address says `download`; everything else is a download. `Range` is answered. With the `expires` and `signature` of a link that `/fileupload` or a read of records answered nobody has to sign in. `size` 32 or 120 answers a thumbnail as WebP, when it is made.',
    query: fileQuery,
    path: {
      id: { means: 'The file.', example: 'fil0sample00000000000000' },
      '*': { means: 'Its name; any will do.', example: 'people.csv' },
    },
    errors: { 'not-found': 'There is no such file or thumbnail, or it is not for the caller to see.' },
    answer: ['application/octet-stream', 'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'],
  },
} satisfies HttpCalls;
