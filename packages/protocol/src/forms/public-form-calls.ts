import { z } from 'zod';
import { editErrors, readErrors } from '../bases/base-errors.ts';
import type { HttpCalls } from '../http-call.ts';
import { id, oneFile } from '../schemas/answer-schemas.ts';
import { sample } from '../schemas/sample-ids.ts';

const path = { publicIdentifier: { means: 'The form’s public identifier.', example: sample.form } };

/** Forms as pages: published ones for anybody, drafts for those who may see them. */
export const publicFormCalls = {
  'GET /t/:publicIdentifier': {
    scope: 'open',
    open: true,
    tag: 'Forms',
    summary: 'Open a published form, as a page',
    path,
    errors: { 'not-found': 'Nothing is published here.' },
    answer: ['text/html'],
  },
  'GET /v1/forms/:flowId/preview': {
    scope: 'read',
    tag: 'Forms',
    summary: 'See the draft of a form, as a page',
    more: 'The page as publishing would make it; what is filled in is tried out, and stored nowhere.',
    path: { flowId: { means: 'The form.', example: sample.form } },
    errors: readErrors,
    answer: ['text/html'],
  },
  'POST /v1/forms/:flowId/preview': {
    scope: 'read',
    tag: 'Forms',
    summary: 'Try out an answer to the draft of a form, as a page',
    more: 'Sent as an answer to the published form is. It is checked by the draft as that would be, and answers with the page that comes then, and at the end with the way it took; nothing is stored.',
    path: { flowId: { means: 'The form.', example: sample.form } },
    errors: readErrors,
    answer: ['text/html'],
  },
  'POST /v1/forms/:flowId/images': {
    scope: 'write',
    tag: 'Forms',
    summary: 'Upload an image that a form shows',
    more: 'PNG, JPEG, GIF, WebP or AVIF of at most 10 MB. It is kept as WebP of at most 1,600 pixels a side, without what a camera wrote into it. Its answer is what the document names it by: the property `image` of an image block or of a choice with a picture. It is kept while the draft or a version names it, and for 30 days besides.',
    body: oneFile,
    upload: true,
    path: { flowId: { means: 'The form.', example: sample.form } },
    errors: editErrors,
    answer: z.strictObject({ image: z.string() }),
  },
  'GET /t/:publicIdentifier/images/:fileId': {
    scope: 'open',
    open: true,
    tag: 'Forms',
    summary: 'See an image of a published form',
    path: { ...path, fileId: { means: 'The file.', example: 'fil0sample00000000000000' } },
    errors: {
      'not-found': 'Nothing is published here, or it shows no such image.',
      forbidden: 'The form asks for its password first.',
    },
    answer: ['image/webp'],
  },
  'POST /t/:publicIdentifier/files/:questionId': {
    scope: 'open',
    open: true,
    tag: 'Forms',
    summary: 'Send a file for an answer to a published form',
    more: 'At most 20 MB, and what the question takes, decided by the content. The answer carries the `id`; a file that is part of no answer after a day is removed.',
    body: oneFile,
    upload: true,
    path: { ...path, questionId: { means: 'The question.', example: sample.question } },
    errors: {
      'not-found': 'Nothing is published here, or the question takes no files.',
      forbidden: 'The form takes no answers now.',
    },
    answer: z.strictObject({ id, name: z.string(), size: z.int(), mimeType: z.string() }),
  },
  'POST /t/:publicIdentifier/unlock': {
    scope: 'open',
    open: true,
    tag: 'Forms',
    summary: 'Give the password of a published form',
    more: 'Sent as `application/x-www-form-urlencoded`, as `password`. The right one leads to the form (303) and sets a cookie that opens it; a wrong one shows the page again.',
    path,
    errors: {
      'not-found': 'Nothing is published here.',
      forbidden: 'It is another password.',
      limit: 'More than ten passwords came in a minute from one network.',
    },
    answer: ['text/html'],
  },
  'POST /t/:publicIdentifier/unfinished': {
    scope: 'open',
    open: true,
    tag: 'Forms',
    summary: 'Keep an answer that is not sent yet',
    more: 'Sent as the answer itself. The same browser finds it when it opens the form again, by a cookie; after 30 days without a change it is removed.',
    path,
    errors: { 'not-found': 'Nothing is published here.', forbidden: 'The form takes no answers now.' },
    answer: z.strictObject({ kept: z.boolean() }),
  },
  'GET /t/:publicIdentifier/continue/:code': {
    scope: 'open',
    open: true,
    tag: 'Forms',
    summary: 'Open the mailed link of an answer that is not sent yet, as a page',
    path: { ...path, code: { means: 'The code of the mail.', example: 'a1b2c3' } },
    errors: { 'not-found': 'Nothing is published here.' },
    answer: ['text/html'],
  },
  'POST /t/:publicIdentifier/continue/:code': {
    scope: 'open',
    open: true,
    tag: 'Forms',
    summary: 'Go on with an answer by a mailed link, once',
    more: 'Leads to the form, with a cookie that brings the answer back.',
    path: { ...path, code: { means: 'The code of the mail.', example: 'a1b2c3' } },
    errors: { 'not-found': 'The link was used, or the answer was sent or is too old.' },
    answer: ['text/html'],
  },
  'POST /t/:publicIdentifier': {
    scope: 'open',
    open: true,
    tag: 'Forms',
    summary: 'Answer a published form',
    more: 'Sent as `application/x-www-form-urlencoded`, at most 256 kB (or, with at most 20 files of its questions, as `multipart/form-data`): the texts of each field by its id (choices by theirs), and `submission`, `snapshot` and `token` as they stand in the page. With `page` and `go` (`next`, `back` or the id of a page) it answers with the page that comes then; without `page` everything is sent at once. An answer of a known `submission` is not taken again. What is wrong is said in the page that comes back (400).',
    path,
    errors: {
      'not-found': 'Nothing is published here.',
      conflict: 'The form was changed meanwhile: the page says how to go on.',
    },
    answer: ['text/html'],
  },
} satisfies HttpCalls;
