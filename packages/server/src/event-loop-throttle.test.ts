import { expect, it } from 'vitest';
import { EventLoopThrottle } from './event-loop-throttle.ts';

/** A thread that works and then rests for so many milliseconds at every chunk; waiting is rest too. */
function world(work: number, rest = 0, processor = work) {
  const thread = { active: 0, idle: 0 };
  let used = 0;
  const throttle = new EventLoopThrottle({
    utilization: () => ({ ...thread }),
    processor: () => used,
    wait: async (milliseconds) => {
      thread.idle += milliseconds;
    },
  });
  async function* chunks(count: number): AsyncGenerator<number> {
    for (let i = 0; i < count; i++) {
      thread.active += work;
      used += processor;
      thread.idle += rest;
      yield i;
    }
  }
  const download = async (count: number): Promise<number[]> => {
    const written: number[] = [];
    for await (const chunk of throttle.chunks(chunks(count))) written.push(chunk);
    return written;
  };
  return { thread, download };
}

it('keeps a third of the thread free while downloads are written, however many there are', async () => {
  const { thread, download } = world(10);
  expect(await download(3)).toEqual([0, 1, 2]);
  await Promise.all([download(50), download(50)]);
  expect(thread.idle).toBeCloseTo(thread.active / 2, -2);
});

it('rests longer where it has to wait for a processor, which others need', async () => {
  const { thread, download } = world(10, 0, 4);
  await download(100);
  expect(thread.idle).toBeCloseTo(100 * (5 + 4 * 6), -2);
});

it('waits for nothing where the thread rests anyway', async () => {
  const { thread, download } = world(10, 20);
  await download(5);
  expect(thread.idle).toBe(100);
});

it('goes on after a bounded rest when the thread has much to do', async () => {
  const { thread, download } = world(60_000);
  await download(2);
  expect(thread.idle).toBe(1_000);
});
