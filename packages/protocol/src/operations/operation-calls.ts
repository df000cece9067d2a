import { z } from 'zod';
import type { HttpCalls } from '../http-call.ts';
import { aiUsage, done, id, instant } from '../schemas/answer-schemas.ts';

/** The id of the last entry of the page before. */
const paging = z.object({
  cursor: z
    .string()
    .regex(/^[a-z]{3}[0-9a-z]{21}$/, 'Not a cursor of this list')
    .optional(),
});
const jobsQuery = paging.extend({ state: z.enum(['waiting', 'running', 'failed']).default('failed') });

/** What those look after who run the server or the organization. */
export const operationCalls = {
  'GET /v1/outbox': {
    scope: 'admin',
    tag: 'Operation',
    summary: 'List the mails of the server',
    more: 'The instance admin’s alone; for everybody else it is not there.',
    query: paging,
    errors: { 'not-found': 'The caller is not the instance admin.' },
    answer: z.strictObject({
      mails: z.array(
        z.strictObject({
          id,
          to: z.string(),
          subject: z.string(),
          text: z.string().nullable(),
          state: z.enum(['kept', 'waiting', 'sent', 'failed']),
          attempts: z.int(),
          fault: z.string().nullable(),
          createdAt: instant,
          sentAt: instant.nullable(),
        }),
      ),
      nextCursor: id.nullable(),
    }),
  },
  'GET /v1/ai-usage': {
    scope: 'admin',
    tag: 'Operation',
    summary: 'Read what organizations used of the server’s language model this month',
    more: 'The instance admin’s alone; for everybody else it is not there. The 200 with the most tokens; months are by UTC. `endpoint`: null where the server has no language model.',
    errors: { 'not-found': 'The caller is not the instance admin.' },
    answer: z.strictObject({
      endpoint: z.strictObject({ host: z.string(), model: z.string() }).nullable(),
      organizations: z.array(aiUsage.extend({ organizationId: id, name: z.string() })),
    }),
  },
  'GET /v1/servers': {
    scope: 'admin',
    tag: 'Operation',
    summary: 'List the servers that work on the database, and the connections they may take',
    more: 'The instance admin’s alone; for everybody else it is not there. `connections`: the most a server takes of the database itself, `pooled` of a pooler before it; `most`: all of them together, `limit` what the database gives them, null on the embedded one, where the list is empty. `warning`: a sentence where they may take more.',
    errors: { 'not-found': 'The caller is not the instance admin.' },
    answer: z.strictObject({
      servers: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          role: z.string(),
          startedAt: instant,
          connections: z.int(),
          pooled: z.int(),
        }),
      ),
      most: z.int(),
      limit: z.int().nullable(),
      warning: z.string().nullable(),
    }),
  },
  'GET /v1/backups': {
    scope: 'admin',
    tag: 'Operation',
    summary: 'List the backups that lie on the server, and how far one is that is being made',
    more: 'The instance admin’s alone; for everybody else it is not there. `fault`: why the last one was not made. With several servers each has its own.',
    errors: { 'not-found': 'The caller is not the instance admin.' },
    answer: z.strictObject({
      backups: z.array(z.strictObject({ name: z.string(), bytes: z.int(), madeAt: instant })),
      running: z.strictObject({ startedAt: instant, progress: z.string().nullable() }).nullable(),
      fault: z.string().nullable(),
      folder: z.string(),
    }),
  },
  'POST /v1/backups': {
    scope: 'admin',
    tag: 'Operation',
    summary: 'Begin to make a backup of the whole server',
    more: 'People go on working. It lies in `folder` as `name` once it is whole; the secret is not in it. At most 20 at a time.',
    errors: {
      'not-found': 'The caller is not the instance admin.',
      conflict: 'One is being made already.',
      limit: 'There are as many as may be, or too little room.',
    },
    answer: z.strictObject({ name: z.string() }),
  },
  'GET /v1/backups/:name': {
    scope: 'admin',
    tag: 'Operation',
    summary: 'Download a backup',
    path: { name: { means: 'The file, as the list names it.', example: 'weft-2026-11-23T031500Z.weft' } },
    errors: { 'not-found': 'There is no such backup, or the caller is not the instance admin.' },
    answer: ['application/octet-stream'],
  },
  'DELETE /v1/backups/:name': {
    scope: 'admin',
    tag: 'Operation',
    summary: 'Delete a backup',
    path: { name: { means: 'The file, as the list names it.', example: 'weft-2026-11-23T031500Z.weft' } },
    errors: { 'not-found': 'There is no such backup, or the caller is not the instance admin.' },
    answer: done,
  },
  'GET /v1/jobs': {
    scope: 'admin',
    tag: 'Operation',
    summary: 'List the jobs of the server that wait, run or were given up',
    more: 'The instance admin’s alone; for everybody else it is not there.',
    query: jobsQuery,
    errors: { 'not-found': 'The caller is not the instance admin.' },
    answer: z.strictObject({
      jobs: z.array(
        z.strictObject({
          id,
          label: z.string(),
          state: z.enum(['waiting', 'running', 'failed']),
          attempts: z.int(),
          fault: z.string().nullable(),
          runAt: instant,
          createdAt: instant,
          updatedAt: instant,
        }),
      ),
      counts: z.strictObject({ waiting: z.int(), running: z.int(), failed: z.int() }),
      nextCursor: id.nullable(),
    }),
  },
  'POST /v1/jobs/:id/retry': {
    scope: 'admin',
    tag: 'Operation',
    summary: 'Run a job again that was given up, or now one that waits',
    more: 'The instance admin’s alone; for everybody else it is not there.',
    path: { id: { means: 'The job.', example: 'job0sample00000000000000' } },
    errors: { 'not-found': 'There is no such job, or the caller is not the instance admin.' },
    answer: done,
  },
  'GET /v1/audit': {
    scope: 'admin',
    tag: 'Operation',
    summary: 'List who did what in the organization',
    more: 'For the organization’s admins; for everybody else it is not there.',
    query: paging,
    errors: { 'not-found': 'The caller is not an admin of the organization.' },
    answer: z.strictObject({
      entries: z.array(
        z.strictObject({
          id,
          action: z.string(),
          details: z.record(z.string(), z.string()),
          person: z.strictObject({ id, name: z.string() }).nullable(),
          ip: z.string().nullable(),
          at: instant,
        }),
      ),
      nextCursor: id.nullable(),
    }),
  },
  'GET /v1/audit/export': {
    scope: 'admin',
    tag: 'Operation',
    summary: 'Export the audit log of the organization',
    more: 'For the organization’s admins; for everybody else it is not there. CSV, newest first: moment, person, action, details as JSON, address; an apostrophe stands before texts that a spreadsheet would compute.',
    errors: { 'not-found': 'The caller is not an admin of the organization.' },
    answer: ['text/csv'],
  },
  'GET /healthz': {
    scope: 'open',
    tag: 'Operation',
    summary: 'Ask whether the server and its database answer',
    open: true,
    errors: {},
    answer: z.strictObject({ status: z.literal('ok') }),
  },
  'GET /metrics': {
    scope: 'open',
    tag: 'Operation',
    summary: 'Read the numbers of the server, as Prometheus does',
    more: 'The instance admin’s alone; for everybody else it is not there.',
    errors: { 'not-found': 'The caller is not the instance admin.' },
    answer: ['text/plain'],
  },
  'GET /openapi.json': {
    scope: 'open',
    tag: 'Operation',
    summary: 'Read this description',
    open: true,
    errors: {},
    answer: z.looseObject({ openapi: z.string() }),
  },
  'GET /schemas/app-document.json': {
    scope: 'open',
    tag: 'Apps',
    summary: 'Read the JSON Schema of the document of an app',
    more: 'As that of a form.',
    open: true,
    errors: {},
    answer: z.looseObject({ $schema: z.string() }),
  },
  'GET /schemas/form-document.json': {
    scope: 'open',
    tag: 'Forms',
    summary: 'Read the JSON Schema of the document of a form',
    more: 'Draft 7, made from the rules that judge documents. What it refuses is refused; where a block stands and what an id leads to is asked for beyond it.',
    open: true,
    errors: {},
    answer: z.looseObject({ $schema: z.string(), $id: z.string() }),
  },
} satisfies HttpCalls;
