import { addDelivery, Deliveries, Jobs, type NewDelivery } from '@weft/db';
import { newId, openMigrated } from '@weft/db/testing';
import { must } from '@weft/std';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeliveryKind, deliveryJob } from './delivery-kind.ts';
import { JobRunner } from './job-runner.ts';

const soon = { timeout: 60_000 };

describe('deliveries', () => {
  let engine: Awaited<ReturnType<typeof openMigrated>>;
  let jobs: Jobs;
  let deliveries: Deliveries;

  beforeAll(async () => {
    engine = await openMigrated();
    jobs = new Jobs(engine);
    deliveries = new Deliveries(engine);
  });
  afterAll(() => engine.close());

  const start = async (kind: DeliveryKind) => {
    const runner = new JobRunner({
      jobs,
      kinds: [deliveryJob(deliveries, [kind])],
      schedules: [],
      newJobId: () => newId('job'),
      now: Date.now,
      random: Math.random,
      log: pino({ level: 'silent' }),
      severalServers: true,
    });
    await runner.start();
    const send = async (delivery: NewDelivery) => {
      await engine.transaction((tx) => addDelivery(tx, delivery, 'waiting', null, newId('job')));
      runner.wake();
    };
    return { runner, send };
  };
  const hello = (target: string, idempotencyKey = target) => ({
    id: newId('dlv'),
    kind: 'letter',
    idempotencyKey,
    target,
    title: 'Hello',
    content: { text: 'Hello' },
  });
  const states = async () =>
    Object.fromEntries(
      (await deliveries.list('letter', null, 1_000)).map(({ target, state, attempts }) => [
        target,
        [state, attempts],
      ]),
    );

  it('are sent once each by two workers, though asked for twice', async () => {
    const sent: string[] = [];
    const kind: DeliveryKind = {
      kind: 'letter',
      keepsContent: false,
      send: async ({ target }) => {
        await new Promise((resolve) => setImmediate(resolve));
        sent.push(target);
        return '250 Taken';
      },
    };
    const workers = await Promise.all([start(kind), start(kind)]);
    const people = Array.from({ length: 40 }, (_, at) => `somebody${at}`);
    for (const { send } of workers) await Promise.all(people.map((person) => send(hello(person))));
    await expect.poll(() => sent.toSorted(), soon).toEqual(people.toSorted());
    await expect.poll(() => jobs.counts(), soon).toEqual({ waiting: 0, running: 0, failed: 0 });
    await Promise.all(workers.map(({ runner }) => runner.close()));
    expect(await deliveries.list('letter', null, 1)).toMatchObject([{ answer: '250 Taken', content: null }]);
    await engine.exec('DELETE FROM weft.deliveries');
  });

  it('tell what the receiver said, and are made again by hand after they were given up', async () => {
    let open = false;
    const kind: DeliveryKind = {
      kind: 'letter',
      keepsContent: true,
      send: async () => {
        if (!open) throw new Error('The receiver is away');
        return null;
      },
    };
    const { runner, send } = await start(kind);
    await send(hello('ann'));
    await expect.poll(states, soon).toEqual({ ann: ['waiting', 1] });
    expect(await deliveries.list('letter', null, 1)).toMatchObject([{ answer: 'The receiver is away' }]);
    await engine.exec("UPDATE weft.jobs SET created_at = now() - interval '73 hours', run_at = now()");
    runner.wake();
    await expect.poll(states, soon).toEqual({ ann: ['failed', 2] });
    open = true;
    const [failed] = await jobs.list('failed', null, 1);
    expect(await jobs.retry(must(failed).id)).toBe(true);
    runner.wake();
    await expect.poll(states, soon).toEqual({ ann: ['sent', 3] });
    await runner.close();
    await engine.exec('DELETE FROM weft.deliveries');
  });

  it('are limited in number for one target', async () => {
    const add = (n: number) =>
      addDelivery(engine, hello('ann', `key ${n}`), 'kept', {
        most: 2,
        seconds: 60,
      });
    expect([await add(1), await add(2), await add(3)]).toEqual([true, true, false]);
  });
});
