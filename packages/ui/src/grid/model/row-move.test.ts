import { lawRuns } from '@weft/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOrder, gapAfterStep } from './row-move.ts';

/** The rows after those moved went to the gap, as a list would do it. */
function after(count: number, moved: readonly number[], gap: number): number[] {
  const rows = Array.from({ length: count }, (_, row) => row);
  const rest = (row: number) => !moved.includes(row);
  return [...rows.slice(0, gap).filter(rest), ...moved, ...rows.slice(gap).filter(rest)];
}

const rowsOf = fc.integer({ min: 1, max: 12 }).chain((count) =>
  fc.tuple(
    fc.constant(count),
    fc.uniqueArray(fc.nat(count - 1), { minLength: 1 }).map((rows) => rows.toSorted((a, b) => a - b)),
  ),
);

describe('moving rows', () => {
  it('takes rows that are apart together, and each step further until the end', () => {
    fc.assert(
      fc.property(rowsOf, fc.constantFrom(-1 as const, 1 as const), ([count, moved], by) => {
        const gap = gapAfterStep(moved, by, count);
        const edge = by === -1 ? moved[0] === 0 : moved.at(-1) === count - 1;
        const together = (moved.at(-1) ?? 0) - (moved[0] ?? 0) + 1 === moved.length;
        expect(gap === null).toBe(edge && together);
        if (gap === null) return;
        const order = after(count, moved, gap);
        expect(order).not.toEqual(after(count, [], 0));
        const outer = by === -1 ? order.indexOf(moved[0] ?? 0) : order.indexOf(moved.at(-1) ?? 0);
        expect(outer).toBe(
          by === -1 ? Math.max(0, (moved[0] ?? 0) - 1) : Math.min(count - 1, (moved.at(-1) ?? 0) + 1),
        );
      }),
      { numRuns: lawRuns },
    );
  });

  it('is done only where it changes the order', () => {
    fc.assert(
      fc.property(rowsOf, fc.nat(12), ([count, moved], at) => {
        const gap = Math.min(at, count);
        const same = after(count, moved, gap).every((row, place) => row === place);
        expect(changesOrder(moved, gap)).toBe(!same);
      }),
      { numRuns: lawRuns },
    );
  });
});
