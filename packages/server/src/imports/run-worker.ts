import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WorkerAnswer, WorkerJob, WorkerOrder } from './worker-messages.ts';

/** Old space of a worker: profiles and batches are bounded, so this is far above what a job takes. */
const maxHeapMb = 512;
/**
 * New space of a worker. Left to itself it grows for speed: measured on an import of a million rows, 87 MB of heap
 * against 40, for a twentieth of the time; what lives long is 12 MB.
 */
const newSpaceMb = 16;

/** A job at work. */
export interface WorkerRun {
  /** Its answers in order; leaving the loop early ends the thread at once. */
  readonly answers: AsyncGenerator<WorkerAnswer>;
  tell(order: WorkerOrder): void;
}

/** Runs one job off the request path. Each answer of kind 'rows' is acknowledged when the next one is asked for. */
export function runWorker(job: WorkerJob, signal: AbortSignal): WorkerRun {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: {
      maxOldGenerationSizeMb: maxHeapMb,
      maxYoungGenerationSizeMb: newSpaceMb,
    },
  });
  const tell = (order: WorkerOrder): void => worker.postMessage(order);
  return { answers: answersOf(worker, tell, signal), tell };
}

async function* answersOf(
  worker: Worker,
  tell: WorkerRun['tell'],
  signal: AbortSignal,
): AsyncGenerator<WorkerAnswer> {
  const answers: WorkerAnswer[] = [];
  let failure: unknown = null;
  let ended = false;
  let wake: () => void = () => {};
  worker.on('message', (message: WorkerAnswer) => {
    answers.push(message);
    wake();
  });
  worker.on('error', (error) => {
    failure = error;
    wake();
  });
  worker.on('exit', () => {
    ended = true;
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      if (signal.aborted) return;
      const answer = answers.shift();
      if (answer !== undefined) {
        yield answer;
        if (answer.kind === 'rows') tell({ kind: 'more' });
        continue;
      }
      if (failure !== null) throw failure;
      if (ended) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (answers.length > 0 || ended || failure !== null || signal.aborted) resolve();
      });
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (!ended) {
      const exit = once(worker, 'exit');
      void worker.terminate();
      await exit;
    }
  }
}
