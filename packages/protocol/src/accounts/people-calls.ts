import { flowTypeNames } from '@weft/core';
import { z } from 'zod';
import type { HttpCalls } from '../http-call.ts';
import { done, id, instant, oneFile } from '../schemas/answer-schemas.ts';
import { nameText } from '../schemas/name-text.ts';
import { organizationParts, role } from './organization-calls.ts';
import { chosenSettings, organizationSettings } from './user-settings.ts';

const profile = z.object({ name: nameText.max(200, 'At most 200 characters') });
/** What a member may do besides; admins may always. */
const rights = z.strictObject({ createDatabase: z.boolean(), MOVE_FLOWS_ACROSS_ORGS: z.boolean() });
const memberChange = z
  .object({
    role: role.optional(),
    createDatabase: z.boolean().optional(),
    MOVE_FLOWS_ACROSS_ORGS: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Nothing to change');
const me = z.strictObject({
  user: z.strictObject({
    id,
    name: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    /** Signing in asks for a code besides the password. */
    twoFactorEnabled: z.boolean(),
    /** The path of their picture. */
    picture: z.string().nullable(),
  }),
  organization: z.strictObject({ ...organizationParts, role, settings: organizationSettings }),
  rights,
  settings: chosenSettings,
  flags: z.record(z.string(), z.boolean()),
  isAdmin: z.boolean(),
  /** They work on flows of organizations that they are not of: `GET /admin/flows?shared=true`. */
  isCollaborator: z.boolean(),
  /** The first person of this server, or whom they gave it to. */
  isInstanceAdmin: z.boolean(),
  /** `outbox`: no mail leaves this server; its admin reads them. */
  mail: z.enum(['sent', 'outbox']),
  /** Where 'Feedback?' leads: the server's FEEDBACK_URL with the person's address, else a mail to its admin. */
  feedbackUrl: z.string(),
  /** The largest CSV file this server takes, in units of 1,048,576 bytes. */
  csvMaxMb: z.number(),
});

/** Who I am, and who my colleagues are. */
export const peopleCalls = {
  'GET /v1/me': {
    scope: 'read',
    tag: 'People',
    summary: 'Read who is calling',
    errors: {},
    answer: me,
  },
  'GET /v1/visitor': {
    scope: 'read',
    tag: 'People',
    summary: 'Read who visits, if anybody is signed in',
    more: 'A stranger’s `me` is null. `signUp` says who may create an account now; `firstStart` is there while nobody has an account; `notice`, why a session that is shown was ended by somebody else.',
    open: true,
    errors: {},
    answer: z.strictObject({
      me: me.nullable(),
      signUp: z.enum(['open', 'invite', 'closed']),
      /** Whom one may sign in with besides a password. */
      providers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
      /** Nobody has an account on this server yet: whoever signs up first runs it. */
      firstStart: z.literal(true).exactOptional(),
      /** Why the session that was open in this browser is over, when somebody else ended it. */
      notice: z.string().exactOptional(),
    }),
  },
  'PATCH /v1/me': {
    scope: 'admin',
    tag: 'People',
    summary: 'Change your name',
    body: profile,
    errors: {},
    answer: done,
    example: { name: 'Ada King' },
  },
  'POST /v1/me/picture': {
    scope: 'admin',
    tag: 'People',
    summary: 'Set your picture',
    more: 'PNG, JPEG, GIF, WebP or AVIF, at most 5 MB. The people of your organizations see it. `picture` is its path on this server; `?size=32` or `120` answers a thumbnail.',
    body: oneFile,
    upload: true,
    errors: {},
    answer: z.strictObject({ picture: z.string() }),
  },
  'DELETE /v1/me/picture': {
    scope: 'admin',
    tag: 'People',
    summary: 'Remove your picture',
    errors: {},
    answer: done,
  },
  'GET /v1/me/deletion': {
    scope: 'admin',
    tag: 'Account',
    summary: 'Read what deleting your account would come to',
    more: 'By organization: `deleted`, for nobody else is in it, with its `flows` outside the trash; `left`, where the `flows` you own go to one of `heirs`; `last-admin`, which has to be handed over first. `handsServerOver`: you run the server, and there are other accounts.',
    errors: {},
    answer: z.strictObject({
      organizations: z.array(
        z.strictObject({
          id,
          name: z.string(),
          outcome: z.enum(['deleted', 'left', 'last-admin']),
          flows: z.int(),
          heirs: z.array(z.strictObject({ id, name: z.string(), email: z.string(), role })),
        }),
      ),
      handsServerOver: z.boolean(),
    }),
  },
  'GET /v1/people': {
    scope: 'read',
    tag: 'People',
    summary: 'List the people of the organization',
    errors: {},
    answer: z.strictObject({
      people: z.array(
        z.strictObject({
          id,
          name: z.string(),
          email: z.string(),
          role,
          picture: z.string().nullable(),
          rights,
          lastSeenAt: instant.nullable(),
          /** Of the workspaces they were given; null unless an admin asks. */
          workspaceNames: z.array(z.string()).nullable(),
        }),
      ),
    }),
  },
  'GET /v1/collaborators': {
    scope: 'read',
    tag: 'People',
    summary: 'List who works on flows of the organization from outside',
    more: 'For admins of the organization. They are let in by an invitation with a `flowId`.',
    errors: { forbidden: 'Only an admin of the organization does this.' },
    answer: z.strictObject({
      collaborators: z.array(
        z.strictObject({
          userId: id,
          name: z.string(),
          email: z.string(),
          picture: z.string().nullable(),
          flows: z.array(
            z.strictObject({
              id,
              name: z.string(),
              type: z.enum(flowTypeNames),
              accessLevel: z.enum(['read', 'write']),
            }),
          ),
        }),
      ),
    }),
  },
  'DELETE /v1/collaborators/:id': {
    scope: 'admin',
    tag: 'People',
    summary: 'Take away all that somebody outside was given in the organization',
    path: { id: { means: 'The person.', example: 'the-id-of-a-person' } },
    errors: {
      'not-found': 'Nobody outside by this id works on a flow of the organization.',
      forbidden: 'Only an admin of the organization does this.',
    },
    answer: done,
  },
  'GET /v1/people/:id/workspaces': {
    scope: 'read',
    tag: 'People',
    summary: 'List the workspaces with what a member was given in each',
    more: 'For admins of the organization. `accessLevel` null: nothing; admins may everything in all.',
    path: { id: { means: 'The person.', example: 'the-id-of-a-person' } },
    errors: {
      'not-found': 'There is no such person in the organization.',
      forbidden: 'Only an admin of the organization does this.',
    },
    answer: z.strictObject({
      workspaces: z.array(
        z.strictObject({
          id,
          name: z.string(),
          icon: z.string().nullable(),
          color: z.string().nullable(),
          accessLevel: z.enum(['read', 'write']).nullable(),
        }),
      ),
    }),
  },
  'PATCH /v1/people/:id': {
    scope: 'admin',
    tag: 'People',
    summary: 'Change the role or the rights of a member',
    more: 'For admins of the organization. `createDatabase`: makes databases; `MOVE_FLOWS_ACROSS_ORGS`: moves forms to another organization. Admins have both. The last admin stays one (409).',
    path: { id: { means: 'The person.', example: 'the-id-of-a-person' } },
    body: memberChange,
    errors: {
      'not-found': 'There is no such person in the organization.',
      forbidden: 'Only an admin of the organization does this.',
      conflict: 'The organization would be without an admin.',
    },
    answer: done,
    example: { role: 'member', createDatabase: false },
  },
  'DELETE /v1/people/:id': {
    scope: 'admin',
    tag: 'People',
    summary: 'Remove somebody from the organization, or leave it',
    more: 'An admin removes others; everybody may leave, but for the last admin (409). Their tokens and invitation links of the organization end at once, and their sessions where they work in it. What they own goes to the member `heirUserId`; without one, to whoever removes them and, when they leave, to the admin who joined first.',
    query: z.object({
      heirUserId: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id')
        .optional(),
    }),
    path: { id: { means: 'The person.', example: 'the-id-of-a-person' } },
    errors: {
      'not-found': 'There is no such person in the organization.',
      forbidden: 'Only an admin of the organization removes others.',
      conflict: 'The last admin of an organization cannot leave it.',
    },
    answer: done,
  },
} satisfies HttpCalls;
