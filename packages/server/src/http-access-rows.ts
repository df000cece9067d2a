import type { FlowVerb } from '@weft/core';
import type { HttpRoute } from '@weft/protocol';
import type { Scope, World } from './access-world.ts';

/** The other calls: what nobody, a stranger and a reader get, and the scope a token needs. */
export interface HttpRow {
  readonly verb?: FlowVerb;
  readonly path?: (world: World) => string;
  readonly body?: (world: World) => unknown;
  /**
   * `open`: whoever asks is answered alike, so a token, even a dead one, makes no difference. `none`: no token may.
   */
  readonly token: Scope | 'open' | 'none';
  readonly anonymous: number;
  readonly stranger: number;
  readonly reader: number;
}
const everyone = { token: 'open', anonymous: 200, stranger: 200, reader: 200 } as const;
/** Refused to who only reads; to another organization it is not there. */
const ofWriters = { token: 'write', anonymous: 401, stranger: 404, reader: 403 } as const;
const ofReaders = { token: 'read', anonymous: 401, stranger: 404, reader: 200 } as const;
const signedIn = { anonymous: 401, stranger: 200, reader: 200 };
/** Refused for what it is sent, not for who sends it. */
const badInput = { token: 'open', body: () => ({}), anonymous: 400, stranger: 400, reader: 400 } as const;
const flow = ({ base }: World) => base.basePublicId;

