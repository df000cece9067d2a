import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Bench, BenchTable } from '../bench.ts';
import { type Figure, percentile } from '../measure.ts';
import type { VictimOrder, VictimTimes } from '../victim.ts';
import { imports } from './neighbours/imports.ts';
import type { Neighbour } from './neighbours/neighbour.ts';
import { searches } from './neighbours/searches.ts';
import { uploads } from './neighbours/uploads.ts';

/** THE list: everybody who takes more than their share. */
const neighbours: readonly Neighbour[] = [searches, uploads, imports];

const seconds = 15;
/** Milliseconds until a neighbour is under way. */
const runUp = 1_000;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A neighbour at work beside somebody of another organization who edits one cell after the other. */
export async function fairness(bench: Bench, large: BenchTable): Promise<Figure[]> {
  const order: VictimOrder = { url: bench.product.url };
  const victim = new Worker(new URL('../victim.ts', import.meta.url), { workerData: order });
  await once(victim, 'message');
  const figures: Figure[] = [];
  for (const { name, work } of neighbours) {
    const stop = new AbortController();
    const working = work(bench, large, stop.signal);
    // What goes wrong in it is told when it is waited for.
    working.catch(() => {});
    await wait(runUp);
    victim.postMessage(seconds * 1_000);
    // Rejects where an edit or a ping fails.
    const measured = once(victim, 'message').finally(() => stop.abort());
    const [{ edits, pings }] = (await measured) as [VictimTimes];
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
  await victim.terminate();
  return [...figures, ...(await ending(bench, large))];
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
