// `npm run soak -- [minutes] [--web 4] [--workers 2] [--people 200] [--citus]`: an office at work on servers that are killed
// at random. Everything is on loopback: a PostgreSQL of its own (or Citus), a plain proxy, a mail server that takes
// everything. Prints a report, and ends with 1 where something was lost, doubled or answered with an error, or memory grew.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { must, seededRandom } from '@weft/std';
import { type Product, signUp, startMailbox, startProduct, startProxy } from '@weft/testkit';
import pg from 'pg';
import { startDatabase } from './databases.ts';
import { endOnSignals } from './end-on-signals.ts';
import { percentile } from './measure.ts';
import {
  bookTime,
  type Desk,
  editOne,
  freshId,
  openDesk,
  openFrontDesk,
  readPage,
  submitForm,
} from './office.ts';
import { memoryOf } from './process-use.ts';
import { seedHosts } from './rows/booking.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    web: { type: 'string', default: '4' },
    workers: { type: 'string', default: '2' },
    people: { type: 'string', default: '200' },
    citus: { type: 'boolean', default: false },
  },
});
const minutes = Math.min(600, Number(positionals[0] ?? 30));
const [webCount, workerCount, people] = [Number(values.web), Number(values.workers), Number(values.people)];
/** People of one database. */
const perDesk = 10;
/** Milliseconds between two things a person does, on average. */
const pause = 4_000;
/** Milliseconds between two kills, on average. */
const killEvery = 20_000;
/** Mails a second. */
const mailsPerSecond = 4;
/**
 * Milliseconds of a break: servers give back what work left behind once they had nothing to do for some seconds, and end
 * threads that waited a minute for another file.
 */
const breakTime = 75_000;
/**
 * Megabytes by which a process may have more at the end of the last break than at the end of the first: it gives back only
 * what exceeds its least by 48 MB.
 */
const mayDiffer = 64;
/** Rows of an imported file. */
const importRows = 500;

endOnSignals();

const random = seededRandom(Date.now() % 1_000_000);
const begun = performance.now();
let ends = () => Number.POSITIVE_INFINITY;
const isOver = () => performance.now() >= ends();

await using stack = new AsyncDisposableStack();
const cluster = stack.use(await startDatabase(values.citus ? 'citus' : 'postgres'));
const files = mkdtempSync(join(tmpdir(), 'weft-soak-files-'));
stack.defer(() => rmSync(files, { recursive: true, force: true }));
const mailbox = await startMailbox();
stack.defer(() => mailbox.close());
const proxy = await startProxy();
stack.defer(() => proxy.close());
const shared = {
  ...cluster.settings,
  FILES_URL: pathToFileURL(files).href,
  SECRET: 'a secret of the soak that is long enough',
  BASE_URL: proxy.url,
  TRUST_PROXY: 'loopback',
  LOG_LEVEL: 'error',
  SMTP_URL: `smtp://127.0.0.1:${mailbox.port}?from=weft@bench.example`,
};
const roles = [...Array<'web'>(webCount).fill('web'), ...Array<'worker'>(workerCount).fill('worker')];
const servers: Product[] = [];
for (const ROLE of roles) {
  const server = await startProduct({ ...shared, ROLE }, []);
  stack.defer(() => server.stop());
  servers.push(server);
}
const lasting = [must(servers[0]), ...servers.slice(webCount).slice(0, 1)];
proxy.to(servers.slice(0, webCount).map(({ env }) => `http://127.0.0.1:${env.PORT}`));
const database = new pg.Client({ connectionString: cluster.url });
await database.connect();
stack.defer(() => database.end());
const one = async (text: string, params: readonly unknown[] = []) =>
  Number(must((await database.query<{ n: string }>(text, [...params])).rows[0]).n);

const desks: Desk[] = [];
for (let n = 0; n * perDesk < people; n++)
  desks.push(await openDesk(await signUp(proxy.url, `soak ${n}`), perDesk));
