import { z } from 'zod';
import type { HttpCalls } from '../http-call.ts';
import { sample } from '../schemas/sample-ids.ts';

/** What flows look like. */
export const previewCalls = {
  'GET /v1/flows/:flowId/preview.svg': {
    scope: 'read',
    tag: 'Databases',
    summary: 'Draw the first records of a database, or the first questions of a form',
    more: 'It is the `screenshotUrl` of a listed item. Answers 304 to the ETag of what it shows now.',
    path: { flowId: { means: 'The database or form.', example: sample.flow } },
    query: z.object({ theme: z.enum(['light', 'dark']).default('light') }),
    errors: { 'not-found': 'There is no such item for the caller to see, or nothing in it to draw.' },
    answer: ['image/svg+xml'],
  },
} satisfies HttpCalls;
