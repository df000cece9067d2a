import { lawRuns } from '@weft/core/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rangeOfSheet, readRange } from './sheet-range.ts';

const whole = { startRow: 0, endRow: null, startColumn: 0, endColumn: null };

it('reads the title of every sheet again that it wrote', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (title) => {
      expect(readRange(rangeOfSheet(title))).toEqual({ title, ...whole });
    }),
    { numRuns: lawRuns },
  );
});

it.each([
  ['Guests', { title: 'Guests', ...whole }],
  [
    "'Bob''s guests'!A1:F10",
    { title: "Bob's guests", startRow: 0, endRow: 10, startColumn: 0, endColumn: 6 },
  ],
  ['Guests!B2:D', { title: 'Guests', startRow: 1, endRow: null, startColumn: 1, endColumn: 4 }],
  ['A:AA', { title: null, startRow: 0, endRow: null, startColumn: 0, endColumn: 27 }],
  ['Lists!$A$2:$A$4', { title: 'Lists', startRow: 1, endRow: 4, startColumn: 0, endColumn: 1 }],
  ["''", null],
  ['Guests!D4:B2', null],
  ['Guests!A0:B2', null],
])('reads %s as Sheets does', (range, read) => {
  expect(readRange(range)).toEqual(read);
});