await seedHosts(cluster.url, 0);
const front = await openFrontDesk(must(desks[0]).session, 50);
const versionOf = async ({ session, table }: Desk) =>
  (await session.query<{ version: number }>('metadata.get', { basePublicId: table.basePublicId })).version;
const before = await Promise.all(desks.map(versionOf));
const setUp = (performance.now() - begun) / 1_000;
const started = performance.now();
ends = () => started + minutes * 60_000;

/** Milliseconds of calls that were answered the first time; and of all others until they were. */
const took = new Map<string, number[]>();
const note = (kind: string, time: number) => took.set(kind, [...(took.get(kind) ?? []), time]);
const waited: { readonly kind: string; readonly time: number }[] = [];
const errors = new Map<string, number>();
let away = 0;
/** Does something until it is answered, as a client does: where no server answers, or one says 503, it asks again. */
async function until<T>(kind: string, work: () => Promise<T>): Promise<T | null> {
  const asked = performance.now();
  for (let tries = 1; ; tries++) {
    try {
      const answer = await work();
      const time = performance.now() - asked;
      if (tries === 1) note(kind, time);
      else waited.push({ kind, time });
      return answer;
    } catch (error) {
      const message = (error as Error).message;
      if (/^(?!503)\d\d\d /.test(message)) {
        const what = `${kind}: ${message.slice(0, 160)}`;
        errors.set(what, (errors.get(what) ?? 0) + 1);
        return null;
      }
      away++;
      // Somebody who is there when all is over still hears how it went.
      if (performance.now() > ends() + 120_000) throw error;
      await sleep(100);
    }
  }
}

const done = { edits: desks.map(() => 0), submissions: 0, bookings: 0, imports: 0, mails: 0, kills: 0 };
/** What each person wrote last, as far as it was acknowledged. */
const written = desks.map(() => Array<number>(perDesk).fill(0));

async function importFile({ session }: Desk): Promise<void> {
  const content = `Name,Age\n${Array.from({ length: importRows }, (_, n) => `Person ${n},${n % 90}`).join('\n')}\n`;
  const uploaded = await until('upload', () => session.upload('file.csv', [content]));
  if (uploaded === null) return;
  interface Preview {
    readonly config: { readonly columns: readonly { sourceFieldIndex: number; isPrimary: boolean }[] };
  }
  const preview = await until('preview', () =>
    session.query<Preview>('import.csvPreview', { csvFileUrl: uploaded.url }),
  );
  const base = await until('base', () =>
    session.post<{ basePublicIdentifier: string }>('/admin/bases', { baseName: 'Import' }),
  );
  if (preview === null || base === null) return;
  const order = {
    ...{ basePublicId: base.basePublicIdentifier, importId: freshId('imp'), csvFileUrl: uploaded.url },
    config: { tableName: 'Table' },
    fieldMappings: preview.config.columns.map(({ sourceFieldIndex, isPrimary }) => ({
      ...{ sourceFieldIndex, isPrimary },
    })),
  };
  // One whose server dies is marked interrupted after half a minute; it is not counted, and leaves nothing to be seen.
  const asked = performance.now();
  let end: unknown;
  try {
    for await (const event of session.events('import.csvImportStream', order)) end = event.type;
  } catch {
    away++;
  }
  if (end !== 'finished') return;
  note('import', performance.now() - asked);
  done.imports++;
}

/** While everybody has a break. */
let rest: Promise<void> | null = null;

async function person(n: number): Promise<void> {
  const [at, who] = [Math.floor(n / perDesk), n % perDesk];
  const desk = must(desks[at]);
  const own = must(written[at]);
  await sleep(random() * pause);
  while (!isOver()) {
    await rest;
    const dice = random();
    if (dice < 0.55) {
      const [next, actionId] = [must(own[who]) + 1, freshId('act')];
      if ((await until('edit', () => editOne(desk, who, String(next), actionId))) !== null) {
        own[who] = next;
        done.edits[at] = must(done.edits[at]) + 1;
      }
    } else if (dice < 0.85) await until('page', () => readPage(desk));
    else if (dice < 0.95) {
      const submission = freshId('sub');
      if ((await until('submit', () => submitForm(front, submission).then(() => true))) !== null)
        done.submissions++;
    } else if (dice < 0.99) {
      const request = freshId('sub');
      if ((await until('booking', () => bookTime(front, random, request))) === true) done.bookings++;
    } else await importFile(desk);
    await sleep(pause * 2 * random());
  }
}

