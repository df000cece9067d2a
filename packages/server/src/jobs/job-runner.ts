import type { Jobs, LeasedJob, TakenRoom } from '@weft/db';
import { Cron } from 'croner';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type AnyJobKind, JobFault, type JobSchedule, retryDelay } from './job-kind.ts';

/** Seconds another server waits before it takes a job whose server no longer renews the lease. */
const lease = 60;
const renewEvery = 20_000;
const recoverEvery = 15_000;
/** Milliseconds between two polls when nothing is known to be due; other servers enqueue without notifying this one. */
const pollEvery = { several: 1_000, single: 30_000 } as const;
/** Milliseconds between two polls while there is work: what comes or ends meanwhile is one statement, not one each. */
const pollGap = 20;
/**
 * Milliseconds between two looks for jobs of others, which go through all that is due: so many where the last found none,
 * and so many times what it took, for a long backlog of one is not to keep the database busy for all.
 */
const othersEvery = 500;
const othersShare = 20;
const longestOthers = 2_000;
/** Running jobs from which on an organization gets none of the reserve, and as many as a look takes of one. */
const busyFrom = 2;
/** Milliseconds a stop waits for running jobs, and then for those that were asked to end. */
const usualDrain = 3_000;
const endWithin = 1_000;
const longestFault = 500;

export interface JobRunnerDeps {
  readonly jobs: Jobs;
  readonly kinds: readonly AnyJobKind[];
  readonly schedules: readonly JobSchedule[];
  readonly newJobId: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly random: () => number;
  readonly log: Logger;
  /** Other processes may work on this database. */
  readonly severalServers: boolean;
}

interface Running {
  readonly job: LeasedJob;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Runs the jobs of this process: one loop for all queues, a lease for each running job. */
export class JobRunner {
  readonly #deps: JobRunnerDeps;
  readonly #kinds: ReadonlyMap<string, AnyJobKind>;
  readonly #running = new Map<string, Running>();
  #closed = false;
  #woken = false;
  #wake: () => void = () => {};
  #loop: Promise<void> = Promise.resolve();
  #timers: readonly NodeJS.Timeout[] = [];
  #scheduleDue = Number.NEGATIVE_INFINITY;
  /** When each queue is looked through for jobs of others again. */
  readonly #othersDue = new Map<string, number>();

  constructor(deps: JobRunnerDeps) {
    this.#deps = deps;
    this.#kinds = new Map(deps.kinds.map((kind) => [kind.queue, kind]));
  }

  /** How many jobs run in this process. */
  get running(): number {
    return this.#running.size;
  }

  /** What a queue is called for admins. */
  labelOf(queue: string): string {
    return this.#kinds.get(queue)?.label ?? queue;
  }

