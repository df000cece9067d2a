import { expect, it } from 'vitest';
import { PriorityQueue, type Rank } from './priority-queue.ts';

/** Queues work while other work runs; answers the order in which it was begun. */
async function orderOf(asked: readonly Rank[], now = () => 0): Promise<readonly string[]> {
  const queue = new PriorityQueue(now);
  const came: string[] = [];
  let release = () => {};
  const first = queue.run('scan', () => new Promise<void>((resolve) => (release = resolve)));
  const rest = asked.map((rank, i) => queue.run(rank, async () => void came.push(`${rank} ${i}`)));
  release();
  await Promise.all([first, ...rest]);
  return came;
}

it('lets edits go before pages and pages before scans, each in the order they came', async () => {
  const asked = ['scan', 'page', 'edit', 'scan', 'page', 'edit'] as const;
  expect(await orderOf(asked)).toEqual(['edit 2', 'edit 5', 'page 1', 'page 4', 'scan 0', 'scan 3']);
});

it('gives a scan a turn once a second though edits wait all the time', async () => {
  let time = 0;
  const queue = new PriorityQueue(() => time);
  const came: string[] = [];
  const done: Promise<void>[] = [];
  const ask = (rank: Rank, left: number): void => {
    const work = async () => {
      // The next one waits before this one ends.
      if (left > 0) ask(rank, left - 1);
      time += 300;
      came.push(rank);
    };
    done.push(queue.run(rank, work));
  };
  ask('edit', 9);
  ask('scan', 1);
  for (let i = 0; i < done.length; i++) await done[i];
  expect(came.map((rank) => rank[0]).join('')).toBe('eeeeeseeesee');
});

it('goes on after work that fails', async () => {
  const queue = new PriorityQueue();
  const failing = queue.run('edit', () => Promise.reject(new Error('refused')));
  const next = queue.run('edit', async () => 'done');
  await expect(failing).rejects.toThrow('refused');
  expect(await next).toBe('done');
});

it('does not begin work whose reader left while it waited', async () => {
  const queue = new PriorityQueue();
  let release = () => {};
  const first = queue.run('edit', () => new Promise<void>((resolve) => (release = resolve)));
  const left = new AbortController();
  let begun = false;
  const begin = async () => {
    begun = true;
  };
  const waiting = queue.run('scan', begin, left.signal);
  const behind = queue.run('scan', async () => 'its turn');
  left.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  release();
  await first;
  expect([begun, await behind]).toEqual([false, 'its turn']);
});

it('is quiet until somebody has to wait, and again a second later', async () => {
  let time = 0;
  const queue = new PriorityQueue(() => time);
  expect(queue.isQuiet).toBe(true);
  await queue.run('scan', async () => {});
  expect(queue.isQuiet).toBe(true);
  let release = () => {};
  const step = queue.run('scan', () => new Promise<void>((resolve) => (release = resolve)));
  const edit = queue.run('edit', async () => {});
  expect(queue.isQuiet).toBe(false);
  time = 5_000;
  release();
  await Promise.all([step, edit]);
  // It waited until now.
  expect(queue.isQuiet).toBe(false);
  time = 6_001;
  expect(queue.isQuiet).toBe(true);
});
