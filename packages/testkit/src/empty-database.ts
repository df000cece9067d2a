import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import type { CitusCluster } from './citus.ts';

/** Set by `npm test` where PostgreSQL is installed. */
export const postgresServer = (): string | undefined => process.env.TEST_DATABASE_URL;

/** The workers of a Citus cluster whose coordinator is the server of the tests: `scripts/citus-tests.mjs` sets them. */
const citusWorkers = (): readonly string[] =>
  process.env.TEST_CITUS_WORKERS?.split(',').filter((url) => url !== '') ?? [];

export const isOnCitus = (): boolean => citusWorkers().length > 0;

interface EmptyDatabase {
  readonly url: string;
  /** What a server is started with to work on it. */
  readonly settings: Readonly<Record<string, string>>;
  /** As the superuser of the server, outside of it. */
  readonly run: (statement: string) => Promise<void>;
  /** Removes it with whoever is still connected. */
  readonly drop: () => Promise<void>;
}

function inDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function on<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** On a machine that is busy a worker may not take a connection, or not give up its own, in the time that Citus waits. */
async function onWorkers(work: () => Promise<unknown>): Promise<void> {
  for (let left = 3; ; left--)
    try {
      return void (await work());
    } catch (error) {
      if (left === 0) throw error;
      await setTimeout(1_000);
    }
}

/** Gives a database of a coordinator its workers: Citus knows them database by database. */
async function addWorkers(server: string, workers: readonly string[], name: string): Promise<void> {
  for (const worker of workers) {
    await on(worker, (client) => client.query(`create database ${name}`));
    await on(inDatabase(worker, name), (client) => client.query('create extension citus'));
  }
  const ask = (text: string, values: readonly unknown[] = []) =>
    on(inDatabase(server, name), (client) => client.query(text, [...values]));
  const node = (url: string) => [new URL(url).hostname, Number(new URL(url).port)];
  await ask('create extension citus');
  await ask('select citus_set_coordinator_host($1, $2)', node(server));
  for (const worker of workers) await onWorkers(() => ask('select citus_add_node($1, $2)', node(worker)));
  // As docs/operations.md has it: workers that are away are not asked when a table is made on another.
  await ask(
    'select stop_metadata_sync_to_node(nodename, nodeport, false) from pg_dist_node where groupid <> 0',
  );
}

/** An empty database of a cluster of Citus: its address at the coordinator, then at each worker. */
export async function databaseOnCitus({
  url,
  workers,
}: Pick<CitusCluster, 'url' | 'workers'>): Promise<readonly string[]> {
  const name = 'weft';
  await on(url, (client) => client.query(`create database ${name}`));
  await addWorkers(url, workers, name);
  return [url, ...workers].map((node) => inDatabase(node, name));
}

/** An empty PostgreSQL database. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const server = postgresServer();
  if (server === undefined) throw new Error('TEST_DATABASE_URL names no PostgreSQL server');
  const name = `weft_test_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: server });
  await admin.connect();
  const run = async (statement: string) => void (await admin.query(statement));
  await run(`create database ${name}`);
  if (isOnCitus()) await addWorkers(server, citusWorkers(), name);
  const url = inDatabase(server, name);
  return {
    url,
    settings: { DATABASE_URL: url, ...(isOnCitus() && { DATABASE_SHARDING: 'citus' }) },
    run,
    drop: async () => {
      await run(`drop database ${name} with (force)`);
      await admin.end();
      for (const worker of citusWorkers())
        await on(worker, (client) => onWorkers(() => client.query(`drop database ${name} with (force)`)));
    },
  };
}
