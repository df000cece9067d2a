import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampPlace,
  extendTo,
  followColumns,
  followRow,
  isSingle,
  jump,
  move,
  rangeOf,
  selectCell,
  selectRange,
  step,
} from './selection.ts';

const extent = { rows: 10, columns: 4 };
const at = (row: number, column: number) => ({ row, column });

describe('moving about the grid', () => {
  it('moves by arrows and stops at the edges', () => {
    expect(move(selectCell(at(0, 0)), { rows: -1, columns: 0 }, false, extent)).toEqual(selectCell(at(0, 0)));
    expect(move(selectCell(at(0, 0)), { rows: 0, columns: 1 }, false, extent)).toEqual(selectCell(at(0, 1)));
  });

  it('grows a range from the active cell with Shift', () => {
    const grown = move(selectCell(at(2, 1)), { rows: 3, columns: 1 }, true, extent);
    expect(grown.active).toEqual(at(2, 1));
    expect(rangeOf(grown)).toEqual({ rows: [2, 5], columns: [1, 2] });
    expect(rangeOf(extendTo(grown, at(0, 0)))).toEqual({ rows: [0, 2], columns: [0, 1] });
  });

  it('walks along the row with Tab and on to the next one, and out of the grid after the last cell', () => {
    expect(step(selectCell(at(0, 3)), 'row', 1, extent).active).toEqual(at(1, 0));
    const last = selectCell(at(9, 3));
    expect(step(last, 'row', 1, extent)).toBe(last);
  });

  it('goes on with Enter below the cell where Tab set out', () => {
    let selection = selectCell(at(2, 1));
    for (let i = 0; i < 2; i++) selection = step(selection, 'row', 1, extent);
    expect(selection.active).toEqual(at(2, 3));
    selection = followRow(selection, 4, extent) ?? selection;
    selection = step(selection, 'column', 1, extent);
    expect(selection).toEqual(selectCell(at(5, 1)));
    // From there Enter alone goes straight down.
    expect(step(selection, 'column', 1, extent)).toEqual(selectCell(at(6, 1)));
  });

  it('goes round inside a selected range with Tab and Enter', () => {
    const range = selectRange(at(1, 1), at(2, 2));
    const seen = [range.active];
    let selection = range;
    for (let i = 0; i < 4; i++) {
      selection = step(selection, 'row', 1, extent);
      seen.push(selection.active);
    }
    expect(seen).toEqual([at(1, 1), at(1, 2), at(2, 1), at(2, 2), at(1, 1)]);
    expect(step(range, 'column', 1, extent).active).toEqual(at(2, 1));
    expect(rangeOf(selection)).toEqual(rangeOf(range));
  });

  it('jumps with Ctrl to the end of filled cells, or over a gap to the next', () => {
    const filled = [true, true, true, false, false, true, false];
    const isFilled = (index: number) => filled[index];
    expect(jump(0, 1, filled.length, isFilled)).toBe(2);
    expect(jump(2, 1, filled.length, isFilled)).toBe(5);
    expect(jump(5, 1, filled.length, isFilled)).toBe(6);
    expect(jump(6, -1, filled.length, isFilled)).toBe(5);
    expect(jump(4, -1, filled.length, isFilled)).toBe(2);
    expect(jump(0, -1, filled.length, isFilled)).toBe(0);
  });

  it('jumps to the edge where rows are not here', () => {
    expect(jump(0, 1, 1_000_000, (index) => (index < 3 ? true : undefined))).toBe(999_999);
  });

  it('never leaves the grid, whatever is pressed', () => {
    const place = fc.record({ row: fc.nat(9), column: fc.nat(3) });
    const by = fc.record({
      rows: fc.integer({ min: -20, max: 20 }),
      columns: fc.integer({ min: -20, max: 20 }),
    });
    fc.assert(
      fc.property(place, place, by, fc.boolean(), (anchor, head, way, extend) => {
        const { head: next } = move(selectRange(anchor, head), way, extend, extent);
        expect(clampPlace(next, extent)).toEqual(next);
      }),
    );
  });

  it('stays in the table when rows go away, and is gone with the last one', () => {
    expect(followRow(selectCell(at(9, 3)), -1, { rows: 3, columns: 2 })).toEqual(selectCell(at(2, 1)));
    expect(followRow(selectCell(at(0, 0)), 0, { rows: 0, columns: 2 })).toBeNull();
    expect(isSingle(selectCell(at(1, 1)))).toBe(true);
  });

  it('goes with its record, range and all, and is the same object while nothing moves', () => {
    const range = selectRange(at(1, 0), at(2, 1));
    expect(followRow(range, 3, extent)).toEqual(selectRange(at(3, 0), at(4, 1)));
    expect(followRow(range, 1, extent)).toBe(range);
  });
});

describe('columns that come, go and move', () => {
  const range = selectRange(at(1, 1), at(2, 2));

  it('leave the selection on its own columns', () => {
    const moved = followColumns(range, ['a', 'b', 'c'], ['a', 'new', 'b', 'c']);
    expect(moved).toEqual(selectRange(at(1, 2), at(2, 3)));
    expect(followColumns(range, ['a', 'b', 'c'], ['b', 'c', 'a'])).toEqual(selectRange(at(1, 0), at(2, 1)));
    expect(followColumns(range, ['a', 'b', 'c'], ['a', 'b', 'c', 'd'])).toBe(range);
  });

  it('leave it where it is when its column is gone', () => {
    expect(followColumns(selectCell(at(0, 1)), ['a', 'b', 'c'], ['a', 'c'])).toEqual(selectCell(at(0, 1)));
  });
});
