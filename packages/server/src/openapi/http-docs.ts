import { z } from 'zod';
import { newToken } from '../features/accounts/account-routes.ts';
import { inviting, profile, switching } from '../features/accounts/people-routes.ts';
import { exportQuery } from '../features/bases/export/export-route.ts';
import { listing, newBase, renaming, trashing } from '../features/flows/flow-routes.ts';
import { scopes } from '../http/scopes.ts';
import { done, id, instant } from './answer-schemas.ts';
import type { HttpDoc } from './http-doc.ts';
import { operationDocs } from './operation-docs.ts';
import { sample } from './sample-ids.ts';

/** A file sent as `multipart/form-data`, in the part `file`. */
const oneFile = z.strictObject({ file: z.unknown().meta({ id: 'File' }) });

/** What the address of a file may say behind its `?`. */
const fileQuery = z.strictObject({
  size: z.enum(['32', '120']).optional(),
  download: z.literal('').optional(),
  expires: z.string().optional(),
  signature: z.string().optional(),
});

const flow = z
  .strictObject({
    id,
    publicIdentifier: id,
    name: z.string(),
    type: z.string(),
    parentFlowPublicIdentifier: id.nullable(),
    publishedSnapshotId: id.nullable(),
    workspaceId: id.nullable(),
    ownerUserId: id,
    owner: z.strictObject({ firstName: z.string() }),
    createdAt: instant,
    updatedAt: instant,
    trashedAt: instant.nullable(),
    starred: z.boolean(),
    accessLevel: z.enum(['read', 'write']),
  })
  .meta({ id: 'Flow' });

const organization = { id, name: z.string() };
const role = z.enum(['admin', 'member']);
const code = {
  code: { means: 'The code at the end of the invitation’s link.', example: 'the-code-of-the-invitation' },
};
const baseAndTable = {
  baseId: { means: 'The database.', example: sample.base },
  tableId: { means: 'The table.', example: sample.table },
};
const success = z.strictObject({ success: z.literal(true) });
/** The sign-in library's own answers. */
const session = z.looseObject({});
const credentials = { email: z.email(), password: z.string().min(8).max(128) };

const onItsWay = z.looseObject({ status: z.boolean(), delivery: z.enum(['mail', 'outbox']) });
const token = {
  id,
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
};

const me = z.looseObject({
  user: z.looseObject({
    id,
    name: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
  }),
  organization: z.looseObject({ ...organization, role }),
  isAdmin: z.boolean(),
  isInstanceAdmin: z.boolean(),
  mail: z.enum(['sent', 'outbox']),
  csvMaxMb: z.number(),
});

