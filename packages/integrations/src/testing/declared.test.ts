import { readDeclaration } from '@weft/protocol';
import { must } from '@weft/std';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declaredConnector } from '../connectors/declared/declared-connector.ts';
import { type ServiceConfig, ServiceFault, ServiceHttp } from '../connectors/service-http.ts';
import type { OutgoingValue } from '../connectors/target.ts';
import { odd } from './stand-in.ts';
import { type Call, StrictServer } from './strict-server.ts';

const origin = 'https://api.acme.example';
const lead = {
  ...{ name: 'Acme', category: 'crm', origin, auth: { kind: 'bearer' } },
  fields: [
    { key: 'email', name: 'Email', required: true },
    { key: 'team', name: 'Team' },
    { key: 'seats', name: 'Seats', kind: 'number' },
    { key: 'vip', name: 'VIP', kind: 'boolean' },
    { key: 'tags', name: 'Tags', kind: 'choices' },
  ],
  request: {
    path: '/v1/teams/{{team}}/leads',
    query: { note: 'from {{email}}' },
    headers: { 'x-once': '{{answerKey}}' },
    body: {
      kind: 'json',
      json: {
        email: '{{email}}',
        seats: '{{seats}}',
        vip: '{{vip}}',
        in: ['{{tags}}'],
        said: 'Hello {{email}}',
      },
    },
  },
  success: { path: 'data.0.ok', equals: true },
  test: { path: '/v1/me', account: 'user.email' },
};

const connectorOf = (written: unknown, more: object = {}) => {
  const read = readDeclaration({ ...(written as object), ...more });
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return declaredConnector({ type: 'con1', latest: 1, versions: new Map([[1, read.declaration]]) });
};

let calls: readonly Call[] = [];
let answered: object = { data: [{ ok: true }] };
let status = 200;
const made = z.unknown();
const routes = [
  {
    ...{ method: 'POST' as const, url: `${origin}/v1/teams/:team/leads`, query: z.unknown(), body: made },
    adds: true,
    answer: () => ({ status, json: answered }),
  },
  {
    ...{ method: 'GET' as const, url: `${origin}/v1/me`, query: z.unknown() },
    answer: () => ({ json: { user: { email: 'ada@acme.example' } } }),
  },
  {
    ...{ method: 'POST' as const, url: 'https://login.acme.example/token', open: true, body: made },
    answer: () => ({
      json: { access_token: 'client-token-0123456789', token_type: 'Bearer', expires_in: 3600 },
    }),
  },
];
const server = new StrictServer(routes);
beforeAll(() => server.listen());
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  server.reset();
  server.credentials = [{ authorization: 'Bearer key-of-acme-0123456789' }];
  calls = server.calls;
  answered = { data: [{ ok: true }] };
  status = 200;
});

const httpOf = (connector: ReturnType<typeof connectorOf>, config: ServiceConfig) => {
  const [way] = connector.auth;
  const headers = way.kind === 'config' ? (way.headers?.(config) ?? {}) : {};
  return new ServiceHttp(server.outgoing, connector, {
    ...{ config, headers: async () => headers, refresh: async () => false },
  });
};
const bearer = { apiKey: 'key-of-acme-0123456789' };
const write = (
  values: { readonly [key: string]: OutgoingValue },
  { connector = connectorOf(lead), config = bearer as ServiceConfig } = {},
) =>
  must(connector.write).run(
    httpOf(connector, config),
    { version: '1' },
    {
      ...{ key: 'dlv1', values: new Map(Object.entries(values)), fields: [] },
    },
  );
const fault = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ServiceFault ? error : Promise.reject(error)),
  );

