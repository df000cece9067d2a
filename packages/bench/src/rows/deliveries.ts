import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Engine, enqueueJobs, migrate, openEmbedded, openPostgres } from '@weft/db';
import { seededRandom } from '@weft/std';
import { type Product, startMailbox, startPostgres, startProduct } from '@weft/testkit';
import { type Figure, percentile } from '../measure.ts';

const mails = 10_000;
const workers = 3;
/** Milliseconds between two kills, and how many there are. */
const killEvery = 2_000;
const kills = 12;
/** Milliseconds until what has not arrived counts as lost: the lease of a killed worker's jobs is a minute. */
const patience = 300_000;

/** 10,000 mails, sent by three workers that are killed at random, to a mail server that knows what it has taken. */
export async function killedWorkers(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const cluster = await startPostgres();
  stack.defer(() => cluster.stop());
  const files = mkdtempSync(join(tmpdir(), 'weft-bench-files-'));
  stack.defer(() => rmSync(files, { recursive: true, force: true }));
  const mailbox = await startMailbox();
  stack.defer(() => mailbox.close());
  const settings = {
    DATABASE_URL: cluster.url,
    FILES_URL: pathToFileURL(files).href,
    SECRET: 'a secret of the bench that is long enough',
    ROLE: 'worker',
    LOG_LEVEL: 'fatal',
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}?from=weft@bench.example`,
  };
  const products = await Promise.all(Array.from({ length: workers }, () => startProduct(settings, [])));
  for (const product of products) stack.defer(() => product.stop());
  const engine = await openPostgres(cluster.url);
  stack.defer(() => engine.close());

  const begun = performance.now();
  await engine.exec(`
    INSERT INTO weft.deliveries (id, kind, idempotency_key, target, title, content, state)
      SELECT 'dlv' || lpad(n::text, 21, '0'), 'mail', 'dlv' || lpad(n::text, 21, '0'), 'person' || n || '@bench.example',
        'Hello', '{"text": "Hello"}', 'waiting' FROM generate_series(1, ${mails}) AS n;
    INSERT INTO weft.jobs (id, queue, payload)
      SELECT 'job' || lpad(n::text, 21, '0'), 'delivery', jsonb_build_object('deliveryId', 'dlv' || lpad(n::text, 21, '0'))
      FROM generate_series(1, ${mails}) AS n`);
  await killAtRandom(products);
  while ((await unsent(engine)) > 0 && performance.now() - begun < patience)
    await new Promise((resolve) => setTimeout(resolve, 500));
  const seconds = (performance.now() - begun) / 1_000;
  const note = `${kills} kills of ${workers} workers, ${seconds.toFixed(0)} s, ${mailbox.taken() - mailbox.distinct()} sent again and recognised by their id`;
  return [
    {
      name: `${mails.toLocaleString('en-US')} deliveries, lost`,
      engine: 'postgres',
      value: mails - mailbox.distinct(),
      unit: '',
      limit: 0,
      note,
    },
    {
      name: `${mails.toLocaleString('en-US')} deliveries, noted as sent without having arrived`,
      engine: 'postgres',
      value: mails - (await unsent(engine)) - mailbox.distinct(),
      unit: '',
      limit: 0,
    },
  ];
}

async function unsent(engine: Engine): Promise<number> {
  const [row] = await engine.query(`SELECT count(*) FROM weft.deliveries WHERE state <> 'sent'`);
  return Number(row?.[0]);
}

/** Kills them at random moments, one after the other; how often. */
export async function killAtRandom(products: readonly Product[]): Promise<number> {
  const random = seededRandom(7);
  for (let kill = 0; kill < kills; kill++) {
    await new Promise((resolve) => setTimeout(resolve, killEvery * random()));
    await products[Math.floor(random() * products.length)]?.restart('SIGKILL');
  }
  return kills;
}

/** What enqueuing a job adds to the transaction of an edit, on both engines. */
export async function enqueueCost(): Promise<Figure[]> {
  const cluster = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  try {
    return [
      await enqueueCostOn('postgres', await openPostgres(cluster.url)),
      await enqueueCostOn('embedded', await openEmbedded(folder)),
    ];
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const edits = 1_000;

async function enqueueCostOn(name: 'postgres' | 'embedded', engine: Engine): Promise<Figure> {
  await migrate(engine);
  await engine.exec('CREATE TABLE edited (id int PRIMARY KEY, value text)');
  await engine.exec(`INSERT INTO edited SELECT n, 'x' FROM generate_series(1, 1000) AS n`);
  const edit = (n: number, enqueues: boolean) =>
    engine.transaction(async (tx) => {
      await tx.query('UPDATE edited SET value = $2 WHERE id = $1', [(n % 1_000) + 1, `value ${n}`]);
      if (enqueues)
        enqueueJobs(tx, [{ id: `job${String(n).padStart(21, '0')}`, queue: 'bench', payload: { n } }]);
    });
  const times: { readonly [K in 'without' | 'with']: number[] } = { without: [], with: [] };
  // In turn, so that a machine that slows down slows both.
  for (let n = 0; n < edits; n++)
    for (const kind of ['without', 'with'] as const) {
      const begun = performance.now();
      await edit(n, kind === 'with');
      times[kind].push(performance.now() - begun);
    }
  await engine.close();
  const [without, withJob] = [percentile(times.without, 0.5), percentile(times.with, 0.5)];
  return {
    name: 'enqueuing a job in the transaction of an edit adds, p50',
    engine: name,
    value: withJob - without,
    unit: 'ms',
    limit: 0.3,
    note: `the edit alone ${without.toFixed(2)} ms`,
  };
}
