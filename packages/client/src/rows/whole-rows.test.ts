import { type BaseRecord, compareRecords } from '@weft/core';
import { lawRuns } from '@weft/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WholeRows } from './whole-rows.ts';

/** Records with one figure each; a view that shows figures below `most`, smallest first where it sorts. */
function view(figures: readonly number[], most = 100, sorted = true) {
  const records = new Map<string, BaseRecord>();
  const put = (id: string, figure: number) => {
    const position = records.get(id)?.position ?? records.size;
    records.set(id, { id, data: { figure }, position, createdAt: '', updatedAt: '' });
  };
  for (const [index, figure] of figures.entries()) put(`rec${index}`, figure);
  const figure = (record: BaseRecord) => Number(record.data.figure);
  let limit = most;
  const rows = new WholeRows({
    get: (id) => records.get(id),
    ids: () => records.keys(),
    released: () => {},
    rule: () => ({
      shows: (record) => figure(record) < limit,
      compare: (a, b) => (sorted ? figure(a) - figure(b) : 0) || compareRecords(a, b),
      orderFields: new Set(['figure']),
      sorted,
    }),
  });
  return {
    rows,
    seen: () => Array.from({ length: rows.rowCount }, (_, index) => figure(rows.row(index) as BaseRecord)),
    edit: (id: string, to: number) => {
      put(id, to);
      rows.changed(new Set([id]), new Set(['figure']));
    },
    create: (id: string, to: number) => {
      put(id, to);
      rows.created([id]);
      rows.changed(new Set([id]), new Set(), new Set([id]));
    },
    remove: (id: string) => {
      records.delete(id);
      rows.changed(new Set([id]), new Set(), new Set([id]));
    },
    setMost: (next: number) => {
      limit = next;
      rows.refresh();
    },
  };
}

describe('a record whose cells would move or hide it', () => {
  it('stays while a person is on its row and moves once they are on another', () => {
    const { rows, seen, edit } = view([1, 2, 3, 4]);
    rows.hold([1, 1]);
    edit('rec1', 9);
    expect(seen()).toEqual([1, 9, 3, 4]);
    expect(rows.hold([1, 1])).toBe(false);
    // Under a pointer nothing moves between two presses.
    expect(rows.hold([2, 2], true)).toBe(false);
    expect(seen()).toEqual([1, 9, 3, 4]);
    expect(rows.hold([2, 2])).toBe(true);
    expect(seen()).toEqual([1, 3, 4, 9]);
  });

  it('stays in sight when the filter no longer takes it, and leaves afterwards', () => {
    const { rows, seen, edit } = view([1, 2, 3], 10);
    rows.hold([0, 1]);
    edit('rec0', 50);
    edit('rec1', 60);
    expect(seen()).toEqual([50, 60, 3]);
    expect(rows.hold([1, 1])).toBe(true);
    expect(seen()).toEqual([60, 3]);
    expect(rows.hold(null)).toBe(true);
    expect(seen()).toEqual([3]);
  });

  it('moves at once when nobody is on its row, and when the view itself is changed', () => {
    const { rows, seen, edit, setMost } = view([1, 2, 3], 10);
    rows.hold([0, 0]);
    edit('rec2', 0);
    expect(seen()).toEqual([0, 1, 2]);
    edit('rec0', 8);
    expect(seen()).toEqual([0, 8, 2]);
    setMost(5);
    expect(seen()).toEqual([0, 2]);
  });

  it('stays with all that are pasted into from where the person is', () => {
    const { rows, seen, edit } = view([1, 2, 3, 4]);
    rows.hold([0, 0]);
    rows.holdTogether(['rec0', 'rec1', 'rec2']);
    edit('rec0', 30);
    edit('rec1', 20);
    edit('rec2', 10);
    expect(seen()).toEqual([30, 20, 10, 4]);
    rows.hold([0, 2]);
    expect(seen()).toEqual([30, 20, 10, 4]);
    rows.hold([3, 3]);
    expect(seen()).toEqual([4, 10, 20, 30]);
  });

  it('keeps its neighbours when other records come and go', () => {
    const { rows, seen, edit, remove, create } = view([1, 2, 3, 4]);
    rows.hold([2, 2]);
    edit('rec2', 9);
    remove('rec0');
    expect(seen()).toEqual([2, 9, 4]);
    remove('rec2');
    expect(seen()).toEqual([2, 4]);
    create('recX', 0);
    expect(seen()).toEqual([2, 4, 0]);
  });

  it('is seen when it is new, at the end of a sorted view and at its place in another', () => {
    const sorted = view([5, 6], 10);
    sorted.create('recX', 99);
    sorted.rows.hold([2, 2]);
    sorted.edit('recX', 1);
    expect(sorted.seen()).toEqual([5, 6, 1]);
    sorted.rows.hold([0, 0]);
    expect(sorted.seen()).toEqual([1, 5, 6]);
    const plain = view([5, 6], 10, false);
    plain.create('recX', 99);
    expect(plain.seen()).toEqual([5, 6, 99]);
    plain.rows.hold(null);
    expect(plain.seen()).toEqual([5, 6]);
  });

  it('is shown once and never lost, and moving on leaves the order of the view', () => {
    const step = fc.record({
      row: fc.nat(7),
      // The last figure deletes the record; any other brings it back.
      figure: fc.nat(20),
      first: fc.nat(7),
      many: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 8 }), fc.array(step), (figures, steps) => {
        const { rows, seen, edit, remove } = view(figures, 15);
        for (const { row, figure, first, many } of steps) {
          const held = rows.row(first)?.id;
          rows.hold([first, first + many]);
          if (row < figures.length && figure === 20) remove(`rec${row}`);
          else if (row < figures.length) edit(`rec${row}`, figure);
          const ids = Array.from({ length: rows.rowCount }, (_, index) => rows.row(index)?.id);
          expect(new Set(ids).size).toBe(ids.length);
          if (held === `rec${row}` && figure !== 20) expect(rows.indexOf(held)).not.toBe(-1);
        }
        rows.hold(null);
        const fresh = seen();
        rows.refresh();
        expect(fresh).toEqual(seen());
      }),
      { numRuns: lawRuns },
    );
  });
});
