// A thread of the bench: somebody with a small table of an organization of their own, who edits one cell after the other, or
// imports one file after the other.
// A thread, because neighbours that keep the bench's own event loop busy would slow this person's clock.
import { parentPort, workerData } from 'node:worker_threads';
import { signUp } from '@weft/testkit';
import { leanSession } from './lean-session.ts';
import { importFile } from './office.ts';

export interface VictimOrder {
  readonly url: string;
  readonly does: 'edits' | 'imports';
}

/** Milliseconds of each call, in order. */
export interface VictimTimes {
  readonly calls: readonly number[];
  readonly pings: readonly number[];
}

const importedFile = `Name,Age\n${Array.from({ length: 500 }, (_, n) => `Person ${n},${n % 90}`).join('\n')}\n`;

/** Milliseconds between two calls. */
const pause = 100;

/** Calls again and again until the end; milliseconds of each. */
async function again(end: number, call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < end) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return times;
}

async function editor(url: string): Promise<() => Promise<unknown>> {
  const session = leanSession(await signUp(url, 'victim'));
  const made = await session.post<{ basePublicIdentifier: string }>('/admin/bases', { baseName: 'Plans' });
  const basePublicId = made.basePublicIdentifier;
  await session.mutate('metadata.create', { basePublicId, createDefaultRecords: true });
  const { metadata } = await session.query<{
    metadata: { tables: [{ id: string; primaryFieldId: string }] };
  }>('metadata.get', { basePublicId });
  const [{ id: tableId, primaryFieldId }] = metadata.tables;
  const page = await session.query<{ records: [{ id: string }] }>('records.list', { basePublicId, tableId });
  const recordId = page.records[0].id;
  let edit = 0;
  return () =>
    session.mutate('records.update', {
      basePublicId,
      tableId,
      recordId,
      data: { [primaryFieldId]: `edit ${++edit}` },
    });
}

async function importer(url: string): Promise<() => Promise<unknown>> {
  const session = await signUp(url, 'importing victim');
  return () => importFile(session, importedFile);
}

async function ping(url: string): Promise<void> {
  const answer = await fetch(`${url}/healthz`);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`/healthz answered ${answer.status}`);
}

const port = parentPort;
if (port !== null) {
  const { url, does } = workerData as VictimOrder;
  const call = await (does === 'edits' ? editor : importer)(url);
  port.postMessage('ready');
  // Each message is the milliseconds to go on for.
  port.on('message', async (milliseconds: number) => {
    const end = performance.now() + milliseconds;
    const [calls, pings] = await Promise.all([again(end, call), again(end, () => ping(url))]);
    port.postMessage({ calls, pings } satisfies VictimTimes);
  });
}
