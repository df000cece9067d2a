import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyPreparedDatabase } from '@weft/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

interface Started {
  readonly process: ChildProcess;
  /** What it said on stdout so far. */
  readonly said: () => string;
  readonly complained: () => string;
  readonly url: Promise<string>;
  readonly exit: Promise<number | null>;
}

describe('the server as a process', () => {
  let folder = '';
  const started: ChildProcess[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'weft-main-'));
    await copyPreparedDatabase(join(folder, 'data', 'database'));
  });
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  function start(env: { readonly [name: string]: string } = {}): Started {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    // Optimising a database that lives for seconds costs more than it brings.
    const child = spawn(process.execPath, ['--liftoff-only', main], {
      cwd: folder,
      env: { PATH, NODE_COMPILE_CACHE, PORT: '0', DATA_DIR: join(folder, 'data'), ...env },
      stdio: 'pipe',
    });
    started.push(child);
    let out = '';
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    const exit = once(child, 'exit').then(([code]) => code as number | null);
    const url = new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text;
        const ready = /^Weft is ready at (\S+)\n/.exec(out);
        if (ready?.[1] !== undefined) resolve(ready[1]);
      });
      void exit.then((code) => reject(new Error(`exited ${code}: ${err}`)));
    });
    url.catch(() => {});
    return { process: child, said: () => out, complained: () => err, url, exit };
  }

  it('says one line when it answers, tells where it is, keeps its secret, and ends when told to', async () => {
    const server = start();
    const url = await server.url;
    expect(await (await fetch(new URL('/healthz', url))).json()).toEqual({ status: 'ok' });
    expect(JSON.parse(readFileSync(join(folder, 'data', 'server.json'), 'utf8'))).toEqual({
      pid: server.process.pid,
      url,
    });
    expect(statSync(join(folder, 'data', 'secret')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'data', 'database')).mode & 0o777).toBe(0o700);
    server.process.kill('SIGTERM');
    expect(await server.exit).toBe(0);
    expect(server.said()).toBe(`Weft is ready at ${url}\n`);
    const lines = server
      .complained()
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text) as object);
    const line = { msg: 'request', reqId: expect.any(String), route: '/healthz', status: 200 };
    expect(lines).toContainEqual(expect.objectContaining(line));
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'stopping', reason: 'SIGTERM' }));
    expect(existsSync(join(folder, 'data', 'server.json'))).toBe(false);
  });

  it('refuses a folder in use, naming the process, and takes it after that one was killed', async () => {
    const first = start();
    await first.url;
    const second = start();
    expect(await second.exit).toBe(2);
    expect(second.complained()).toContain(String(first.process.pid));
    first.process.kill('SIGKILL');
    await first.exit;
    const third = start();
    expect(await third.url).toMatch(/^http:/);
  });

  it('ends when its starter is gone, and waits for nobody who never gets to the end of a request', async () => {
    const server = start({ WEFT_STARTER: '1' });
    const url = await server.url;
    const endless = request(new URL('/api/auth/sign-in/email', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 100 },
    });
    endless.on('error', () => {}).write('{');
    await fetch(new URL('/healthz', url));
    server.process.stdin?.end();
    expect([await server.exit, server.complained()]).toEqual([0, expect.not.stringContaining('in time')]);
    expect(existsSync(join(folder, 'data', 'server.json'))).toBe(false);
  });

  it('answers /healthz while many look through a table, and ends in time', async () => {
    const server = start();
    const url = await server.url;
    const headers: { [name: string]: string } = { 'content-type': 'application/json' };
    const post = (path: string, body: object) =>
      fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) });
    const person = { name: 'Ann', email: 'ann@example.org', password: 'correct horse' };
    const signedUp = await (await post('/api/auth/sign-up/email', person)).json();
    headers.authorization = `Bearer ${(signedUp as { token: string }).token}`;
    const made = await (await post('/admin/bases', { baseName: 'Plans' })).json();
    const basePublicId = (made as { basePublicIdentifier: string }).basePublicIdentifier;
    await post('/rpc/metadata.create', { basePublicId, createDefaultRecords: false });
    const answer = await (await post('/rpc/metadata.get', { basePublicId })).json();
    const [table] = (
      answer as { result: { data: { metadata: { tables: [{ id: string; primaryFieldId: string }] } } } }
    ).result.data.metadata.tables;
    const tableId = table.id;
    const data = { [table.primaryFieldId]: 'ünfolded '.repeat(60) };
    for (let i = 0; i < 2; i++) {
      const records = Array.from({ length: 2_500 }, () => ({ data }));
      expect((await post('/rpc/records.create', { basePublicId, tableId, records })).status).toBe(200);
    }
    const reads = Array.from({ length: 20 }, (_, i) =>
      post('/rpc/records.list', { basePublicId, tableId, search: `nowhere ${i}`, includeTotal: true }).then(
        ({ status }) => status,
        () => 'hung up on',
      ),
    );
    expect((await fetch(new URL('/healthz', url))).status).toBe(200);
    server.process.kill('SIGTERM');
    expect([await server.exit, server.complained()]).toEqual([0, expect.not.stringContaining('in time')]);
    for (const answered of await Promise.all(reads)) expect([200, 503, 'hung up on']).toContain(answered);
  });

  it('lets a request on its way finish, however often it is told to stop', async () => {
    const server = start();
    const url = await server.url;
    const signUp = await fetch(new URL('/api/auth/sign-up/email', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ann', email: 'ann@example.org', password: 'correct horse' }),
    });
    const { token } = (await signUp.json()) as { token: string };
    const body =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n\r\n--x--\r\n';
    const upload = request(new URL('/csvupload', url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': body.length,
      },
    });
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    upload.write(body.slice(0, 20));
    // The server has the request once another one behind it was answered.
    await fetch(new URL('/healthz', url));
    server.process.kill('SIGTERM');
    await vi.waitFor(() => expect(server.complained()).toContain('"stopping"'), 10_000);
    server.process.kill('SIGINT');
    server.process.kill('SIGTERM');
    upload.end(body.slice(20));
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect(await server.exit).toBe(0);
    expect(server.complained().match(/"stopping"/g)).toHaveLength(1);
  });

  it('logs no more than LOG_LEVEL asks for', async () => {
    const server = start({ LOG_LEVEL: 'warn' });
    await fetch(new URL('/healthz', await server.url));
    // What a closed terminal sends ends it in order too.
    server.process.kill('SIGHUP');
    expect([await server.exit, server.complained()]).toEqual([0, '']);
  });

  it('stops at a wrong setting with one sentence', async () => {
    const server = start({ SMTP_URL: 'http://localhost' });
    expect(await server.exit).toBe(2);
    expect(server.complained()).toMatch(/^SMTP_URL [^\n]+\.\n$/);
    expect(server.said()).toBe('');
  });
});
