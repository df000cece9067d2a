import { expect, it } from 'vitest';
import { inLanes } from './day-lanes.ts';

const lanes = (...spans: readonly (readonly [number, number])[]) =>
  inLanes(spans.map(([from, to]) => ({ from, to }))).map(({ item, lane, lanes: of }) => [
    ...[item.from, lane, of],
  ]);

it('what happens at once stands side by side, what follows over the whole width', () => {
  expect(lanes([9, 10], [10, 11])).toEqual([
    [9, 0, 1],
    [10, 0, 1],
  ]);
  expect(lanes([9, 12], [9, 10], [10, 11], [13, 14])).toEqual([
    [9, 0, 2],
    [9, 1, 2],
    [10, 1, 2],
    [13, 0, 1],
  ]);
  expect(lanes()).toEqual([]);
});
