import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowTops } from './row-tops.ts';

describe('rows with the headers of groups between them', () => {
  it('stand below the headers before them', () => {
    const tops = new RowTops(30, 5, [{ at: 0 }, { at: 0 }, { at: 3 }, { at: 5 }], 40);
    expect([0, 2, 3, 4].map((row) => tops.top(row))).toEqual([80, 140, 210, 240]);
    expect([0, 1, 2, 3].map((header) => tops.headerTop(header))).toEqual([0, 40, 170, 270]);
    expect(tops.height).toBe(310);
    expect(tops.headersBetween(41, 171)).toEqual([1, 3]);
    expect([0, 1, 41, 170, 171].map((pixel) => tops.headerOver(pixel))).toEqual([-1, 0, 1, 1, 2]);
  });

  it('are found at every pixel of theirs', () => {
    const counts = fc.array(fc.nat(4), { maxLength: 6 });
    fc.assert(
      fc.property(counts, fc.nat(3), (groups, alone) => {
        let rows = alone;
        const headers = groups.map((count) => {
          const at = rows;
          rows += count;
          return { at };
        });
        const tops = new RowTops(30, rows, headers, 40);
        for (let row = 0; row < rows; row++)
          for (const pixel of [0, 29]) expect(tops.rowAt(tops.top(row) + pixel)).toBe(row);
        for (let index = 0; index < headers.length; index++)
          expect(tops.rowAt(tops.headerTop(index))).toBeLessThanOrEqual(Math.max(0, rows - 1));
        expect(tops.height).toBe(rows * 30 + headers.length * 40);
      }),
    );
  });
});
