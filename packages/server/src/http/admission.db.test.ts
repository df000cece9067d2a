import { connect } from 'node:net';
import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, startTestServer, type TestPerson, type TestServer } from '../testing.ts';
import { concurrencyLimits } from './concurrency-limit.ts';

describe('the front door', () => {
  let server: TestServer;
  let ann: TestPerson;
  beforeAll(async () => {
    server = await startTestServer();
    ann = await server.signUp('Ann');
  });
  afterAll(() => server.close());

  /** The status and the kind of the answer to a request of which only the headers are sent. */
  function answerToHeaders(line: string, ...headers: string[]): Promise<[number, string | undefined]> {
    const { hostname, port } = new URL(server.url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.setTimeout(5_000, () => socket.destroy(new Error('There was no answer')));
      let text = '';
      socket.setEncoding('utf8').on('data', (part) => {
        text += part;
        if (!text.endsWith('}')) return;
        socket.destroy();
        resolve([Number(text.slice(9, 12)), /"kind":"([a-z-]+)"/.exec(text)?.[1]]);
      });
      socket.on('error', reject);
      socket.write([`${line} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n'));
    });
  }

  const json = 'Content-Type: application/json';
  const large = 'Content-Length: 33000000';
  const endless = 'Transfer-Encoding: chunked';

  it.each([large, endless])(
    'asks a stranger to sign in before any of the body is there: %s',
    async (length) => {
      for (const path of ['/rpc/records.update', '/rpc/records.list,metadata.get?batch=1', '/admin/bases'])
        expect(await answerToHeaders(`POST ${path}`, json, length)).toEqual([401, 'unauthenticated']);
      expect(
        await answerToHeaders('POST /csvupload', 'Content-Type: multipart/form-data; boundary=x', length),
      ).toEqual([401, 'unauthenticated']);
      expect(await answerToHeaders('POST /nowhere', json, length)).toEqual([404, 'not-found']);
    },
  );

  it('listens no longer to a stranger who goes on sending, once they could read the answer', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname).on('error', () => {});
    let said = '';
    socket.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    socket.write(['POST /admin/bases HTTP/1.1', 'Host: x', json, large, '', ''].join('\r\n'));
    socket.write(Buffer.alloc(16 * 1024 * 1024));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(said.slice(0, 12)).toBe('HTTP/1.1 401');
  });

  it('takes 64 kB from a stranger who signs up, and says so before more arrives', async () => {
    expect(await answerToHeaders('POST /api/auth/sign-up/email', json, 'Content-Length: 65537')).toEqual([
      413,
      'limit',
    ]);
    const body = { name: 'Eve', email: 'eve@example.org', password: 'x'.repeat(60_000) };
    const answer = await fetch(new URL('/api/auth/sign-up/email', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(400);
  });

  it('tells a token what its scope does not reach before any of the body is there', async () => {
    const body = { name: 'Reader', scopes: ['read'], expiresInDays: 1 };
    const { token } = (await (await ann.call('POST', '/v1/tokens', body)).json()) as { token: string };
    const bearer = `Authorization: Bearer ${token}`;
    expect(await answerToHeaders('POST /rpc/records.update', json, large, bearer)).toEqual([
      403,
      'forbidden',
    ]);
    expect(await answerToHeaders('POST /admin/bases', json, large, bearer)).toEqual([403, 'forbidden']);
  });

  it.each(['/rpc/records.update', '/rpc/import.csvImportStream'])(
    'lets one person send 64 MB at once, and a second person meanwhile: %s',
    async (path) => {
      const ben = await server.signUp('Ben');
      const { hostname, port } = new URL(server.url);
      const begun = Array.from({ length: 2 }, () => {
        const socket = connect(Number(port), hostname).on('error', () => {});
        const head = [`POST ${path} HTTP/1.1`, 'Host: x', json, 'Content-Length: 33554432'];
        socket.write([...head, `Authorization: Bearer ${ann.token}`, '', '{'].join('\r\n'));
        return socket;
      });
      try {
        const refused = () =>
          answerToHeaders(`POST ${path}`, json, large, `Authorization: Bearer ${ann.token}`);
        await expect.poll(refused, { timeout: 20_000, interval: 50 }).toEqual([429, 'limit']);
        expect((await ann.call('GET', '/v1/me')).status).toBe(200);
        await newBase(ben);
      } finally {
        for (const socket of begun) socket.destroy();
      }
      await expect
        .poll(async () => (await ann.call('POST', '/admin/bases', { baseName: 'A' })).status)
        .toBe(200);
    },
  );

  it('opens 50 streams for one person, and again as many once they are closed or left', async () => {
    const cleo = await server.signUp('Cleo');
    const input = JSON.stringify({ basePublicId: await newBase(cleo), sinceSeq: 0 });
    const url = new URL(`/rpc/base.changes?input=${encodeURIComponent(input)}`, server.url);
    const headers = { authorization: `Bearer ${cleo.token}` };
    /** How many of so many open, and what the last that does not is told; all are closed again. */
    const openAtOnce = async (count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => fetch(url, { headers })));
      const told = await answers.findLast(({ ok }) => !ok)?.json();
      const open = answers.filter(({ ok }) => ok);
      for (const { body } of open) await body?.cancel();
      return [open.length, told];
    };
    const refusal = { kind: 'limit', message: expect.stringContaining('close some pages') };
    expect(await openAtOnce(60)).toMatchObject([50, { error: { data: refusal } }]);
    // Who leaves before a stream has begun gives its place back too.
    const leave = () => fetch(url, { headers, signal: AbortSignal.timeout(5) });
    for (let i = 0; i < 3; i++) await Promise.allSettled(Array.from({ length: 20 }, leave));
    await expect.poll(() => openAtOnce(50), { timeout: 10_000, interval: 300 }).toEqual([50, undefined]);
  });

  it('says what to do when somebody makes, downloads or imports too much at once', async () => {
    const dora = await server.signUp('Dora');
    const { organization } = (await (await dora.call('GET', '/v1/me')).json()) as {
      organization: { id: string };
    };
    const basePublicId = await newBase(dora);
    await rpc(dora, 'metadata.create', { basePublicId, createDefaultRecords: true });
    const { metadata } = await rpc(dora, 'metadata.get', { basePublicId });
    const csvFileUrl = await server.upload(dora, 'people.csv', 'Name\nAnn\n');
    const order = {
      basePublicId,
      csvFileUrl,
      config: { tableName: 'People' },
      fieldMappings: [{ sourceFieldIndex: 0 }],
    };
    const calls = {
      base: () => dora.call('POST', '/admin/bases', { baseName: 'One more' }),
      export: () =>
        dora.call('GET', `/v1/bases/${basePublicId}/tables/${must(metadata.tables[0]).id}/export`),
      import: () =>
        dora.call('POST', '/rpc/import.csvImportStream', { ...order, importId: 'imp-one-too-many' }),
    };
    for (const kind of ['base', 'export', 'import'] as const) {
      const owner = { userId: dora.id, organizationId: organization.id };
      const running = Array.from({ length: concurrencyLimits[kind].person }, () =>
        server.parts.concurrency.take(kind, owner),
      );
      const refused = await calls[kind]();
      expect(refused.status).toBe(429);
      expect(await refused.text()).toMatch(/"message":".*the most at once: wait until one of them has ended/);
      for (const release of running) release();
      for (let i = 0; i <= concurrencyLimits[kind].person; i++) {
        const answer = await calls[kind]();
        expect(answer.status).toBe(200);
        await answer.text();
      }
    }
  });

  it('lets people sign in, and work in new sessions, where random tokens and stale cookies come from', async () => {
    const fay = await server.signUp('Fay');
    const signIn = (cookie: string) =>
      fetch(new URL('/api/auth/sign-in/email', server.url), {
        method: 'POST',
        headers: { cookie, origin: server.url, 'content-type': 'application/json' },
        body: JSON.stringify({ email: fay.email, password: 'correct horse' }),
      });
    const me = (headers: Record<string, string>) =>
      fetch(new URL('/v1/me', server.url), { headers }).then(({ status }) => status);
    const many = Array.from({ length: 70 }, (_, i) => i);
    const guesses = await Promise.all(many.map((i) => me({ authorization: `Bearer random${i}` })));
    expect(new Set(guesses)).toEqual(new Set([401, 429]));
    const forged = await Promise.all(many.map((i) => me({ cookie: `weft.session_token=stale${i}.aa` })));
    expect(new Set(forged)).toEqual(new Set([401]));
    const signedIn = await signIn('weft.session_token=stale.aa');
    expect(signedIn.status).toBe(200);
    const cookie = must(signedIn.headers.getSetCookie()[0]?.split(';')[0]);
    expect(await me({ cookie })).toBe(200);
  });

  it('finds the forbidden key and what nests too deep wherever JSON comes in', async () => {
    const basePublicId = await newBase(ann);
    const proto = encodeURIComponent(`{"basePublicId":"${basePublicId}","a":{"__proto__":1}}`);
    const deep = `{"basePublicId":${'['.repeat(600)}${']'.repeat(600)}}`;
    const fine = encodeURIComponent(`{"basePublicId":"${basePublicId}"}`);
    const batch = encodeURIComponent(`{"0":{"basePublicId":"${basePublicId}","__proto__":{}}}`);
    const kind = async (method: string, path: string, body?: string) => {
      const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' };
      const answer = await fetch(new URL(path, server.url), { method, headers, ...(body && { body }) });
      return /"kind":"([a-z-]+)"/.exec(await answer.text())?.[1];
    };
    for (const path of [
      `/rpc/metadata.get?input=${proto}`,
      `/rpc/metadata.get?input=${encodeURIComponent(deep)}`,
      `/rpc/metadata.get?input=${proto}&input=${fine}`,
      `/rpc/metadata.get?batch=1&input=${batch}`,
      `/rpc/base.changes?input=${proto}`,
    ])
      expect(await kind('GET', path)).toBe('invalid');
    for (const path of ['/rpc/metadata.get', '/rpc/base.changes', '/admin/bases', '/api/auth/sign-in/email'])
      expect(await kind('POST', path, deep)).toBe('invalid');
    expect(must(await rpc(ann, 'metadata.get', { basePublicId })).basePublicId).toBe(basePublicId);
  });
});
