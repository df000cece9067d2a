import type { Engine, Row, Transaction } from '../engine/engine.ts';
import { GroupWriter, type Outcome } from '../group-commit.ts';
import { type LeasedJob, leaseDue, leaseOfOthers, type QueueRoom, type TakenRoom } from './leased-jobs.ts';
import { notifyOfJob } from './notifications.ts';

/** A job to enqueue. Its id is its idempotency key: enqueued twice, it is there once. */
export interface NewJob {
  readonly id: string;
  readonly queue: string;
  /** Jobs of a queue with the same key run one after the other; null: it waits for no other. */
  readonly key?: string | null;
  /** Plain JSON. */
  readonly payload: unknown;
  /** Seconds from now on; 0 when absent. */
  readonly delay?: number;
}

type JobState = 'waiting' | 'running' | 'failed';

/** A job as an admin sees it. */
interface ShownJob {
  readonly id: string;
  readonly queue: string;
  readonly state: JobState;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly fault: string | null;
  /** ISO 8601 UTC: of a waiting job, when it is due. */
  readonly runAt: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

type JobCounts = { readonly [S in JobState]: number };

/** What is written in the transaction that ends a job. */
export type Alongside = (tx: Pick<Transaction, 'query' | 'send'>) => Promise<void>;

/** A job that was done, and what is written with its end. */
interface Done {
  readonly job: LeasedJob;
  readonly alongside: Alongside | undefined;
}

/** A recurring job and the moment it is due next, ISO 8601 UTC. */
export interface Schedule {
  readonly name: string;
  /** The cron expression `dueAt` was computed from. */
  readonly cron: string;
  readonly dueAt: string;
}

const insertOne =
  'INSERT INTO weft.jobs (id, queue, key, payload) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING';

const insert = `INSERT INTO weft.jobs (id, queue, key, payload, run_at)
  SELECT id, queue, key, payload::jsonb, now() + make_interval(secs => delay)
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[]) AS new (id, queue, key, payload, delay)
  ON CONFLICT (id) DO NOTHING`;

const shown = 'id, queue, state, attempts, fault, run_at, created_at, updated_at';

const presentShown = ([id, queue, state, attempts, fault, runAt, createdAt, updatedAt]: Row): ShownJob => ({
  id: String(id),
  queue: String(queue),
  state: state as JobState,
  attempts: Number(attempts),
  fault: fault === null ? null : String(fault),
  runAt: String(runAt),
  createdAt: String(createdAt),
  updatedAt: String(updatedAt),
});

/** Enqueues in the caller's transaction: the jobs are there exactly if its rows are. One statement, whatever the number. */
export function enqueueJobs(tx: Pick<Transaction, 'send'>, jobs: readonly NewJob[]): void {
  const [only] = jobs;
  if (only === undefined) return;
  if (jobs.length === 1 && only.delay === undefined) {
    // The usual case, in the transaction of an edit: unpacking lists and computing a time cost half as much again.
    const { id, queue, key = null, payload } = only;
    tx.send(insertOne, [id, queue, key, JSON.stringify(payload)]);
    return;
  }
  tx.send(insert, [
    jobs.map(({ id }) => id),
    jobs.map(({ queue }) => queue),
    jobs.map(({ key }) => key ?? null),
    jobs.map(({ payload }) => JSON.stringify(payload)),
    jobs.map(({ delay }) => delay ?? 0),
  ]);
}

/** Hours for which a job that was given up stands in the way of another one of its id. */
const givenUpFor = 1;

/** As `enqueueJobs`, of work that may be asked for again: one of its id that was given up an hour ago is replaced. */
export function enqueueAnew(tx: Pick<Transaction, 'send'>, job: NewJob): void {
  tx.send(
    `DELETE FROM weft.jobs WHERE id = $1 AND state = 'failed' AND updated_at < now() - make_interval(hours => $2)`,
    [job.id, givenUpFor],
  );
  enqueueJobs(tx, [job]);
}

/** Makes jobs of a queue due at once that wait for another attempt, or were given up. How many there are. */
export async function retryJobs(
  tx: Pick<Transaction, 'query'>,
  queues: readonly string[],
  of: { readonly keys: readonly string[] } | { readonly userId: string },
): Promise<number> {
  const [column, value] = 'keys' in of ? ['key', of.keys] : ["payload->>'userId'", [of.userId]];
  const rows = await tx.query(
    `UPDATE weft.jobs SET state = 'waiting', attempts = 0, run_at = now(), created_at = now(), updated_at = now()
     WHERE queue = ANY($1::text[]) AND ${column} = ANY($2::text[]) AND fault IS NOT NULL
       AND state IN ('failed', 'waiting') RETURNING id`,
    [queues, value],
  );
  return rows.length;
}

/** The jobs of the control schema. A job that is done leaves no row; one that was given up stays until it is retried. */
export class Jobs {
  readonly #engine: Engine;
  /** Jobs that end together do so in one transaction. */
  readonly #done = new GroupWriter<Done, boolean>(
    (done) => this.#complete(done),
    () => false,
  );

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** See `leaseDue`. */
  take(queues: readonly QueueRoom[], lease: number): Promise<readonly LeasedJob[]> {
    return leaseDue(this.#engine, queues, lease);
  }

  /** See `leaseOfOthers`. */
  takeOfOthers(room: QueueRoom, lease: number, taken: TakenRoom): Promise<readonly LeasedJob[]> {
    return leaseOfOthers(this.#engine, room, lease, taken);
  }

  /** Seconds until the next waiting job of these queues is due, 0 or less when one is; null when none waits. */
  async dueIn(queues: readonly string[]): Promise<number | null> {
    const [row] = await this.#engine.query(
      `SELECT extract(epoch FROM min(next.run_at) - now())::float8
       FROM unnest($1::text[]) AS wanted (queue) CROSS JOIN LATERAL (
         SELECT run_at FROM weft.jobs WHERE queue = wanted.queue AND state = 'waiting' ORDER BY run_at, seq LIMIT 1
       ) AS next`,
      [queues],
    );
    return row?.[0] === null || row === undefined ? null : Number(row[0]);
  }

  /** Holds the leases of jobs that still run for so many seconds more; the ids of those that are no longer ours. */
  async renew(held: readonly LeasedJob[], lease: number): Promise<readonly string[]> {
    const rows = await this.#engine.query(
      `UPDATE weft.jobs SET lease_until = now() + make_interval(secs => $3)
       FROM unnest($1::text[], $2::int4[]) AS held (id, attempts)
       WHERE jobs.id = held.id AND jobs.attempts = held.attempts AND jobs.state = 'running' RETURNING jobs.id`,
      [held.map(({ id }) => id), held.map(({ attempts }) => attempts), lease],
    );
    const kept = new Set(rows.map(([id]) => id));
    return held.map(({ id }) => id).filter((id) => !kept.has(id));
  }

