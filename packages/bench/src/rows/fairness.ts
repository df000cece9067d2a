import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Bench, BenchTable } from '../bench.ts';
import { type Figure, percentile } from '../measure.ts';
import type { VictimOrder, VictimTimes } from '../victim.ts';
import { imports } from './neighbours/imports.ts';
import type { Neighbour, Neighbourhood } from './neighbours/neighbour.ts';
import { searches } from './neighbours/searches.ts';
import { uploads } from './neighbours/uploads.ts';

/** THE list: everybody who takes more than their share. */
export const neighbours: readonly Neighbour[] = [searches, uploads, imports];

const seconds = 15;
/** Milliseconds until a neighbour is under way. */
const runUp = 1_000;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Measures something while a neighbour is at work; what came of both. */
export async function beside<T>(
  { work }: Neighbour,
  where: Neighbourhood,
  large: BenchTable,
  measure: () => Promise<T>,
): Promise<{ readonly measured: T; readonly done: string }> {
  const stop = new AbortController();
  const working = work(where, large, stop.signal);
  // What goes wrong in it is told when it is waited for.
  working.catch(() => {});
  await wait(runUp);
  const measured = await measure().finally(() => stop.abort());
  return { measured, done: await working };
}

/** Neighbours at work, one after the other, beside somebody of another organization who edits one cell after the other. */
export async function editsBeside(
  all: readonly Neighbour[],
  where: Neighbourhood,
  large: BenchTable,
): Promise<Figure[]> {
  const order: VictimOrder = { url: where.product.url, does: 'edits' };
  const victim = new Worker(new URL('../victim.ts', import.meta.url), { workerData: order });
  await once(victim, 'message');
  const figures: Figure[] = [];
  for (const neighbour of all) {
    const { measured, done } = await beside(neighbour, where, large, async () => {
      victim.postMessage(seconds * 1_000);
      // Rejects where an edit or a ping fails.
      const [times] = (await once(victim, 'message')) as [VictimTimes];
      return times;
    });
    const { calls, pings } = measured;
    const most = (times: readonly number[]) => Math.round(Math.max(...times));
    figures.push({
      name: `one-cell edit beside ${neighbour.name}, p95`,
      engine: where.engine,
      value: percentile(calls, 0.95),
      unit: 'ms',
      limit: where.engine === 'embedded' ? 700 : 300,
      note: `${calls.length} edits, the slowest ${most(calls)} ms, /healthz ${most(pings)} ms; ${done}`,
    });
  }
  await victim.terminate();
  return figures;
}

/** A server that its neighbours ask too much of, and its end. */
export async function fairness(bench: Bench, large: BenchTable): Promise<Figure[]> {
  return [...(await editsBeside(neighbours, bench, large)), ...(await ending(bench, large))];
}

/** The end of a server that twenty searches have to do with. */
async function ending(bench: Bench, large: BenchTable): Promise<Figure[]> {
  const { engine, product } = bench;
  const stop = new AbortController();
  const working = searches.work(bench, large, stop.signal).catch(() => {});
  await wait(2 * runUp);
  const start = performance.now();
  const code = await product.pause();
  const value = (performance.now() - start) / 1_000;
  stop.abort();
  await working;
  return [
    { name: 'server ends when told to, beside 20 searches', engine, value, unit: 's', limit: 10 },
    // Killed, it has none.
    {
      name: 'its exit code',
      engine,
      value: code ?? Number.NaN,
      unit: '',
      limit: 0,
      ...(code === null && { note: 'it had to be killed' }),
    },
  ];
}
