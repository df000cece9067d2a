import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callAs, newBase, startTestServer, type TestPerson, type TestServer } from '../testing.ts';

interface Line {
  readonly level: number;
  readonly reqId?: string;
  readonly route?: string;
  readonly [key: string]: unknown;
}

describe('the log of requests', () => {
  const lines: Line[] = [];
  let server: TestServer;
  let ann: TestPerson;
  beforeAll(async () => {
    const log = pino(
      { level: 'info', base: null },
      { write: (line: string) => void lines.push(JSON.parse(line)) },
    );
    server = await startTestServer({}, { log });
    ann = await server.signUp('Ann');
  });
  afterAll(() => server.close());
  beforeEach(() => void lines.splice(0));

  /** The line of a request; it is written when the connection is done with the answer. */
  const lineOf = async (reqId: string | null): Promise<Line> =>
    vi.waitFor(() => {
      const found = lines.find((line) => line.reqId === reqId && line.msg === 'request');
      if (found === undefined) throw new Error(`No line of request ${reqId}`);
      return found;
    });

  it('tells who asked for what, how it went and how long it took', async () => {
    const response = await ann.call('GET', '/v1/me?secret=x');
    const reqId = response.headers.get('x-request-id');
    expect(reqId).toMatch(/^[0-9a-f]{24}$/);
    const me = (await response.json()) as { user: { id: string }; organization: { id: string } };
    const line = await lineOf(reqId);
    expect(line).toMatchObject({
      level: 30,
      method: 'GET',
      route: '/v1/me',
      status: 200,
      ms: expect.any(Number),
      userId: me.user.id,
      organizationId: me.organization.id,
    });
  });

  it.each([
    ['/rpc/metadata.get?input=%7B%7D', '/rpc/metadata.get'],
    ['/rpc/no.such', '/rpc/(unknown)'],
    ['/rpc/metadata.get,records.list?batch=1', '/rpc/(batch)'],
    ['/nowhere/at-all', '(not found)'],
    ['/healthz', '/healthz'],
  ])('names %s by its route', async (path, route) => {
    const response = await ann.call('GET', path);
    expect(await lineOf(response.headers.get('x-request-id'))).toMatchObject({
      route,
      status: response.status,
    });
  });

  it('takes over an id that is sane, and no other', async () => {
    const ask = (id: string) => fetch(new URL('/healthz', server.url), { headers: { 'x-request-id': id } });
    const kept = '0af7651916cd43dd8448eb211c80319c';
    expect((await ask(kept)).headers.get('x-request-id')).toBe(kept);
    await lineOf(kept);
    for (const id of ['short', 'x'.repeat(129), 'with blanks in it', '{"level":60}', '-leading-dash'])
      expect((await ask(id)).headers.get('x-request-id')).toMatch(/^[0-9a-f]{24}$/);
  });

  it('never holds a body, a cookie, a token or what was asked for', async () => {
    const secret = 'hush-hush-hush';
    const headers = {
      'content-type': 'application/json',
      cookie: `weft.session_token=${secret}`,
      origin: server.url,
    };
    const answers = [
      await fetch(new URL('/api/auth/sign-in/email', server.url), {
        method: 'POST',
        headers,
        body: JSON.stringify({ email: `${secret}@example.org`, password: secret }),
      }),
      await fetch(new URL(`/rpc/metadata.create`, server.url), {
        method: 'POST',
        headers,
        body: `{"x":"${secret}"}`,
      }),
      await callAs(server.url, secret)('GET', `/v1/invitations/${secret}`),
      await callAs(server.url, secret)('GET', `/files/${secret}?q=${secret}`),
    ];
    for (const { headers: sent } of answers) await lineOf(sent.get('x-request-id'));
    expect(JSON.stringify(lines)).not.toContain(secret);
    expect(JSON.stringify(lines)).not.toContain(ann.token);
  });

  it('gives a fault of ours the id of its request, in the answer and in the log', async () => {
    vi.spyOn(server.parts.accounts.organizations, 'members').mockRejectedValueOnce(
      new Error('the disk is on fire'),
    );
    vi.spyOn(server.parts.bases.deps, 'base').mockImplementationOnce(() => {
      throw new Error('the disk is on fire');
    });
    const basePublicId = await newBase(ann);
    const answers = [
      await ann.call('GET', '/v1/people'),
      await ann.call(
        'GET',
        `/rpc/metadata.get?input=${encodeURIComponent(JSON.stringify({ basePublicId }))}`,
      ),
    ];
    for (const response of answers) {
      const text = await response.text();
      const reqId = response.headers.get('x-request-id');
      expect(response.status).toBe(500);
      expect(text).toContain(`"id":"${reqId}"`);
      expect(text).not.toContain('on fire');
      const told = lines.filter((line) => line.reqId === reqId && line.level === 50);
      expect(told).toMatchObject([{ err: { message: 'the disk is on fire' } }]);
      expect(await lineOf(reqId)).toMatchObject({ status: 500 });
    }
  });

  it('tells of a stream when it ends', async () => {
    const basePublicId = await newBase(ann);
    const input = encodeURIComponent(JSON.stringify({ basePublicId }));
    const response = await ann.call('GET', `/rpc/base.changes?input=${input}`);
    const reqId = response.headers.get('x-request-id');
    expect(lines.some((line) => line.reqId === reqId)).toBe(false);
    await response.body?.cancel();
    expect(await lineOf(reqId)).toMatchObject({ route: '/rpc/base.changes', status: 200, aborted: true });
  });
});

it('is silent below LOG_LEVEL', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const server = await startTestServer({}, { log });
  await fetch(new URL('/healthz', server.url));
  await server.close();
  expect(lines).toEqual([]);
});
