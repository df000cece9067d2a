import type { SelectOption } from '@weft/core';
import { expect, test } from 'vitest';
import { doubleLabel, nextLabel } from './option-list.ts';

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
