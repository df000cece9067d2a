import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AirtableBases, type LocalBase } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { signUp, startPostgres, startProduct } from '@weft/testkit';
import { airtableToken, atLocalServices } from '../local-services.ts';
import type { Figure } from '../measure.ts';

const records = 100_000;
const fields = 20;
const perPage = 100;
/** Airtable lets five requests a second in; ten times as many are let in here, so that a run takes seconds. */
const faster = 10;
const rate = 5 * faster;

function largeBase(): LocalBase {
  const columns = Array.from({ length: fields }, (_, i) => ({
    ...{ id: `fld${i}`, name: `Column ${i}`, type: i % 2 === 0 ? 'singleLineText' : 'number' },
  }));
  const table = {
    ...{ id: 'tblLarge', name: 'Large', primaryFieldId: 'fld0', fields: columns, views: [] },
    records: Array.from({ length: records }, (_, row) => ({
      ...{ id: `rec${row}`, createdTime: '2026-03-01T08:00:00.000Z' },
      fields: Object.fromEntries(
        columns.map(({ id }, i) => [id, i % 2 === 0 ? `Text ${row} ${i}` : row + i]),
      ),
    })),
  };
  return { id: 'appLarge', name: 'Large', tables: [table] };
}

/**
 * A base of 100,000 records of 20 fields, imported as fast as the rate limit lets: the time beside the least that its
 * requests take. At ten times Airtable's rate, with which everything that is not waiting weighs ten times as much.
 */
export async function airtableImport(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const cluster = await startPostgres();
  stack.defer(() => cluster.stop());
  const bases = new AirtableBases([largeBase()], () => '');
  const server = createServer(async (request, response) => {
    const at = new URL((request.url ?? '').replace(/^\/airtable/, ''), 'http://airtable.invalid');
    const json = at.pathname.endsWith('/whoami')
      ? { id: 'usr1', email: 'bench@example.org' }
      : (await bases.answer(request.method ?? '', at))?.json;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  stack.defer(() => void server.close());
  const settings = {
    BENCH_SERVICES: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ BENCH_RATE: String(rate), ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOG_LEVEL: 'fatal' },
  };
  const product = await startProduct({ ...settings, DATABASE_URL: cluster.url }, atLocalServices);
  stack.defer(() => product.stop());
  const session = await signUp(product.url, 'bench');
  const { service } = await session.post<{ readonly service: { readonly id: string } }>(
    '/admin/services/create/airtable',
    { serviceName: 'Airtable', config: { apiKey: airtableToken } },
  );
  const { basePublicIdentifier } = await session.post<{ readonly basePublicIdentifier: string }>(
    '/admin/bases',
    { baseName: 'Large' },
  );
  const begun = performance.now();
  let last: Record<string, unknown> | null = null;
  const order = { importId: 'imp-bench', basePublicId: basePublicIdentifier, serviceId: service.id };
  for await (const event of session.events('airtableImportStream', { ...order, airtableBaseId: 'appLarge' }))
    last = event;
  const took = performance.now() - begun;
  if (must(last, 'an end of the import').recordsImported !== records)
    throw new Error(`The import ended with ${JSON.stringify(last)}`);
  const least = (records / perPage / rate) * 1_000;
  return [
    {
      name: `an Airtable base of ${records.toLocaleString('en')} × ${fields}, beside what its rate limit allows`,
      ...{ engine: 'postgres', value: (took / least) * 100, unit: '%', limit: 110 },
    },
  ];
}
