import { beforeEach, expect, test, vi } from 'vitest';
import { fittingDate, surelyFits } from './text-width.ts';

// A font all letters of which are 7 pixels wide, but the 1 and the hyphen where figures do not stand in columns.
const widthOf = (text: string) => 7 * text.length - 4 * (text.match(/[1-]/g)?.length ?? 0);
beforeEach(() => {
  const canvas = { getContext: () => ({ measureText: (text: string) => ({ width: widthOf(text) }) }) };
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
  ['-111,111,111.11', false],
  ['😀', false],
])('in a cell 100 pixels wide the line %j surely fits: %s', (line, fits) => {
  expect(surelyFits(line, 100)).toBe(fits);
});

test.each([
  ['September 28, 2026', 'September 28, 2026'],
  ['September 28, 2026 10:38 PM GMT+1', 'Sep 28, 2026 10:38 PM'],
  ['September 28, 2026 10:38 GMT+1', 'Sep 28, 2026 10:38'],
  ['11/28/2026 10:38 PM GMT+1', '11/28/2026 10:38 PM'],
  ['11/28/2026 22:38 CET', '11/28/2026 22:38 CET'],
])('in a column of 180 pixels the hour of %j is seen: %j', (whole, shown) => {
  expect(fittingDate(163, whole, () => whole.replace(/ (GMT\+1|CET)$/, ''))).toBe(shown);
});
