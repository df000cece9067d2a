import { z } from 'zod';
import { readErrors } from '../bases/base-errors.ts';
import type { HttpCalls } from '../http-call.ts';
import { sample } from '../schemas/sample-ids.ts';

const path = { publicIdentifier: { means: 'The app’s public identifier.', example: sample.form } };
const blockId = { means: 'The block.', example: 'blk0sample00000000000000' };
const slug = { means: 'The end of the page’s address.', example: 'orders' };
const recordId = { means: 'The record that the page is about.', example: sample.record };

const open = { scope: 'open', open: true, tag: 'Apps' } as const;
const nothing = { 'not-found': 'Nothing is published here, or nothing for whoever asks.' };
const html = ['text/html'];

const preview = {
  scope: 'read',
  tag: 'Apps',
  summary: 'See a page of the draft of an app',
  more: 'As publishing would make it. `as` is the id of a person’s record, `visitor`, or `somebody` who has signed in and has no records yet; a page about a record that is not named shows the first; with `canvas=1` presses tell the frame around it which block they are on. With `proposal`, the id of a proposal of the chat, it is the app that this would make. Who may not open its database sees no records. Nothing can be sent there.',
  errors: readErrors,
  answer: html,
} as const;
const ofFlow = { flowId: { means: 'The app.', example: sample.form } };

/** Apps as pages: published ones for whoever may use them, drafts for those who may see them. */
export const appPageCalls = {
  'GET /a/:publicIdentifier': {
    ...open,
    summary: 'Open a published app',
    path,
    errors: nothing,
    answer: html,
  },
  'GET /a/:publicIdentifier/': {
    ...open,
    summary: 'Open the first page of a published app',
    path,
    errors: nothing,
    answer: html,
  },
  'GET /a/:publicIdentifier/:slug': {
    ...open,
    summary: 'Open a page of a published app',
    more: 'What is searched, chosen and sorted stands in its address by the ids of blocks. It tells what the rules of the app let whoever is signed in read.',
    path: { ...path, slug },
    errors: nothing,
    answer: html,
  },
  'GET /a/:publicIdentifier/:slug/:recordId': {
    ...open,
    summary: 'Open a page of a published app about a record',
    path: { ...path, slug, recordId },
    errors: nothing,
    answer: html,
  },
  'GET /a/:publicIdentifier/-/block/:blockId': {
    ...open,
    summary: 'Read a block of a published app again',
    more: 'The block as its page shows it: `record` is the record of the page, and what is searched, chosen and sorted goes by the names it has in the address of the page. The tables, fields and conditions are those of the app and its rules.',
    path: { ...path, blockId },
    errors: nothing,
    answer: html,
  },
  'POST /a/:publicIdentifier/-/do/:blockId': {
    ...open,
    summary: 'Send a form of a published app, or press a button',
    more: 'Sent as a form: the inputs of the page under their names. It leads on (303) where it was done, and answers with the page and what is wrong where it was not.',
    path: { ...path, blockId },
    errors: {
      ...nothing,
      invalid: 'Something that was sent does not fit.',
      forbidden: 'The rules of the app do not let whoever is signed in do so.',
      conflict: 'Somebody has changed the record in the same moment.',
      limit: 'More than 120 came in a minute from one network.',
    },
    answer: html,
  },
  'GET /a/:publicIdentifier/-/export/:blockId': {
    ...open,
    summary: 'Download what a block of a published app shows, as CSV',
    path: { ...path, blockId },
    errors: { ...nothing, limit: 'Too many are being written.' },
    answer: ['text/csv'],
  },
  'GET /a/:publicIdentifier/-/files/:blockId/:recordId/:fieldId/:fileId': {
    ...open,
    summary: 'Read a file that a published app shows',
    more: 'With `size=120` a small image of an image.',
    path: {
      ...path,
      blockId,
      recordId,
      fieldId: { means: 'The field.', example: sample.field },
      fileId: { means: 'The file.', example: 'fil0sample00000000000000' },
    },
    query: z.object({ size: z.string().max(4).optional(), download: z.string().max(1).optional() }),
    errors: nothing,
    answer: ['application/octet-stream', 'image/*'],
  },
  'GET /a/:publicIdentifier/-/images/:fileId': {
    ...open,
    summary: 'See an image of a published app',
    path: { ...path, fileId: { means: 'The file.', example: 'fil0sample00000000000000' } },
    errors: nothing,
    answer: ['image/webp'],
  },
  'GET /a/:publicIdentifier/-/live': {
    ...open,
    summary: 'Hear which tables of a published app change',
    more: 'An event stream of the ids of tables that whoever is signed in may read something of; what has changed is read again by the pages. With `since`, the version that a page was drawn at, what has changed meanwhile is told at once.',
    path,
    query: z.object({
      since: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
    errors: { ...nothing, limit: 'Too many are open from one network.' },
    answer: ['text/event-stream'],
  },
  'GET /a/:publicIdentifier/-/sign-in': {
    ...open,
    summary: 'Open the page where people sign in to a published app',
    path,
    errors: nothing,
    answer: html,
  },
  'POST /a/:publicIdentifier/-/sign-in': {
    ...open,
    summary: 'Sign in to a published app',
    more: 'Sent as a form: with `email` a code of six digits and a link are mailed there, if the address may use the app; the answer is the same if it may not. `code`, or the `link` of the mail, signs in (303) with a cookie. Both are good for ten minutes and one use together; a code for five tries and the browser that asked for it.',
    path,
    errors: {
      ...nothing,
      invalid: 'It is no address, or the browser sends no cookie.',
      forbidden: 'It is another code, or one that is too old or was used.',
      limit: 'More than thirty came in a minute from one network, or five codes for the address in an hour.',
      unavailable: 'The server sends no mail.',
    },
    answer: html,
  },
  'POST /a/:publicIdentifier/-/sign-out': {
    ...open,
    summary: 'Sign out of a published app',
    path,
    errors: nothing,
    answer: html,
  },
  'GET /v1/apps/:flowId/preview/': { ...preview, path: ofFlow },
  'GET /v1/apps/:flowId/preview/:slug': {
    ...preview,
    summary: 'See a page of the draft of an app by its address',
    path: { ...ofFlow, slug },
  },
  'GET /v1/apps/:flowId/preview/:slug/:recordId': {
    ...preview,
    summary: 'See a page of the draft of an app about a record',
    path: { ...ofFlow, slug, recordId },
  },
} satisfies HttpCalls;
