import type { Engine, Row } from '../engine/engine.ts';
import { isDuplicateOf } from '../pg-errors.ts';

/** A leased job: only the holder of this attempt may end it. */
export interface LeasedJob {
  readonly id: string;
  readonly queue: string;
  readonly payload: unknown;
  /** This one counted. */
  readonly attempts: number;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** A queue that has room for more jobs in this process. */
export interface QueueRoom {
  readonly queue: string;
  readonly room: number;
}

/** Who has taken the room of a queue. */
export interface TakenRoom {
  /** Organizations that get nothing more, and how many a look takes of each other one. */
  readonly busy: readonly string[];
  readonly each: number;
  /** Jobs of each person that run, in whatever organization, and the most that may. */
  readonly running: ReadonlyMap<string, number>;
  readonly mostOfPerson: number;
}

const leased = `UPDATE weft.jobs AS job
  SET state = 'running', attempts = attempts + 1, lease_until = now() + make_interval(secs => $3), updated_at = now()`;
/** What is picked is a list here: a join with it is planned for a tenth of the table, and reads all of it. */
const answered = `WHERE job.id = ANY (ARRAY(SELECT id FROM picked))
  RETURNING job.id, job.queue, job.payload, job.attempts, job.created_at, job.run_at, job.seq`;
/**
 * A job with a key waits while an earlier one of its key is neither done nor given up, and while any of its key runs: an
 * earlier one may be committed after a later one was taken, or be retried.
 */
const isDue = `due.state = 'waiting' AND due.run_at <= now()
  AND (due.key IS NULL OR NOT EXISTS (
      SELECT 1 FROM weft.jobs AS earlier
      WHERE earlier.queue = due.queue AND earlier.key = due.key AND earlier.state <> 'failed' AND earlier.seq < due.seq)
    AND NOT EXISTS (
      SELECT 1 FROM weft.jobs AS running
      WHERE running.queue = due.queue AND running.key = due.key AND running.state = 'running'))`;

/**
 * What is picked is picked once. As a part of the join, a plan that was made for an empty queue picks again for each of the
 * jobs: with 20,000 of them it took more than six minutes.
 */
const take = `WITH picked AS MATERIALIZED (
    SELECT picked.id FROM unnest($1::text[], $2::int4[]) AS wanted (queue, room) CROSS JOIN LATERAL (
      SELECT due.id FROM weft.jobs AS due WHERE due.queue = wanted.queue AND ${isDue}
      ORDER BY due.run_at, due.seq LIMIT wanted.room FOR UPDATE SKIP LOCKED) AS picked)
  ${leased}
  ${answered}`;

/**
 * Of each organization the first few, in turn, and of each person so many that they hold no more than $8 with those that run.
 * What is numbered cannot be locked: it is looked at once more where it is.
 */
const takeOfOthers = `WITH picked AS MATERIALIZED (
    SELECT locked.id FROM weft.jobs AS locked WHERE locked.state = 'waiting' AND locked.id = ANY (ARRAY(
      SELECT id FROM (
        SELECT id, run_at, seq, nth, person, running, row_number() OVER (
          PARTITION BY person ORDER BY nth, run_at, seq) AS of_person
        FROM (
          SELECT due.id, due.run_at, due.seq, due.payload->>'personId' AS person, held.running, row_number() OVER (
            PARTITION BY due.payload->>'organizationId' ORDER BY due.run_at, due.seq) AS nth
          FROM weft.jobs AS due
          LEFT JOIN unnest($6::text[], $7::int4[]) AS held (person, running) ON held.person = due.payload->>'personId'
          WHERE due.queue = $1 AND coalesce(due.payload->>'organizationId', '') <> ALL ($4::text[]) AND ${isDue}
        ) AS of_organization WHERE nth <= $5
      ) AS numbered WHERE person IS NULL OR of_person + coalesce(running, 0) <= $8
      ORDER BY nth, run_at, seq LIMIT $2)) FOR UPDATE SKIP LOCKED)
  ${leased}
  ${answered}`;

const presentLeased = (rows: readonly Row[]): readonly LeasedJob[] =>
  rows
    .toSorted((a, b) => String(a[5]).localeCompare(String(b[5])) || Number(a[6]) - Number(b[6]))
    .map(([id, queue, payload, attempts, createdAt]) => ({
      id: String(id),
      queue: String(queue),
      payload,
      attempts: Number(attempts),
      createdAt: String(createdAt),
    }));

/**
 * Of two servers that look between the commits of two jobs of a key each may have picked one: the later one looks again, and
 * sees what the first has taken.
 */
async function leaseWithRetry(engine: Pick<Engine, 'query'>, text: string, params: readonly unknown[]) {
  try {
    return presentLeased(await engine.query(text, params));
  } catch (error) {
    if (!isDuplicateOf(error, 'jobs_running_keys')) throw error;
  }
  return presentLeased(await engine.query(text, params));
}

/** Leases what is due, at most `room` of each queue; `lease` in seconds. Oldest first. */
export async function leaseDue(
  engine: Pick<Engine, 'query'>,
  queues: readonly QueueRoom[],
  lease: number,
): Promise<readonly LeasedJob[]> {
  const rooms = [queues.map(({ queue }) => queue), queues.map(({ room }) => room)];
  return leaseWithRetry(engine, take, [...rooms, lease]);
}

/** Leases what is due of others than those that have taken the room of a queue, by the payload, in turn. */
export async function leaseOfOthers(
  engine: Pick<Engine, 'query'>,
  { queue, room }: QueueRoom,
  lease: number,
  { busy, each, running, mostOfPerson }: TakenRoom,
): Promise<readonly LeasedJob[]> {
  const people = [[...running.keys()], [...running.values()], mostOfPerson];
  return leaseWithRetry(engine, takeOfOthers, [queue, room, lease, busy, each, ...people]);
}
