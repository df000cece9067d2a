import { type Product, type Session, signUp, startPostgres, startProduct } from '@weft/testkit';
import { csv } from './dataset.ts';
import { leanSession } from './lean-session.ts';
import { pssOf, serverBelow, watchMemory } from './server-memory.ts';

export type EngineName = 'postgres' | 'embedded';

/** A base of the bench with one table. */
export interface BenchTable {
  readonly basePublicId: string;
  readonly tableId: string;
  readonly fieldIds: readonly string[];
  readonly rows: number;
}

/** The product on one engine, with a person signed in. */
export interface Bench extends AsyncDisposable {
  readonly engine: EngineName;
  readonly product: Product;
  readonly session: Session;
  /** Connection string of the PostgreSQL below; null on the embedded engine. */
  readonly databaseUrl: string | null;
  /** Memory of the server at rest, before anything was asked of it, in MB. */
  readonly idle: number;
}

interface Metadata {
  readonly metadata: {
    readonly tables: readonly { id: string; fields: readonly { id: string; type: string }[] }[];
  };
}

/** The rows are larger than what a person may upload by default; the quota is one that is soon full. */
export const benchSettings = { CSV_MAX_MB: '600', PERSON_FILES_MB: '1024', LOG_LEVEL: 'error' };

/** Milliseconds a server gets to rest before its memory is looked at: it gives back what earlier work left behind. */
const rest = 5_000;
const resting = () => new Promise((resolve) => setTimeout(resolve, rest));

export async function startBench(engine: EngineName): Promise<Bench> {
  const cluster = engine === 'postgres' ? await startPostgres() : null;
  const product = await startProduct({ ...benchSettings, ...(cluster && { DATABASE_URL: cluster.url }) }, []);
  const session = leanSession(await signUp(product.url, 'bench'));
  await resting();
  return {
    engine,
    product,
    session,
    databaseUrl: cluster?.url ?? null,
    idle: pssOf(serverBelow(process.pid)),
    [Symbol.asyncDispose]: async () => {
      await product.stop();
      await cluster?.stop();
    },
  };
}

export interface Imported extends BenchTable {
  /** Milliseconds: the upload, the profiling of the whole file, the import from the call to the first page. */
  readonly upload: number;
  readonly profile: number;
  readonly import: number;
  /** The longest a cheap request waited while the file was profiled, in milliseconds. */
  readonly slowestPing: number;
  /** Milliseconds from cancelling an import in its middle until nothing of it is left. */
  readonly cancel: number;
  /** The most memory the server had from the upload to the end above what it had at rest, in MB. */
  readonly memory: number;
}

/** Imports the bench's file of so many rows the way the wizard does. */
export async function importRows(
  { product, session, idle }: Pick<Bench, 'session' | 'idle'> & { readonly product: Pick<Product, 'url'> },
  rows: number,
): Promise<Imported> {
  await resting();
  const memory = await watchMemory(serverBelow(process.pid));
  const start = performance.now();
  const { url: csvFileUrl } = await session.upload('orders.csv', csv(rows));
  const uploaded = performance.now();
  const ping = pingWhile(product.url);
  const preview = await session.query<{
    config: { columns: readonly { sourceFieldIndex: number; isPrimary: boolean }[] };
  }>('import.csvPreview', { csvFileUrl });
  const profiled = performance.now();
  const slowestPing = await ping.stop();
  const orderAs = async (importId: string) => ({
    basePublicId: (
      await session.post<{ basePublicIdentifier: string }>('/admin/bases', { baseName: `Orders ${rows}` })
    ).basePublicIdentifier,
    importId,
    csvFileUrl,
    config: { tableName: 'Orders' },
    fieldMappings: preview.config.columns.map(({ sourceFieldIndex, isPrimary }) => ({
      sourceFieldIndex,
      isPrimary,
    })),
  });
  const cancel = await cancelled(session, await orderAs(`imp-bench-${rows}-cancelled`));
  const order = await orderAs(`imp-bench-${rows}`);
  const { basePublicId } = order;
  const begun = performance.now();
  let tableId = '';
  for await (const event of session.events('import.csvImportStream', order)) {
    if (event.type === 'error') throw new Error(String(event.message));
    if (event.type === 'finished') tableId = String(event.tableId);
  }
  await session.query('records.window', { basePublicId, tableId, start: 0, count: 100 });
  const shown = performance.now();
  const most = await memory.stop();
  const { metadata } = await session.query<Metadata>('metadata.get', { basePublicId });
  return {
    basePublicId,
    tableId,
    fieldIds: metadata.tables[0]?.fields.map((field) => field.id) ?? [],
    rows,
    upload: uploaded - start,
    profile: profiled - uploaded,
    import: shown - begun,
    slowestPing,
    cancel,
    memory: most - idle,
  };
}

/** Begins an import, cancels it in the middle, and answers the milliseconds until nothing of it is left. */
async function cancelled(session: Session, order: { readonly importId: string }): Promise<number> {
  let start = 0;
  for await (const event of session.events('import.csvImportStream', order)) {
    if (event.type !== 'records' || start > 0) continue;
    start = performance.now();
    await session.mutate('import.cancel', { importId: order.importId });
  }
  return performance.now() - start;
}

/** Asks /healthz again and again; `stop` answers the longest wait. */
function pingWhile(url: string): { stop(): Promise<number> } {
  let going = true;
  let slowest = 0;
  const run = (async () => {
    while (going) {
      const start = performance.now();
      await (await fetch(`${url}/healthz`)).arrayBuffer();
      slowest = Math.max(slowest, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    stop: async () => {
      going = false;
      await run;
      return slowest;
    },
  };
}
