import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { describeEngines, newId, type TestEngine } from '../testing.ts';
import { enqueueAnew, enqueueJobs, Jobs, type NewJob, retryJobs } from './jobs.ts';
import { leaseDue } from './leased-jobs.ts';

describeEngines('the job queue', (open) => {
  let opened: TestEngine;
  let engine: Engine;
  let jobs: Jobs;

  beforeAll(async () => {
    opened = await open();
    engine = opened.engine;
    jobs = new Jobs(engine);
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(() => engine.exec('DELETE FROM weft.jobs; DELETE FROM weft.job_schedules'));

  const job = (more: Partial<NewJob> = {}): NewJob => ({
    id: newId('job'),
    queue: 'mail',
    payload: { to: 'ann' },
    ...more,
  });
  const enqueue = (...all: NewJob[]) => engine.transaction(async (tx) => enqueueJobs(tx, all));
  const take = (room = 10, lease = 60) => jobs.take([{ queue: 'mail', room }], lease);
  const ids = (taken: readonly { readonly id: string }[]) => taken.map(({ id }) => id);
  const one = async () => must((await take(1))[0]);

  it('holds a job exactly if the transaction that enqueued it was committed', async () => {
    const kept = job();
    await engine.transaction(async (tx) => enqueueJobs(tx, [kept]));
    const lost = engine.transaction(async (tx) => {
      enqueueJobs(tx, [job()]);
      throw new Error('the edit was refused');
    });
    await expect(lost).rejects.toThrow('the edit was refused');
    expect(ids(await take())).toEqual([kept.id]);
  });

  it('runs one job of a key at a time, also where an earlier one comes later than a later one', async () => {
    const [earlier, later] = [job({ key: 'same' }), job({ key: 'same' })];
    await enqueue(earlier, later);
    await jobs.fail(await one(), 'no answer', null);
    const running = await one();
    expect(running.id).toBe(later.id);
    await engine.transaction((tx) => retryJobs(tx, ['mail'], { keys: ['same'] }));
    expect(await take()).toEqual([]);
    await jobs.complete(running);
    expect(ids(await take())).toEqual([earlier.id]);
  });

  it('runs one job of a key at a time, however many servers look while others are committed', async () => {
    const all = Array.from({ length: 120 }, () => job({ key: 'same' }));
    let at = 0;
    const add = async () => {
      for (let next = all[at++]; next !== undefined; next = all[at++]) await enqueue(next);
    };
    const ran: string[] = [];
    let running = 0;
    const work = async () => {
      while (ran.length < all.length)
        for (const taken of await take()) {
          expect(++running).toBe(1);
          ran.push(taken.id);
          running--;
          await jobs.complete(taken);
        }
    };
    await Promise.all([add(), add(), add(), work(), work(), work(), work()]);
    expect(ran.toSorted()).toEqual(ids(all).toSorted());
  });

  it('holds a job once, however often it is enqueued', async () => {
    const twice = job();
    await enqueue(twice, twice);
    await enqueue(twice);
    expect(ids(await take())).toEqual([twice.id]);
  });

  it('is taken from at once where many come after a time in which there were none', async () => {
    // A plan that is kept was made for the few there were.
    await enqueue(job({ queue: 'later', delay: 86_400 }));
    await engine.exec('VACUUM ANALYZE weft.jobs');
    for (let n = 0; n < 20; n++) expect(await take()).toEqual([]);
    await engine.exec(`INSERT INTO weft.jobs (id, queue, payload)
      SELECT 'job' || lpad(n::text, 21, '0'), 'mail', '{}' FROM generate_series(1, 20000) AS n`);
    expect(await take()).toHaveLength(10);
  });

  it('reads no more of a long backlog than it takes', async () => {
    await engine.exec(`INSERT INTO weft.jobs (id, queue, payload)
      SELECT 'job' || lpad(n::text, 21, '0'), 'mail', '{}' FROM generate_series(1, 5000) AS n;
      ANALYZE weft.jobs`);
    await engine.transaction(async (tx) => {
      // What the connection read before counts too, until the database has noted it.
      const read = () =>
        tx.query(`SELECT seq_tup_read::int FROM pg_stat_xact_user_tables WHERE relname = 'jobs'`);
      const before = await read();
      // As a connection keeps it: made for any number of queues.
      await tx.query('SET LOCAL plan_cache_mode = force_generic_plan');
      for (let n = 0; n < 12; n++)
        expect(await leaseDue(tx, [{ queue: 'mail', room: 10 }], 60)).toHaveLength(10);
      expect(await read()).toEqual(before);
    });
  });

  it('replaces a job that was given up an hour ago, and no other, where it is asked for anew', async () => {
    const again = job();
    const ask = () => engine.transaction(async (tx) => enqueueAnew(tx, again));
    await ask();
    await ask();
    await jobs.fail(await one(), 'the disk is full', null);
    await ask();
    expect(await jobs.counts()).toEqual({ waiting: 0, running: 0, failed: 1 });
    await engine.exec(`UPDATE weft.jobs SET updated_at = now() - interval '61 minutes'`);
    await ask();
    expect(await jobs.counts()).toEqual({ waiting: 1, running: 0, failed: 0 });
    expect(ids(await take())).toEqual([again.id]);
  });

  it('gives a job to one of many who ask at once', async () => {
    const all = Array.from({ length: 20 }, () => job());
    await enqueue(...all);
    const taken = await Promise.all(Array.from({ length: 8 }, () => take(5)));
    expect(ids(taken.flat()).toSorted()).toEqual(ids(all).toSorted());
  });

  it('gives at most as many of a queue as there is room for, the oldest first', async () => {
    const [a, b, c] = [job(), job(), job()];
    await enqueue(a, b, c);
    await enqueue(job({ queue: 'export' }));
    expect(ids(await take(2))).toEqual([a.id, b.id]);
    expect(ids(await take(2))).toEqual([c.id]);
  });

  it('runs jobs of one key one after the other, also when the first is tried again', async () => {
    const [first, second, other] = [job({ key: 'ann' }), job({ key: 'ann' }), job({ key: 'bert' })];
    await enqueue(first, second, other);
    const taken = await take();
    expect(ids(taken)).toEqual([first.id, other.id]);
    await jobs.fail(must(taken[0]), 'The mail server is away', 3_600);
    expect(await take()).toEqual([]);
    await jobs.retry(first.id);
    await jobs.complete(await one());
    expect(ids(await take())).toEqual([second.id]);
  });

  it('lets later jobs of a key go on when an earlier one was given up', async () => {
    const [first, second] = [job({ key: 'ann' }), job({ key: 'ann' })];
    await enqueue(first, second);
    await jobs.fail(await one(), 'No such mailbox', null);
    expect(ids(await take())).toEqual([second.id]);
    expect(await jobs.list('failed', null, 10)).toMatchObject([{ id: first.id, fault: 'No such mailbox' }]);
  });

  it('waits for a job that is due later, and says how long', async () => {
    await enqueue(job({ delay: 100 }));
    expect(await take()).toEqual([]);
    const seconds = must(await jobs.dueIn(['mail']));
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(100);
    expect(await jobs.dueIn(['export'])).toBeNull();
  });

  it('gives a job of a server that died to another, and believes the dead one nothing any more', async () => {
    await enqueue(job());
    const dead = must((await take(1, -1))[0]);
    expect(await jobs.recoverExpired(false)).toBe(1);
    const taken = await one();
    expect(taken).toMatchObject({ id: dead.id, attempts: 2 });
    expect(await jobs.renew([dead], 60)).toEqual([dead.id]);
    expect(await jobs.complete(dead)).toBe(false);
    await jobs.fail(dead, 'late', null);
    expect(await jobs.complete(taken)).toBe(true);
    expect(await jobs.counts()).toEqual({ waiting: 0, running: 0, failed: 0 });
  });

  it('ends each of the jobs that are done at once with what goes with it, whatever becomes of the others', async () => {
    await enqueue(job(), job(), job(), job());
    const taken = await take(4);
    const [refused, late] = [must(taken[1]), must(taken[2])];
    await jobs.release([late]);
    const ended: string[] = [];
    const outcomes = await Promise.allSettled(
      taken.map((each) =>
        jobs.complete(each, async (tx) => {
          await tx.query(each === refused ? 'SELECT 1 / 0' : 'SELECT 1');
          ended.push(each.id);
        }),
      ),
    );
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.status))).toEqual([
      ...[true, 'rejected', false, true],
    ]);
    expect(new Set(ended)).toEqual(new Set([must(taken[0]).id, must(taken[3]).id]));
    expect(await jobs.counts()).toEqual({ waiting: 1, running: 1, failed: 0 });
  });

  it('keeps a job with who renews its lease', async () => {
    await enqueue(job());
    const held = must((await take(1, -1))[0]);
    expect(await jobs.renew([held], 60)).toEqual([]);
    expect(await jobs.recoverExpired(false)).toBe(0);
    expect(await jobs.recoverExpired(true)).toBe(1);
  });

  it('does not count the attempt of a server that stopped in good order', async () => {
    await enqueue(job());
    await jobs.release([await one()]);
    expect(await one()).toMatchObject({ attempts: 1 });
  });

  it('enqueues the job of a due schedule once, whatever the number of servers', async () => {
    const dueAt = '2026-01-01T00:00:00.000Z';
    await jobs.keepSchedule({ name: 'tidy', cron: '0 * * * *', dueAt });
    const [due] = await jobs.dueSchedules();
    const next = '2999-01-01T00:00:00.000Z';
    const ran = await Promise.all([1, 2, 3].map(() => jobs.runSchedule(must(due), next, job())));
    expect(ran.filter(Boolean)).toHaveLength(1);
    expect(await take()).toHaveLength(1);
    expect(await jobs.dueSchedules()).toEqual([]);
    // A server that starts keeps what is noted, unless the times have changed.
    await jobs.keepSchedule({ name: 'tidy', cron: '0 * * * *', dueAt });
    expect(await jobs.dueSchedules()).toEqual([]);
    await jobs.keepSchedule({ name: 'tidy', cron: '30 * * * *', dueAt });
    expect(await jobs.dueSchedules()).toHaveLength(1);
  });
});
