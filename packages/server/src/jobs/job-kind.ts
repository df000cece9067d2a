import type { Alongside } from '@weft/db';
import { z } from 'zod';

/** How long a failing job is tried again. Seconds. */
export interface RetryPolicy {
  /** Until the second attempt; it doubles with each. */
  readonly first: number;
  /** The longest pause between two attempts. */
  readonly longest: number;
  /** After this long since it was enqueued, a failing job is given up. */
  readonly giveUpAfter: number;
  /** So many attempts at most, those of servers that died included. */
  readonly maxAttempts: number;
}

/** For effects on the world outside: a receiver may be away for a weekend. */
export const outsideRetries: RetryPolicy = {
  first: 10,
  longest: 6 * 3_600,
  giveUpAfter: 72 * 3_600,
  maxAttempts: 60,
};

/** For work inside: what fails is tried a few times within minutes. */
export const insideRetries: RetryPolicy = { first: 5, longest: 300, giveUpAfter: 3_600, maxAttempts: 8 };

/** What a running job is told of itself. */
export interface JobRun {
  readonly id: string;
  /** This one counted, from 1 on. */
  readonly attempt: number;
  /** Aborted when the server stops, or when the lease was lost: whoever goes on after that may do the work twice. */
  readonly signal: AbortSignal;
}

/**
 * A kind of job: one module and one line in the list of its feature. A job runs at least once: what it does must be
 * idempotent, for a server may die between the effect and the end of the job.
 */
interface JobKind<Payload = unknown> {
  /** The name its rows carry; it is stored and never changes. */
  readonly queue: string;
  /** What it is called for admins. */
  readonly label: string;
  readonly payload: z.ZodType<Payload>;
  /** How many run at once in one process. */
  readonly concurrency: number;
  /**
   * So many more run where the jobs of a few organizations or people, by the `organizationId` and `personId` of their
   * payload, take all the room: those of others. None when absent.
   */
  readonly reserve?: number;
  readonly retry: RetryPolicy;
  /**
   * Does the work, and may answer what is to be written in the transaction that ends the job. What is thrown is a failed
   * attempt: see `JobFault`.
   */
  readonly run: (payload: Payload, run: JobRun) => Promise<Alongside | undefined>;
  /** What is written in the transaction that notes a failed attempt; `givenUp`: there will be no other. */
  readonly onFailure?: (payload: Payload, fault: string, givenUp: boolean) => Alongside;
}

/** A kind of job as the list of all holds it: its payload is checked before it runs. */
export interface AnyJobKind extends Pick<JobKind, 'queue' | 'label' | 'concurrency' | 'reserve' | 'retry'> {
  readonly run: (payload: unknown, run: JobRun) => Promise<Alongside | undefined>;
  readonly onFailure: (payload: unknown, fault: string, givenUp: boolean) => Alongside | undefined;
}

export const jobKind = <Payload>(kind: JobKind<Payload>): AnyJobKind => ({
  queue: kind.queue,
  label: kind.label,
  concurrency: kind.concurrency,
  reserve: kind.reserve ?? 0,
  retry: kind.retry,
  run: (payload, run) => kind.run(kind.payload.parse(payload), run),
  onFailure: (payload, fault, givenUp) => {
    const { success, data } = kind.payload.safeParse(payload);
    return success ? kind.onFailure?.(data, fault, givenUp) : undefined;
  },
});

const nothing = z.looseObject({});

/** A kind of job that is only ever enqueued by its schedule: one at a time in a process, without a payload. */
export const recurringJob = (queue: string, label: string, run: (run: JobRun) => Promise<void>): AnyJobKind =>
  jobKind({
    queue,
    label,
    payload: nothing,
    concurrency: 1,
    retry: insideRetries,
    run: async (_payload, running) => {
      await run(running);
      return undefined;
    },
  });

/** Recurring work: enqueues a job without payload at the times of a cron expression (UTC). */
export interface JobSchedule {
  readonly name: string;
  readonly cron: string;
  readonly queue: string;
}

/** Thrown by a job that knows what is to become of it: tried again after some seconds, or never. */
export class JobFault extends Error {
  override readonly name = 'JobFault';
  /** Seconds; null gives the job up. */
  readonly retryIn: number | null;

  constructor(message: string, retryIn: number | null, options?: ErrorOptions) {
    super(message, options);
    this.retryIn = retryIn;
  }
}

/**
 * Seconds until the attempt after this one, null when the job is given up. Half of the pause is random, so that what
 * failed together does not come back together.
 */
export function retryDelay(
  { first, longest, giveUpAfter, maxAttempts }: RetryPolicy,
  job: { readonly attempts: number; readonly age: number },
  random: () => number,
): number | null {
  if (job.attempts >= maxAttempts || job.age >= giveUpAfter) return null;
  const pause = Math.min(first * 2 ** (job.attempts - 1), longest);
  return pause * (0.5 + random() / 2);
}
