import { must } from '@weft/std';
import { expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

const never = new AbortController().signal;

it('lets so many in at once, the others in the order they came', async () => {
  const semaphore = new Semaphore(2);
  const entered: number[] = [];
  const releases: (() => void)[] = [];
  const come = (who: number) =>
    semaphore.acquire(never).then((release) => {
      entered.push(who);
      releases.push(must(release));
    });
  const coming = [1, 2, 3, 4].map(come);
  await Promise.all(coming.slice(0, 2));
  expect(entered).toEqual([1, 2]);
  releases[0]?.();
  await coming[2];
  releases[1]?.();
  await coming[3];
  expect(entered).toEqual([1, 2, 3, 4]);
  releases[2]?.();
  releases[3]?.();
  await Promise.all([come(5), come(6)]);
  expect(entered).toHaveLength(6);
});

it('gives no permit to who left while waiting, and passes it on', async () => {
  const semaphore = new Semaphore(1);
  const release = must(await semaphore.acquire(never));
  const impatient = new AbortController();
  const gone = semaphore.acquire(impatient.signal);
  const next = semaphore.acquire(never);
  impatient.abort();
  expect(await gone).toBeNull();
  release();
  expect(await next).not.toBeNull();
  expect(await semaphore.acquire(impatient.signal)).toBeNull();
});
