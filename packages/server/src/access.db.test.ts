import { type CallErrors, type CallName, calls, type HttpRoute, httpCalls } from '@weft/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, makeWorld, type Scope, scopes, type World } from './access-world.ts';
import { callAs, type TestPerson } from './testing.ts';

/**
 * Who is refused what. `reader` is a member of the organization whose membership of the base says 'read';
 * `stranger` belongs to another organization. 200 means: may.
 */
interface Row {
  readonly input: (world: World) => unknown;
  readonly stranger: number;
  readonly reader: number;
}

const read = (input: Row['input']): Row => ({ input, stranger: 404, reader: 200 });
const write = (input: Row['input']): Row => ({ input, stranger: 404, reader: 403 });
const field = ({ table, fieldId }: World) => ({ ...table, fieldId });
const record = ({ table, recordId }: World) => ({ ...table, recordId });
const importing = ({ base, csvFileUrl }: World) => ({
  ...base,
  importId: 'imp-of-nobody',
  csvFileUrl,
  config: { tableName: 'T' },
  fieldMappings: [{ sourceFieldIndex: 0 }],
});

const toLongText = { type: 'long_text', conversionContext: { timezone: 'UTC' } };

const access: { readonly [K in CallName]: Row } = {
  'metadata.create': write(({ base }) => base),
  'metadata.get': read(({ base }) => base),
  'records.list': read(({ table }) => table),
  'records.window': read(({ table }) => ({ ...table, start: 0, count: 1 })),
  'records.get': read(record),
  'records.create': write(({ table }) => ({ ...table, records: [{ data: {} }] })),
  'records.update': write((world) => ({ ...record(world), data: { [world.fieldId]: 'x' } })),
  'records.updateLinks': write((world) => ({
    ...record(world),
    fieldId: world.fieldId,
    newIds: [],
    oldIds: [],
  })),
  'records.bulkUpdate': write(({ table, recordId, fieldId }) => ({
    ...table,
    records: [{ id: recordId, data: { [fieldId]: 'x' } }],
  })),
  'records.bulkClear': write(({ table, recordId, fieldId }) => ({
    ...table,
    records: [{ id: recordId, fieldIds: [fieldId] }],
  })),
  'records.delete': write(record),
  'records.bulkDelete': write(({ table, recordId }) => ({ ...table, recordIds: [recordId] })),
  'records.restore': write(({ table, recordId }) => ({ ...table, recordIds: [recordId] })),
  'records.reorder': write(({ table, recordId }) => ({
    ...table,
    recordIds: [recordId],
    beforeRecordId: null,
  })),
  'fields.create': write(({ table }) => ({ ...table, field: { type: 'number' } })),
  'fields.update': write((world) => ({ ...field(world), name: 'x' })),
  'fields.convert': write((world) => ({ ...field(world), ...toLongText })),
  'fields.previewConversion': read((world) => ({ ...field(world), ...toLongText })),
  'fields.delete': write(field),
  'fields.restore': write(field),
  'fields.reorder': write(({ table, fieldId }) => ({ ...table, fieldIds: [fieldId] })),
  'views.create': write(({ table }) => ({ ...table, view: { name: 'Another' } })),
  'views.update': write(({ table, viewId }) => ({ ...table, viewId, name: 'Renamed' })),
  'views.delete': write(({ table, viewId }) => ({ ...table, viewId })),
  'views.reorder': write(({ table, viewId }) => ({ ...table, viewIds: [viewId] })),
  'views.updateSettings': write(({ table, viewId }) => ({ ...table, viewId, config: { rowHeight: 'tall' } })),
  'views.resizeField': write((world) => ({ ...field(world), viewId: world.viewId, width: 200 })),
  'tables.create': write(({ base }) => ({ ...base, name: 'Another' })),
  'tables.update': write(({ table }) => ({ ...table, name: 'Renamed' })),
  'tables.delete': write(({ table }) => table),
  'tables.restore': write(({ table }) => table),
  'tables.duplicate': write(({ table }) => ({ ...table, withRecords: true })),
  'tables.reorder': write(({ table }) => ({ ...table, tableIds: [table.tableId] })),
  'history.undo': write(({ base }) => base),
  'history.redo': write(({ base }) => base),
  'history.list': read(({ base }) => base),
  'base.changes': read(({ base }) => base),
  'flows.changes': read(({ organization }) => organization),
  'attachments.uploadFromUrl': write((world) => ({
    ...field(world),
    url: 'http://127.0.0.1/a.png',
    filename: 'a.png',
  })),
  // A file of another organization is refused as one that was never uploaded: it is bad input.
  'import.csvPreview': { input: ({ csvFileUrl }) => ({ csvFileUrl }), stranger: 400, reader: 200 },
  'import.csvImportStream': write(importing),
  'import.csvCreateTableStream': write(importing),
  csvCreateTableStream: write(importing),
  // Who may see to an import that there is: import.db.test.ts.
  'import.interrupted': { input: () => ({}), stranger: 200, reader: 200 },
  'import.resume': { input: () => ({ importId: 'imp-of-nobody' }), stranger: 404, reader: 404 },
  'import.cancel': { input: () => ({ importId: 'imp-of-nobody' }), stranger: 404, reader: 404 },
  'import.discard': { input: () => ({ importId: 'imp-of-nobody' }), stranger: 404, reader: 404 },
  'forms.create': { input: () => ({ name: 'Mine' }), stranger: 200, reader: 200 },
  'forms.get': read(({ form }) => form),
  'forms.edit': write(({ form }) => ({
    ...form,
    editId: 'edt000000000000000000000',
    version: 1,
    edits: [{ kind: 'prop', id: null, key: 'title', before: 'Guests', after: 'Taken' }],
  })),
  'forms.publish': write(({ form }) => ({ ...form, version: 1 })),
  'forms.unpublish': write(({ form }) => form),
  'forms.changes': read(({ form }) => form),
  'forms.updateSettings': write(({ form }) => ({ ...form, settings: { disabledForm: false } })),
  'forms.versions': read(({ form }) => form),
  'forms.version': read(({ form, snapshotId }) => ({ ...form, snapshotId })),
};

