import { must } from '@weft/std';
import {
  type FrontProxy,
  type Mailbox,
  type Product,
  postgresServer,
  type Session,
  signUp,
  startMailbox,
  startProducts,
  startProxy,
} from '@weft/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTable, type Records, testId } from './databases.ts';

/** `npm run test:full` has as many as an office that outgrew one machine. */
const isFull = Number(process.env.LAWS_RUNS ?? 0) > 100;
const roles = isFull
  ? (['web', 'web', 'web', 'web', 'worker', 'worker'] as const)
  : (['web', 'web', 'worker'] as const);

interface Listed {
  readonly records: Records['records'];
  readonly nextCursor?: string | null;
}

describe.skipIf(postgresServer() === undefined)('servers behind a proxy', () => {
  let proxy: FrontProxy;
  let mailbox: Mailbox;
  let products: readonly Product[];
  let stop: () => Promise<void>;
  let ann: Session;
  beforeAll(async () => {
    proxy = await startProxy();
    mailbox = await startMailbox();
    ({ products, stop } = await startProducts(roles, {
      BASE_URL: proxy.url,
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}?from=weft@example.org`,
    }));
    proxy.to(webs().map(({ env }) => `http://127.0.0.1:${env.PORT}`));
    ann = await signUp(proxy.url, 'ann');
  }, 120_000);
  afterAll(async () => {
    await stop();
    await proxy.close();
    mailbox.close();
  });

  const webs = () => products.filter((_, i) => roles[i] === 'web');
  const workers = () => products.filter((_, i) => roles[i] === 'worker');

  /** What a person would have been told: where no server answers, or one that is ending says 503, the client asks again. */
  const told: string[] = [];
  /** Sends one call until it is answered, under one id, as the client does. */
  async function send(call: object): Promise<void> {
    for (;;) {
      try {
        return void (await ann.mutate('records.update', call));
      } catch (error) {
        const { message } = error as Error;
        if (/^(?!503)\d\d\d /.test(message)) told.push(message);
        if (/^4\d\d /.test(message)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** Every change of a base once and in order, over as many connections as it takes. */
  async function follow(basePublicId: string, sinceSeq: number, until: number): Promise<readonly number[]> {
    const seqs: number[] = [];
    while ((seqs.at(-1) ?? sinceSeq) < until) {
      try {
        const input = { basePublicId, sinceSeq: seqs.at(-1) ?? sinceSeq };
        for await (const { seq } of ann.events('base.changes', input)) {
          seqs.push(seq as number);
          if (seq === until) break;
        }
      } catch {
        // It broke with its server.
      }
    }
    return seqs;
  }

  const clients = 8;
  const each = 40;
  /** Edits from several clients, and what `meanwhile` does once half of them are acknowledged. */
  async function editThrough(meanwhile: () => Promise<void>): Promise<void> {
    const { table, fieldIds } = await newTable(ann);
    const fieldId = must(fieldIds[0]);
    const ids = Array.from({ length: clients }, () => testId('rec'));
    await ann.mutate('records.create', { ...table, records: ids.map((id) => ({ id, data: {} })) });
    const version = async () =>
      (await ann.query<{ version: number }>('metadata.get', { basePublicId: table.basePublicId })).version;
    const before = await version();
    const heard = [1, 2].map(() => follow(table.basePublicId, before, before + clients * each));
    let acknowledged = 0;
    let during: Promise<void> | null = null;
    await Promise.all(
      ids.map(async (recordId) => {
        for (let n = 1; n <= each; n++) {
          await send({ ...table, actionId: testId('act'), recordId, data: { [fieldId]: String(n) } });
          if (++acknowledged === (clients * each) / 2) during = meanwhile();
        }
      }),
    );
    await must(during, 'half of the edits');
    expect(await version()).toBe(before + clients * each);
    const { records } = await ann.query<Listed>('records.list', { ...table, limit: 100 });
    expect(new Set(records.map(({ data }) => data[fieldId]))).toEqual(new Set([String(each)]));
    const all = Array.from({ length: clients * each }, (_, i) => before + 1 + i);
    expect(await Promise.all(heard)).toEqual([all, all]);
  }

  it('go on with a base whose server was killed: nothing lost or doubled, every reader connected again', async () => {
    // Each in turn, so that the one that was writing is among them.
    await editThrough(async () => {
      for (const product of webs()) await product.restart('SIGKILL');
    });
  });

  it('are restarted one after the other, and nobody who edits is told an error', async () => {
    told.length = 0;
    await editThrough(async () => {
      for (const product of products) await product.restart('SIGTERM');
    });
    expect(told).toEqual([]);
  });

  it('send each mail once, whichever worker takes it', async () => {
    const [first] = workers();
    const database = new pg.Client({ connectionString: must(first).env.DATABASE_URL });
    await database.connect();
    const mails = 200;
    await database.query(`
      INSERT INTO weft.deliveries (id, kind, idempotency_key, target, title, content, state)
        SELECT 'dlv' || lpad(n::text, 21, '0'), 'mail', 'dlv' || lpad(n::text, 21, '0'), 'person' || n || '@example.org',
          'Hello', '{"text": "Hello"}', 'waiting' FROM generate_series(1, ${mails}) AS n;
      INSERT INTO weft.jobs (id, queue, payload)
        SELECT 'job' || lpad(n::text, 21, '0'), 'delivery', jsonb_build_object('deliveryId', 'dlv' || lpad(n::text, 21, '0'))
        FROM generate_series(1, ${mails}) AS n`);
    const waiting = async () =>
      (await database.query(`SELECT 1 FROM weft.deliveries WHERE kind = 'mail' AND state <> 'sent'`))
        .rowCount;
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
    await database.end();
    expect(mailbox.taken()).toBe(mailbox.distinct());
    expect(mailbox.distinct()).toBeGreaterThanOrEqual(mails);
  });
});