  /**
   * The job is done and gone; false when its lease had ended and somebody else has taken it. `alongside` is written in the
   * same transaction, exactly if the job is ended here.
   */
  complete(job: LeasedJob, alongside?: Alongside): Promise<boolean> {
    return this.#done.submit({ job, alongside });
  }

  async #complete(done: readonly Done[]): Promise<readonly Outcome<boolean>[]> {
    const nameOf = (id: unknown, attempts: unknown) => `${String(id)} ${String(attempts)}`;
    const ended = await this.#engine.transaction(async (tx) => {
      const rows = await tx.query(
        `DELETE FROM weft.jobs USING unnest($1::text[], $2::int4[]) AS done (id, attempts)
         WHERE jobs.id = done.id AND jobs.attempts = done.attempts AND jobs.state = 'running'
         RETURNING jobs.id, jobs.attempts`,
        [done.map(({ job }) => job.id), done.map(({ job }) => job.attempts)],
      );
      const gone = new Set(rows.map(([id, attempts]) => nameOf(id, attempts)));
      for (const { job, alongside } of done)
        if (gone.has(nameOf(job.id, job.attempts))) await alongside?.(tx);
      return gone;
    });
    return done.map(({ job }) => ({ ok: true, done: ended.has(nameOf(job.id, job.attempts)) }));
  }

  /**
   * The job runs again after `delay` seconds, or, where that is null, is given up, which whoever runs the server is told.
   * Otherwise as `complete`.
   */
  fail(job: LeasedJob, fault: string, delay: number | null, alongside?: Alongside): Promise<boolean> {
    return this.#end(
      `UPDATE weft.jobs SET state = $3, fault = $4, lease_until = NULL, updated_at = now(),
         run_at = now() + make_interval(secs => $5)
       WHERE id = $1 AND attempts = $2 AND state = 'running' RETURNING id`,
      [job.id, job.attempts, delay === null ? 'failed' : 'waiting', fault, delay ?? 0],
      delay === null
        ? async (tx) => {
            await alongside?.(tx);
            await notifyOfJob(tx, job.id);
          }
        : alongside,
    );
  }

  async #end(text: string, params: readonly unknown[], alongside: Alongside | undefined): Promise<boolean> {
    if (alongside === undefined) return (await this.#engine.query(text, params)).length > 0;
    return this.#engine.transaction(async (tx) => {
      const ended = (await tx.query(text, params)).length > 0;
      if (ended) await alongside(tx);
      return ended;
    });
  }

  /** Gives jobs back that this process will not finish: they are due at once, and the attempt is not counted. */
  async release(held: readonly LeasedJob[]): Promise<void> {
    if (held.length === 0) return;
    await this.#engine.query(
      `UPDATE weft.jobs SET state = 'waiting', attempts = jobs.attempts - 1, lease_until = NULL, run_at = now()
       FROM unnest($1::text[], $2::int4[]) AS held (id, attempts)
       WHERE jobs.id = held.id AND jobs.attempts = held.attempts AND jobs.state = 'running'`,
      [held.map(({ id }) => id), held.map(({ attempts }) => attempts)],
    );
  }

  /**
   * Makes jobs wait again whose server ended without a word; how many there were. `all`: also those whose lease goes on,
   * for a server that starts and knows that it is the only one.
   */
  async recoverExpired(all: boolean): Promise<number> {
    const rows = await this.#engine.query(
      `UPDATE weft.jobs SET state = 'waiting', lease_until = NULL, run_at = now(), updated_at = now(),
         fault = 'The server that ran it ended'
       WHERE state = 'running' AND ($1 OR lease_until < now()) RETURNING id`,
      [all],
    );
    return rows.length;
  }

  /** How many jobs there are in each state. */
  async counts(): Promise<JobCounts> {
    const rows = await this.#engine.query('SELECT state, count(*) FROM weft.jobs GROUP BY state');
    return {
      waiting: 0,
      running: 0,
      failed: 0,
      ...Object.fromEntries(rows as readonly [JobState, number][]),
    };
  }

  /** Newest first, after the job named. */
  async list(state: JobState, after: string | null, limit: number): Promise<readonly ShownJob[]> {
    const rows = await this.#engine.query(
      `SELECT ${shown} FROM weft.jobs WHERE state = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
      [state, after, limit],
    );
    return rows.map(presentShown);
  }

  /** Makes a job that was given up, or waits for its next attempt, due at once, with all its attempts before it. */
  async retry(id: string): Promise<boolean> {
    const rows = await this.#engine.query(
      `UPDATE weft.jobs SET state = 'waiting', attempts = 0, run_at = now(), created_at = now(), updated_at = now()
       WHERE id = $1 AND state IN ('failed', 'waiting') RETURNING id`,
      [id],
    );
    return rows.length > 0;
  }

  /** Makes everything due at once that waits for another attempt. */
  async retryFaulted(): Promise<void> {
    await this.#engine.query(
      `UPDATE weft.jobs SET run_at = now() WHERE state = 'waiting' AND attempts > 0 AND fault IS NOT NULL`,
    );
  }

  /** Forgets jobs given up longer than so many days ago. */
  async removeOld(days: number): Promise<void> {
    await this.#engine.query(
      `DELETE FROM weft.jobs WHERE state = 'failed' AND updated_at < now() - make_interval(days => $1)`,
      [days],
    );
  }

  /** Notes when recurring work is due first; what is noted already stays, unless its times have changed. */
  async keepSchedule({ name, cron, dueAt }: Schedule): Promise<void> {
    await this.#engine.query(
      `INSERT INTO weft.job_schedules (name, cron, due_at) VALUES ($1, $2, $3::timestamptz)
       ON CONFLICT (name) DO UPDATE SET cron = EXCLUDED.cron, due_at = EXCLUDED.due_at
       WHERE job_schedules.cron <> EXCLUDED.cron`,
      [name, cron, dueAt],
    );
  }

  /** The schedules that are due. */
  async dueSchedules(): Promise<readonly Schedule[]> {
    const rows = await this.#engine.query(
      'SELECT name, cron, due_at FROM weft.job_schedules WHERE due_at <= now() ORDER BY name',
    );
    return rows.map(([name, cron, dueAt]) => ({
      name: String(name),
      cron: String(cron),
      dueAt: String(dueAt),
    }));
  }

  /** Enqueues the job of a due schedule and notes when it is due next; of several servers one does. */
  async runSchedule(due: Schedule, nextDueAt: string, job: NewJob): Promise<boolean> {
    return this.#engine.transaction(async (tx) => {
      const rows = await tx.query(
        `UPDATE weft.job_schedules SET due_at = $3::timestamptz
         WHERE name = $1 AND due_at <= $2::timestamptz + interval '1 millisecond' AND due_at <= now() RETURNING name`,
        [due.name, due.dueAt, nextDueAt],
      );
      if (rows.length > 0) enqueueJobs(tx, [job]);
      return rows.length > 0;
    });
  }
}
