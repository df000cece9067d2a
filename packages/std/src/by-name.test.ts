import { expect, it } from 'vitest';
import { byName } from './by-name.ts';

it('keeps the values of each name in order', () => {
  const pairs = [['a', 1] as const, ['__proto__', 2] as const, ['a', 3] as const];
  expect([...byName(pairs)]).toEqual([
    ['a', [1, 3]],
    ['__proto__', [2]],
  ]);
});

it('takes a name that stands a million times', () => {
  const pairs = Array.from({ length: 1_000_000 }, (_, at) => ['a', at] as const);
  expect(byName(pairs).get('a')).toHaveLength(1_000_000);
});
