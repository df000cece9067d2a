import { must } from '@weft/std';
import { expect, it } from 'vitest';
import { Places } from './places.ts';

const never = new AbortController().signal;

it('lets so many in at once, the others in the order they came', async () => {
  const places = new Places(2);
  const entered: number[] = [];
  const leave: (() => void)[] = [];
  const come = (who: number) =>
    places.take(never).then((give) => {
      entered.push(who);
      leave.push(must(give));
    });
  const coming = [1, 2, 3, 4].map(come);
  await Promise.all(coming.slice(0, 2));
  expect(entered).toEqual([1, 2]);
  leave[0]?.();
  await coming[2];
  leave[1]?.();
  await coming[3];
  expect(entered).toEqual([1, 2, 3, 4]);
  leave[2]?.();
  leave[3]?.();
  await Promise.all([come(5), come(6)]);
  expect(entered).toHaveLength(6);
});

it('gives no place to who left while waiting, and passes it on', async () => {
  const places = new Places(1);
  const leave = must(await places.take(never));
  const impatient = new AbortController();
  const gone = places.take(impatient.signal);
  const next = places.take(never);
  impatient.abort();
  expect(await gone).toBeNull();
  leave();
  expect(await next).not.toBeNull();
  expect(await places.take(impatient.signal)).toBeNull();
});
