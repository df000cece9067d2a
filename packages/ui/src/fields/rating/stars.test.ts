import { expect, test } from 'vitest';
import { starsOf } from './stars.ts';

test('figures set stars; 1 then 0 are ten, 0 alone is none, more than there are is refused', () => {
  expect(starsOf('3', 5, null)).toBe(3);
  expect(starsOf('0', 10, 1)).toBe(10);
  expect(starsOf('0', 5, 1)).toBeNull();
  expect(starsOf('7', 5, 2)).toBeUndefined();
  expect(starsOf('x', 5, 2)).toBeUndefined();
});
