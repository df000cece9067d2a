import type { NewJob } from '@weft/db';

/** Enqueues a job at most once in `pause` milliseconds for each id; one that cannot be is asked for by the next reader. */
export function askOncePerPause(
  enqueue: (job: NewJob) => Promise<void>,
  now: () => number,
  pause: number,
): (job: NewJob) => void {
  const asked = new Map<string, number>();
  return (job) => {
    // In the order they were asked for: the oldest first.
    for (const [id, at] of asked) {
      if (now() - at < pause) break;
      asked.delete(id);
    }
    if (asked.has(job.id)) return;
    asked.set(job.id, now());
    enqueue(job).catch(() => asked.delete(job.id));
  };
}
