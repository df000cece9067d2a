import { openAsBlob } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type Results } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { must, withoutUndefined } from '@weft/std';
import { DurableFiles, flushingSettings, flushingStart } from './durable-files.ts';
import type { Answer, Answered, DatabaseFault, Request, WorkerSettings } from './embedded-messages.ts';
import { oid, parsers } from './engine.ts';

/** The thread that holds the embedded database: requests are answered one after another, in order. */
const port = must(parentPort, 'the main thread');
const place = workerData as WorkerSettings;

// PGlite decodes each text on its own, and its decoder would take U+FEFF at the start of one for a byte order mark.
globalThis.TextDecoder = class extends TextDecoder {
  constructor(...[label, options]: ConstructorParameters<typeof TextDecoder>) {
    super(label, { ignoreBOM: true, ...options });
  }
};

// 128 MB of buffers, the default, would be most of the server's memory: 183 MB resident against 300.
const settings = ['shared_buffers=16MB', 'timezone=UTC', 'datestyle=ISO'];
const database = await PGlite.create({
  extensions: { pg_trgm },
  // Given with each query they cost half of a small one's CPU: they are mixed with the parsers of all other types anew.
  parsers: { ...parsers },
  ...('image' in place
    ? { loadDataDir: await openAsBlob(place.image), postgresqlconf: settings }
    : {
        fs: new DurableFiles(place.folder),
        startParams: flushingStart,
        postgresqlconf: [...settings, ...flushingSettings],
      }),
});

/** Rows by name and with Dates, as Kysely's users expect them. */
function objectsOf({ rows, fields }: Results<readonly unknown[]>): readonly object[] {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, isInstant: dataTypeID === oid.timestamptz }));
  const cellOf = (value: unknown, isInstant: boolean) =>
    isInstant && value !== null ? new Date(value as string) : value;
  return rows.map((row) =>
    Object.fromEntries(columns.map(({ name, isInstant }, i) => [name, cellOf(row[i], isInstant)])),
  );
}

async function answer(request: Request): Promise<Answered> {
  switch (request.kind) {
    case 'query': {
      const params = [...request.params];
      const results = await database.query<unknown[]>(request.text, params, { rowMode: 'array' });
      const rows = request.rows === 'array' ? results.rows : objectsOf(results);
      return { rows, affected: results.affectedRows ?? 0 };
    }
    case 'exec':
      await database.exec(request.text);
      return { rows: [], affected: 0 };
    case 'copy': {
      const { affectedRows } = await database.query(request.text, [], { blob: new Blob([request.bytes]) });
      return { rows: [], affected: affectedRows ?? 0 };
    }
    case 'copy-out': {
      const { blob } = await database.query(request.text);
      const bytes = new Uint8Array(blob === undefined ? new ArrayBuffer(0) : await blob.arrayBuffer());
      return { rows: [bytes], affected: 0 };
    }
    case 'close':
      await database.close();
      return { rows: [], affected: 0 };
  }
}

function faultOf(error: unknown): DatabaseFault {
  const { message, code, detail, constraint } = error as Partial<DatabaseFault>;
  return withoutUndefined({ message: message ?? String(error), code, detail, constraint });
}

let last: Promise<void> = Promise.resolve();

/** Requests that travel together are done until one fails: the others then fail with its fault. */
async function answerAll(requests: readonly Request[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let fault: DatabaseFault | null = null;
  for (const request of requests) {
    const { id } = request;
    try {
      answers.push(fault === null ? { id, ...(await answer(request)) } : { id, fault });
    } catch (error) {
      fault = faultOf(error);
      answers.push({ id, fault });
    }
  }
  return answers;
}

port.on('message', (requests: readonly Request[]) => {
  last = last.then(async () => {
    port.postMessage(await answerAll(requests));
    if (requests.at(-1)?.kind === 'close') port.close();
  });
});

port.postMessage([{ id: 0, rows: [], affected: 0 } satisfies Answer]);
