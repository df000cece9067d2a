import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { type Product, startProduct } from './product.ts';

/** What a test of the whole product runs on: the embedded database, or PostgreSQL where a server is named. */
export const productEngines = ['embedded', 'PostgreSQL'] as const;
export type ProductEngine = (typeof productEngines)[number];

/** Set by `npm test` where PostgreSQL is installed. */
export const postgresServer = (): string | undefined => process.env.TEST_DATABASE_URL;

interface EmptyDatabase {
  readonly url: string;
  /** As the superuser of the server, outside of it. */
  readonly run: (statement: string) => Promise<void>;
  /** Removes it with whoever is still connected. */
  readonly drop: () => Promise<void>;
}

/** An empty PostgreSQL database. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const server = postgresServer();
  if (server === undefined) throw new Error('TEST_DATABASE_URL names no PostgreSQL server');
  const name = `weft_product_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
  const run = async (statement: string) => void (await admin.query(statement));
  return { url: url.href, run, drop };
}

/** The product on an engine, with an empty database of its own. */
export async function startProductOn(engine: ProductEngine): Promise<Product> {
  if (engine === 'embedded') return startProduct();
  const database = await emptyDatabase();
  const product = await startProduct({ DATABASE_URL: database.url });
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
    DATABASE_URL: database.url,
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
