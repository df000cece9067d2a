import { expect, test } from 'vitest';
import { ratingKind } from './rating-kind.ts';
import { starsOf } from './stars.ts';

test('figures set stars; 1 then 0 are ten, 0 alone is none, more than there are is refused', () => {
  expect(starsOf('3', 5, null)).toBe(3);
  expect(starsOf('0', 10, 1)).toBe(10);
  expect(starsOf('0', 5, 1)).toBeNull();
  expect(starsOf('7', 5, 2)).toBeUndefined();
  expect(starsOf('x', 5, 2)).toBeUndefined();
});

test('where nothing says how many stars there are, the form of a record shows five, and never fewer than are set', () => {
  expect(ratingKind.formTemplate?.({}, null)).toEqual({ maxRating: 5 });
  expect(ratingKind.formTemplate?.({}, 8)).toEqual({ maxRating: 8 });
  expect(ratingKind.formTemplate?.({ maxRating: 3 }, null)).toEqual({ maxRating: 3 });
});

test('where nothing says how many stars there are, the tenth can be pressed in the grid', () => {
  expect(ratingKind.press?.(9.5 * 18, null, {})).toBe(10);
  expect(ratingKind.press?.(10.5 * 18, null, {})).toBeUndefined();
});