/** A query only looks, a mutation changes; a stream is what its role says. A new call is one of them, or fails here. */
const scopeOf = (name: CallName): Scope => {
  const { kind } = calls[name];
  if (kind === 'subscription') return access[name].reader === 200 ? 'read' : 'write';
  return kind === 'query' ? 'read' : 'write';
};

/** The other calls: what nobody, a stranger and a reader get, and the scope a token needs. */
interface HttpRow {
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

const httpAccess: { readonly [R in HttpRoute]: HttpRow } = {
  // The instance admin's alone; nobody else learns that it is there.
  'GET /openapi.json': everyone,
  'GET /metrics': { token: 'open', anonymous: 404, stranger: 404, reader: 404 },
  'GET /healthz': everyone,
  'GET /api/auth/get-session': everyone,
  'POST /api/auth/sign-out': everyone,
  'POST /api/auth/sign-up/email': badInput,
  'POST /api/auth/sign-in/email': badInput,
  'POST /api/auth/request-password-reset': badInput,
  'POST /api/auth/reset-password': badInput,
  'POST /api/auth/send-verification-email': badInput,
  'GET /api/auth/verify-email': badInput,
  'POST /api/auth/change-password': { ...badInput, token: 'admin', anonymous: 401 },
  'POST /admin/bases': { token: 'write', ...signedIn, body: () => ({ baseName: 'Mine' }) },
  'GET /admin/flows': { ...signedIn, token: 'read' },
  'PUT /admin/flows/rename/:flowId': {
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
    token: 'write',
    body: (world) => ({ flowIds: [flow(world)], action: 'trash' }),
    anonymous: 401,
    stranger: 404,
    reader: 403,
  },
  'POST /admin/flows/move': {
    ...ofWriters,
    body: (world) => ({ flowIds: [flow(world)], workspaceId: null }),
  },
  'POST /admin/flows/star': {
    ...ofReaders,
    token: 'write',
    body: (world) => ({ flowId: flow(world), starred: true }),
  },
  'PUT /admin/flows/internalNote/:flowId': {
    ...ofWriters,
    path: (world) => `/admin/flows/internalNote/${flow(world)}`,
    body: () => ({ internalNote: 'Taken' }),
  },
  'PUT /admin/flows/lock/:flowId': {
    ...ofWriters,
    path: (world) => `/admin/flows/lock/${flow(world)}`,
    body: () => ({ locked: true }),
  },
  'PUT /admin/flows/template/:flowId': {
    ...ofWriters,
    path: (world) => `/admin/flows/template/${flow(world)}`,
    body: () => ({ template: true }),
  },
  'POST /admin/flows/duplicate/:flowId': {
    ...ofWriters,
    path: (world) => `/admin/flows/duplicate/${flow(world)}`,
    body: () => ({ newFlowName: 'Taken' }),
  },
  'POST /admin/flows/changeFlowDisabled/:publicIdentifier': {
    ...ofWriters,
    path: ({ form }) => `/admin/flows/changeFlowDisabled/${form.flowId}`,
    body: () => ({ disabled: true }),
  },
  'POST /admin/flows/bulkChangeFlowDisabled': {
    ...ofWriters,
    body: ({ form }) => ({ flowPublicIds: [form.flowId], disabled: true }),
  },
  'GET /admin/flows/members/:flowId': {
    ...ofReaders,
    path: (world) => `/admin/flows/members/${flow(world)}`,
  },
  'PUT /admin/flows/members/:flowId/:userId': {
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
    token: 'read',
    path: ({ table }) => `/v1/bases/${table.basePublicId}/tables/${table.tableId}/export?format=csv`,
    anonymous: 401,
    stranger: 404,
    reader: 200,
  },
  // Published: for anybody.
  'GET /t/:publicIdentifier': { ...everyone, path: ({ form }) => `/t/${form.flowId}` },
  'GET /v1/forms/:flowId/preview': {
    token: 'read',
    path: ({ form }) => `/v1/forms/${form.flowId}/preview`,
    anonymous: 401,
    stranger: 404,
    reader: 200,
  },
  // Refused for what it is: an answer is sent as a form, which no program's JSON is.
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

/** Routes of the table above are the calls themselves and the pages of the application, which carry no data. */
const isCallRoute = (route: string): boolean => /^\S+ \/rpc\//.test(route);

/** Whether a refusal is the scope's, which says so in a sentence, and not the role's. */
const isOfScope = (status: number, text: string): boolean =>
  status === 403 && /scope|with a token/.test(text) && text.includes('"forbidden"');

describe('every call, by everybody who may not', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld();
  });
  afterAll(() => world.server.close());

