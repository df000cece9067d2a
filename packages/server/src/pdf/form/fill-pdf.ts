import { Worker } from 'node:worker_threads';
import { type FilledPdf, PdfFormFault, type PdfFormField, type PdfFormValue } from './pdf-form.ts';

/** Bytes of a PDF whose fields are filled in. */
export const maxPdfFormBytes = 10 * 1024 * 1024;
/** Milliseconds. */
const longestWork = 20_000;
const mostMemoryMb = 512;
/** Threads at once: each takes the memory of a PDF library. */
const mostThreads = 2;

let running = 0;
const waiting: (() => void)[] = [];

async function alone<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostThreads) await new Promise<void>((go) => waiting.push(go));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
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
  longest = longestWork,
): Promise<T> =>
  alone(
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
        worker.once('message', (answer: { readonly done?: T; readonly fault?: string }) => {
          if (answer.done === undefined) fail(answer.fault ?? unreadable);
          else resolve(answer.done);
          void worker.terminate();
        });
        worker.once('error', (error) => fail(unreadable, error));
        worker.once('exit', () => {
          clearTimeout(timer);
          fail(unreadable);
        });
      }),
  );

/** The fields of a PDF that can be filled in. */
export const fieldsOfPdf = (bytes: Uint8Array): Promise<readonly PdfFormField[]> => inThread(bytes, null);

/** The PDF with values in its fields, by their names. */
export const fillPdf = (
  bytes: Uint8Array,
  values: ReadonlyMap<string, PdfFormValue>,
  longest?: number,
): Promise<FilledPdf> => inThread(bytes, values, longest);
