import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { type Product, startProduct } from './product.ts';

/** What a test of the whole product runs on: the embedded database, or PostgreSQL where a server is named. */
export const productEngines = ['embedded', 'PostgreSQL'] as const;
export type ProductEngine = (typeof productEngines)[number];

/** Set by `npm test` where PostgreSQL is installed. */
export const postgresServer = (): string | undefined => process.env.TEST_DATABASE_URL;

/** The product on an engine, with an empty database of its own. */
export async function startProductOn(engine: ProductEngine): Promise<Product> {
  if (engine === 'embedded') return startProduct();
  const server = postgresServer();
  if (server === undefined) throw new Error('TEST_DATABASE_URL names no PostgreSQL server');
  const name = `weft_product_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const product = await startProduct({ DATABASE_URL: url.href });
  const stop = async () => {
    await product.stop();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
  return { ...product, stop, [Symbol.asyncDispose]: stop };
}
