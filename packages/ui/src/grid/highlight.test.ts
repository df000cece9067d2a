import { expect, it } from 'vitest';
import { placesOf } from './highlight.ts';

it('finds where a searched text stands, however it is written there', () => {
  const found = (text: string, wanted: string) =>
    placesOf(text, wanted).map(([from, to]) => text.slice(from, to));
  expect(found('Ärger, arger', 'arger')).toEqual(['Ärger', 'arger']);
  expect(found('Straße', 'ss')).toEqual(['ß']);
  expect(found('e\u0301cole', 'eco')).toEqual(['e\u0301co']);
  expect(found('aaaa', 'aa')).toEqual(['aa', 'aa']);
  expect(found('plain', 'x')).toEqual([]);
});
