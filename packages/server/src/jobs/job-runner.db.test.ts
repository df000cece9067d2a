import { enqueueJobs, Jobs, type NewJob } from '@weft/db';
import { newId, openMigrated } from '@weft/db/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type AnyJobKind,
  insideRetries,
  JobFault,
  type JobRun,
  type JobSchedule,
  jobKind,
  recurringJob,
  retryDelay,
} from './job-kind.ts';
import { JobRunner } from './job-runner.ts';

type Engine = Awaited<ReturnType<typeof openMigrated>>;

const counted = z.object({ n: z.number() });
type Failure = (fault: string, last: boolean) => void;

const kindOf = (
  queue: string,
  run: (payload: z.infer<typeof counted>, run: JobRun) => Promise<void>,
  onFailure: Failure = () => {},
): AnyJobKind =>
  jobKind({
    queue,
    label: queue,
    payload: counted,
    concurrency: 2,
    retry: insideRetries,
    run: async (...given) => {
      await run(...given);
      return undefined;
    },
    onFailure: (_payload, fault, last) => async () => onFailure(fault, last),
  });

describe('the job runner', () => {
  let engine: Engine;
  let jobs: Jobs;

  beforeAll(async () => {
    engine = await openMigrated();
    jobs = new Jobs(engine);
  });
  afterAll(() => engine.close());

  const runnerOf = (
    kinds: readonly AnyJobKind[],
    schedules: readonly JobSchedule[] = [],
    more: { readonly jobs?: Jobs; readonly now?: () => number } = {},
  ) =>
    new JobRunner({
      jobs,
      kinds,
      schedules,
      newJobId: () => newId('job'),
      now: Date.now,
      random: () => 0,
      log: pino({ level: 'silent' }),
      severalServers: false,
      ...more,
    });

  const enqueue = async (runner: JobRunner, ...all: Pick<NewJob, 'queue' | 'payload'>[]) => {
    const jobs = all.map((one) => ({ ...one, id: newId('job') }));
    await engine.transaction(async (tx) => enqueueJobs(tx, jobs));
    runner.wake();
  };

  it('runs what is enqueued, at most so many at once, and leaves no row of it', async () => {
    const done: number[] = [];
    let [now, most] = [0, 0];
    const runner = runnerOf([
      kindOf('count', async ({ n }) => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 5));
        now--;
        done.push(n);
      }),
    ]);
    await runner.start();
    await enqueue(runner, ...[1, 2, 3, 4, 5].map((n) => ({ queue: 'count', payload: { n } })));
    await expect.poll(() => done.length, { timeout: 30_000 }).toBe(5);
    expect(most).toBe(2);
    await expect
      .poll(() => jobs.counts(), { timeout: 30_000 })
      .toEqual({ waiting: 0, running: 0, failed: 0 });
    await runner.close();
  });

  it('retries a failing job, and gives it up with its cause when it asks for that', async () => {
    let attempts = 0;
    const givenUp: string[] = [];
    const runner = runnerOf([
      kindOf(
        'flaky',
        async () => {
          attempts++;
          throw attempts < 3 ? new JobFault('away', 0) : new JobFault('No such mailbox', null);
        },
        (fault, last) => void (last && givenUp.push(fault)),
      ),
    ]);
    await runner.start();
    await enqueue(runner, { queue: 'flaky', payload: { n: 1 } });
    await expect.poll(() => givenUp, { timeout: 30_000 }).toEqual(['No such mailbox']);
    const [failed] = await jobs.list('failed', null, 10);
    expect(failed).toMatchObject({ queue: 'flaky', attempts: 3, fault: 'No such mailbox' });
    await runner.close();
    await jobs.removeOld(-1);
    expect(await jobs.counts()).toEqual({ waiting: 0, running: 0, failed: 0 });
  });

  it('runs jobs of others in the reserve while those of one organization hang in all the room', async () => {
    const done: string[] = [];
    const hanging = Promise.withResolvers<void>();
    const shape = z.object({ name: z.string(), organizationId: z.string().exactOptional() });
    const kind = jobKind({
      ...{ queue: 'shared', label: 'shared', payload: shape, retry: insideRetries },
      ...{ concurrency: 3, reserve: 2 },
      run: async ({ name, organizationId }) => {
        if (organizationId === 'orgHanging') await hanging.promise;
        done.push(name);
        return undefined;
      },
    });
    const runner = runnerOf([kind]);
    await runner.start();
    const jobOf = (name: string, organizationId?: string) => ({
      ...{ queue: 'shared', payload: { name, ...(organizationId && { organizationId }) } },
    });
    await enqueue(runner, ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => jobOf(name, 'orgHanging')));
    await enqueue(runner, jobOf('victim', 'orgOther'), jobOf('mail'));
    await expect.poll(() => done.toSorted(), { timeout: 30_000 }).toEqual(['mail', 'victim']);
    await expect.poll(() => jobs.counts(), { timeout: 30_000 }).toMatchObject({ running: 3, waiting: 3 });
    hanging.resolve();
    await expect.poll(() => done.length, { timeout: 30_000 }).toBe(8);
    await runner.close();
    await engine.exec('DELETE FROM weft.jobs');
  });

  it('takes jobs of others by organization in turn, from each queue, beside a long backlog of one', async () => {
    const begun: string[] = [];
    const held = Promise.withResolvers<void>();
    const kinds = ['mails', 'answers'].map((queue) =>
      jobKind({
        ...{ queue, label: queue, retry: insideRetries, concurrency: 2, reserve: 4 },
        payload: z.object({ organizationId: z.string() }),
        run: async ({ organizationId }) => {
          begun.push(`${queue} ${organizationId}`);
          await held.promise;
          return undefined;
        },
      }),
    );
    const runner = runnerOf(kinds);
    await runner.start();
    const of = (organizationId: string, count: number) =>
      kinds.flatMap(({ queue }) =>
        Array.from({ length: count }, () => ({ queue, payload: { organizationId } })),
      );
    await enqueue(runner, ...of('orgFlood', 200));
    await expect.poll(() => begun.length, { timeout: 30_000 }).toBe(4);
    // The second one would take all of the reserve, and the third none.
    await enqueue(runner, ...of('orgB', 20), ...of('orgC', 20));
    await expect.poll(() => begun.length, { timeout: 30_000 }).toBe(12);
    const counts = Map.groupBy(begun, (one) => one);
    for (const { queue } of kinds)
      for (const id of ['orgFlood', 'orgB', 'orgC']) expect(counts.get(`${queue} ${id}`)).toHaveLength(2);
    await engine.exec("DELETE FROM weft.jobs WHERE state = 'waiting'");
    held.resolve();
    await expect.poll(() => jobs.counts(), { timeout: 30_000 }).toMatchObject({ running: 0, waiting: 0 });
    await runner.close();
  });

  it('leaves others room where one person’s organizations take it', async () => {
    const held = Promise.withResolvers<void>();
    const begun: string[] = [];
    const kind = jobKind({
      ...{ queue: 'crowded', label: 'crowded', retry: insideRetries },
      payload: z.looseObject({ personId: z.string() }),
      ...{ concurrency: 2, reserve: 2 },
      run: async ({ personId }) => {
        begun.push(personId);
        await held.promise;
        return undefined;
      },
    });
    const runner = runnerOf([kind]);
    await runner.start();
    const of = (personId: string, organizationId: string) => ({
      queue: 'crowded',
      payload: { organizationId, personId },
    });
    await enqueue(runner, ...Array.from({ length: 6 }, (_, n) => of('mal', `org${n}`)));
    await expect.poll(() => begun.length, { timeout: 30_000 }).toBe(3);
    await enqueue(runner, of('ann', 'orgAnn'));
    await expect.poll(() => begun.at(-1), { timeout: 30_000 }).toBe('ann');
    expect(begun).toHaveLength(4);
    held.resolve();
    await expect.poll(() => jobs.counts(), { timeout: 30_000 }).toMatchObject({ running: 0, waiting: 0 });
    await runner.close();
  });

  it('looks for jobs of others the more seldom, the longer a look takes', async () => {
    let clock = Date.now();
    let looks = 0;
    let polls = 0;
    class SlowJobs extends Jobs {
      override async take(...given: Parameters<Jobs['take']>) {
        polls += 1;
        return super.take(...given);
      }
      override async takeOfOthers(...given: Parameters<Jobs['takeOfOthers']>) {
        looks += 1;
        clock += 60;
        return super.takeOfOthers(...given);
      }
    }
    const hanging = Promise.withResolvers<void>();
    const kind = jobKind({
      ...{ queue: 'crowded', label: 'crowded', payload: z.looseObject({}), retry: insideRetries },
      ...{ concurrency: 2, reserve: 1 },
      run: async () => {
        await hanging.promise;
        return undefined;
      },
    });
    const other = kindOf('other', async () => {});
    const runner = runnerOf([kind, other], [], { jobs: new SlowJobs(engine), now: () => clock });
    await runner.start();
    const busy = { queue: 'crowded', payload: { organizationId: 'orgBusy' } };
    await enqueue(runner, busy, busy, busy);
    await expect.poll(() => looks, { timeout: 30_000 }).toBe(1);
    const wakeAfter = async (milliseconds: number) => {
      clock += milliseconds;
      const before = polls;
      runner.wake();
      await expect.poll(() => polls, { timeout: 30_000 }).toBeGreaterThan(before + 1);
    };
    await wakeAfter(1_000);
    expect(looks).toBe(1);
    await wakeAfter(500);
    expect(looks).toBe(2);
    hanging.resolve();
    await expect.poll(() => jobs.counts(), { timeout: 30_000 }).toMatchObject({ running: 0, waiting: 0 });
    await runner.close();
  });

  it('gives up a job that crashed its server at every attempt, without running it again', async () => {
    let runs = 0;
    const givenUp: string[] = [];
    const kind = kindOf(
      'deadly',
      async () => void runs++,
      (fault, last) => void (last && givenUp.push(fault)),
    );
    const deadly = { id: newId('job'), queue: 'deadly', payload: { n: 1 } };
    await engine.transaction(async (tx) => enqueueJobs(tx, [deadly]));
    for (let attempt = 0; attempt < insideRetries.maxAttempts; attempt++) {
      expect(await jobs.take([{ queue: 'deadly', room: 1 }], 60)).toHaveLength(1);
      await jobs.recoverExpired(true);
    }
    const runner = runnerOf([kind]);
    await runner.start();
    await expect.poll(() => givenUp, { timeout: 30_000 }).toEqual(['The server ended at each attempt']);
    expect(runs).toBe(0);
    expect(await jobs.list('failed', null, 10)).toMatchObject([{ queue: 'deadly' }]);
    await runner.close();
    await engine.exec('DELETE FROM weft.jobs');
  });

  it('returns a job that does not end before a stop, and aborts it', async () => {
    let begun = false;
    const stuck = kindOf('slow', async (_payload, { signal }) => {
      begun = true;
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const runner = runnerOf([stuck]);
    await runner.start();
    await enqueue(runner, { queue: 'slow', payload: { n: 1 } });
    await expect.poll(() => begun, { timeout: 30_000 }).toBe(true);
    await runner.close(10);
    expect(await jobs.counts()).toEqual({ waiting: 1, running: 0, failed: 0 });
    const [job] = await jobs.take([{ queue: 'slow', room: 1 }], 60);
    expect(job?.attempts).toBe(1);
    await engine.exec('DELETE FROM weft.jobs');
  });

  it('leaves an attempt whose lease ended to the one that it takes itself', async () => {
    const attempts: string[] = [];
    const over = Promise.withResolvers<void>();
    const long = kindOf('long', async (_payload, { signal }) => {
      const name = `attempt ${attempts.length + 1}`;
      attempts.push(name);
      if (name === 'attempt 2') return over.promise;
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const runner = runnerOf([long]);
    await runner.start();
    await enqueue(runner, { queue: 'long', payload: { n: 1 } });
    await expect.poll(() => attempts.length, { timeout: 30_000 }).toBe(1);
    // As it is where its lease ended while the database was away, and an admin has it retried.
    await engine.exec(`UPDATE weft.jobs SET state = 'waiting', attempts = 0, lease_until = NULL`);
    runner.wake();
    await expect.poll(() => attempts.length, { timeout: 30_000 }).toBe(2);
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve, 4));
    expect(await jobs.counts()).toEqual({ waiting: 0, running: 1, failed: 0 });
    over.resolve();
    await expect
      .poll(() => jobs.counts(), { timeout: 30_000 })
      .toEqual({ waiting: 0, running: 0, failed: 0 });
    expect(attempts).toEqual(['attempt 1', 'attempt 2']);
    await runner.close();
  });

  it('does not poll the database while nothing is due', async () => {
    let looks = 0;
    const counting = Object.assign(Object.create(jobs) as Jobs, {
      take: async () => {
        looks++;
        return [];
      },
      keepSchedule: jobs.keepSchedule.bind(jobs),
      dueSchedules: async () => [],
      recoverExpired: async () => 0,
      retryFaulted: async () => {},
      dueIn: async () => null,
      release: async () => {},
    });
    const runner = new JobRunner({
      jobs: counting,
      kinds: [kindOf('rare', async () => {})],
      schedules: [],
      newJobId: () => newId('job'),
      now: Date.now,
      random: () => 0,
      log: pino({ level: 'silent' }),
      severalServers: false,
    });
    await runner.start();
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(looks).toBe(1);
    runner.wake();
    await expect.poll(() => looks).toBe(2);
    await runner.close();
  });

  it('runs recurring work at its times', async () => {
    let runs = 0;
    const kind = recurringJob('tidy', 'Tidy up', async () => void runs++);
    const runner = runnerOf([kind], [{ name: 'tidy', cron: '* * * * * *', queue: 'tidy' }]);
    await runner.start();
    await expect.poll(() => runs, { timeout: 30_000 }).toBeGreaterThan(1);
    await runner.close();
  });

  it('pauses longer with every attempt, and ends after three days at the most', () => {
    const policy = { first: 10, longest: 1_000, giveUpAfter: 72 * 3_600, maxAttempts: 60 };
    const pauses = [1, 2, 3, 10].map((attempts) => retryDelay(policy, { attempts, age: 0 }, () => 1));
    expect(pauses).toEqual([10, 20, 40, 1_000]);
    expect(retryDelay(policy, { attempts: 2, age: 0 }, () => 0)).toBe(10);
    expect(retryDelay(policy, { attempts: 2, age: 72 * 3_600 }, () => 1)).toBeNull();
    expect(retryDelay(policy, { attempts: 60, age: 0 }, () => 1)).toBeNull();
  });
});
