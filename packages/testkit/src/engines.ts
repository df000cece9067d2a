import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { emptyDatabase } from './empty-database.ts';
import { type Product, startProduct } from './product.ts';

/** What a test of the whole product runs on: the embedded database, or PostgreSQL where a server is named. */
export const productEngines = ['embedded', 'PostgreSQL'] as const;
export type ProductEngine = (typeof productEngines)[number];

/** The product on an engine, with an empty database of its own. */
export async function startProductOn(engine: ProductEngine): Promise<Product> {
  if (engine === 'embedded') return startProduct();
  const database = await emptyDatabase();
  const product = await startProduct(database.settings);
  const stop = async () => {
    await product.stop();
    await database.drop();
  };
  return { ...product, stop, [Symbol.asyncDispose]: stop };
}

/** Several servers of one PostgreSQL database, one for each role, with the files and the secret they share. */
export async function startProducts(
  roles: readonly ('all' | 'web' | 'worker')[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly products: readonly Product[]; readonly stop: () => Promise<void> }> {
  const database = await emptyDatabase();
  const files = mkdtempSync(join(tmpdir(), 'weft-files-'));
  const shared = {
    ...database.settings,
    FILES_URL: pathToFileURL(files).href,
    SECRET: randomBytes(24).toString('hex'),
  };
  // All at once: they take turns with the migrations.
  const products = await Promise.all(roles.map((ROLE) => startProduct({ ...shared, ...settings, ROLE })));
  const stop = async () => {
    await Promise.all(products.map((product) => product.stop()));
    await database.drop();
    rmSync(files, { recursive: true, force: true });
  };
  return { products, stop };
}
