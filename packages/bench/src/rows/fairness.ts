import { signUp } from '@weft/testkit';
import type { Bench, BenchTable } from '../bench.ts';
import { leanSession } from '../lean-session.ts';
import { type Figure, percentile } from '../measure.ts';
import { imports } from './neighbours/imports.ts';
import type { Neighbour } from './neighbours/neighbour.ts';
import { searches } from './neighbours/searches.ts';
import { uploads } from './neighbours/uploads.ts';

/** THE list: everybody who takes more than their share. */
const neighbours: readonly Neighbour[] = [searches, uploads, imports];

const seconds = 15;
/** Milliseconds between two edits of the person beside whom it happens. */
const pause = 100;
/** Milliseconds until a neighbour is under way. */
const runUp = 1_000;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Calls again and again until the end; milliseconds of each. */
async function again(end: number, call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < end) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
    await wait(pause);
  }
  return times;
}

/** Somebody of another organization with a small table, who edits a cell. */
async function colleague({ product }: Bench): Promise<() => Promise<unknown>> {
  const session = leanSession(await signUp(product.url, 'victim'));
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

/** A neighbour at work beside somebody of another organization who edits one cell after the other. */
export async function fairness(bench: Bench, large: BenchTable): Promise<Figure[]> {
  const edit = await colleague(bench);
  const health = async () => {
    const answer = await fetch(`${bench.product.url}/healthz`);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`/healthz answered ${answer.status}`);
  };
  const figures: Figure[] = [];
  for (const { name, work } of neighbours) {
    const stop = new AbortController();
    const working = work(bench, large, stop.signal);
    // What goes wrong in it is told when it is waited for.
    working.catch(() => {});
    await wait(runUp);
    const end = performance.now() + seconds * 1_000;
    const [edits, pings] = await Promise.all([again(end, edit), again(end, health)]);
    stop.abort();
    const done = await working;
    const most = (times: readonly number[]) => Math.round(Math.max(...times));
    figures.push({
      name: `one-cell edit beside ${name}, p95`,
      engine: bench.engine,
      value: percentile(edits, 0.95),
      unit: 'ms',
      limit: bench.engine === 'postgres' ? 300 : 700,
      note: `${edits.length} edits, the slowest ${most(edits)} ms, /healthz ${most(pings)} ms; ${done}`,
    });
  }
  return [...figures, await ending(bench, large)];
}

/** The end of a server that twenty searches have to do with. */
async function ending(bench: Bench, large: BenchTable): Promise<Figure> {
  const stop = new AbortController();
  const working = searches.work(bench, large, stop.signal).catch(() => {});
  await wait(2 * runUp);
  const start = performance.now();
  await bench.product.pause();
  const value = (performance.now() - start) / 1_000;
  stop.abort();
  await working;
  const late = bench.product.log().includes('did not stop in time');
  return {
    name: 'server ends when told to, beside 20 searches',
    engine: bench.engine,
    value,
    unit: 's',
    limit: 10,
    note: late ? 'it was cut off' : 'with exit code 0',
  };
}