  describe.each(Object.entries(access) as [CallName, Row][])('%s', (name, row) => {
    it('asks nobody to sign in first', async () => {
      const { status, data } = await ask(callAs(world.server.url, null), name, row.input(world));
      expect([status, data]).toMatchObject([401, { kind: 'unauthenticated' }]);
    });
    it('takes an expired session for nobody', async () => {
      expect((await ask(world.expired, name, row.input(world))).status).toBe(401);
    });
    it('answers another organization as if nothing were there', async () => {
      const { status, text } = await ask(world.stranger.call, name, row.input(world));
      expect(status).toBe(row.stranger);
      if (row.stranger !== 404) return;
      const absent = JSON.stringify(row.input(world))
        .replaceAll(world.base.basePublicId, 'bas000000000000000000000')
        .replaceAll(world.form.flowId, 'bas000000000000000000000');
      expect(text).toBe((await ask(world.stranger.call, name, JSON.parse(absent))).text);
    });
    it('lets a reader read, and refuses the rest by name', async () => {
      expect((await ask(world.reader.call, name, row.input(world))).status).toBe(row.reader);
    });
    it.each(scopes)('lets the reader’s token with the scope %s do no more', async (scope) => {
      const { status, text } = await ask(world.tokens[scope], name, row.input(world));
      const enough = scopes.indexOf(scope) >= scopes.indexOf(scopeOf(name));
      expect([isOfScope(status, text), status]).toEqual([!enough, enough ? row.reader : 403]);
    });
    it.each(['expired', 'revoked'] as const)('takes a token that is %s for nobody', async (token) => {
      expect((await ask(world.tokens[token], name, row.input(world))).status).toBe(401);
    });
  });

