import type { Group } from '@weft/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GroupLayout } from './group-layout.ts';

const group = (key: readonly string[], count: number): Group => ({ key, count, tallies: {} });
const groups = [group(['a', 'x'], 2), group(['a', 'y'], 1), group(['b', 'x'], 3)];

describe('where the headers of groups stand', () => {
  it('puts each group below the one it is in', () => {
    const { headers, rowCount } = new GroupLayout(groups, 2, new Set(), 6);
    expect(headers.map(({ level, value, count, at }) => [level, value, count, at])).toEqual([
      [0, 'a', 3, 0],
      [1, 'x', 2, 0],
      [1, 'y', 1, 2],
      [0, 'b', 3, 3],
      [1, 'x', 3, 3],
    ]);
    expect(rowCount).toBe(6);
  });

  it('leaves out the rows and the inner groups of a collapsed one', () => {
    const { headers, rowCount } = new GroupLayout(groups, 2, new Set(['["a"]']), 6);
    expect(headers.map(({ value, at, collapsed }) => [value, at, collapsed])).toEqual([
      ['a', 0, true],
      ['b', 0, false],
      ['x', 0, false],
    ]);
    expect(rowCount).toBe(3);
  });

  it('counts rows that came since with the last group', () => {
    expect(new GroupLayout(groups, 2, new Set(), 8).rowCount).toBe(8);
    expect(new GroupLayout(groups, 2, new Set(), 4).rowCount).toBe(4);
  });

  it('finds each shown row among all rows and back', () => {
    const sizes = fc.array(fc.record({ count: fc.nat(4), collapsed: fc.boolean() }), {
      minLength: 1,
      maxLength: 7,
    });
    fc.assert(
      fc.property(sizes, fc.nat(30), fc.nat(30), (of, a, b) => {
        const all = of.map(({ count }, i) => group([`${i}`], count));
        const collapsed = new Set(of.flatMap((one, i) => (one.collapsed ? [JSON.stringify([`${i}`])] : [])));
        const rows = of.reduce((sum, { count }) => sum + count, 0);
        const layout = new GroupLayout(all, 1, collapsed, rows);
        const shown: number[] = [];
        let row = 0;
        for (const one of of)
          for (let i = 0; i < one.count; i++, row++) {
            if (one.collapsed) expect(layout.shownAt(row)).toBe(-1);
            else shown.push(row);
          }
        expect(layout.rowCount).toBe(shown.length);
        for (const [at, of] of shown.entries())
          expect([layout.rowOf(at), layout.shownAt(of)]).toEqual([of, at]);
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const named = layout
          .ranges(from, to)
          .flatMap(([first, end]) => Array.from({ length: end - first }, (_, i) => first + i));
        expect(named).toEqual(shown.slice(from, to));
      }),
    );
  });
});
