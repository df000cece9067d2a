import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { Semaphore } from './semaphore.ts';
import { isArchive } from './workbook/sheet-file.ts';
import type { WorkerAnswer, WorkerJob, WorkerOrder } from './worker-messages.ts';

/** Old space of a worker: profiles and batches are bounded, so this is far above what a job takes. */
const maxHeapMb = 512;
/**
 * New space of a worker. Left to itself it grows for speed: measured on an import of a million rows, 87 MB of heap
 * against 40, for a twentieth of the time; what lives long is 12 MB.
 */
const newSpaceMb = 16;

/**
 * Milliseconds a thread waits for another job, its code loaded and compiled: the import that follows a preview begins
 * 0.2 CPU-s sooner. It holds 30 MB.
 */
const keptFor = 60_000;
/** Milliseconds a thread gets to leave a job whose answers nobody wants. */
const patience = 1_000;

/** Bytes of a file of text that is looked through in less than a tenth of a second. */
const smallFile = 256 * 1024;

/** Threads with their code loaded: up to `most` idle ones are kept for the next job, each for a minute. */
class ThreadPool {
  readonly #most: number;
  readonly #idle: { readonly worker: Worker; readonly end: NodeJS.Timeout }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  take(): Worker {
    const kept = this.#idle.pop();
    if (kept !== undefined) {
      clearTimeout(kept.end);
      kept.worker.ref();
      return kept.worker;
    }
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: newSpaceMb },
      // What the server loads before its own code (`--import`) is none of a file's business, and takes its time.
      execArgv: [],
    });
    worker.on('exit', () => this.#forget(worker));
    // What goes wrong in a job is heard by the job; without a listener the rest would end the process.
    worker.on('error', () => {});
    return worker;
  }

  giveBack(worker: Worker, samePriority: boolean): void {
    if (this.#idle.length === this.#most || !samePriority) return void worker.terminate();
    const end = setTimeout(() => {
      this.#forget(worker);
      void worker.terminate();
    }, keptFor);
    end.unref();
    // Nobody waits for it at the end of the process.
    worker.unref();
    this.#idle.push({ worker, end });
  }

  #forget(worker: Worker): void {
    const at = this.#idle.findIndex((kept) => kept.worker === worker);
    if (at !== -1) this.#idle.splice(at, 1);
  }
}

interface Room {
  readonly threads: ThreadPool;
  readonly semaphore: Semaphore;
}
type Rooms = { readonly [K in WorkerJob['kind']]: Room };

const roomsFor = (kept: number, most: { readonly [K in WorkerJob['kind']]: number }): Rooms => {
  const threads = new ThreadPool(kept);
  return {
    profile: { threads, semaphore: new Semaphore(most.profile) },
    convert: { threads, semaphore: new Semaphore(most.convert) },
  };
};

/**
 * Jobs at once. Looking a file through never waits for an import, which keeps its room while its rows are written.
 *
 * A large file holds 60 MB and a core, and a person who tries one separator after the other starts one each time: sixteen at
 * once took 1 GB more and no less time. Small ones have threads that large ones never take, as a new one costs ten times as
 * much as the import of 500 rows, and room for more imports than one person may have at work.
 */
const rooms = {
  small: roomsFor(2, { profile: 4, convert: 6 }),
  large: roomsFor(1, { profile: 2, convert: 4 }),
} as const;

/** How many rows a workbook has its size does not tell: 100 kB of XLSX may hold 600,000. */
const isSmall = async (path: string): Promise<boolean> =>
  (await stat(path)).size <= smallFile && !(await isArchive(path));

/** A job at work. */
export interface WorkerRun {
  /** Its answers in order; leaving the loop early ends the job at once. */
  readonly answers: AsyncGenerator<WorkerAnswer>;
  tell(order: WorkerOrder): void;
}

/**
 * Runs one job off the request path, once there is room for it. Each answer with rows is acknowledged when the
 * next one is asked for.
 */
export function runWorker(job: WorkerJob, signal: AbortSignal): WorkerRun {
  let worker: Worker | null = null;
  const tell = (order: WorkerOrder): void => worker?.postMessage(order);
  async function* admitted(): AsyncGenerator<WorkerAnswer> {
    const { threads, semaphore } = rooms[(await isSmall(job.path)) ? 'small' : 'large'][job.kind];
    const release = await semaphore.acquire(signal);
    if (release === null) return;
    try {
      worker = threads.take();
      const answers = answersOf(worker, threads, tell, signal);
      tell({ kind: 'work', job });
      yield* answers;
    } finally {
      release();
    }
  }
  return { answers: admitted(), tell };
}

async function* answersOf(
  worker: Worker,
  threads: ThreadPool,
  tell: WorkerRun['tell'],
  signal: AbortSignal,
): AsyncGenerator<WorkerAnswer> {
  const answers: WorkerAnswer[] = [];
  let failure: unknown = null;
  let state = 'at work' as 'at work' | 'free' | 'gone';
  let samePriority = false;
  let wake: () => void = () => {};
  const onMessage = (message: WorkerAnswer) => {
    if (message.kind === 'done') {
      state = 'free';
      samePriority = message.samePriority;
    } else answers.push(message);
    wake();
  };
  const onError = (error: unknown) => {
    failure = error;
    wake();
  };
  const onExit = () => {
    state = 'gone';
    wake();
  };
  const onAbort = () => wake();
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      if (signal.aborted) return;
      const answer = answers.shift();
      if (answer !== undefined) {
        yield answer;
        if (answer.kind === 'rows' || answer.kind === 'cells') tell({ kind: 'more' });
        continue;
      }
      if (failure !== null) throw failure;
      if (state === 'free') return;
      if (state === 'gone') throw new Error('The thread ended before its job');
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (answers.length > 0 || state !== 'at work' || failure !== null || signal.aborted) resolve();
      });
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (state === 'at work') {
      tell({ kind: 'stop' });
      const hurry = setTimeout(() => void worker.terminate(), patience);
      while (state === 'at work')
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      clearTimeout(hurry);
    }
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    if (state === 'free') threads.giveBack(worker, samePriority);
  }
}
