import type { Content, Json } from '@weft/documents';
import { z } from 'zod';
import { editErrors, readErrors } from '../bases/base-errors.ts';
import type { HttpCalls } from '../http-call.ts';
import { cells, formContent, id, instant } from '../schemas/answer-schemas.ts';
import { isForbiddenKey, knownId, newId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';
import { documentBlock, documentProps } from './sent-edits.ts';

const path = { flowId: { means: 'The form.', example: sample.form } };
/** Submissions of one page. */
const maxSubmissions = 200;

const blockId = knownId.refine((text) => !isForbiddenKey(text), 'Not an id');
const document = z
  .strictObject({
    kind: z.literal('form'),
    schema: z.number().int().min(1).max(1_000),
    props: documentProps,
    blocks: z.record(blockId, documentBlock),
  })
  .transform(
    (content) => content as unknown as Content & { readonly props: { readonly [key: string]: Json } },
  );

const answers = z.record(
  knownId.refine((text) => !isForbiddenKey(text), 'Not the id of a question'),
  z.union([storableText(20_000), z.array(storableText(20_000)).max(500)]),
);

const problems = z.array(z.strictObject({ blockId: id.nullable(), text: z.string() }));

/** Forms as data: what the editor can do, a program can, under the same checks. */
export const formDataCalls = {
  'POST /v1/flows': {
    scope: 'write',
    tag: 'Forms',
    summary: 'Make a form or a quiz',
    more: 'A quiz is a form whose choices give points.',
    body: z.object({
      type: z.enum(['form', 'quiz']),
      name: storableText(255).refine((name) => name.trim() !== '', 'Give the form a name'),
      workspaceId: knownId.nullish(),
    }),
    errors: {
      forbidden: 'The caller may not write to this workspace.',
      'not-found': 'There is no such workspace.',
    },
    answer: z.strictObject({ id, publicIdentifier: id, version: z.int() }),
    example: { type: 'form', name: 'Guests' },
  },
  'GET /v1/flows/:flowId/document': {
    scope: 'read',
    tag: 'Forms',
    summary: 'Read the draft of a form as a document',
    more: 'The header `ETag` holds its version, in quotation marks, for `If-Match`. `problems` is what keeps it from being published, `warnings` what it makes public.',
    path,
    errors: readErrors,
    answer: z.strictObject({ version: z.int(), document: formContent, problems, warnings: problems }),
  },
  'PUT /v1/flows/:flowId/document': {
    scope: 'write',
    tag: 'Forms',
    summary: 'Replace the draft of a form',
    more: 'Only of the version that `If-Match` names: one that has changed since is refused with `conflict`, so that nobody’s edit is lost. Whoever has the form open sees the change as edits, and can undo it. What a document may hold is told by `/schemas/form-document.json`, and what no form may hold is refused; `problems` is what keeps it from being published, `warnings` what it makes public.',
    path,
    headers: { 'If-Match': { means: 'The version that was read, in quotation marks.', example: '"0"' } },
    body: document,
    errors: { ...editErrors, conflict: 'The draft has another version by now, or the form is in the trash.' },
    answer: z.strictObject({ version: z.int(), problems, warnings: problems }),
    example: {
      kind: 'form',
      schema: 1,
      props: { title: 'Guests' },
      blocks: {
        [sample.page]: { parent: null, order: 'V', props: { type: 'page', kind: 'form', label: '' } },
        [sample.question]: {
          parent: sample.page,
          order: 'V',
          props: { type: 'short_text', label: 'Name', required: true },
        },
      },
    },
  },
  'POST /v1/flows/:flowId/publish': {
    scope: 'write',
    tag: 'Forms',
    summary: 'Publish the draft of a form',
    more: 'As `forms.publish` does.',
    path,
    body: z.object({ version: z.number().int().min(0), snapshotId: newId('snp').optional() }),
    errors: { ...editErrors, conflict: 'The draft has another version by now, or the form is in the trash.' },
    answer: z.strictObject({ publishedSnapshotId: id }),
    example: { version: 1 },
  },
  'GET /v1/flows/:flowId/submissions': {
    scope: 'read',
    tag: 'Forms',
    summary: 'Read the answers to a form, the newest first',
    more: 'Answers are by field, as cells are; a record that was deleted has none. Spam is left out.',
    path,
    query: z.object({
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(maxSubmissions).default(50),
    }),
    errors: readErrors,
    answer: z.strictObject({
      submissions: z.array(
        z.strictObject({
          submissionId: id,
          recordId: id.nullable(),
          version: id,
          startedAt: instant,
          submittedAt: instant,
          answers: cells.nullable(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
    example: { limit: 50 },
  },
  'GET /v1/forms/:flowId/answers/:recordId/pdf': {
    scope: 'read',
    tag: 'Forms',
    summary: 'Read an answer to a form as a PDF',
    more: 'What its record holds, by the questions in their order; what was not answered is left out, and files are named. Latin, Cyrillic, Greek, Hebrew, Arabic, Armenian and Georgian are drawn; a character of another script is a box. It has at most 100 pages, and says so where the answer is longer. `disposition=inline` has a browser show it, to print it.',
    path: { ...path, recordId: { means: 'The record of the answer.', example: sample.record } },
    query: z.object({
      timeZone: z.string().max(64).optional(),
      disposition: z.enum(['attachment', 'inline']).default('attachment'),
    }),
    errors: readErrors,
    answer: ['application/pdf'],
    example: { timeZone: 'Europe/Berlin' },
  },
  'GET /v1/forms/:flowId/answers/:recordId/certificate': {
    scope: 'read',
    tag: 'Forms',
    summary: 'Read the certificate of an answer to a quiz',
    more: 'A PDF of one page, by the version of the quiz that was answered. There is one where that version gives certificates and the answer passed its mark.',
    path: { ...path, recordId: { means: 'The record of the answer.', example: sample.record } },
    errors: readErrors,
    answer: ['application/pdf'],
  },
  'GET /t/:publicIdentifier/certificate/:code': {
    scope: 'open',
    open: true,
    tag: 'Forms',
    summary: 'Read the certificate of one’s own answer to a quiz',
    more: 'By the link that the end of the quiz shows to whoever passed it.',
    path: {
      publicIdentifier: { means: 'The form’s public identifier.', example: sample.form },
      code: { means: 'From the link.', example: 'sub0sample00000000000000.proof' },
    },
    errors: { 'not-found': 'There is no certificate under this link.' },
    answer: ['application/pdf'],
  },
  'POST /t/:publicIdentifier/submissions': {
    scope: 'open',
    open: true,
    tag: 'Forms',
    summary: 'Answer a published form, from a program',
    more: 'The whole way through the form is gone here: only what was asked on it is kept, and what a question does not take is refused, with the field’s id as its path. `version` is the published snapshot. A known `submissionId` is not taken again. Answers are texts as a page would send them: choices by their ids. `waiting`: it found no place, and is on the waiting list.',
    path: { publicIdentifier: { means: 'The form’s public identifier.', example: sample.form } },
    body: z.strictObject({
      submissionId: newId('sub'),
      version: knownId,
      answers,
      password: z.string().max(200).optional(),
      work: z.string().max(12).optional(),
    }),
    errors: {
      'not-found': 'Nothing is published here.',
      forbidden:
        'The form takes no answers now, has a password, asks for proof of work, or is answered on its page alone: for a code by mail, a captcha, or the press that begins a quiz.',
      conflict: 'Another version is published by now.',
    },
    answer: z.strictObject({
      submissionId: id,
      repeated: z.boolean(),
      waiting: z.boolean(),
      ending: z.strictObject({ title: z.string(), text: z.string() }).nullable(),
    }),
    example: {
      submissionId: 'sub0sample00000000000000',
      version: sample.snapshot,
      answers: { [sample.question]: 'Ada' },
    },
  },
} satisfies HttpCalls;