/** THE description of every call outside /rpc, by its route. */
export const httpDocs: { readonly [route: string]: HttpDoc } = {
  'POST /api/auth/sign-up/email': {
    tag: 'Signing in',
    summary: 'Sign up',
    more: 'Without an invitation the person gets an organization of their own, as its admin. Sets the session cookie.',
    open: true,
    body: z.object({
      name: z.string().min(1).max(200),
      ...credentials,
      invitationCode: z.string().optional(),
    }),
    answer: session,
    example: { name: 'Ada Lovelace', email: 'ada@example.org', password: 'correct horse battery' },
  },
  'POST /api/auth/sign-in/email': {
    tag: 'Signing in',
    summary: 'Sign in',
    more: 'Sets the session cookie; `token` in the answer serves as a bearer token until the session ends.',
    open: true,
    body: z.object(credentials),
    answer: session,
    example: { email: 'ada@example.org', password: 'correct horse battery' },
  },
  'POST /api/auth/sign-out': {
    tag: 'Signing in',
    summary: 'Sign out; streams of the session end',
    open: true,
    answer: session,
  },
  'GET /api/auth/get-session': {
    tag: 'Signing in',
    summary: 'Read the session of the cookie',
    open: true,
    answer: session.nullable(),
  },
  'POST /api/auth/request-password-reset': {
    tag: 'Signing in',
    summary: 'Ask for a mail with a link to a new password',
    more: 'The answer is the same whether the address is known or not. Without a mail server the mail is read in the outbox.',
    open: true,
    body: z.object({ email: z.email() }),
    answer: onItsWay,
    example: { email: 'ada@example.org' },
  },
  'POST /api/auth/reset-password': {
    tag: 'Signing in',
    summary: 'Set a new password by the code of such a mail',
    more: 'Ends every session and revokes every token of the person.',
    open: true,
    body: z.object({ token: z.string(), newPassword: credentials.password }),
    answer: session,
  },
  'POST /api/auth/send-verification-email': {
    tag: 'Signing in',
    summary: 'Ask for a mail that verifies an address',
    open: true,
    body: z.object({ email: z.email() }),
    answer: onItsWay,
    example: { email: 'ada@example.org' },
  },
  'GET /api/auth/verify-email': {
    tag: 'Signing in',
    summary: 'Verify an address by the code of such a mail',
    open: true,
    query: z.object({ token: z.string() }),
    answer: session,
  },
  'POST /api/auth/change-password': {
    tag: 'Signing in',
    summary: 'Set a new password by the current one',
    more: 'Every other session of the person ends.',
    body: z.object({ currentPassword: z.string(), newPassword: credentials.password }),
    answer: session,
  },
  'GET /v1/sessions': {
    tag: 'Account',
    summary: 'List where you are signed in',
    answer: z.strictObject({
      sessions: z.array(
        z.strictObject({
          id: z.string(),
          device: z.string(),
          ip: z.string().nullable(),
          createdAt: instant,
          lastUsedAt: instant,
          current: z.boolean(),
        }),
      ),
    }),
  },
  'DELETE /v1/sessions': {
    tag: 'Account',
    summary: 'End all your sessions but the one that asks',
    answer: z.strictObject({ ended: z.int() }),
  },
  'DELETE /v1/sessions/:id': {
    tag: 'Account',
    summary: 'End one of your sessions',
    path: { id: { means: 'The session, as the list names it.', example: 'the-id-of-a-session' } },
    answer: done,
  },
  'GET /v1/tokens': {
    tag: 'Account',
    summary: 'List your access tokens',
    answer: z.strictObject({ tokens: z.array(z.strictObject(token)) }),
  },
  'POST /v1/tokens': {
    tag: 'Account',
    summary: 'Make an access token for a program',
    more: 'The token is shown this once. Each scope includes those before it: read, write, admin; the person’s own rights hold besides.',
    body: newToken,
    answer: z.strictObject({ ...token, token: z.string() }),
    example: { name: 'Nightly export', scopes: ['read'], expiresInDays: 90 },
  },
  'DELETE /v1/tokens/:id': {
    tag: 'Account',
    summary: 'Revoke an access token',
    path: { id: { means: 'The token’s id.', example: 'tok0sample00000000000000' } },
    answer: done,
  },
  'GET /v1/me': {
    tag: 'People',
    summary: 'Read who is calling',
    answer: me,
  },
  'GET /v1/visitor': {
    tag: 'People',
    summary: 'Read who visits, if anybody is signed in',
    more: 'A stranger’s `me` is null. `signUp` says who may create an account now; `notice`, why a session that is shown was ended by somebody else.',
    open: true,
    answer: z.looseObject({
      me: me.nullable(),
      signUp: z.enum(['open', 'invite', 'closed']),
      notice: z.string().optional(),
    }),
  },
  'PATCH /v1/me': {
    tag: 'People',
    summary: 'Change your name',
    body: profile,
    answer: done,
    example: { name: 'Ada King' },
  },
  'GET /v1/organizations': {
    tag: 'People',
    summary: 'List the organizations you are a member of',
    more: 'A token lists the one it was made in.',
    answer: z.strictObject({
      organizations: z.array(z.strictObject({ ...organization, role, current: z.boolean() })),
    }),
  },
  'POST /admin/organizations/switchOrganization': {
    tag: 'People',
    summary: 'Work in another of your organizations',
    more: 'Only for oneself, and not with a token, which stays in its organization. Every session of the person goes with it; databases that are open stay open.',
    body: switching,
    answer: z.strictObject({ redirectPath: z.string() }),
    example: { organizationId: 'org0sample00000000000000' },
  },
  'GET /v1/people': {
    tag: 'People',
    summary: 'List the people of the organization',
    answer: z.strictObject({ people: z.array(z.looseObject({ id, name: z.string() })) }),
  },
  'DELETE /v1/people/:id': {
    tag: 'People',
    summary: 'Remove somebody from the organization, or leave it',
    more: 'An admin removes others; everybody may leave, but for the last admin (409). Their tokens and invitation links of the organization end at once, and their sessions where they work in it. What they own goes to whoever removes them; when they leave, to the admin who joined first.',
    path: { id: { means: 'The person.', example: 'the-id-of-a-person' } },
    answer: done,
  },
  'POST /v1/invitations': {
    tag: 'People',
    summary: 'Invite somebody to the organization',
    more: 'The link is good for a week. With an `email`, or for an admin, one person can join by it; without, everybody who has it. No mail is sent.',
    body: inviting,
    answer: z.strictObject({ id, code: z.string(), url: z.url() }),
    example: { email: 'grace@example.org', role: 'member' },
  },
  'GET /v1/invitations': {
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
    tag: 'People',
    summary: 'Revoke an invitation',
    path: { id: { means: 'The invitation.', example: 'inv0abcdefghijklmnopqrst' } },
    answer: done,
  },
  'GET /v1/invitations/:code': {
    tag: 'People',
    summary: 'Read whom an invitation is from',
    open: true,
    path: code,
    answer: z.strictObject({ organization: z.strictObject({ name: z.string() }), role }),
  },
  'POST /v1/invitations/:code/accept': {
    tag: 'People',
    summary: 'Join the organization of an invitation',
    path: code,
    answer: z.strictObject({ organization: z.strictObject(organization) }),
  },
  'POST /admin/bases': {
    tag: 'Databases',
    summary: 'Make a database',
    more: 'It has no table yet: `metadata.create`, `tables.create` and imports make one.',
    body: newBase,
    answer: z.strictObject({ basePublicIdentifier: id }),
    example: { baseName: 'Plans' },
  },
  'GET /admin/flows': {
    tag: 'Databases',
    summary: 'List databases, the newest first, 50 a page',
    query: listing,
    answer: z.strictObject({ flows: z.array(flow), nextCursor: z.string().nullable() }),
    example: { type: 'base' },
  },
  'PUT /admin/flows/rename/:flowId': {
    tag: 'Databases',
    summary: 'Rename a database',
    path: { flowId: { means: 'The database.', example: sample.flow } },
    body: renaming,
    answer: z.strictObject({ flow }),
    example: { newName: 'Plans of this year' },
  },
  'POST /admin/flows/trash': {
    tag: 'Databases',
    summary: 'Move databases to the trash, or out of it',
    body: trashing,
    answer: success,
    example: { flowIds: [sample.flow], action: 'restore' },
  },
  'GET /v1/bases/:baseId/tables/:tableId/export': {
    tag: 'Files',
    summary: 'Export a table, or what a view of it shows',
    more: 'CSV: canonical texts, read back by an import; with `formulas=escape` an apostrophe stands before texts that a spreadsheet would compute, and is read back as part of them. XLSX: typed cells; texts stay texts, instants are on the clock of UTC and say so; an Excel sheet holds 1,048,576 rows, more is refused. JSON: the fields with their settings and the cells as they are stored, which `tables.create` takes again.',
    path: baseAndTable,
    query: exportQuery,
    answer: [
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/json',
    ],
    example: { format: 'csv' },
  },
  'POST /csvupload': {
    tag: 'Files',
    summary: 'Upload a CSV file to import',
    more: 'Only the organization of the uploader can read it.',
    body: oneFile,
    upload: true,
    answer: z.strictObject({ url: z.string(), s3Key: id, fileName: z.string() }),
  },
  'POST /fileupload': {
    tag: 'Files',
    summary: 'Upload a file for a cell of a field of attachments',
    more: 'At most 20 MB. The headers `base-public-id`, `table-id` and `field-id` name the field. A cell holds the file once it is written with an item whose `filename` or `url` names it; one that no cell holds for 30 days is removed.',
    body: oneFile,
    upload: true,
    headers: {
      'base-public-id': { means: 'The database.', example: sample.flow },
      'table-id': { means: 'The table.', example: sample.table },
      'field-id': { means: 'The field of attachments.', example: sample.field },
    },
    answer: z.strictObject({ url: z.string(), fileName: z.string(), size: z.int(), mimeType: z.string() }),
  },
  'GET /files/:id/*': {
    tag: 'Files',
    summary: 'Download a file by its address',
    more: 'Images (PNG, JPEG, GIF, WebP, AVIF by their content) are shown, unless the address says `download`; everything else is a download. `Range` is answered. With the `expires` and `signature` of a link that `/fileupload` or a read of records answered nobody has to sign in. `size` 32 or 120 answers a thumbnail as WebP, when it is made.',
    query: fileQuery,
    path: {
      id: { means: 'The file.', example: 'fil0sample00000000000000' },
      '*': { means: 'Its name; any will do.', example: 'people.csv' },
    },
    answer: ['application/octet-stream', 'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'],
  },
  ...operationDocs,
};
