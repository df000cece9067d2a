import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import copy from 'pg-copy-streams';
import type { Bench, BenchTable } from './bench.ts';
import { timed } from './measure.ts';

const nameOf = ({ basePublicId, tableId }: BenchTable): string => `${basePublicId}.${tableId}`;

/** Milliseconds a bare COPY of the very values takes into a table made like theirs, on PostgreSQL. */
async function onPostgres(url: string, table: BenchTable): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const name = nameOf(table);
    const values = await buffer(client.query(copy.to(`copy ${name} to stdout`)));
    await client.query(`create table ${name}_bare (like ${name} including all)`);
    const start = performance.now();
    await pipeline(Readable.from([values]), client.query(copy.from(`copy ${name}_bare from stdin`)));
    const took = performance.now() - start;
    await client.query(`drop table ${name}_bare`);
    return took;
  } finally {
    await client.end();
  }
}

/** The same on the embedded engine's own files; its server must have stopped. */
async function onEmbedded(dataDir: string, table: BenchTable): Promise<number> {
  const folder = readdirSync(dataDir, { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && readdirSync(join(dataDir, entry.name)).includes('PG_VERSION'),
  );
  if (folder === undefined) throw new Error('The embedded database was not found in the data folder');
  const db = await PGlite.create(join(dataDir, folder.name));
  try {
    const name = nameOf(table);
    const { blob } = await db.query(`copy ${name} to '/dev/blob'`);
    await db.exec(`create table ${name}_bare (like ${name} including all)`);
    const start = performance.now();
    await db.query(`copy ${name}_bare from '/dev/blob'`, [], { blob: blob as Blob });
    const took = performance.now() - start;
    await db.exec(`drop table ${name}_bare`);
    return took;
  } finally {
    await db.close();
  }
}

export const bareCopy = (bench: Bench, table: BenchTable): Promise<number> =>
  bench.databaseUrl === null
    ? onEmbedded(bench.product.dataDir, table)
    : onPostgres(bench.databaseUrl, table);

/** Milliseconds of a bare 'first 100 rows' of an order and a condition on PostgreSQL, of each of some calls. */
export async function bareQuery(
  url: string,
  table: BenchTable,
  { where, orderBy }: { readonly where?: string; readonly orderBy: string },
  calls: number,
): Promise<number[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const text = `select * from ${nameOf(table)} ${where ? `where ${where}` : ''} order by ${orderBy}, position, id limit 100`;
    return await timed(calls, () => client.query(text));
  } finally {
    await client.end();
  }
}

/** Milliseconds of a bare 'first 100 rows by key' on PostgreSQL, of each of some calls. */
export async function bareFirstPage(url: string, table: BenchTable, calls: number): Promise<number[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
       where i.indrelid = '${nameOf(table)}'::regclass and i.indisprimary`,
    );
    const key = rows.map((row) => row.name).join(', ');
    return await timed(calls, () => client.query(`select * from ${nameOf(table)} order by ${key} limit 100`));
  } finally {
    await client.end();
  }
}