  async start(): Promise<void> {
    const { jobs, schedules, severalServers, now } = this.#deps;
    for (const { name, cron } of schedules)
      await jobs.keepSchedule({ name, cron, dueAt: new Date(now()).toISOString() });
    // A single server finds only what it left itself when it was killed.
    await jobs.recoverExpired(!severalServers);
    // A restart may have corrected the settings that made jobs fail.
    await jobs.retryFaulted();
    const every = (milliseconds: number, what: string, work: () => Promise<unknown>) => {
      const timer = setInterval(
        () => void work().catch((error: unknown) => this.#deps.log.warn({ err: error }, what)),
        milliseconds,
      );
      timer.unref();
      return timer;
    };
    this.#timers = [
      every(renewEvery, 'leases of jobs could not be renewed', () => this.#renew()),
      ...(severalServers
        ? [
            every(recoverEvery, 'expired leases of jobs could not be looked for', () =>
              jobs.recoverExpired(false),
            ),
          ]
        : []),
    ];
    this.#loop = this.#work();
  }

  /** Polls for due jobs at once: call it after the transaction that enqueued one has been committed. */
  wake(): void {
    this.#woken = true;
    this.#wake();
  }

  /** Leases nothing more, waits for running jobs, and returns to the queue those that do not end in time. */
  async close(drainFor = usualDrain): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.wake();
    await this.#loop;
    const all = () => Promise.all([...this.#running.values()].map(({ ended }) => ended));
    await Promise.race([all(), pause(drainFor)]);
    for (const { controller } of this.#running.values()) controller.abort();
    await Promise.race([all(), pause(endWithin)]);
    await this.#deps.jobs.release([...this.#running.values()].map(({ job }) => job)).catch(() => {});
  }

  async #work(): Promise<void> {
    while (!this.#closed) {
      this.#woken = false;
      let taken = 0;
      try {
        await this.#enqueueDueSchedules();
        taken = await this.#takeDue();
        if (taken === 0 && !this.#woken) await this.#sleep(await this.#idleTime());
        else await pause(pollGap);
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'jobs could not be looked for');
        await this.#sleep(pollEvery.several);
      }
    }
  }

  /** Queues with room for more. */
  #rooms(): { readonly queue: string; readonly room: number }[] {
    const counts = Map.groupBy(this.#running.values(), ({ job }) => job.queue);
    return this.#deps.kinds
      .map(({ queue, concurrency }) => ({ queue, room: concurrency - (counts.get(queue)?.length ?? 0) }))
      .filter(({ room }) => room > 0);
  }

  /** Queues whose room is taken, with what is left of their reserve, and who took the room. */
  #crowded(): { readonly queue: string; readonly room: number; readonly taken: TakenRoom }[] {
    const running = Map.groupBy(this.#running.values(), ({ job }) => job.queue);
    return this.#deps.kinds.flatMap(({ queue, concurrency, reserve = 0 }) => {
      const all = running.get(queue) ?? [];
      const room = concurrency + reserve - all.length;
      if (all.length < concurrency || room <= 0) return [];
      const senders = all.map(({ job }) => senderOf(job.payload));
      const busy = [...countOf(senders, 'organizationId')].flatMap(([id, count]) =>
        count >= busyFrom ? [id] : [],
      );
      const ofPeople = countOf(senders, 'personId');
      if (busy.length === 0 && ![...ofPeople.values()].some((count) => count >= busyFrom)) return [];
      // Whoever has many organizations leaves half of the reserve to others.
      const mostOfPerson = concurrency + Math.floor(reserve / 2);
      return [{ queue, room, taken: { busy, each: busyFrom, running: ofPeople, mostOfPerson } }];
    });
  }

  async #takeDue(): Promise<number> {
    const rooms = this.#rooms();
    const taken = rooms.length === 0 ? [] : await this.#deps.jobs.take(rooms, lease);
    for (const job of taken) this.#begin(job);
    return taken.length + (await this.#takeOthers());
  }

  /** Where a few organizations have taken the room of a queue, the jobs of others have its reserve. */
  async #takeOthers(): Promise<number> {
    const { jobs, now } = this.#deps;
    let count = 0;
    for (const { queue, room, taken: by } of this.#crowded()) {
      const began = now();
      if (began < this.#othersDueOf(queue)) continue;
      const taken = await jobs.takeOfOthers({ queue, room }, lease, by);
      const pause = Math.min((now() - began) * othersShare, longestOthers);
      // Where there were some, there may be more.
      this.#othersDue.set(queue, now() + Math.max(pause, taken.length > 0 ? 0 : othersEvery));
      for (const job of taken) this.#begin(job);
      count += taken.length;
    }
    return count;
  }

  #othersDueOf(queue: string): number {
    return this.#othersDue.get(queue) ?? Number.NEGATIVE_INFINITY;
  }

