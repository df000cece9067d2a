import { flowTypeNames } from '@weft/core';
import { z } from 'zod';
import { givenId } from '../flows/flow-schemas.ts';
import type { HttpCalls } from '../http-call.ts';
import { done, id, instant } from '../schemas/answer-schemas.ts';
import { role } from './organization-calls.ts';

const accessLevel = z.enum(['read', 'write']);
/** With an email the link is for one person; without, for everybody who receives it. */
const inviting = z
  .object({
    email: z.union([z.email().max(254), z.literal('')]).nullish(),
    role: role.default('member'),
    flowId: givenId.optional(),
    accessLevel: accessLevel.default('write'),
  })
  .refine(({ email, flowId }) => flowId === undefined || Boolean(email), {
    path: ['email'],
    message: 'Who works on a flow from outside is invited by their address',
  });
/** The flow that somebody outside is let in to; null where they join the organization. */
const invitedFlow = z
  .strictObject({
    id,
    publicIdentifier: z.string(),
    name: z.string(),
    type: z.enum(flowTypeNames),
    accessLevel,
  })
  .nullable();
const invitingMany = z.object({
  emails: z.array(z.string().max(254, 'At most 254 characters')).min(1).max(100, 'At most 100 addresses'),
  role: role.default('member'),
});
const link = { id, code: z.string(), url: z.url() };
const path = { id: { means: 'The invitation.', example: 'inv0abcdefghijklmnopqrst' } };
const code = {
  code: { means: 'The code at the end of the invitation’s link.', example: 'the-code-of-the-invitation' },
};

/** How others join an organization. */
export const invitationCalls = {
  'POST /v1/invitations': {
    scope: 'admin',
    tag: 'People',
    summary: 'Invite somebody to the organization',
    more: 'The link is good for a week. With an `email` it is sent there; one person can join by it, as by a link for an admin. Without, everybody can who has it. With a `flowId` they do not join: they are let in to that flow alone, to read or to write, by its owner or an admin.',
    body: inviting,
    errors: {
      forbidden:
        'Only an admin of the organization invites an admin; only its owner or an admin shares a flow.',
      'not-found': 'There is no such flow.',
      conflict: 'Whoever has the address is a member: the flow can be shared with them at once.',
    },
    answer: z.strictObject(link),
    example: { email: 'grace@example.org', role: 'member' },
  },
  'POST /v1/invitations/bulk': {
    scope: 'admin',
    tag: 'People',
    summary: 'Invite up to 100 addresses at once',
    more: 'Each gets a mail with a link of its own. Whoever is a member or has an open invitation is skipped, as is what is no address, with the reason.',
    body: invitingMany,
    errors: { forbidden: 'Only an admin of the organization invites an admin.' },
    answer: z.strictObject({
      invitations: z.array(z.strictObject({ ...link, email: z.string() })),
      skipped: z.array(z.strictObject({ email: z.string(), reason: z.string() })),
    }),
    example: { emails: ['grace@example.org', 'alan@example.org'], role: 'member' },
  },
  'GET /v1/invitations': {
    scope: 'admin',
    tag: 'People',
    summary: 'List the invitations that nobody has used up',
    more: 'For a month also those that expired. An admin of the organization sees all, others their own.',
    errors: {},
    answer: z.strictObject({
      invitations: z.array(
        z.strictObject({
          ...link,
          email: z.string().nullable(),
          role,
          flow: invitedFlow,
          once: z.boolean(),
          createdBy: z.strictObject({ id, name: z.string() }),
          createdAt: instant,
          expiresAt: instant,
          expired: z.boolean(),
        }),
      ),
    }),
  },
  'POST /v1/invitations/:id/send': {
    scope: 'admin',
    tag: 'People',
    summary: 'Send an invitation again, for another week',
    more: 'Its link stays the same. One without an address is good for another week.',
    path,
    errors: { 'not-found': 'There is no such invitation, or it is not for the caller to change.' },
    answer: z.strictObject(link),
  },
  'DELETE /v1/invitations/:id': {
    scope: 'admin',
    tag: 'People',
    summary: 'Revoke an invitation',
    path,
    errors: { 'not-found': 'There is no such invitation, or it is not for the caller to change.' },
    answer: done,
  },
  'GET /v1/invitations/:code': {
    scope: 'open',
    tag: 'People',
    summary: 'Read whom an invitation is from',
    more: '`email` is the address it was sent to, if any.',
    open: true,
    path: code,
    errors: { 'not-found': 'The invitation is over or never was.' },
    answer: z.strictObject({
      organization: z.strictObject({ name: z.string() }),
      role,
      email: z.string().nullable(),
      flow: invitedFlow,
    }),
  },
  'POST /v1/invitations/:code/accept': {
    scope: 'admin',
    tag: 'People',
    summary: 'Join the organization of an invitation, or begin to work on its flow',
    path: code,
    errors: {
      'not-found': 'The invitation is over or never was.',
      conflict: 'It lets somebody outside in to a flow, and the caller is a member.',
    },
    answer: z.strictObject({ organization: z.strictObject({ id, name: z.string() }), flow: invitedFlow }),
  },
} satisfies HttpCalls;
