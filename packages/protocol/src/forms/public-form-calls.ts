import type { HttpCalls } from '../http-call.ts';
import { sample } from '../schemas/sample-ids.ts';

const path = { publicIdentifier: { means: 'The form’s public identifier.', example: sample.form } };

/** Published forms: for anybody. */
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
  'POST /t/:publicIdentifier': {
    scope: 'open',
    open: true,
    tag: 'Forms',
    summary: 'Answer a published form',
    more: 'Sent as `application/x-www-form-urlencoded`, at most 256 kB: a text for each question by its id, and `submission` and `snapshot` as they stand in the page. An answer of a known `submission` is not taken again. What is wrong is said in the page that comes back (400).',
    path,
    errors: {
      'not-found': 'Nothing is published here.',
      conflict: 'The form was changed meanwhile: the page says how to go on.',
    },
    answer: ['text/html'],
  },
} satisfies HttpCalls;
