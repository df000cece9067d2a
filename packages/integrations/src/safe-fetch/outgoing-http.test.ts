import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OutgoingFault, OutgoingHttp } from './outgoing-http.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

describe('the outgoing HTTP client', () => {
  const asked: IncomingMessage[] = [];
  let answer: Answer = (_request, response) => response.end('hello');
  let port = 0;
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    asked.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Names ending in `.example` lead where the test says; this machine is allowed under the name of the test server. */
  const clientOf = (names: { readonly [host: string]: readonly string[] }, allow = ['server.example']) =>
    new OutgoingHttp({
      allowPrivateHosts: allow,
      resolve: async (host) =>
        (names[host] ?? ['127.0.0.1']).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    });
  const here = (path = '/', host = 'server.example') => `http://${host}:${port}${path}`;
  const reasonOf = async (work: Promise<unknown>) => {
    const fault = await work.then(
      () => null,
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(OutgoingFault);
    return (fault as OutgoingFault).reason;
  };

  it('answers what a server said, whatever its status', async () => {
    await using client = clientOf({});
    answer = (_request, response) => response.writeHead(404, { 'x-what': 'no' }).end('nothing here');
    const got = await client.request({ url: here() });
    expect([got.status, got.headers['x-what'], await got.text()]).toEqual([404, 'no', 'nothing here']);
  });

  it.each([
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7f.1:PORT/',
    'http://017700000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://①②⑦.⓪.⓪.①:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://localhost:PORT/',
    'http://metadata.example:PORT/',
    'http://localhost.:PORT/',
    'http://name.example:PORT/',
  ])('does not call %s', async (url) => {
    await using client = clientOf({ 'metadata.example': ['169.254.169.254'] });
    expect(await reasonOf(client.request({ url: url.replace('PORT', String(port)) }))).toBe(
      'private-address',
    );
    expect(asked).toEqual([]);
  });

  it.each([
    'ftp://server.example/',
    'file:///etc/passwd',
    'gopher://server.example/',
    'javascript:alert(1)',
    '//server.example',
    'http://user:password@server.example/',
    'http://',
    'no address',
  ])('does not take %s for an address', async (url) => {
    await using client = clientOf({});
    expect(await reasonOf(client.request({ url }))).toBe('bad-address');
  });

  it('refuses a name one of whose addresses is private', async () => {
    await using client = clientOf({ 'mixed.example': ['93.184.215.14', '127.0.0.1'] });
    expect(await reasonOf(client.request({ url: here('/', 'mixed.example') }))).toBe('private-address');
    expect(asked).toEqual([]);
  });

  it('connects to the address it checked, also when the name leads elsewhere a moment later', async () => {
    let times = 0;
    await using client = new OutgoingHttp({
      allowPrivateHosts: ['192.0.2.1'],
      resolve: async () => [{ address: ++times === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }],
    });
    const call = () => client.request({ url: here('/', 'rebinding.example'), timeout: 300 });
    // A documentation address: nobody is there. What counts is that nothing arrives at the second one.
    expect(['timeout', 'unreachable']).toContain(await reasonOf(call()));
    expect(await reasonOf(call())).toBe('private-address');
    expect(asked).toEqual([]);
  });

  it('checks every redirect like the first address', async () => {
    await using client = clientOf({});
    const targets = [
      here('/', '127.0.0.1'),
      'http://169.254.169.254/',
      'http://[::1]/',
      here('/', 'name.example'),
    ];
    for (const location of targets) {
      answer = (_request, response) => response.writeHead(302, { location }).end();
      expect(await reasonOf(client.request({ url: here() }))).toBe('private-address');
    }
    answer = (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    expect(await reasonOf(client.request({ url: here() }))).toBe('bad-address');
  });

  it('follows so many redirects and no more, or none when it is told so', async () => {
    await using client = clientOf({});
    answer = (request, response) =>
      request.url === '/end' ? response.end('there') : response.writeHead(302, { location: '/end' }).end();
    expect(await (await client.request({ url: here() })).text()).toBe('there');
    expect((await client.request({ url: here(), redirects: 0 })).status).toBe(302);
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    expect(await reasonOf(client.request({ url: here() }))).toBe('too-many-redirects');
  });

  it('keeps secrets from other origins, and a body from the target of a 303', async () => {
    await using client = clientOf({}, ['server.example', 'other.example']);
    answer = (request, response) =>
      request.headers.host?.startsWith('other') === true
        ? response.end('there')
        : response.writeHead(303, { location: here('/', 'other.example') }).end();
    const secrets = { 'x-api-key': 'secret', 'api-key': 'secret', 'x-api-token': 'secret' };
    const headers = { authorization: 'Bearer secret', ...secrets, accept: 'text/plain' };
    await (await client.request({ url: here(), method: 'POST', body: '{}', headers })).text();
    const last = asked.at(-1);
    expect([last?.method, last?.headers.authorization]).toEqual(['GET', undefined]);
    for (const name of Object.keys(secrets)) expect(last?.headers).not.toHaveProperty([name]);
    expect([last?.headers.accept, last?.headers['content-length']]).toEqual(['text/plain', undefined]);
  });

  it('sets the headers of the connection itself', async () => {
    await using client = clientOf({});
    for (const name of ['Host', 'Content-Length', 'Transfer-Encoding', 'Connection'])
      expect(await reasonOf(client.request({ url: here(), headers: { [name]: 'x' } }))).toBe('bad-address');
  });

  it('reads what is compressed', async () => {
    await using client = clientOf({});
    for (const [encoding, bytes] of [
      ['gzip', gzipSync('hello')],
      ['br', brotliCompressSync('hello')],
    ] as const) {
      answer = (_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
      expect(await (await client.request({ url: here() })).text()).toBe('hello');
    }
  });

  it('ends an answer that is too large, also one that is small until it is unpacked', async () => {
    await using client = clientOf({});
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    const read = async () => (await client.request({ url: here(), maxBytes: 1_048_576 })).bytes();
    expect(await reasonOf(read())).toBe('too-large');
    answer = (_request, response) => void response.write(Buffer.alloc(2 * 1_048_576));
    expect(await reasonOf(read())).toBe('too-large');
  });

  it('cannot read an answer packed twice, or packed badly', async () => {
    await using client = clientOf({});
    const read = async () => (await client.request({ url: here() })).bytes();
    answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync('hello')));
    expect(await reasonOf(read())).toBe('bad-answer');
    answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('not packed at all');
    expect(await reasonOf(read())).toBe('bad-answer');
  });

  it('waits for the whole answer, not for ever', async () => {
    await using client = clientOf({});
    answer = () => {};
    expect(await reasonOf(client.request({ url: here(), timeout: 50 }))).toBe('timeout');
    answer = (_request, response) => void response.write('a little');
    const read = async () => (await client.request({ url: here(), timeout: 200 })).bytes();
    expect(await reasonOf(read())).toBe('timeout');
  });

  it('can be cancelled', async () => {
    await using client = clientOf({});
    answer = () => {};
    const controller = new AbortController();
    const asking = client.request({ url: here(), signal: controller.signal });
    controller.abort();
    expect(await reasonOf(asking)).toBe('cancelled');
  });

  it('says that nobody is there', async () => {
    await using client = new OutgoingHttp({
      allowPrivateHosts: [],
      resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    });
    expect(await reasonOf(client.request({ url: here('/', 'nobody.example') }))).toBe('unreachable');
  });
});
