import { Worker } from 'node:worker_threads';
import { type FilledPdf, PdfFormFault, type PdfFormField, type PdfFormValue } from './pdf-form.ts';

/** Bytes of a PDF whose fields are filled in. */
export const maxPdfFormBytes = 10 * 1024 * 1024;
/** Milliseconds. */
const longestWork = 20_000;
const mostMemoryMb = 512;
/** Threads at once: each takes the memory of a PDF library. */
const mostThreads = 2;

/** Whose work it is, and what ends it before its time. */
export interface PdfTurn {
  readonly organizationId: string;
  readonly signal?: AbortSignal | undefined;
}

let running = 0;
/** Those of an organization that wait; the one whose turn is next comes first. */
const waiting = new Map<string, (() => void)[]>();

function turnOf({ organizationId, signal }: PdfTurn): Promise<void> {
  return new Promise((resolve, reject) => {
    const own = waiting.get(organizationId) ?? [];
    waiting.set(organizationId, own);
    const go = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      own.splice(own.indexOf(go), 1);
      if (own.length === 0) waiting.delete(organizationId);
      reject(signal?.reason);
    };
    own.push(go);
    signal?.addEventListener('abort', leave, { once: true });
  });
}

/** The first of an organization, which then stands behind the others. */
function nextWaiting(): (() => void) | undefined {
  const [first] = waiting;
  if (first === undefined) return undefined;
  const [organizationId, own] = first;
  waiting.delete(organizationId);
  const next = own.shift();
  if (own.length > 0) waiting.set(organizationId, own);
  return next;
}

async function alone<T>(turn: PdfTurn, work: () => Promise<T>): Promise<T> {
  turn.signal?.throwIfAborted();
  if (running >= mostThreads) await turnOf(turn);
  else running += 1;
  try {
    return await work();
  } finally {
    const next = nextWaiting();
    if (next === undefined) running -= 1;
    else next();
  }
}

const unreadable = 'This PDF cannot be read';

/**
 * Works on a PDF that somebody uploaded in a thread of its own, which ends when it takes too long or too much memory:
 * nobody else waits for a hostile file. Throws PdfFormFault.
 */
const inThread = <T>(
  bytes: Uint8Array,
  values: ReadonlyMap<string, PdfFormValue> | null,
  turn: PdfTurn,
  longest = longestWork,
): Promise<T> =>
  alone(
    turn,
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker(new URL('./pdf-form-worker.ts', import.meta.url), {
          workerData: { bytes, values },
          resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
          // What the library warns of is written nowhere.
          ...{ stdout: true, stderr: true },
        });
        const fail = (why: string, cause?: unknown) => reject(new PdfFormFault(why, { cause }));
        const timer = setTimeout(() => {
          fail(`The PDF cannot be worked on within ${longest / 1_000} seconds`);
          void worker.terminate();
        }, longest);
        const end = () => {
          reject(turn.signal?.reason);
          void worker.terminate();
        };
        turn.signal?.addEventListener('abort', end, { once: true });
        worker.once('message', (answer: { readonly done?: T; readonly fault?: string }) => {
          if (answer.done === undefined) fail(answer.fault ?? unreadable);
          else resolve(answer.done);
          void worker.terminate();
        });
        worker.once('error', (error) => fail(unreadable, error));
        worker.once('exit', () => {
          clearTimeout(timer);
          turn.signal?.removeEventListener('abort', end);
          fail(unreadable);
        });
      }),
  );

/** The fields of a PDF that can be filled in. */
export const fieldsOfPdf = (bytes: Uint8Array, turn: PdfTurn): Promise<readonly PdfFormField[]> =>
  inThread(bytes, null, turn);

/** The PDF with values in its fields, by their names. */
export const fillPdf = (
  bytes: Uint8Array,
  values: ReadonlyMap<string, PdfFormValue>,
  turn: PdfTurn,
  longest?: number,
): Promise<FilledPdf> => inThread(bytes, values, turn, longest);
