import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from './fold.ts';

describe('folding', () => {
  it.each([
    ['ÉCOLE', 'ecole'],
    ['e\u0301cole', 'ecole'],
    ['İSTANBUL', 'istanbul'],
    ['ıspanak', 'ıspanak'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Ǆ', 'dz'],
    ['ﬁn', 'fin'],
    ['Ａ', 'a'],
    ['ℌ', 'h'],
    ['10\u202f000', '10 000'],
    ['５％', '5%'],
    ['𐐀', '𐐨'],
    ['שָׁלוֹם', 'שלום'],
    ['हिन्दी', 'हिन्दी'],
    ['パン', 'ハ\u309aン'],
  ])('T1: %s folds to %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('T1: what is folded folds to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});
