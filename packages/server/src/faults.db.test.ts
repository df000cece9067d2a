import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { idMaker, must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillRandom } from './random-bytes.ts';
import { newBase, rpc, startTestServer, type TestPerson, type TestServer } from './testing.ts';

describe('a server that is treated badly', () => {
  let server: TestServer;
  let ann: TestPerson;
  beforeAll(async () => {
    const requestPatience = { headers: 2_000, whole: 300_000, lookEvery: 200 };
    server = await startTestServer({ CSV_MAX_MB: '1' }, { requestPatience });
    ann = await server.signUp('Ann');
  });
  afterAll(() => server.close());

  async function table() {
    const basePublicId = await newBase(ann);
    await rpc(ann, 'metadata.create', { basePublicId, createDefaultRecords: true });
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId });
    const { id: tableId, fields } = must(metadata.tables[0]);
    const { records } = await rpc(ann, 'records.list', { basePublicId, tableId });
    return { basePublicId, tableId, fieldId: must(fields[0]).id, recordId: must(records[0]).id };
  }
  const version = async (basePublicId: string) => (await rpc(ann, 'metadata.get', { basePublicId })).version;

  it('takes 200 edits of one cell at once as 200 edits, one after another', async () => {
    const { fieldId, ...record } = await table();
    const before = await version(record.basePublicId);
    const values = Array.from({ length: 200 }, (_, i) => `edit ${i}`);
    const edits = values.map((value) =>
      rpc(ann, 'records.update', { ...record, data: { [fieldId]: value } }),
    );
    await Promise.all(edits);
    expect(await version(record.basePublicId)).toBe(before + 200);
    const kept = await rpc(ann, 'records.get', record);
    expect(values).toContain(kept.data[fieldId]);
    for (let i = 0; i < 200; i++) await rpc(ann, 'history.undo', { basePublicId: record.basePublicId });
    expect((await rpc(ann, 'records.get', record)).data).toEqual({});
  });

  it('keeps its own time and order, however many years the clocks of clients are off', async () => {
    const { basePublicId, tableId, fieldId } = await table();
    const inTable = { basePublicId, tableId };
    const first = await version(basePublicId);
    const began = Date.now();
    const clocks = [Date.UTC(2099, 0), Date.UTC(1971, 0), Date.now(), Date.UTC(1999, 11, 31)];
    const idsBy = clocks.map((clock) => idMaker(() => clock, fillRandom));
    const made: string[] = [];
    for (const newId of idsBy) {
      const id = newId('rec');
      made.push(id);
      const records = [{ id, data: { [fieldId]: 'made' } }];
      await rpc(ann, 'records.create', { ...inTable, actionId: newId('act'), records });
    }
    const seen = (await rpc(ann, 'records.list', inTable)).records.slice(3);
    expect(seen.map(({ id }) => id)).toEqual(made);
    for (const { createdAt } of seen) {
      expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(began - 1_000);
      expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now() + 1_000);
    }
    const { actions } = await rpc(ann, 'history.list', inTable);
    expect(actions.slice(0, 4).map(({ seq }) => seq)).toEqual([4, 3, 2, 1].map((more) => first + more));
    for (const { timestamp } of actions)
      expect(Math.abs(Date.parse(timestamp) - began)).toBeLessThan(120_000);

    // Taken back and done again in the order of what was done, not of what the clocks said.
    const left = async () => (await rpc(ann, 'records.list', inTable)).records.slice(3).map(({ id }) => id);
    const newId = must(idsBy[1]);
    const step = (name: 'history.undo' | 'history.redo') =>
      rpc(ann, name, { basePublicId, actionId: newId('act') });
    for (const count of [3, 2]) {
      await step('history.undo');
      expect(await left()).toEqual(made.slice(0, count));
    }
    await step('history.redo');
    expect(await left()).toEqual(made.slice(0, 3));
  });

  it('refuses a cell of 10 MB with a reason, and changes nothing', async () => {
    const { fieldId, ...record } = await table();
    const before = await version(record.basePublicId);
    const huge = { ...record, data: { [fieldId]: 'x'.repeat(10 * 1024 * 1024) } };
    const answer = await ann.call('POST', '/rpc/records.update', huge);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(await answer.json())).toContain('1 MiB');
    expect(await version(record.basePublicId)).toBe(before);
  });

  it('refuses bodies, files and headers that are too large', async () => {
    const { fieldId, ...record } = await table();
    const body = { ...record, data: { [fieldId]: 'x'.repeat(33 * 1024 * 1024) } };
    expect((await ann.call('POST', '/rpc/records.update', body)).status).toBe(413);
    expect((await ann.call('POST', '/admin/bases', { baseName: 'x'.repeat(2 * 1024 * 1024) })).status).toBe(
      413,
    );
    const form = new FormData();
    form.set('file', new Blob([`a\n${'1\n'.repeat(1024 * 1024)}`]), 'large.csv');
    const headers = { authorization: `Bearer ${ann.token}` };
    const upload = await fetch(new URL('/csvupload', server.url), { method: 'POST', headers, body: form });
    expect(upload.status).toBe(413);
    expect(
      await said(`GET /healthz HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(1_100_000)}\r\n\r\n`),
    ).toMatch(/^HTTP\/1.1 431 [\s\S]*"kind":"limit"/);
  });

  it('answers what is odd in the contract’s shape: never with a fault of its own', async () => {
    const { tableId, fieldId, basePublicId } = await table();
    const field = { basePublicId, tableId, fieldId };
    const zone = { timezone: 'UTC', locale: '!!' };
    const query = (name: string, input: object) =>
      `/rpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
    const cursor = Buffer.from('["2026-02-30 00:00:00+00","bas1"]').toString('base64url');
    const answers = await Promise.all(
      [
        '/%zz',
        `/v1/invitations/${'a'.repeat(5_000)}`,
        '/admin/flows?search=%00',
        `/admin/flows?cursor=${cursor}`,
        '/v1/bases/%00/tables/x/export',
        `/v1/bases/${basePublicId}/tables/${tableId}/export?timeZone=Mars`,
        query('fields.previewConversion', { ...field, type: 'number', conversionContext: zone }),
        '/rpc/metadata.get?input={',
      ].map((path) => ann.call('GET', path)),
    );
    const deep = `{"a":"__proto__","b":${'['.repeat(300_000)}${']'.repeat(300_000)}}`;
    const json = { 'content-type': 'application/json', authorization: `Bearer ${ann.token}` };
    const form = { ...json, 'content-type': 'multipart/form-data; boundary=x' };
    const post = (path: string, headers: { readonly [name: string]: string }, body: string) =>
      fetch(new URL(path, server.url), { method: 'POST', headers, body });
    answers.push(
      await post('/rpc/metadata.get', json, deep),
      await post('/csvupload', form, '--x\r\n'),
      await post(
        '/csvupload',
        form,
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na',
      ),
      await ann.call('PUT', '/admin/flows/rename/%00', { newName: 'x' }),
      await ann.call('HEAD', query('records.list', { basePublicId, tableId })),
      await ann.call('HEAD', query('base.changes', { basePublicId })),
    );
    const kinds = await Promise.all(
      answers.map(async (answer) => {
        const text = await answer.text();
        if (text === '') return answer.status;
        const { error } = JSON.parse(text) as { error: { kind?: string; data?: { kind: string } } };
        return error.kind ?? error.data?.kind;
      }),
    );
    const gets = ['invalid', 'limit', 'invalid', 'invalid', 'not-found', 'invalid', 'invalid', 'invalid'];
    expect(kinds).toEqual([...gets, 'invalid', 'invalid', 'invalid', 'not-found', 404, 404]);
    expect(await said('GARBAGE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [\s\S]*"kind":"invalid"/);
    expect(await said('GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /"kind":"invalid"/,
    );
  });

  it('counts the guesses of a stranger however the address is spelled', async () => {
    const answer = await fetch(new URL('/%761/invitations/x', server.url));
    expect(answer.headers.get('x-ratelimit-limit')).toBe('1200');
  });

  it('has one kind of empty cell, and names a fault of a setting by its path', async () => {
    const { fieldId, ...record } = await table();
    const { record: empty } = await rpc(ann, 'records.update', {
      ...record,
      data: {},
      raw: { [fieldId]: '' },
    });
    expect(empty).toMatchObject({ data: {} });
    expect(empty.raw).toBeUndefined();
    const field = { type: 'number' as const, template: { decimalPlaces: 7 } };
    await expect(rpc(ann, 'fields.create', { ...record, field })).rejects.toMatchObject({
      details: [{ path: 'field.template.decimalPlaces' }],
    });
  });

  it('answers everybody else while hundreds never get to the end of their requests', async () => {
    const { basePublicId } = await table();
    const { hostname, port } = new URL(server.url);
    const unfinished = [
      'GET /healthz HTTP/1.1\r\nHost: x\r\n',
      'POST /rpc/records.create HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    ];
    const sockets = await Promise.all(
      Array.from({ length: 400 }, async (_, i) => {
        const socket = connect(Number(port), hostname);
        await once(socket, 'connect');
        socket.on('error', () => {}).write(must(unfinished[i % 2]));
        return socket;
      }),
    );
    try {
      expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
      expect(await version(basePublicId)).toBeGreaterThan(0);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });

  it('answers the next call on the connection of an upload that was refused before its end', async () => {
    const upload = Buffer.from(
      `--x\r\ncontent-disposition: form-data; name="file"; filename="no-csv.txt"\r\n\r\n${'x'.repeat(900_000)}\r\n--x--\r\n`,
    );
    const { hostname, port } = new URL(server.url);
    // One connection, which browsers keep for the next call too.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (method: string, path: string, headers: object, body?: Buffer) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(
          {
            hostname,
            port,
            agent,
            method,
            path,
            headers: { ...headers },
            signal: AbortSignal.timeout(10_000),
          },
          (response) => response.resume().on('end', () => resolve(response.statusCode)),
        );
        sent.on('error', reject).end(body);
      });
    const form = {
      authorization: `Bearer ${ann.token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': upload.length,
    };
    const both = Promise.all([send('POST', '/csvupload', form, upload), send('GET', '/healthz', {})]);
    expect(await both.finally(() => agent.destroy())).toEqual([400, 200]);
  });

  it('lets go of a client that never gets to the end of its request', async () => {
    expect(await said('GET /healthz HTTP/1.1\r\nHost: x\r\n')).toMatch(/^HTTP\/1.1 408/);
    expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
  });

  /** What the server says to these bytes before it hangs up. */
  function said(bytes: string): Promise<string> {
    const { hostname, port } = new URL(server.url);
    return new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      socket.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)));
    });
  }
});
