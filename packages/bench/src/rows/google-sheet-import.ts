import { cellOf, localSheet, localSpreadsheets, localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { type Session, signUp, startPostgres, startProduct } from '@weft/testkit';
import { atLocalServices } from '../local-services.ts';
import type { Figure } from '../measure.ts';
import { pssOf, serverBelow, watchMemory } from '../server-memory.ts';

const rows = 100_000;
const columns = 10;

/** Signs in as a browser does: to the provider, and back. */
async function connected(session: Session, app: object): Promise<string> {
  await session.mutate('integrations.setApp', { provider: 'google', ...app });
  const { service, signInUrl } = await session.post<{
    readonly service: { readonly id: string };
    readonly signInUrl: string;
  }>('/admin/services/create/googlesheets', { serviceName: 'Google Sheets', config: { files: 'all' } });
  for (let at: string | null = signInUrl; at !== null && !at.includes('connected='); ) {
    const address: URL = new URL(at, session.url);
    const own = address.origin === new URL(session.url).origin;
    const answer = await fetch(address, { redirect: 'manual', headers: own ? session.headers : {} });
    at = answer.headers.get('location');
  }
  return service.id;
}

/** A sheet of 100,000 rows, imported as fast as Google would answer: how long, and what memory it takes. */
export async function googleSheetImport(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const cluster = await startPostgres();
  stack.defer(() => cluster.stop());
  const local = await localVendors(['googlesheets']);
  stack.use(local.server);
  const names = Array.from({ length: columns }, (_, at) => cellOf.text(`Column ${at}`));
  const large = localSheet(7, 'Large', [], {
    ...{ rowCount: rows + 1, columnCount: columns },
    row: (at) =>
      at === 0
        ? names
        : names.map((_, i) =>
            i % 2 === 0 ? cellOf.text(`Text ${at} ${i}`) : cellOf.number(at + i, 'NUMBER', '#,##0.00'),
          ),
  });
  localSpreadsheets.reset([large]);
  const settings = {
    ...{ BENCH_VENDORS: local.localUrl('https:/'), ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOG_LEVEL: 'fatal' },
  };
  const product = await startProduct({ ...settings, DATABASE_URL: cluster.url }, atLocalServices);
  stack.defer(() => product.stop());
  const session = await signUp(product.url, 'bench');
  const serviceId = await connected(session, must(local.providers.get('google')).app);
  const { basePublicIdentifier: basePublicId } = await session.post<{
    readonly basePublicIdentifier: string;
  }>('/admin/bases', { baseName: 'Large' });
  const pid = serverBelow(process.pid);
  const idle = pssOf(pid);
  const memory = await watchMemory(pid);
  const begun = performance.now();
  let last: Record<string, unknown> | null = null;
  const { spreadsheetId = '' } = must(local.vendors.get('googlesheets')).target;
  const order = { importId: 'imp-bench', basePublicId, serviceId, spreadsheetId, range: 'Large' };
  const config = { tableName: 'Large' };
  for await (const event of session.events('googleSheetsImportStream', { ...order, config })) last = event;
  const took = performance.now() - begun;
  const most = (await memory.stop()) - idle;
  if (must(last, 'an end of the import').recordsImported !== rows)
    throw new Error(`The import ended with ${JSON.stringify(last)}`);
  const what = `a Google sheet of ${rows.toLocaleString('en')} × ${columns}`;
  return [
    {
      name: `${what}, memory above idle`,
      ...{ engine: 'postgres', value: most, unit: 'MB PSS', limit: 200 },
      note: `imported in ${(took / 1_000).toFixed(1)} s beside a server that answers at once`,
    },
  ];
}
