import { expect, it } from 'vitest';
import { hereText } from './here-text.ts';

const people = (...names: readonly string[]) => names.map((name) => ({ name }));

it('names who is here, and counts those beyond eight', () => {
  expect(hereText(people('Ben'))).toBe('Ben is here too');
  expect(hereText(people('Ben', 'Cy'))).toBe('Ben and Cy are here too');
  expect(hereText(people('Ben', 'Cy', 'Di'))).toBe('Ben, Cy and Di are here too');
  const ten = people('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J');
  expect(hereText(ten)).toBe('A, B, C, D, E, F, G, H and 2 more are here too');
});
