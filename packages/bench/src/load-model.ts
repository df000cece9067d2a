// `node packages/bench/src/load-model.ts [--citus]`: what one call of each kind takes of the server, of PostgreSQL, of its log and of
// the network, measured on this machine, for docs/scaling.md. A few hundred calls of each, four at a time. On Citus
// (CITUS_SOURCE names its source) PostgreSQL's processor time is that of the coordinator + that of its two workers.
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Deliveries } from '@weft/db';
import { must, seededRandom } from '@weft/std';
import { signUp, startMailbox, startProduct, startProxy } from '@weft/testkit';
import pg from 'pg';
import { openDatabase, startDatabase } from './databases.ts';
import { bookTime, editOne, openDesk, openFrontDesk, readPage, submitForm } from './office.ts';
import { cpuOf, cpuOfTree } from './process-use.ts';
import { seedHosts } from './rows/booking.ts';

const atOnce = 4;
const readers = 50;
const random = seededRandom(5);

await using stack = new AsyncDisposableStack();
const onCitus = process.argv.includes('--citus');
const cluster = stack.use(await startDatabase(onCitus ? 'citus' : 'postgres'));
const mailbox = await startMailbox();
stack.defer(() => mailbox.close());
const proxy = await startProxy();
stack.defer(() => proxy.close());
const server = await startProduct(
  {
    ...{ ...cluster.settings, BASE_URL: proxy.url, TRUST_PROXY: 'loopback', LOG_LEVEL: 'fatal' },
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}?from=weft@bench.example`,
  },
  [],
);
stack.defer(() => server.stop());
proxy.to([`http://127.0.0.1:${server.env.PORT}`]);
const nodes: { readonly client: pg.Client; readonly postmaster: number }[] = [];
const value = async (client: pg.Client, text: string): Promise<number> =>
  Number(Object.values(must((await client.query<Record<string, unknown>>(text)).rows[0]))[0]);
for (const connectionString of cluster.nodes) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  stack.defer(() => client.end());
  const postmaster = await value(client, `SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)`);
  nodes.push({ client, postmaster });
}
const { client: database } = must(nodes[0]);

interface Use {
  readonly server: number;
  readonly postgres: number;
  readonly workers: number;
  readonly log: number;
  readonly stored: number;
  readonly sent: number;
}

async function use(): Promise<Use> {
  const [postgres = 0, ...workers] = nodes.map(({ postmaster }) => cpuOfTree(postmaster));
  const overall = async (text: string) => {
    const each = await Promise.all(nodes.map(({ client }) => value(client, text)));
    return each.reduce((sum, one) => sum + one, 0);
  };
  return {
    server: cpuOf(server.pid()),
    postgres,
    workers: workers.reduce((sum, one) => sum + one, 0),
    log: await overall(`SELECT pg_current_wal_insert_lsn() - '0/0'`),
    stored: await overall('SELECT pg_database_size(current_database())'),
    sent: proxy.sent(),
  };
}

const rows: string[] = [];
async function measured(name: string, count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < 20; n++) await work(n);
  const before = await use();
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await work(next++);
    }),
  );
  note(name, count, before, await use());
}

function note(name: string, count: number, before: Use, after: Use, digits = 1): void {
  const each = (key: keyof Use, unit = 1) => ((after[key] - before[key]) / count / unit).toFixed(digits);
  const postgres = onCitus ? `${each('postgres')} + ${each('workers')}` : each('postgres');
  rows.push(
    `| ${name} | ${each('server')} | ${postgres} | ${each('log', 1_000)} | ${each('stored', 1_000)} | ${each('sent', 1_000)} |`,
  );
}

const ann = await signUp(proxy.url, 'ann');
const desk = await openDesk(ann, 100);
await seedHosts(cluster.url, 0);
const front = await openFrontDesk(ann, 50);
await measured('edit of a cell', 600, (n) => editOne(desk, n % 100, String(n)));
await measured('page of 100 records', 600, () => readPage(desk));
await measured('form opened and answered', 200, () => submitForm(front));
await measured('page of times opened and one booked', 100, () => bookTime(front, random));

const mails = 300;
await sleep(5_000);
const beforeMails = await use();
await database.query(`
  INSERT INTO weft.deliveries (id, kind, idempotency_key, target, title, content, state)
    SELECT 'dlv' || lpad(n::text, 21, '0'), 'mail', 'dlv' || lpad(n::text, 21, '0'), 'person' || n || '@bench.example',
      'Hello', '{"text": "Hello"}', 'waiting' FROM generate_series(1, ${mails}) AS n;
  INSERT INTO weft.jobs (id, queue, payload)
    SELECT 'job' || lpad(n::text, 21, '0'), 'delivery', jsonb_build_object('deliveryId', 'dlv' || lpad(n::text, 21, '0'))
    FROM generate_series(1, ${mails}) AS n`);
while ((await value(database, `SELECT count(*) FROM weft.deliveries WHERE state <> 'sent'`)) > 0)
  await sleep(100);
note('mail delivered', mails, beforeMails, await use());

const old = 20_000;
await database.query(`
  INSERT INTO weft.deliveries (id, kind, idempotency_key, target, title, state, created_at)
    SELECT 'dlv' || lpad(n::text, 21, 'x'), 'mail', 'dlv' || lpad(n::text, 21, 'x'), 'person' || n || '@bench.example',
      'Hello', 'sent', now() - interval '31 days' FROM generate_series(1, ${old}) AS n`);
const control = await openDatabase(cluster);
stack.defer(() => control.close());
const beforeRemoval = await use();
await new Deliveries(control).removeOld(30, Date.now());
// What an index still holds of them goes with the next vacuum.
await database.query('VACUUM weft.deliveries');
note('delivery of no week removed after its time', old, beforeRemoval, await use(), 3);

const seconds = 10;
await sleep(5_000);
const idle = await use();
await sleep(seconds * 1_000);
note('server without visitors, a second', seconds, idle, await use());
const stopped = new AbortController();
const { basePublicId } = desk.table;
const { version: sinceSeq } = await ann.query<{ version: number }>('metadata.get', { basePublicId });
const input = { basePublicId, sinceSeq };
const following = Array.from({ length: readers }, async () => {
  try {
    for await (const _ of ann.events('base.changes', input, stopped.signal));
  } catch {
    // It was stopped.
  }
});
await sleep(3_000);
const live = await use();
await sleep(seconds * 1_000);
note(`${readers} live readers of a quiet database, a second`, seconds, live, await use());
await measured(`edit that ${readers} live readers see`, 200, (n) => editOne(desk, n % 100, String(n)));
stopped.abort();
await Promise.all(following);

console.log(`${cpus().length} × ${must(cpus()[0]).model}, load ${must(loadavg()[0]).toFixed(1)}

| what | server, CPU-ms | PostgreSQL, CPU-ms | its log, kB | stored, kB | sent to people, kB |
|---|---|---|---|---|---|
${rows.join('\n')}`);
