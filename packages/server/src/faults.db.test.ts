import { connect } from 'node:net';
import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from './testing.ts';

describe('a server that is treated badly', () => {
  let server: TestServer;
  let ann: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({ CSV_MAX_MB: '1' });
    ann = await server.signUp('Ann');
  });
  afterAll(() => server.close());

  async function table() {
    const made = await ann.call('POST', '/admin/bases', { baseName: 'Faults' });
    const { basePublicIdentifier: basePublicId } = (await made.json()) as { basePublicIdentifier: string };
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
    ).toMatch(/^HTTP\/1.1 431/);
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