/** The changes of a database, over as many connections as it takes: what is missing or comes twice. */
const feed = { heard: 0, missing: 0, doubled: 0 };
async function reader(at: number, stopped: AbortSignal): Promise<void> {
  const { session, table } = must(desks[at]);
  let last = must(before[at]);
  while (!stopped.aborted) {
    try {
      const input = { basePublicId: table.basePublicId, sinceSeq: last };
      for await (const { seq } of session.events('base.changes', input, stopped)) {
        if (typeof seq !== 'number') continue;
        if (seq <= last) feed.doubled++;
        else feed.missing += seq - last - 1;
        last = Math.max(last, seq);
        feed.heard++;
      }
    } catch {
      await sleep(100);
    }
  }
}

async function sendMails(): Promise<void> {
  while (!isOver()) {
    await rest;
    const first = done.mails + 1;
    done.mails += mailsPerSecond;
    await database.query(`
      INSERT INTO weft.deliveries (id, kind, idempotency_key, target, title, content, state)
        SELECT 'dlv' || lpad(n::text, 21, '0'), 'mail', 'dlv' || lpad(n::text, 21, '0'), 'person' || n || '@bench.example',
          'Hello', '{"text": "Hello"}', 'waiting' FROM generate_series(${first}, ${done.mails}) AS n;
      INSERT INTO weft.jobs (id, queue, payload)
        SELECT 'job' || lpad(n::text, 21, '0'), 'delivery', jsonb_build_object('deliveryId', 'dlv' || lpad(n::text, 21, '0'))
        FROM generate_series(${first}, ${done.mails}) AS n`);
    await sleep(1_000);
  }
}

/** Kills a server now and then, and starts it again; one of each role lives to the end, for its memory to be looked at. */
async function kill(): Promise<void> {
  const mortal = servers.filter((server) => !lasting.includes(server));
  if (mortal.length === 0) return;
  for (;;) {
    await sleep(killEvery * (0.5 + random()));
    await rest;
    if (performance.now() > ends() - 10_000) return;
    await must(mortal[Math.floor(random() * mortal.length)]).restart('SIGKILL');
    done.kills++;
  }
}

/**
 * Megabytes of the servers that live to the end, at the end of a break after each third of the run. At work a process has
 * what it is about to give back; what is left once it rests is what it keeps.
 */
const memory = lasting.map((): number[] => []);
async function watch(): Promise<void> {
  for (const third of [1, 2, 3]) {
    await sleep(Math.max(0, started + (third / 3) * minutes * 60_000 - breakTime - performance.now()));
    const over = Promise.withResolvers<void>();
    rest = over.promise;
    await sleep(breakTime);
    for (const [n, server] of lasting.entries()) must(memory[n]).push(memoryOf(server.pid()));
    rest = null;
    over.resolve();
  }
}

const stopped = new AbortController();
const readers = desks.map((_, at) => reader(at, stopped.signal));
await Promise.all([...Array.from({ length: people }, (_, n) => person(n)), sendMails(), kill(), watch()]);
const worked = (performance.now() - started) / 1_000;

// What a killed worker had taken is taken by another after a minute.
const unsent = `SELECT count(*) AS n FROM weft.deliveries WHERE kind = 'mail' AND id LIKE 'dlv0000%' AND state <> 'sent'`;
for (let waits = 0; waits < 180 && (await one(unsent)) > 0; waits++) await sleep(1_000);
await sleep(1_500);
stopped.abort();
await Promise.all(readers);