export const httpAccess: { readonly [R in HttpRoute]: HttpRow } = {
  // The instance admin's alone; nobody else learns that it is there.
  'GET /openapi.json': everyone,
  'GET /metrics': { token: 'open', anonymous: 404, stranger: 404, reader: 404 },
  'GET /healthz': everyone,
  'GET /api/auth/get-session': everyone,
  'POST /api/auth/sign-out': everyone,
  'POST /api/auth/sign-up/email': badInput,
  'POST /api/auth/sign-in/email': badInput,
  'POST /api/auth/sign-in/oauth2': badInput,
  'GET /api/auth/oauth2/callback/:providerId': {
    ...badInput,
    path: () => '/api/auth/oauth2/callback/unknown?code=x&state=y',
  },
  'POST /api/auth/request-password-reset': badInput,
  'POST /api/auth/reset-password': badInput,
  'POST /api/auth/send-verification-email': badInput,
  'GET /api/auth/verify-email': badInput,
  'POST /api/auth/change-password': { ...badInput, token: 'admin', anonymous: 401 },
  'POST /admin/bases': { token: 'write', ...signedIn, body: () => ({ baseName: 'Mine' }) },
  'GET /admin/flows': { ...signedIn, token: 'read' },
  'PUT /admin/flows/rename/:flowId': {
    verb: 'rename',
    token: 'write',
    path: (world) => `/admin/flows/rename/${flow(world)}`,
    body: () => ({ newName: 'Taken' }),
    anonymous: 401,
    stranger: 404,
    reader: 403,
  },
  'POST /api/auth/two-factor/enable': { ...badInput, token: 'admin', anonymous: 401 },
  'POST /api/auth/two-factor/disable': { ...badInput, token: 'admin', anonymous: 401 },
  'POST /api/auth/two-factor/generate-backup-codes': { ...badInput, token: 'admin', anonymous: 401 },
  'POST /api/auth/two-factor/verify-totp': badInput,
  'POST /api/auth/two-factor/verify-backup-code': badInput,
  'POST /api/auth/change-email': { ...badInput, token: 'admin', anonymous: 401 },
  'POST /api/auth/delete-user': { ...badInput, token: 'none', anonymous: 401 },
  'POST /admin/flows/trash': {
    verb: 'trash',
    token: 'write',
    body: (world) => ({ flowIds: [flow(world)], action: 'trash' }),
    anonymous: 401,
    stranger: 404,
    reader: 403,
  },
  'POST /admin/flows/move': {
    verb: 'move',
    ...ofWriters,
    body: (world) => ({ flowIds: [flow(world)], workspaceId: null }),
  },
  'POST /admin/flows/star': {
    verb: 'star',
    ...ofReaders,
    token: 'write',
    body: (world) => ({ flowId: flow(world), starred: true }),
  },
  'PUT /admin/flows/internalNote/:flowId': {
    verb: 'note',
    ...ofWriters,
    path: (world) => `/admin/flows/internalNote/${flow(world)}`,
    body: () => ({ internalNote: 'Taken' }),
  },
  'PUT /admin/flows/lock/:flowId': {
    verb: 'lock',
    ...ofWriters,
    path: (world) => `/admin/flows/lock/${flow(world)}`,
    body: () => ({ locked: true }),
  },
  'PUT /admin/flows/template/:flowId': {
    verb: 'template',
    ...ofWriters,
    path: (world) => `/admin/flows/template/${flow(world)}`,
    body: () => ({ template: true }),
  },
  'POST /admin/flows/duplicate/:flowId': {
    verb: 'duplicate',
    ...ofWriters,
    path: (world) => `/admin/flows/duplicate/${flow(world)}`,
    body: () => ({ newFlowName: 'Taken' }),
  },
  'POST /admin/flows/changeFlowDisabled/:publicIdentifier': {
    verb: 'disable',
    ...ofWriters,
    path: ({ form }) => `/admin/flows/changeFlowDisabled/${form.flowId}`,
    body: () => ({ disabled: true }),
  },
  'POST /admin/flows/bulkChangeFlowDisabled': {
    verb: 'disable',
    ...ofWriters,
    body: ({ form }) => ({ flowPublicIds: [form.flowId], disabled: true }),
  },
  'GET /admin/flows/export/:publicIdentifier': {
    verb: 'export',
    ...ofReaders,
    path: (world) => `/admin/flows/export/${flow(world)}`,
  },
  'POST /admin/flows/export/:publicIdentifier': {
    verb: 'export',
    ...ofReaders,
    token: 'write',
    path: (world) => `/admin/flows/export/${flow(world)}`,
  },
  // Each person has their own.
  'GET /v1/flow-jobs': { ...signedIn, token: 'read' },
  'DELETE /v1/flow-jobs/:jobId': {
    token: 'write',
    path: () => '/v1/flow-jobs/job000000000000000000000',
    anonymous: 401,
    stranger: 404,
    reader: 404,
  },
  // Refused for want of a file.
  'POST /admin/flows/import': { token: 'write', anonymous: 401, stranger: 400, reader: 400 },
  'POST /admin/flows/moveToOrganization': {
    verb: 'changeOrganization',
    token: 'none',
    body: ({ form }) => ({ flowPublicId: form.flowId, organizationId: 'org000000000000000000000' }),
    anonymous: 401,
    stranger: 404,
    reader: 403,
  },
  'POST /v1/admin/flow/:flowPublicId/moveSessionsToOrganization': {
    verb: 'changeOrganization',
    token: 'none',
    path: ({ form }) => `/v1/admin/flow/${form.flowId}/moveSessionsToOrganization?mode=edit`,
    body: () => ({ organizationId: 'org000000000000000000000' }),
    anonymous: 401,
    stranger: 404,
    reader: 403,
  },
  'GET /admin/flows/members/:flowId': {
    verb: 'open',
    ...ofReaders,
    path: (world) => `/admin/flows/members/${flow(world)}`,
  },
  'GET /v1/flows/:flowId/preview.svg': {
    verb: 'open',
    ...ofReaders,
    path: (world) => `/v1/flows/${flow(world)}/preview.svg`,
  },
  'GET /v1/notifications': { ...signedIn, token: 'none' },
  'POST /v1/notifications/read': { ...signedIn, token: 'none', body: () => ({ read: true }) },
  'PUT /admin/flows/members/:flowId/:userId': {
    verb: 'share',
    ...ofWriters,
    path: (world) => `/admin/flows/members/${flow(world)}/${world.reader.id}`,
    body: () => ({ accessLevel: 'write' }),
  },
  'GET /workspaces/': { ...signedIn, token: 'read' },
  'POST /workspaces/': { ...signedIn, token: 'write', body: () => ({ name: 'Mine' }) },
  'PUT /workspaces/:workspaceId': {
    ...ofWriters,
    path: (world) => `/workspaces/${world.workspaceId}`,
    body: () => ({ name: 'Taken' }),
  },
  'DELETE /workspaces/:workspaceId': {
    ...ofWriters,
    path: (world) => `/workspaces/${world.workspaceId}`,
  },
  'GET /workspaces/:workspaceId/members': {
    ...ofReaders,
    path: (world) => `/workspaces/${world.workspaceId}/members`,
  },
  'PUT /workspaces/:workspaceId/members/:userId': {
    ...ofWriters,
    path: (world) => `/workspaces/${world.workspaceId}/members/${world.reader.id}`,
    body: () => ({ accessLevel: 'write' }),
  },
  'GET /v1/me': { ...signedIn, token: 'read' },
  'GET /v1/me/deletion': { ...signedIn, token: 'admin' },
  'GET /v1/visitor': { ...everyone, token: 'read' },
  'GET /v1/organizations': { ...signedIn, token: 'read' },
  'POST /admin/organizations/switchOrganization': {
    token: 'none',
    body: () => ({ organizationId: 'org000000000000000000000' }),
    anonymous: 401,
    stranger: 404,
    reader: 404,
  },
  'GET /v1/people': { ...signedIn, token: 'read' },
  'DELETE /v1/people/:id': {
    token: 'admin',
    path: ({ owner }) => `/v1/people/${owner.id}`,
    anonymous: 401,
    stranger: 404,
    reader: 403,
  },
  'POST /v1/invitations': { token: 'admin', ...signedIn, body: () => ({}) },
  'POST /v1/invitations/bulk': {
    token: 'admin',
    ...signedIn,
    body: () => ({ emails: ['guest@example.org'] }),
  },
  'POST /v1/invitations/:id/send': {
    token: 'admin',
    path: (world) => `/v1/invitations/${world.invitationId}/send`,
    anonymous: 401,
    stranger: 404,
    reader: 404,
  },
  'GET /v1/invitations': { ...signedIn, token: 'admin' },
  'DELETE /v1/invitations/:id': {
    token: 'admin',
    path: (world) => `/v1/invitations/${world.invitationId}`,
    anonymous: 401,
    stranger: 404,
    reader: 404,
  },
  // Who holds the code may see whom it is from; this one is nobody's.
  'GET /v1/invitations/:code': {
    token: 'open',
    path: () => '/v1/invitations/unknown-code-unknown',
    anonymous: 404,
    stranger: 404,
    reader: 404,
  },
  'POST /v1/invitations/:code/accept': {
    token: 'admin',
    path: () => '/v1/invitations/unknown-code-unknown/accept',
    anonymous: 401,
    stranger: 404,
    reader: 404,
  },
  'GET /v1/usage': { ...signedIn, token: 'read', reader: 403 },
  'GET /v1/collaborators': { ...signedIn, token: 'read', reader: 403 },
  'DELETE /v1/collaborators/:id': {
    token: 'admin',
    path: ({ owner }) => `/v1/collaborators/${owner.id}`,
    anonymous: 401,
    stranger: 404,
    reader: 403,
  },
  'GET /v1/people/:id/workspaces': {
    token: 'read',
    path: ({ owner }) => `/v1/people/${owner.id}/workspaces`,
    anonymous: 401,
    stranger: 404,
    reader: 403,
  },
  'PATCH /v1/people/:id': {
    token: 'admin',
    path: ({ owner }) => `/v1/people/${owner.id}`,
    body: () => ({ role: 'member' }),
    anonymous: 401,
    stranger: 404,
    reader: 403,
  },
  // The stranger is the admin of theirs.
  'PATCH /v1/organization': {
    token: 'admin',
    body: () => ({ name: 'Renamed' }),
    anonymous: 401,
    stranger: 200,
    reader: 403,
  },
  'PUT /admin/settings/:key': {
    ...signedIn,
    token: 'admin',
    path: () => '/admin/settings/columnView',
    body: () => ({ value: true }),
  },
  'DELETE /admin/settings/:key': { ...signedIn, token: 'admin', path: () => '/admin/settings/columnView' },
  'POST /admin/userFlag': {
    ...signedIn,
    token: 'admin',
    body: () => ({ flagName: 'welcomeRead', flagValue: true }),
  },
  'PATCH /v1/me': { ...signedIn, token: 'admin', body: () => ({ name: 'Another Name' }) },
  // Refused for what it is sent.
  'POST /v1/me/picture': { token: 'admin', anonymous: 401, stranger: 400, reader: 400 },
  'POST /v1/organization/picture': { token: 'admin', anonymous: 401, stranger: 400, reader: 403 },
  'DELETE /v1/organization/picture': { ...signedIn, token: 'admin', reader: 403 },
  'DELETE /v1/me/picture': { ...signedIn, token: 'admin' },
  'GET /v1/sessions': { ...signedIn, token: 'admin' },
  // What is another's is not there.
  'DELETE /v1/sessions/:id': {
    token: 'admin',
    path: () => '/v1/sessions/nobodys-session',
    anonymous: 401,
    stranger: 404,
    reader: 404,
  },
  'GET /v1/tokens': { ...signedIn, token: 'admin' },
  'POST /v1/tokens': {
    ...signedIn,
    token: 'admin',
    body: () => ({ name: 'Script', scopes: ['read'], expiresInDays: 1 }),
  },
  'DELETE /v1/tokens/:id': {
    token: 'admin',
    path: () => '/v1/tokens/tok000000000000000000000',
    anonymous: 401,
    stranger: 404,
    reader: 404,
  },
  // The instance admin's alone; everybody else's answer is that of a page that is not there.
  'GET /v1/outbox': { token: 'admin', anonymous: 401, stranger: 404, reader: 404 },
  'GET /v1/backups': { token: 'admin', anonymous: 401, stranger: 404, reader: 404 },
  'POST /v1/backups': { token: 'admin', anonymous: 401, stranger: 404, reader: 404 },
  'GET /v1/backups/:name': {
    token: 'admin',
    path: () => '/v1/backups/weft-2026-11-23T031500Z.weft',
    anonymous: 401,
    stranger: 404,
    reader: 404,
  },
  'DELETE /v1/backups/:name': {
    token: 'admin',
    path: () => '/v1/backups/weft-2026-11-23T031500Z.weft',
    anonymous: 401,
    stranger: 404,
    reader: 404,
  },
  'GET /v1/jobs': { token: 'admin', anonymous: 401, stranger: 404, reader: 404 },
  'POST /v1/jobs/:id/retry': {
    token: 'admin',
    path: () => '/v1/jobs/job000000000000000000000/retry',
    anonymous: 401,
    stranger: 404,
    reader: 404,
  },
  // The stranger is admin of an organization of their own.
  'GET /v1/audit': { token: 'admin', anonymous: 401, stranger: 200, reader: 404 },
  'GET /v1/audit/export': { token: 'admin', anonymous: 401, stranger: 200, reader: 404 },
  'POST /csvupload': { token: 'write', anonymous: 401, stranger: 400, reader: 400 },
  // Refused for want of its headers; who may upload where: attachments.db.test.ts.
  'POST /fileupload': { token: 'write', anonymous: 401, stranger: 400, reader: 400 },
  'GET /files/:id/*': {
    token: 'read',
    path: ({ csvFileUrl }) => new URL(csvFileUrl).pathname,
    anonymous: 401,
    stranger: 404,
    reader: 200,
  },
  'GET /v1/bases/:baseId/tables/:tableId/export': {
    verb: 'export',
    token: 'read',
    path: ({ table }) => `/v1/bases/${table.basePublicId}/tables/${table.tableId}/export?format=csv`,
    anonymous: 401,
    stranger: 404,
    reader: 200,
  },
  // Published: for anybody.
  'GET /t/:publicIdentifier': { ...everyone, path: ({ form }) => `/t/${form.flowId}` },
  'GET /v1/forms/:flowId/preview': {
    verb: 'open',
    token: 'read',
    path: ({ form }) => `/v1/forms/${form.flowId}/preview`,
    anonymous: 401,
    stranger: 404,
    reader: 200,
  },
  // The question is none that takes files.
  'POST /t/:publicIdentifier/files/:questionId': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/files/fld000000000000000000000`,
    anonymous: 404,
    stranger: 404,
    reader: 404,
  },
  // Refused for what it is: an answer is sent as a form, which no program's JSON is.
  'POST /t/:publicIdentifier/unlock': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/unlock`,
    anonymous: 400,
    stranger: 400,
    reader: 400,
  },
  'POST /t/:publicIdentifier': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}`,
    anonymous: 400,
    stranger: 400,
    reader: 400,
  },
  // Near the end: they work in it from then on.
  'POST /v1/organizations': { ...signedIn, token: 'none', body: () => ({ name: 'Another' }) },
  // Last: it signs the reader out, by a token of theirs.
  'DELETE /v1/sessions': { ...signedIn, token: 'admin' },
};
