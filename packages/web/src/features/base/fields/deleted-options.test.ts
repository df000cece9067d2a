import { expect, it } from 'vitest';
import { deletedOptions } from './deleted-options.ts';

const of = (...labels: readonly string[]) => ({
  options: labels.map((label) => ({ value: `val${label}`, label, color: 'Blue' as const })),
  disableColors: false,
});

it('says which option a field has lost, or how many, and nothing where it has lost none', () => {
  expect(deletedOptions(of('A', 'B'), of('B'))).toBe('Option A deleted');
  expect(deletedOptions(of('A', 'B', 'C'), of('C', 'D'))).toBe('2 options deleted');
  expect(deletedOptions(of('A'), of('A', 'B'))).toBeNull();
  expect(deletedOptions({}, {})).toBeNull();
  expect(deletedOptions(undefined, of('A'))).toBeNull();
});
