import { flowTypeNames } from '@weft/core';
import { z } from 'zod';
import type { HttpCalls } from '../http-call.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { flowJob } from './flow-job-calls.ts';
import { givenId, success } from './flow-schemas.ts';

const level = z.enum(['read', 'write']);

const notification = z
  .strictObject({
    /** The id of what it is about; with the kind it names the notification. */
    subject: id,
    about: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('flow'),
        type: z.enum(flowTypeNames),
        publicIdentifier: id,
        name: z.string(),
        accessLevel: level,
      }),
      z.strictObject({
        kind: z.literal('workspace'),
        slug: z.string(),
        name: z.string(),
        accessLevel: level,
      }),
      /** To an organization, or to one item of it. */
      z.strictObject({ kind: z.literal('invitation'), code: z.string(), name: z.string() }),
      z.strictObject({ kind: z.literal('job'), label: z.string(), fault: z.string() }),
      /** A duplicate, import or export of one's own that failed. */
      z.strictObject({
        kind: z.literal('flow-job'),
        work: flowJob.shape.kind,
        name: z.string(),
        fault: z.string(),
      }),
    ]),
    /** Who did it; null: nobody did, or they are gone. */
    actorName: z.string().nullable(),
    createdAt: instant,
    read: z.boolean(),
  })
  .meta({ id: 'Notification' });

/** What a person is told of. */
export const notificationCalls = {
  'GET /v1/notifications': {
    scope: 'none',
    tag: 'Account',
    summary: 'List what one was told of, the newest 50',
    more: 'What was shared with one in the organization one works in, invitations to others, one’s duplicates, imports and exports that failed, and, for whoever runs the server, jobs that were given up. What no longer holds is not listed. `flowJobs` counts one’s duplicates, imports and exports that are under way: `GET /v1/flow-jobs`.',
    errors: {},
    answer: z.strictObject({ notifications: z.array(notification), unread: z.int(), flowJobs: z.int() }),
  },
  'POST /v1/notifications/read': {
    scope: 'none',
    tag: 'Account',
    summary: 'Mark a notification as read or unread, or all of them',
    body: z.object({
      notification: z
        .object({ kind: z.enum(['flow', 'workspace', 'invitation', 'job', 'flow-job']), subject: givenId })
        .nullish(),
      read: z.boolean(),
    }),
    errors: {},
    answer: success,
    example: { read: true },
  },
} satisfies HttpCalls;
