import { z } from 'zod';
import { editErrors, readErrors } from '../bases/base-errors.ts';
import type { HttpCalls } from '../http-call.ts';
import { id, oneFile } from '../schemas/answer-schemas.ts';
import { knownId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';

/** Apps as files, and the images that they show. */
export const appFileCalls = {
  'POST /v1/apps/:flowId/images': {
    scope: 'write',
    tag: 'Apps',
    summary: 'Upload an image that an app shows',
    more: 'As the images of forms. Its answer is what the document names it by: the property `image` of an image block, `logo` or `favicon` of the app.',
    body: oneFile,
    upload: true,
    path: { flowId: { means: 'The app.', example: sample.app } },
    errors: editErrors,
    answer: z.strictObject({ image: z.string() }),
  },
  'GET /admin/zite/apps/export/:publicIdentifier': {
    scope: 'read',
    tag: 'Apps',
    summary: 'Export an app as a file',
    more: 'Its draft with the images that it shows, and what was said in its chat; no record, and nobody who signs in to it. With `excludeMessageHistory=y` without the chat. Imported and exported again, the file is the same byte for byte.',
    path: { publicIdentifier: { means: 'The app.', example: sample.app } },
    query: z.object({ excludeMessageHistory: z.enum(['y', 'n']).optional() }),
    errors: readErrors,
    answer: ['application/json'],
    example: { excludeMessageHistory: 'y' },
  },
  'POST /admin/zite/apps/import': {
    scope: 'write',
    tag: 'Apps',
    summary: 'Make an app of an exported file',
    more: 'It is not published. It shows the database that it named where the caller may open that; otherwise another is chosen in its editor. At most 32 MB.',
    body: z.object({ file: z.looseObject({}), workspaceId: knownId.nullish() }),
    errors: {
      forbidden: 'The caller may not write to this workspace.',
      'not-found': 'There is no such workspace.',
      limit: 'The file, or what may be kept, is too large.',
      'rate-limit': 'Too many apps are being made at once.',
    },
    answer: z.strictObject({ flowId: id }),
    example: {
      file: {
        ...{ format: 'weft-app', version: 1, name: 'Portal', images: [] },
        content: {
          ...{ kind: 'app', schema: 0, props: { title: 'Portal' } },
          blocks: {
            [sample.page]: {
              ...{ parent: null, order: 'V' },
              props: { type: 'page', label: 'Home', slug: 'home' },
            },
          },
        },
      },
    },
  },
} as const satisfies HttpCalls;
