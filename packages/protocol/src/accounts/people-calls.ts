import { z } from 'zod';
import type { HttpCalls } from '../http-call.ts';
import { done, id, instant, oneFile } from '../schemas/answer-schemas.ts';
import { nameText } from '../schemas/name-text.ts';
import { organizationParts, role } from './organization-calls.ts';
import { chosenSettings } from './user-settings.ts';

/** With an email the link is for one person; without, for everybody who receives it. */
const inviting = z.object({
  email: z.union([z.email().max(254), z.literal('')]).nullish(),
  role: z.enum(['admin', 'member']).default('member'),
});
const profile = z.object({ name: nameText.max(200, 'At most 200 characters') });
const organization = { id, name: z.string() };
/** What a member may do besides; admins may always. */
const rights = z.strictObject({ createDatabase: z.boolean(), MOVE_FLOWS_ACROSS_ORGS: z.boolean() });
const memberChange = z
  .object({
    role: role.optional(),
    createDatabase: z.boolean().optional(),
    MOVE_FLOWS_ACROSS_ORGS: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Nothing to change');
const code = {
  code: { means: 'The code at the end of the invitation’s link.', example: 'the-code-of-the-invitation' },
};
const me = z.strictObject({
  user: z.strictObject({
    id,
    name: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    /** The path of their picture. */
    picture: z.string().nullable(),
  }),
  organization: z.strictObject({ ...organizationParts, role }),
  rights,
  settings: chosenSettings,
  flags: z.record(z.string(), z.boolean()),
  isAdmin: z.boolean(),
  /** The first person of this server. */
  isInstanceAdmin: z.boolean(),
  /** `outbox`: no mail leaves this server; its admin reads them. */
  mail: z.enum(['sent', 'outbox']),
  /** Where 'Feedback?' leads: the server's FEEDBACK_URL with the person's address, else a mail to its admin. */
  feedbackUrl: z.string(),
  /** The largest CSV file this server takes, in units of 1,048,576 bytes. */
  csvMaxMb: z.number(),
});

/** Who I am, who my colleagues are, and how others join. */
export const peopleCalls = {
  'GET /v1/me': {
    scope: 'read',
    tag: 'People',
    summary: 'Read who is calling',
    answer: me,
  },
  'GET /v1/visitor': {
    scope: 'read',
    tag: 'People',
    summary: 'Read who visits, if anybody is signed in',
    more: 'A stranger’s `me` is null. `signUp` says who may create an account now; `notice`, why a session that is shown was ended by somebody else.',
    open: true,
    answer: z.strictObject({
      me: me.nullable(),
      signUp: z.enum(['open', 'invite', 'closed']),
      /** Why the session that was open in this browser is over, when somebody else ended it. */
      notice: z.string().exactOptional(),
    }),
  },
  'PATCH /v1/me': {
    scope: 'admin',
    tag: 'People',
    summary: 'Change your name',
    body: profile,
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
    answer: z.strictObject({ picture: z.string() }),
  },
  'DELETE /v1/me/picture': {
    scope: 'admin',
    tag: 'People',
    summary: 'Remove your picture',
    answer: done,
  },
  'GET /v1/people': {
    scope: 'read',
    tag: 'People',
    summary: 'List the people of the organization',
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
    answer: done,
    example: { role: 'member', createDatabase: false },
  },
  'DELETE /v1/people/:id': {
    scope: 'admin',
    tag: 'People',
    summary: 'Remove somebody from the organization, or leave it',
    more: 'An admin removes others; everybody may leave, but for the last admin (409). Their tokens and invitation links of the organization end at once, and their sessions where they work in it. What they own goes to whoever removes them; when they leave, to the admin who joined first.',
    path: { id: { means: 'The person.', example: 'the-id-of-a-person' } },
    answer: done,
  },
  'POST /v1/invitations': {
    scope: 'admin',
    tag: 'People',
    summary: 'Invite somebody to the organization',
    more: 'The link is good for a week. With an `email`, or for an admin, one person can join by it; without, everybody who has it. No mail is sent.',
    body: inviting,
    answer: z.strictObject({ id, code: z.string(), url: z.url() }),
    example: { email: 'grace@example.org', role: 'member' },
  },
  'GET /v1/invitations': {
    scope: 'admin',
    tag: 'People',
    summary: 'List the invitations that can still be accepted',
    more: 'An admin of the organization sees all, others their own.',
    answer: z.strictObject({
      invitations: z.array(
        z.strictObject({
          id,
          email: z.string().nullable(),
          role,
          once: z.boolean(),
          createdBy: z.strictObject({ id, name: z.string() }),
          createdAt: instant,
          expiresAt: instant,
        }),
      ),
    }),
  },
  'DELETE /v1/invitations/:id': {
    scope: 'admin',
    tag: 'People',
    summary: 'Revoke an invitation',
    path: { id: { means: 'The invitation.', example: 'inv0abcdefghijklmnopqrst' } },
    answer: done,
  },
  'GET /v1/invitations/:code': {
    scope: 'open',
    tag: 'People',
    summary: 'Read whom an invitation is from',
    open: true,
    path: code,
    answer: z.strictObject({ organization: z.strictObject({ name: z.string() }), role }),
  },
  'POST /v1/invitations/:code/accept': {
    scope: 'admin',
    tag: 'People',
    summary: 'Join the organization of an invitation',
    path: code,
    answer: z.strictObject({ organization: z.strictObject(organization) }),
  },
} satisfies HttpCalls;
