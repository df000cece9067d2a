import bidiFactory, { type Bidi } from 'bidi-js';
import { expect, it } from 'vitest';
import { directionOf, visualRuns } from './visual-runs.ts';

const bidi = (bidiFactory as unknown as () => Bidi)();
const runs = (line: string) => visualRuns(bidi, line, directionOf(bidi, line));

it('draws lines of left-to-right scripts as they are', () => {
  expect(runs('Hello (you) 12')).toEqual(['Hello (you) 12']);
});

it('draws Hebrew from the right, with numbers and Latin words in their own direction', () => {
  expect(directionOf(bidi, '12 שלום')).toBe('rtl');
  expect(runs('שלום 12 abc')).toEqual(['abc', ' ', '12', 'שלום ']);
  expect(runs('abc שלום def')).toEqual(['abc ', 'שלום', ' def']);
});

it('mirrors brackets that surround right-to-left text', () => {
  expect(runs('(שלום)')).toEqual([')שלום(']);
});
