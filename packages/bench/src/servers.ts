import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type Product, startProduct } from '@weft/testkit';
import type { BenchDatabase } from './databases.ts';

/** The servers of an office that outgrew one machine. */
const roles = ['web', 'web', 'web', 'web', 'worker', 'worker'] as const;

export interface BenchServers extends AsyncDisposable {
  /** Of the plain proxy before the web servers. */
  readonly url: string;
  readonly products: readonly Product[];
  /** Of the products, those that answer. */
  readonly webs: readonly Product[];
}

/** Four web and two worker processes on a database, behind a proxy that runs in a thread of its own. */
export async function startServers(
  database: BenchDatabase,
  settings: { readonly [name: string]: string },
  flags: readonly string[] = [],
): Promise<BenchServers> {
  await using stack = new AsyncDisposableStack();
  const files = mkdtempSync(join(tmpdir(), 'weft-bench-files-'));
  stack.defer(() => rmSync(files, { recursive: true, force: true }));
  const proxy = new Worker(new URL('./proxy-thread.ts', import.meta.url));
  stack.defer(async () => void (await proxy.terminate()));
  const [url] = (await once(proxy, 'message')) as [string];
  const products: Product[] = [];
  for (const ROLE of roles) {
    const shared = {
      FILES_URL: pathToFileURL(files).href,
      SECRET: 'a secret of the bench that is long enough',
      BASE_URL: url,
      TRUST_PROXY: 'loopback',
      ...database.settings,
    };
    const product = await startProduct({ ...shared, ...settings, ROLE }, flags);
    stack.defer(() => product.stop());
    products.push(product);
  }
  const webs = products.filter((_, nth) => roles[nth] === 'web');
  proxy.postMessage(webs.map(({ env }) => `http://127.0.0.1:${env.PORT}`));
  const all = stack.move();
  return { url, products, webs, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
