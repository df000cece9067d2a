import { beforeEach, expect, test, vi } from 'vitest';
import { surelyFits } from './text-width.ts';

// A font all letters of which are 7 pixels wide.
beforeEach(() => {
  const canvas = { getContext: () => ({ measureText: (text: string) => ({ width: text.length * 7 }) }) };
  vi.stubGlobal('document', { createElement: () => canvas, body: {} });
  vi.stubGlobal('getComputedStyle', () => ({ fontFamily: 'Even' }));
});

test.each([
  ['', true],
  ['Order 1519', true],
  ['Order 1519 of undyed wool', false],
  ['€3,096', true],
  ['Größe', true],
  ['東京', false],
  ['two\nlines', false],
  ['😀', false],
])('in a cell 100 pixels wide the line %j surely fits: %s', (line, fits) => {
  expect(surelyFits(line, 100)).toBe(fits);
});
