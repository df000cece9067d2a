import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  callAs,
  newBase,
  rpc,
  startTestServer,
  subscribe,
  type TestPerson,
  type TestServer,
} from '../testing.ts';

describe('the numbers of the server', () => {
  let server: TestServer;
  let ann: TestPerson;
  beforeAll(async () => {
    server = await startTestServer();
    ann = await server.signUp('Ann');
  });
  afterAll(() => server.close());

  const read = async (): Promise<string> => (await ann.call('GET', '/metrics')).text();
  /** The value of one line: its name with the labels as they are written. */
  const numberOf = (text: string, line: string): number | null => {
    const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
    return found === undefined ? null : Number(found.slice(line.length + 1));
  };

  it('reach the instance admin as Prometheus reads them', async () => {
    const response = await ann.call('GET', '/metrics');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/);
    const text = await response.text();
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_seconds',
    ])
      expect(numberOf(text, name)).not.toBeNull();
    // Every line is a comment, empty, or a name, labels and a number.
    for (const line of text.split('\n'))
      expect(line).toMatch(/^(#.*|[a-zA-Z_][a-zA-Z0-9_]*(\{.*\})? (-?[0-9.e+-]+|NaN|[+-]Inf))?$/);
  });

  it('reach a token of the instance admin with the scope admin, and no lesser one', async () => {
    const status = async (scope: string): Promise<number> => {
      const input = { name: scope, scopes: [scope], expiresInDays: 1 };
      const { token } = (await (await ann.call('POST', '/v1/tokens', input)).json()) as { token: string };
      return (await callAs(server.url, token)('GET', '/metrics')).status;
    };
    expect([await status('admin'), await status('write'), await status('read')]).toEqual([200, 404, 404]);
  });

  it('are nowhere for anybody else', async () => {
    const eve = await server.signUp('Eve');
    const nowhere = await eve.call('GET', '/nowhere');
    const refused = await eve.call('GET', '/metrics');
    expect([refused.status, await refused.text()]).toEqual([404, await nowhere.text()]);
    expect((await fetch(new URL('/metrics', server.url))).status).toBe(404);
  });

  it('count an import until it ends', async () => {
    expect(numberOf(await read(), 'weft_imports_running')).toBe(0);
    const basePublicId = await newBase(ann);
    const order = {
      basePublicId,
      importId: 'imp-counted',
      csvFileUrl: await server.upload(ann, 'a.csv', 'a,b\n1,2\n'),
      config: { tableName: 'T' },
      fieldMappings: [{ sourceFieldIndex: 0 }],
    };
    const events = subscribe(ann, 'import.csvImportStream', order);
    for await (const event of events) if (event.type === 'finished') break;
    await vi.waitFor(async () => expect(numberOf(await read(), 'weft_imports_running')).toBe(0));
  });

  it('tell of requests, edits, streams and the database', async () => {
    const basePublicId = await newBase(ann);
    await rpc(ann, 'metadata.create', { basePublicId, createDefaultRecords: true });
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId });
    const table = must(metadata.tables[0]);
    const edit = { basePublicId, tableId: table.id, records: [{ data: {} }], actionId: 'once' };
    await rpc(ann, 'records.create', edit);
    await rpc(ann, 'records.create', edit);
    await rpc(ann, 'history.undo', { basePublicId });

    const stream = subscribe(ann, 'base.changes', { basePublicId, sinceSeq: 0 });
    await stream.next();
    const text = await read();
    expect(numberOf(text, 'weft_edits_applied_total{type="CREATE_RECORD"}')).toBe(1);
    expect(numberOf(text, 'weft_edits_applied_total{type="UNDO"}')).toBe(1);
    expect(numberOf(text, 'weft_open_streams{call="base.changes"}')).toBe(1);
    expect(numberOf(text, 'weft_database_seconds_count{kind="transaction"}')).toBeGreaterThan(0);
    expect(numberOf(text, 'weft_database_wait_seconds_count')).toBeGreaterThan(0);
    expect(numberOf(text, 'weft_database_active{kind="query"}')).not.toBeNull();
    await vi.waitFor(async () =>
      expect(
        numberOf(
          await read(),
          'weft_http_request_duration_seconds_count{method="POST",route="/rpc/records.create",status="200"}',
        ),
      ).toBe(2),
    );
    await stream.return(undefined);
    await vi.waitFor(async () =>
      expect(numberOf(await read(), 'weft_open_streams{call="base.changes"}')).toBe(0),
    );
  });
});
