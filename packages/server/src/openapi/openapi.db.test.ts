import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { type CallName, calls, type HttpCalls, httpCalls, sample } from '@weft/protocol';
import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { newBase, rpc, startTestServer, type TestPerson, type TestServer } from '../testing.ts';
import { pathOf } from './http-operation.ts';

interface Operation {
  readonly 'x-codeSamples': readonly { readonly source: string }[];
}
interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
}

const names = Object.keys(calls) as CallName[];
const curl = spawnSync('curl', ['--version']).status === 0;

describe('the description of the API', () => {
  let server: TestServer;
  let ann: TestPerson;
  let document: Document;
  let base = '';
  /** What is said of the sample ids, said of real ones. */
  const real = (text: string): string => text.replaceAll(sample.base, base);

  beforeAll(async () => {
    server = await startTestServer();
    ann = await server.signUp('Ann');
    document = (await (await fetch(new URL('/openapi.json', server.url))).json()) as Document;
    base = await newBase(ann);
    await rpc(ann, 'tables.create', {
      basePublicId: base,
      id: sample.table,
      name: 'People',
      fields: [
        { id: sample.field, name: 'Name', type: 'single_line_text' },
        { id: sample.secondField, name: 'Born', type: 'date' },
      ],
      viewId: sample.view,
      records: [{ id: sample.record, data: { [sample.field]: 'Ada' } }],
    });
  });
  afterAll(() => server.close());

  it('has every route that is served, and no other', () => {
    const served = server.routes
      .map((route) => {
        const [method = '', pattern = ''] = route.split(' ');
        return `${method} ${pathOf(pattern)}`;
      })
      // Batches and unknown names.
      .filter((route) => !route.endsWith('/rpc/{path}'));
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(served.toSorted());
  });

  /** These need an import on its way, or broken off, a file in the world outside, spam, somebody who waits, a webhook, a connection, a booking, a payment, or an answer. */
  const apart =
    /^(import|csv|attachments|apps\.(applyTurn|connectSource|discardTurn|proposal|invite|block|unblock|signOutPerson)|forms\.(answer|resendMails|acceptSpam|deleteSpam|takeIn|deleteWaiting|enableWebhook|removeWebhook|replayDelivery|connectDatabase|updateIntegration|removeIntegration|checkPayment|giveUpPayment|refundPayment|cancelSubscription)|scheduling\.(?!bookings|day)|integrations\.(?!catalogue|services|list|log|apps))/;
  /** Each finds what it names by what comes before it. */
  const late: readonly CallName[] = [
    'records.updateLinks',
    'records.delete',
    'records.restore',
    'records.bulkDelete',
    'fields.delete',
    'fields.restore',
    'views.delete',
    'tables.delete',
    'tables.restore',
  ];

  it('has examples that work, and answers that are as it says', async () => {
    const ordered = names.filter((name) => !apart.test(name) && !late.includes(name));
    for (const name of [...ordered, ...late].filter(
      (one) => calls[one as CallName].kind !== 'subscription',
    )) {
      const { example, answer } = calls[name];
      const input = JSON.parse(real(JSON.stringify(example))) as { basePublicId: string };
      // It makes the first table of a database, so it wants one without.
      if (name === 'metadata.create') input.basePublicId = await newBase(ann);
      if (name === 'records.updateLinks') {
        const linked = { type: 'linked_record' as const, template: { tableId: sample.table } };
        const inTable = { basePublicId: base, tableId: sample.table };
        const { field } = await rpc(ann, 'fields.create', { ...inTable, field: linked });
        Object.assign(input, { fieldId: field.id });
      }
      const asQuery = `/rpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
      const isQuery = calls[name].kind === 'query';
      for (const response of [
        ...(isQuery ? [await ann.call('GET', asQuery)] : []),
        await ann.call('POST', `/rpc/${name}`, input),
      ]) {
        const body = (await response.json()) as { result?: { data: unknown } };
        expect([name, response.status, body]).toMatchObject([name, 200, { result: {} }]);
        const read = (answer as z.ZodType).safeParse(body.result?.data);
        expect([name, read.error?.issues ?? []]).toEqual([name, []]);
      }
    }
    const csvFileUrl = await server.upload(ann, 'people.csv', 'Name\nAda\n');
    const preview = await rpc(ann, 'import.csvPreview', { csvFileUrl });
    expect(calls['import.csvPreview'].answer.safeParse(preview).error?.issues).toBeUndefined();
  });

  it('tells what the calls outside /rpc answer', async () => {
    for (const [route, { answer, query, example }] of Object.entries<HttpCalls[string]>(httpCalls)) {
      const [method = '', path = ''] = route.split(' ');
      if (
        method !== 'GET' ||
        path.includes(':') ||
        Array.isArray(answer) ||
        /verify|services|ping|domains/.test(route)
      )
        continue;
      const search = query === undefined ? '' : `?${new URLSearchParams(example as Record<string, string>)}`;
      const response = await ann.call('GET', `${path}${search}`);
      const read = (answer as z.ZodType).safeParse(await response.json());
      expect([route, response.status, read.error?.issues ?? []]).toEqual([route, 200, []]);
    }
  });

  it.skipIf(!curl)('has commands that work as they stand', async () => {
    const commands = [
      document.paths['/rpc/metadata.get']?.get,
      document.paths['/rpc/records.list']?.post,
      document.paths['/rpc/records.create']?.post,
      document.paths['/v1/me']?.get,
      document.paths['/v1/tokens']?.post,
      document.paths['/admin/flows']?.get,
      document.paths['/v1/bases/{baseId}/tables/{tableId}/export']?.get,
    ].map((operation) => must(must(operation)['x-codeSamples'][0]).source);
    for (const command of commands) {
      const script = real(command).replace('curl ', 'curl --silent --show-error --fail-with-body ');
      const env = { ...process.env, WEFT_TOKEN: ann.token };
      const { stdout } = await promisify(execFile)('sh', ['-c', script], { env });
      expect(stdout).not.toBe('');
    }
  });
});
