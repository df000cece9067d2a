import { getPriority, setPriority } from 'node:os';
import { threadProcessorTime } from '../../thread-time.ts';

/** Milliseconds of the processor after which a job is a long one: a file of some thousand rows is read by then. */
const shortJob = 100;
/** Milliseconds between two looks at it. */
const interval = 20;
/** On a busy processor a long job gets a tenth of what those get who answer requests. */
const lower = 10;
const lowest = 19;

export interface ThreadPriority {
  /** Milliseconds for which the thread had a processor. */
  readonly processor: () => number;
  readonly get: () => number;
  readonly set: (priority: number) => void;
}

/** Of the thread that calls: on Linux threads have priorities of their own, elsewhere the process has one. */
const ownPriority: ThreadPriority | null =
  process.platform === 'linux'
    ? {
        processor: threadProcessorTime,
        get: () => getPriority(),
        set: (priority) => setPriority(priority),
      }
    : null;

/**
 * Lets a job that lasts yield to those who answer requests, and to jobs that have only begun: a small file is not read
 * behind large ones. Answers what ends it: whether the thread has the priority again that it had before, which not every
 * process may give back.
 */
export function yieldWhenLong(thread: ThreadPriority | null = ownPriority): () => boolean {
  if (thread === null) return () => true;
  const before = thread.get();
  const begun = thread.processor();
  let lowered = false;
  const timer = setInterval(() => {
    if (thread.processor() - begun < shortJob) return;
    clearInterval(timer);
    thread.set(Math.min(lowest, before + lower));
    lowered = true;
  }, interval);
  return () => {
    clearInterval(timer);
    try {
      if (lowered) thread.set(before);
      return true;
    } catch {
      return false;
    }
  };
}