describe('a connector that is declared', () => {
  it('writes each value encoded for its place, and with its type', async () => {
    const email = '"}],\n<b>{{team}}&x=1é@acme.example';
    const team = odd('team');
    await write({ email, team, seats: 2.5, vip: false, tags: ['a "b"', 'c'] });
    expect(server.violations).toEqual([]);
    expect(calls[0]?.path).toEqual({ team });
    expect(calls[0]?.query).toEqual({ note: `from ${email}` });
    expect(calls[0]?.headers).toMatchObject({ 'x-once': 'dlv1' });
    expect(calls[0]?.body).toEqual({
      email,
      seats: 2.5,
      vip: false,
      in: [['a "b"', 'c']],
      said: `Hello ${email}`,
    });
  });

  it('leaves out what an answer has nothing for', async () => {
    await write({ email: 'a@b.c', team: 't' });
    expect(calls[0]?.body).toEqual({ email: 'a@b.c', in: [], said: 'Hello a@b.c' });
  });

  it('is led to no other address by an answer', async () => {
    for (const team of ['..', '.', ' ', '', '\ud800'])
      expect(await fault(write({ email: 'a@b.c', team }))).toMatchObject({ class: 'permanent' });
    expect(calls).toEqual([]);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (team) => {
        server.calls.length = 0;
        const refused = await fault(write({ email: 'a@b.c', team }));
        expect(refused === null ? server.calls[0]?.path.team : team).toBe(team);
        expect(server.violations).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('sends nothing where a template names a long field again and again', async () => {
    const body = { kind: 'json', json: { said: '{{email}}'.repeat(1_000) } };
    const connector = connectorOf(lead, { request: { ...lead.request, body } });
    const email = `${'a'.repeat(10_000)}@b.c`;
    expect(await fault(write({ email, team: 't' }, { connector }))).toMatchObject({ class: 'permanent' });
    expect(calls).toEqual([]);
  });

  it('puts no line break and nothing but ASCII into a header', async () => {
    const connector = connectorOf(lead, { request: { ...lead.request, headers: { 'x-who': '{{email}}' } } });
    for (const email of ['a\r\nx-admin: 1', 'é'])
      expect(await fault(write({ email, team: 't' }, { connector }))).toMatchObject({ class: 'permanent' });
    expect(calls).toEqual([]);
  });

  it.each([
    ['no key', { kind: 'none' }, {}, {}],
    ['a header', { kind: 'header', name: 'X-Acme', prefix: 'Key ' }, { apiKey: 'k' }, { 'x-acme': 'Key k' }],
    [
      'basic',
      { kind: 'basic' },
      { username: 'ann', password: 'pä' },
      { authorization: 'Basic YW5uOnDDpA==' },
    ],
    [
      'client credentials',
      { kind: 'clientCredentials', tokenUrl: 'https://login.acme.example/token', scope: 'leads' },
      { clientId: 'id', clientSecret: 'secret' },
      { authorization: 'Bearer client-token-0123456789' },
    ],
  ])('is let in by %s', async (_way, auth, config, wanted) => {
    server.credentials = [{}];
    const connector = connectorOf(lead, { auth });
    expect(await connector.check(httpOf(connector, config as ServiceConfig))).toEqual({
      id: 'ada@acme.example',
      label: 'ada@acme.example',
    });
    await write({ email: 'a@b.c', team: 't' }, { connector, config: config as ServiceConfig });
    expect(calls.at(-1)?.headers).toMatchObject(wanted);
    expect('authorization' in (calls.at(-1)?.headers ?? {})).toBe('authorization' in wanted);
    expect(server.violations).toEqual([]);
  });

  it('is let in by a key in the address, which no redirect carries on', async () => {
    server.credentials = [{}];
    const connector = connectorOf(lead, { auth: { kind: 'query', name: 'k&y' } });
    await write({ email: 'a@b.c', team: 't' }, { connector, config: { apiKey: 'a=b&c' } });
    expect(calls[0]?.query).toMatchObject({ 'k&y': 'a=b&c' });
    server.routes = [
      {
        ...{ method: 'GET', url: `${origin}/v1/me`, query: z.unknown() },
        answer: () => ({ status: 302, headers: { location: 'https://evil.example/' }, json: {} }),
      },
    ];
    expect(await fault(connector.check(httpOf(connector, { apiKey: 'k' })))).toMatchObject({
      class: 'permanent',
    });
    server.routes = routes;
    expect(server.violations).toEqual([]);
  });

  it('gives a key that was typed in for another host to nobody', async () => {
    const connector = connectorOf(lead);
    const config = { ...bearer, leads: 'https://other.example {"kind":"bearer"}' };
    expect(await fault(write({ email: 'a@b.c', team: 't' }, { config }))).toMatchObject({
      class: 'reconnect',
    });
    const learned = await must(connector.learn)(httpOf(connector, bearer));
    await write({ email: 'a@b.c', team: 't' }, { config: { ...bearer, ...learned } });
    expect(calls.length).toBe(1);
  });

  it('says by the status and the answer whether it was done, and whether it is sent again', async () => {
    const told = async (more: object = {}) =>
      (await fault(write({ email: 'a@b.c', team: 't' }, { connector: connectorOf(lead, more) })))?.class ??
      'done';
    answered = { data: [{ ok: false }] };
    expect(await told()).toBe('permanent');
    answered = { data: [] };
    expect(await told({ success: { path: 'data.0' } })).toBe('permanent');
    status = 409;
    expect(await told()).toBe('permanent');
    expect(await told({ retry: { status: [409] } })).toBe('retry');
    expect(await told({ success: { status: [200, 409] } })).toBe('done');
    status = 202;
    expect(await told({ success: { status: [200] } })).toBe('permanent');
    expect(await told({ success: {} })).toBe('done');
    status = 500;
    expect(await told()).toBe('unknown');
    expect(await told({ idempotent: true })).toBe('retry');
    status = 401;
    expect(await told()).toBe('reconnect');
  });

  it('goes on with the version that fields were matched for', async () => {
    const read = (written: object) => {
      const found = readDeclaration(written);
      if ('faults' in found) throw new Error('It is refused');
      return found.declaration;
    };
    const later = read({
      ...lead,
      fields: [{ key: 'team', name: 'Team' }],
      request: { path: '/v2/{{team}}' },
    });
    const connector = declaredConnector({
      type: 'con1',
      latest: 2,
      versions: new Map([
        [1, read(lead)],
        [2, later],
      ]),
    });
    await write({ email: 'a@b.c', team: 't' }, { connector });
    expect(calls.length).toBe(1);
    const http = httpOf(connector, bearer);
    expect((await must(connector.fieldsOf)(http, {})).map(({ id }) => id)).toEqual(['team']);
    expect((await must(connector.fieldsOf)(http, { version: '1' })).length).toBe(5);
    expect(await fault(must(connector.fieldsOf)(http, { version: '7' }))).toMatchObject({
      class: 'permanent',
    });
  });
});

describe('what is wrong with a declaration is said in words', () => {
  const faultsOf = (more: object) => {
    const read = readDeclaration({ ...lead, ...more });
    return 'faults' in read ? read.faults.map(({ path, message }) => `${path}: ${message}`) : [];
  };
  it.each([
    [{ name: undefined }, 'name: It is missing'],
    [{ name: 7 }, 'name: It has to be a text'],
    [{ origin: `${origin}/v1` }, 'origin: Write only the host, in small letters: https://api.example.com'],
    [{ origin: 'file:///etc' }, 'origin: Write only the host, in small letters: https://api.example.com'],
    [{ auth: { kind: 'magic' } }, 'auth.kind: One of: none, header, query, basic, bearer, clientCredentials'],
    [{ auth: { kind: 'header', name: 'Host' } }, 'auth.name: This header is set by the server'],
    [{ code: 'x' }, 'The file: There is no such setting: code'],
    [{ fields: [] }, 'fields: It needs a field at least'],
    [{ fields: [...lead.fields, lead.fields[0]] }, 'fields.5.key: Two fields have this key'],
    [{ request: { path: '/{{nobody}}' } }, 'request.path: There is no field {{nobody}}'],
    [
      { request: { path: '//evil.example/' } },
      'request.path: A path begins with one / and has no ?, # or blanks: what follows a ? goes into the query',
    ],
    [{ success: { equals: 1 } }, 'success.path: Say where in the answer this stands'],
    [{ test: { path: '/{{email}}' } }, 'test.path: A test has no fields to name'],
  ])('%j', (more, said) => expect(faultsOf(more)).toContain(said));
});