  it('declares what a stranger and a reader are refused with', () => {
    const rows = [
      ...Object.entries(access).map(([name, row]) => ({ name, row, call: calls[name as CallName] })),
      ...Object.entries(httpAccess).map(([name, row]) => ({ name, row, call: httpCalls[name as HttpRoute] })),
    ];
    const undeclared = rows.flatMap(({ name, row, call }) => {
      const { errors }: { readonly errors: CallErrors } = call;
      const refusals = [
        row.stranger === 404 && errors['not-found'] === undefined ? [`${name} not-found`] : [],
        row.reader === 403 && errors.forbidden === undefined ? [`${name} forbidden`] : [],
      ];
      return refusals.flat();
    });
    expect(undeclared).toEqual([]);
  });

  it('gives a run-as-admin header nothing', async () => {
    const response = await fetch(new URL('/rpc/records.update', world.server.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.reader.token}`,
        'run-as-admin': 'true',
        'content-type': 'application/json',
      },
      body: JSON.stringify(access['records.update'].input(world)),
    });
    expect(response.status).toBe(403);
  });

  it('has a row for every other path', () => {
    const others = world.server.routes.filter((route) => !isCallRoute(route));
    expect(others.sort()).toEqual(Object.keys(httpAccess).sort());
  });

  describe.each(Object.entries<HttpRow>(httpAccess))('%s', (route, row) => {
    const [method = 'GET', pattern = '/'] = route.split(' ');
    const send = (call: TestPerson['call']) =>
      call(method, row.path?.(world) ?? pattern, method === 'GET' ? undefined : (row.body?.(world) ?? {}));
    it('answers nobody and an expired session alike', async () => {
      expect((await send(callAs(world.server.url, null))).status).toBe(row.anonymous);
      expect((await send(world.expired)).status).toBe(row.anonymous);
    });
    // Signing out would end the session the rest of the test goes on with.
    if (pattern.endsWith('sign-out')) return;
    it('answers another organization', async () => {
      expect((await send(world.stranger.call)).status).toBe(row.stranger);
    });
    it('answers a reader', async () => {
      expect((await send(world.reader.call)).status).toBe(row.reader);
    });
    it.each(scopes)('answers the reader’s token with the scope %s', async (scope) => {
      const response = await send(world.tokens[scope]);
      const text = await response.text();
      const enough =
        row.token === 'open' || (row.token !== 'none' && scopes.indexOf(scope) >= scopes.indexOf(row.token));
      expect([isOfScope(response.status, text), response.status]).toEqual([
        !enough,
        enough ? row.reader : 403,
      ]);
    });
    it.each(['expired', 'revoked'] as const)('takes a token that is %s for nobody', async (token) => {
      expect((await send(world.tokens[token])).status).toBe(row.anonymous);
    });
  });

  it('refuses what a browser was tricked into sending with its cookie', async () => {
    const response = await fetch(new URL('/admin/bases', world.server.url), {
      method: 'POST',
      headers: {
        cookie: 'weft.session_token=x.y',
        origin: 'https://evil.example',
        'content-type': 'application/json',
      },
      body: '{}',
    });
    expect(response.status).toBe(403);
  });
});
