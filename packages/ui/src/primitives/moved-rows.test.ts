import { expect, test } from 'vitest';
import { movedItem } from './moved-rows.ts';

test('a row moves up and down and to both ends', () => {
  const list = ['a', 'b', 'c'];
  expect(movedItem(list, 1, 0)).toEqual(['b', 'a', 'c']);
  expect(movedItem(list, 0, 2)).toEqual(['b', 'c', 'a']);
  expect(movedItem(list, 7, 0)).toBe(list);
});
