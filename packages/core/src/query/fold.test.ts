import { describe, expect, it } from 'vitest';
import { fold } from './fold.ts';

/** Answers of PostgreSQL 15 (ICU 72) to `lower(x COLLATE "und-x-icu")`. */
describe('folding case', () => {
  it.each([
    ['ÉCOLE', 'école'],
    ['İSTANBUL', 'i\u0307stanbul'],
    ['ISTANBUL', 'istanbul'],
    ['ıspanak', 'ıspanak'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ ΟΔΟΣ.', 'οδος οδος.'],
    ['ΟΔΟΣΑ', 'οδοσα'],
    ['Σ', 'σ'],
    ['ΑΣ1', 'ας1'],
    ['ΑΣ\u0301', 'ας\u0301'],
    ['STRASSE', 'strasse'],
    ['STRAẞE', 'straße'],
    ['Ǆ', 'ǆ'],
    ['Ａ', 'ａ'],
    ['𐐀', '𐐨'],
    ['E\u0301', 'e\u0301'],
  ])('T1: %s folds to %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });
});
