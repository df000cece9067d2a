import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBase, startTestServer, type TestPerson, type TestServer } from '../testing.ts';

const strict = {
  'content-security-policy': expect.stringContaining("script-src 'self';"),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
};

/** What people upload is no page of ours: were it shown, it could load and run nothing. */
const sandboxed = {
  ...strict,
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
};

describe('the headers of every kind of answer', () => {
  let server: TestServer;
  let ann: TestPerson;
  let answers: { readonly [what: string]: () => Promise<Response> };

  beforeAll(async () => {
    server = await startTestServer();
    ann = await server.signUp('Ann');
    const base = await newBase(ann);
    const file = await server.upload(ann, 'a.csv', '<script>alert(1)</script>');
    const tables = await ann.call('POST', '/rpc/metadata.create', {
      basePublicId: base,
      createDefaultRecords: true,
    });
    expect(tables.status).toBe(200);
    const input = encodeURIComponent(JSON.stringify({ basePublicId: base }));
    const metadata = await ann.call('GET', `/rpc/metadata.get?input=${input}`);
    const body = (await metadata.json()) as {
      result: { data: { metadata: { tables: { id: string }[] } } };
    };
    const table = body.result.data.metadata.tables[0]?.id ?? '';
    const path = (of: string, init: RequestInit = {}) => fetch(new URL(of, server.url), init);
    answers = {
      'a page': () => path('/home', { headers: { accept: 'text/html' } }),
      'a page that is not there': () => path('/nowhere', { headers: { accept: 'text/html' } }),
      'a call that is not there': () => ann.call('GET', '/v1/nothing'),
      'the way home': () => path('/', { redirect: 'manual' }),
      'an answer': () => ann.call('GET', '/v1/me'),
      'an answer of a procedure': () => ann.call('GET', `/rpc/metadata.get?input=${input}`),
      'a refused procedure': () => ann.call('POST', '/rpc/tables.create', {}),
      'a call of nobody': () => path('/v1/me'),
      'a refused origin': () =>
        path('/admin/bases', {
          method: 'POST',
          headers: { origin: 'https://evil.example', cookie: 'weft.session_token=x' },
        }),
      'a method that is not there': () => path('/v1/me', { method: 'DELETE' }),
      'a preflight': () => path('/v1/me', { method: 'OPTIONS', headers: { origin: 'https://evil.example' } }),
      'no JSON': () =>
        path('/admin/bases', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${ann.token}` },
          body: '{',
        }),
      'an uploaded file': () =>
        ann.call('GET', new URL(file, server.url).pathname + new URL(file, server.url).search),
      'an export': () => ann.call('GET', `/v1/bases/${base}/tables/${table}/export?format=csv`),
      'a stream': () => ann.call('GET', `/rpc/base.changes?input=${input}`),
      'the description': () => path('/openapi.json'),
      health: () => path('/healthz'),
      'sign-in refused': () =>
        path('/api/auth/sign-in/email', {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: server.url },
          body: '{"email":"nobody@example.org","password":"wrong wrong"}',
        }),
    };
  });
  afterAll(() => server.close());

  it('let no script run but our own, no type be guessed and no other site frame them', async () => {
    for (const [what, ask] of Object.entries(answers)) {
      const response = await ask();
      const headers = Object.fromEntries(response.headers);
      await response.body?.cancel();
      expect({ what, ...headers }).toMatchObject({
        what,
        ...(what === 'an uploaded file' ? sandboxed : strict),
      });
      // Nobody else's page reads an answer.
      expect({ what, headers }).not.toHaveProperty('headers.access-control-allow-origin');
    }
  });

  it('have an uploaded file saved, never shown', async () => {
    const response = await (answers['an uploaded file'] as () => Promise<Response>)();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(response.headers.get('content-type')).not.toContain('html');
  });

  it('say nothing of the server to who sends no HTTP', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.end('NO HTTP\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toMatch(/node|fastify|stack|\/src\//i);
  });
});

describe('the cookies of somebody signed in', () => {
  it.each([
    ['https://weft.example', true],
    ['http://weft.example', false],
  ])('behind %s are for https alone: %s', async (address, secure) => {
    const server = await startTestServer({ BASE_URL: address });
    try {
      const response = await fetch(new URL('/api/auth/sign-up/email', server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: address },
        body: JSON.stringify({ name: 'Ann', email: 'ann@example.org', password: 'correct horse' }),
      });
      expect(response.status).toBe(200);
      const cookies = response.headers.getSetCookie();
      expect(cookies.some((cookie) => cookie.startsWith('__Secure-'))).toBe(secure);
      for (const cookie of cookies) {
        expect(cookie).toMatch(/; HttpOnly/i);
        expect(cookie).toMatch(/; SameSite=Lax/i);
        // What only signing in reads goes nowhere else.
        expect(cookie).toMatch(/; Path=\/(api\/auth)?(;|$)/i);
        expect(cookie).not.toMatch(/; Domain=/i);
        expect(/; Secure/i.test(cookie)).toBe(secure);
      }
      expect(response.headers.has('strict-transport-security')).toBe(secure);
    } finally {
      await server.close();
    }
  });
});
