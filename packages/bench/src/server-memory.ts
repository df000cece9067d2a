import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** The server's process among the descendants of another. */
export function serverBelow(pid: number): number {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It ended while it was read.
    }
  }
  const below = (candidate: number): boolean => {
    for (let at = parents.get(candidate); at !== undefined && at > 0; at = parents.get(at))
      if (at === pid) return true;
    return false;
  };
  const found = [...parents.keys()].find(
    (candidate) =>
      below(candidate) &&
      readFileSync(`/proc/${candidate}/cmdline`, 'utf8').includes('packages/server/src/main.ts'),
  );
  if (found === undefined) throw new Error('The server’s process was not found');
  return found;
}

/** Proportional set size in MB: shared pages count by their share. */
export function pssOf(pid: number): number {
  const kB = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kB) / 1_024;
}

/** Looks at the memory of processes again and again; `stop` answers the most that one of them had, in MB. */
export async function watchMemory(...pids: readonly number[]): Promise<{ stop(): Promise<number> }> {
  const thread = new Worker(new URL('./memory-thread.ts', import.meta.url), { workerData: pids });
  await once(thread, 'message');
  return {
    stop: async () => {
      thread.postMessage('stop');
      const [most] = (await once(thread, 'message')) as [number];
      return most;
    },
  };
}