const after = await Promise.all(desks.map(versionOf));
let [lost, doubled] = [0, 0];
for (const [at, desk] of desks.entries()) {
  const off = must(after[at]) - must(before[at]) - must(done.edits[at]);
  if (off < 0) lost -= off;
  else doubled += off;
  interface Page {
    readonly records: readonly { readonly id: string; readonly data: { readonly [id: string]: unknown } }[];
  }
  const { records } = (await readPage(desk)) as Page;
  for (const [who, id] of desk.recordIds.entries())
    if (records.find((record) => record.id === id)?.data[desk.fieldId] !== String(must(written[at])[who]))
      lost++;
}
const answers = await one(`SELECT count(*) AS n FROM ${front.formId}._log WHERE type = 'CREATE_RECORD'`);
const booked = await one('SELECT count(*) AS n FROM weft.bookings WHERE flow_id = $1', [front.pageId]);
const unsentMails = await one(unsent);
// Forms and bookings send mails too.
const sentMails = await one(
  `SELECT count(*) AS n FROM weft.deliveries WHERE kind = 'mail' AND state = 'sent'`,
);
const notArrived = Math.max(0, sentMails - mailbox.distinct());

const ms = (all: readonly number[], share: number) => `${percentile(all, share).toFixed(0)} ms`;
const sum = (all: readonly number[]) => all.reduce((total, n) => total + n, 0);
const [{ model = 'unknown' } = {}] = cpus();
console.log(`
${new Date().toISOString().slice(0, 10)}: ${worked.toFixed(0)} s of ${people} simulated people in ${desks.length} databases, on ${webCount} web and ${workerCount} worker processes, ${values.citus ? 'Citus with two workers' : 'PostgreSQL'}, proxy and people on one machine: ${cpus().length} × ${model}, ${(totalmem() / 2 ** 30).toFixed(0)} GB (set up in ${setUp.toFixed(0)} s). ${done.kills} kills.

| call | times | p50 | p95 | p99 |
|---|---|---|---|---|`);
for (const [kind, all] of [...took].sort())
  console.log(`| ${kind} | ${all.length} | ${ms(all, 0.5)} | ${ms(all, 0.95)} | ${ms(all, 0.99)} |`);
const longest = waited.toSorted((a, b) => b.time - a.time)[0] ?? { kind: 'none', time: 0 };
console.log(`
- Asked again: ${waited.length} calls that no server answered the first time (${away} attempts), the longest for ${longest.time.toFixed(0)} ms (${longest.kind}).
- Errors: ${sum([...errors.values()])}${[...errors].map(([what, times]) => `\n  - ${times} × ${what}`).join('')}
- Edits: ${sum(done.edits)} acknowledged, ${lost} lost, ${doubled} doubled.
- Answers to the form: ${done.submissions} acknowledged, ${answers} stored.
- Bookings: ${done.bookings} acknowledged, ${booked} stored.
- Mails: ${sentMails}, ${notArrived} noted as sent without having arrived, ${unsentMails} still waiting, ${mailbox.taken() - mailbox.distinct()} sent twice under one id.
- Imports: ${done.imports} of ${importRows} rows.
- Live readers: ${feed.heard} changes, ${feed.missing} missing, ${feed.doubled} doubled.
- Memory of a process that lived to the end, at rest after each third of the run: ${memory.map((seen, n) => `${n === 0 ? 'web' : 'worker'} ${seen.map((megabytes) => megabytes.toFixed(0)).join(', ')} MB`).join('; ')} (limit: ${mayDiffer} MB more at the last than at the first).`);
// What went wrong is told by those who met it.
if (errors.size > 0) for (const server of servers) console.error(server.log().slice(-20_000));
const grown = memory.filter(([first = 0, , last = 0]) => last > first + mayDiffer).length;
const bad =
  lost +
  grown +
  notArrived +
  doubled +
  feed.missing +
  feed.doubled +
  unsentMails +
  errors.size +
  Math.abs(answers - done.submissions) +
  Math.abs(booked - done.bookings);
process.exitCode = bad === 0 ? 0 : 1;
