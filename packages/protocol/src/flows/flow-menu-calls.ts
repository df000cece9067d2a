import { z } from 'zod';
import type { HttpCalls } from '../http-call.ts';
import { id, oneFile } from '../schemas/answer-schemas.ts';
import { nameText } from '../schemas/name-text.ts';
import { sample } from '../schemas/sample-ids.ts';
import { textFault } from '../schemas/text.ts';
import { flowExportQuery, flowJob } from './flow-job-calls.ts';
import {
  actionId,
  batchAnswer,
  batchErrors,
  flow,
  flowErrors,
  flowMember,
  givenId,
  setLevel,
  success,
} from './flow-schemas.ts';
import { maxArchiveMb } from './max-archive.ts';

const maxNoteLength = 165;

/** Made at once, or by a job where it is large. */
const madeOrJob = z.union([z.strictObject({ flow }), z.strictObject({ job: flowJob })]);

const path = { flowId: { means: 'The database.', example: sample.flow } };
const ofMember = { ...path, userId: { means: 'A person of the organization.', example: sample.user } };
const internalNote = z
  .string()
  .trim()
  .max(maxNoteLength, `At most ${maxNoteLength} characters`)
  .refine((text) => textFault(text) === null, 'The text has characters that cannot be stored');

/** What the menu of one flow does. */
export const flowMenuCalls = {
  'POST /admin/flows/star': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Star a database for oneself, or take the star away',
    body: z.object({ flowId: givenId, starred: z.boolean() }),
    errors: flowErrors,
    answer: success,
    example: { flowId: sample.flow, starred: true },
  },
  'PUT /admin/flows/internalNote/:flowId': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Write a note for colleagues beside a database',
    more: `At most ${maxNoteLength} characters; an empty one takes the note away.`,
    path,
    body: z.object({ internalNote, actionId }),
    errors: flowErrors,
    answer: z.strictObject({ flow }),
    example: { internalNote: 'Ask Ines before changing the stages.' },
  },
  'PUT /admin/flows/lock/:flowId': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Lock a database against edits, or unlock it',
    path,
    body: z.object({ locked: z.boolean(), actionId }),
    errors: flowErrors,
    answer: z.strictObject({ flow }),
    example: { locked: true },
  },
  'PUT /admin/flows/template/:flowId': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Make a database a template, which its readers may duplicate',
    path,
    body: z.object({ template: z.boolean(), actionId }),
    errors: flowErrors,
    answer: z.strictObject({ flow }),
    example: { template: true },
  },
  'POST /admin/flows/duplicate/:flowId': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Duplicate a database with its records, a form without its answers, or an app',
    more: 'The copy of a form has its draft and settings, and is not published; nor is that of an app, which has its draft, and with `includeChatHistory` its chat. The copy lies where the original lies; where the caller may not write there, in Home. A large one is made by a job: see `GET /v1/flow-jobs`.',
    path,
    body: z.object({ newFlowName: nameText, actionId, includeChatHistory: z.boolean().optional() }),
    errors: {
      ...flowErrors,
      limit: 'The files of the copy go beyond what may be kept.',
      'rate-limit': 'Too many databases are being made at once.',
    },
    answer: madeOrJob,
    example: { newFlowName: 'Plans (copy)' },
  },
  'GET /admin/flows/export/:publicIdentifier': {
    scope: 'read',
    tag: 'Databases',
    summary: 'Export a database or a form: everything in it, or its tables as CSV or Excel',
    more: '`zip`: tables, fields, views, records, links and files; of a form also its draft and settings. `POST /admin/flows/import` makes the same of it, in any organization. `csv` and `xlsx`: every table with all of its fields, as `GET /v1/bases/{baseId}/tables/{tableId}/export` writes it; views, and the files themselves, are not in it.',
    path: { publicIdentifier: { means: 'The database or form.', example: sample.flow } },
    query: flowExportQuery,
    errors: {
      'not-found': flowErrors['not-found'],
      forbidden: flowErrors.forbidden,
      conflict: 'There is no table to export as CSV or Excel.',
      limit: 'A table is more than an Excel sheet holds.',
      'rate-limit': 'Too many downloads are running.',
    },
    answer: ['application/zip', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  },
  'POST /admin/flows/import': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Make a database or a form of an exported file',
    more: `All of it or nothing. It is the caller’s, not published, and lies in the workspace or in Home. The file has at most ${maxArchiveMb} MB. A large one is imported by a job: see \`GET /v1/flow-jobs\`.`,
    query: z.object({ workspaceId: givenId.optional(), actionId }),
    body: oneFile,
    upload: true,
    errors: {
      'not-found': 'There is no such workspace.',
      forbidden: 'The caller may not put items into this workspace, or make databases.',
      conflict: 'The file is of a newer version.',
      limit: 'The file is too large, or its files go beyond what may be kept.',
      'rate-limit': 'Too many imports are running.',
    },
    answer: madeOrJob,
  },
  'POST /admin/flows/changeFlowDisabled/:publicIdentifier': {
    scope: 'write',
    tag: 'Forms',
    summary: 'Close a form to answers, or open it',
    path: { publicIdentifier: { means: 'The form.', example: sample.flow } },
    body: z.object({ disabled: z.boolean(), actionId }),
    errors: flowErrors,
    answer: success,
    example: { disabled: true },
  },
  'POST /admin/flows/bulkChangeFlowDisabled': {
    scope: 'write',
    tag: 'Forms',
    summary: 'Close several forms to answers, or open them',
    more: 'What the caller may not close or open, and what is no form, is skipped and named; where that is all of them, the call is refused.',
    body: z.object({ flowPublicIds: z.array(givenId).min(1).max(100), disabled: z.boolean(), actionId }),
    errors: batchErrors,
    answer: batchAnswer,
    example: { flowPublicIds: [sample.flow], disabled: true },
  },
  'POST /admin/flows/moveToOrganization': {
    scope: 'none',
    tag: 'Forms',
    summary: 'Move a form to another of your organizations',
    more: 'It lies in the Home of the caller there, whom it belongs to from then on; whom it was shared with loses sight of it. With more than 10,000 answers it is refused. Not with a token, which stays in its organization. Then `POST /v1/admin/flow/{flowPublicId}/moveSessionsToOrganization`.',
    body: z.object({ organizationId: givenId, flowPublicId: givenId, actionId }),
    errors: {
      ...flowErrors,
      'not-found': 'There is no such form for the caller to see, or they are not of the organization.',
      conflict: 'It is there already, in the trash, or has too many answers.',
    },
    answer: success,
    example: { organizationId: sample.organization, flowPublicId: sample.form },
  },
  'POST /v1/admin/flow/:flowPublicId/moveSessionsToOrganization': {
    scope: 'none',
    tag: 'Forms',
    summary: 'Let the answers of a form follow it to another organization',
    more: 'After the form itself was moved: their files count as the organization’s from then on. Called again, it changes nothing.',
    path: { flowPublicId: { means: 'The form.', example: sample.form } },
    query: z.object({ mode: z.literal('edit').optional() }),
    body: z.object({ organizationId: givenId }),
    errors: { ...flowErrors, conflict: 'The form does not lie in this organization.' },
    answer: success,
    example: { organizationId: sample.organization },
  },
  'GET /admin/flows/members/:flowId': {
    scope: 'read',
    tag: 'Databases',
    summary: 'List whom a database is shared with',
    more: '`email` is null for a caller who is not of its organization.',
    path,
    errors: { 'not-found': 'There is no such database for the caller to see.' },
    answer: z.strictObject({ ownerUserId: id, members: z.array(flowMember) }),
  },
  'PUT /admin/flows/members/:flowId/:userId': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Share a database with somebody, or take that back',
    path: ofMember,
    body: setLevel,
    errors: {
      ...flowErrors,
      'not-found': 'There is no such database for the caller to see, or no such person.',
      conflict: 'Whoever owns the database keeps access to it, or it is in the trash.',
    },
    answer: success,
    example: { accessLevel: 'read' },
  },
} satisfies HttpCalls;