  #begin(job: LeasedJob): void {
    const controller = new AbortController();
    // An attempt whose lease ended, as the database was away, goes on no longer than this one.
    this.#running.get(job.id)?.controller.abort();
    const ended = this.#run(job, controller.signal).finally(() => {
      if (this.#running.get(job.id)?.controller === controller) this.#running.delete(job.id);
      // There is room for another, or a later one of its key may run now.
      this.wake();
    });
    this.#running.set(job.id, { job, controller, ended });
  }

  async #run(job: LeasedJob, signal: AbortSignal): Promise<void> {
    const { jobs, log, random, now } = this.#deps;
    const kind = this.#kinds.get(job.queue);
    if (kind === undefined) return;
    // A job that crashes its server leaves no other trace; retried without end, it would crash it without end.
    if (job.attempts > kind.retry.maxAttempts)
      return this.#noteFailure(kind, job, 'The server ended at each attempt', null);
    try {
      const alongside = await kind.run(job.payload, { id: job.id, attempt: job.attempts, signal });
      await jobs.complete(job, alongside);
    } catch (error) {
      // What was taken again is not given back: where it was retried meanwhile, both attempts are of one number.
      if (signal.aborted && this.#running.get(job.id)?.job !== job) return;
      // The server stops, and gives the attempt back. Where the lease was lost, this attempt is no longer there.
      if (signal.aborted) return jobs.release([job]).catch(() => {});
      const fault = (error instanceof Error ? error.message : String(error)).slice(0, longestFault);
      const age = (now() - Date.parse(job.createdAt)) / 1_000;
      const wanted = error instanceof JobFault ? error.retryIn : undefined;
      const policy = retryDelay(kind.retry, { attempts: job.attempts, age }, random);
      // What a job asks for counts, as long as its time is not over.
      const delay = wanted === undefined || policy === null ? policy : wanted;
      log.warn(
        { jobId: job.id, queue: job.queue, attempts: job.attempts, retryIn: delay, fault },
        'job failed',
      );
      await this.#noteFailure(kind, job, fault, delay);
    }
  }

  async #noteFailure(kind: AnyJobKind, job: LeasedJob, fault: string, delay: number | null): Promise<void> {
    const { jobs, log } = this.#deps;
    try {
      await jobs.fail(job, fault, delay, kind.onFailure(job.payload, fault, delay === null));
    } catch (error) {
      // The lease ends by itself, and the job is taken again.
      log.warn({ err: error, jobId: job.id }, 'the end of a job could not be written');
    }
  }

  async #renew(): Promise<void> {
    if (this.#running.size === 0) return;
    const held = [...this.#running.values()].map(({ job }) => job);
    for (const id of await this.#deps.jobs.renew(held, lease)) {
      const running = this.#running.get(id);
      // It may be another attempt by now.
      if (running !== undefined && held.includes(running.job)) running.controller.abort();
    }
  }

  /** Of all servers one enqueues a due job: the row of its schedule is changed in the same transaction. */
  async #enqueueDueSchedules(): Promise<void> {
    const { jobs, schedules, newJobId, now } = this.#deps;
    if (now() < this.#scheduleDue) return;
    const next = ({ cron }: { readonly cron: string }): Date => {
      const at = new Cron(cron, { timezone: 'UTC' }).nextRun(new Date(now()));
      if (at === null) throw new Error(`The schedule ${cron} never comes`);
      return at;
    };
    for (const due of await jobs.dueSchedules()) {
      const schedule = schedules.find(({ name }) => name === due.name);
      if (schedule === undefined) continue;
      const job = { id: newJobId(), queue: schedule.queue, payload: {} };
      await jobs.runSchedule(due, next(schedule).toISOString(), job);
    }
    // Without schedules: never.
    this.#scheduleDue = Math.min(...schedules.map((schedule) => next(schedule).getTime()));
  }

  /** Milliseconds until something may be due. */
  async #idleTime(): Promise<number> {
    const { jobs, severalServers, now } = this.#deps;
    const rooms = this.#rooms().map(({ queue }) => queue);
    const longest = Math.min(
      pollEvery[severalServers ? 'several' : 'single'],
      Math.max(this.#scheduleDue - now(), 0),
      ...this.#crowded().map(({ queue }) => Math.max(this.#othersDueOf(queue) - now(), 0)),
    );
    if (severalServers || rooms.length === 0) return longest;
    const due = await jobs.dueIn(rooms);
    if (due === null) return longest;
    // One that is due and was not taken waits for an earlier one of its key, which may wait for its next attempt.
    return Math.min(longest, due <= 0 ? pollEvery.several : due * 1_000 + 5);
  }

  #sleep(milliseconds: number): Promise<void> {
    if (this.#woken || this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const sender = z.looseObject({
  organizationId: z.string().exactOptional(),
  personId: z.string().exactOptional(),
});
type Sender = z.infer<typeof sender>;

const senderOf = (payload: unknown): Sender => sender.safeParse(payload).data ?? {};

/** How many are of each; those that are nobody's are not counted. */
function countOf(
  senders: readonly Sender[],
  which: 'organizationId' | 'personId',
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { [which]: id } of senders) if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
