import type { SelectOption } from '@weft/core';
import { expect, test } from 'vitest';
import { doubleLabel, findOptions, nextLabel, placesOf } from './option-list.ts';

const options = (...labels: readonly string[]): readonly SelectOption[] =>
  labels.map((label, index) => ({ value: `o${index}`, label, color: 'Purple' }));

test('a new option is named by its number, and never as another one', () => {
  expect(nextLabel([])).toBe('Option 1');
  expect(nextLabel(options('a', 'Option 3 '))).toBe('Option 4');
});

test('two options of one name are found; two without a name are none', () => {
  expect(doubleLabel(options('a', 'b', 'a'))).toBe('a');
  expect(doubleLabel(options('a', '', ' ', 'A', 'a '))).toBeNull();
});

test('options are found whatever their case and accents, and stay found while they are renamed', () => {
  expect(findOptions('', options('a'))).toBeNull();
  const found = findOptions('e', options('Café', 'Linen', 'Wool'));
  expect(found?.values).toEqual(new Set(['o0', 'o1']));
  if (found) expect(placesOf(found, options('Wool', 'Cotton', 'Silk'))).toEqual([0, 1]);
});
