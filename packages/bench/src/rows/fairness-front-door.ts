import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { signUp } from '@weft/testkit';
import type { Load, LoadOrder } from '../front-door-load.ts';
import { leanSession } from '../lean-session.ts';
import { type Figure, percentile } from '../measure.ts';
import { watchMemory } from '../server-memory.ts';
import type { Neighbourhood } from './neighbours/neighbour.ts';

const milliseconds = 8_000;

const names: { readonly [L in Load]: string } = {
  nothing: 'edit with nobody else there, p95',
  'two strangers post': 'edit while two strangers post 32 MB of JSON again and again, p95',
  'strangers post': 'edit while 24 strangers post 32 MB of JSON again and again, p95',
  'random tokens': 'edit while 100 connections send random tokens, p95',
  'open streams': 'edit while one session of another organization opens 4,000 streams, p95',
};

interface Desk {
  readonly basePublicId: string;
  readonly tableId: string;
  readonly recordId: string;
  readonly fieldId: string;
}

/** A database with a record, of an organization of its own. */
async function makeDesk(session: Neighbourhood['session']): Promise<Desk> {
  const made = await session.post<{ basePublicIdentifier: string }>('/admin/bases', { baseName: 'Desk' });
  const basePublicId = made.basePublicIdentifier;
  await session.mutate('metadata.create', { basePublicId, createDefaultRecords: true });
  const { metadata } = await session.query<{
    metadata: { tables: { id: string; fields: { id: string }[] }[] };
  }>('metadata.get', { basePublicId });
  const tableId = metadata.tables[0]?.id ?? '';
  const { records } = await session.query<{ records: { id: string }[] }>('records.list', {
    basePublicId,
    tableId,
  });
  const fieldId = metadata.tables[0]?.fields[0]?.id ?? '';
  return { basePublicId, tableId, fieldId, recordId: records[0]?.id ?? '' };
}

/** Somebody edits one cell, one edit after another, while strangers and a neighbour do their worst to these processes. */
export async function frontDoor(
  bench: Omit<Neighbourhood, 'session'>,
  servers: readonly number[],
): Promise<Figure[]> {
  const { engine, product } = bench;
  const victim = leanSession(await signUp(product.url, `victim ${engine}`));
  const { fieldId, ...record } = await makeDesk(victim);
  const neighbour = await signUp(product.url, `neighbour ${engine}`);
  const { basePublicId } = await makeDesk(neighbour);
  const limit = engine === 'embedded' ? 700 : 300;
  const figures: Figure[] = [];
  for (const load of Object.keys(names) as Load[]) {
    const order: LoadOrder = {
      load,
      url: product.url,
      headers: neighbour.headers,
      basePublicId,
      milliseconds,
    };
    const worker = new Worker(new URL('../front-door-load.ts', import.meta.url), { workerData: order });
    await once(worker, 'message');
    const memory = await watchMemory(...servers);
    let over = false;
    worker.once('message', () => {
      over = true;
    });
    worker.postMessage('begin');
    const times: number[] = [];
    while (!over) {
      const start = performance.now();
      await victim.mutate('records.update', { ...record, data: { [fieldId]: `edit ${times.length}` } });
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const most = await memory.stop();
    const slowest = Math.round(Math.max(...times));
    const note = `${times.length} edits, the slowest ${slowest} ms; ${servers.length === 1 ? 'the' : 'a'} server had up to ${Math.round(most)} MB`;
    figures.push({ name: names[load], engine, value: percentile(times, 0.95), unit: 'ms', limit, note });
  }
  return figures;
}
