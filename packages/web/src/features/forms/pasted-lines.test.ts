import { expect, it } from 'vitest';
import { listFault, newLabels, pastedLines } from './pasted-lines.ts';

it('takes several lines as labels, and one as a text', () => {
  expect(pastedLines(' Rome\r\n\n  Oslo \n')).toEqual(['Rome', 'Oslo']);
  expect(pastedLines('Rome, Oslo\n')).toBeNull();
});

it('says what is too long or too many of a pasted list', () => {
  expect(listFault(['Rome', 'x'.repeat(255)], 2)).toBeNull();
  expect(listFault(['Rome', 'Oslo'], 1)).toBe('There is room for 1 more, and there are 2');
  expect(listFault(['x'.repeat(256)], 9)).toBe(`“${'x'.repeat(40)}…” has 256 characters: use at most 255`);
});

it('adds no label twice, nor one that is there', () => {
  expect(newLabels(['Rome', 'Oslo', 'Rome', 'Bern'], [{ label: 'Oslo ' }])).toEqual(['Rome', 'Bern']);
});
