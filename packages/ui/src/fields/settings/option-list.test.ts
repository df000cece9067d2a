import type { SelectOption } from '@weft/core';
import { expect, test } from 'vitest';
import { doubleLabel, movedOption, nextLabel } from './option-list.ts';

const options = (...labels: readonly string[]): readonly SelectOption[] =>
  labels.map((label, index) => ({ value: `o${index}`, label, color: 'Purple' }));
const labelsOf = (list: readonly SelectOption[]) => list.map(({ label }) => label);

test('an option moves up and down and to both ends', () => {
  const list = options('a', 'b', 'c');
  expect(labelsOf(movedOption(list, 1, 0))).toEqual(['b', 'a', 'c']);
  expect(labelsOf(movedOption(list, 0, 2))).toEqual(['b', 'c', 'a']);
  expect(movedOption(list, 7, 0)).toBe(list);
});

test('a new option is named by its number, and never as another one', () => {
  expect(nextLabel([])).toBe('Option 1');
  expect(nextLabel(options('a', 'Option 3 '))).toBe('Option 4');
});

test('two options of one name are found; two without a name are none', () => {
  expect(doubleLabel(options('a', 'b', ' a'))).toBe('a');
  expect(doubleLabel(options('a', '', ' ', 'A'))).toBeNull();
});
