import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import { releaseStock, reserveStock } from './form-stock.ts';
import { peopledEngine } from './testing.ts';

describeEngines('what forms have so many of', (open) => {
  const engine = peopledEngine(open);
  const places = (keys: string, most: number, count = 1) => [...keys].map((key) => ({ key, count, most }));

  it('is reserved in one statement, as far as there is enough of each', async () => {
    const reserve = (wanted: Parameters<typeof reserveStock>[2]) =>
      engine().transaction(async (tx) => [...(await reserveStock(tx, 'plans', wanted))].toSorted());
    expect(await reserve([])).toEqual([]);
    expect(await reserve([...places('ba', 1), ...places('c', 3, 2), ...places('d', 3, 4)])).toEqual([
      ...['a', 'b', 'c'],
    ]);
    // Nothing is reserved of what is sold out, and all of the rest.
    expect(await reserve([...places('a', 1), ...places('e', 9), ...places('c', 3, 2)])).toEqual(['e']);
    expect(await reserve([...places('c', 3), ...places('d', 3)])).toEqual(['c', 'd']);
    await engine().transaction(async (tx) => releaseStock(tx, 'plans', places('ac', 0, 2)));
    expect(await reserve([...places('ab', 1), ...places('c', 3, 2)])).toEqual(['a', 'c']);
  });

  it('is reserved by as many at once as there is room for', async () => {
    const wanted = places('xyz', 5);
    const got = await Promise.all(
      Array.from({ length: 20 }, () => engine().transaction((tx) => reserveStock(tx, 'plans', wanted))),
    );
    expect(got.map(({ size }) => size).toSorted()).toEqual([
      ...Array.from({ length: 15 }, () => 0),
      ...Array.from({ length: 5 }, () => 3),
    ]);
  });
});
