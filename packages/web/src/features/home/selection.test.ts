import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nothingSelected, partOf, pressed, type Selection, selectGroup, stillShown } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const ids = ({ ids: all }: Selection) => order.filter((id) => all.has(id)).join('');
const press = (selection: Selection, id: string, withShift = false) =>
  pressed(selection, id, order, withShift);

describe('selecting in a listing', () => {
  it('takes one after the other, and gives one back', () => {
    const two = press(press(nothingSelected, 'b'), 'd');
    expect(ids(two)).toBe('bd');
    expect(ids(press(two, 'b'))).toBe('d');
  });

  it('takes with Shift all between, in either direction, and gives them back so', () => {
    const down = press(press(nothingSelected, 'b'), 'd', true);
    expect(ids(down)).toBe('bcd');
    expect(ids(press(press(nothingSelected, 'd'), 'b', true))).toBe('bcd');
    expect(ids(press(down, 'c', true))).toBe('b');
  });

  it('takes one alone where the range would begin at what is gone', () => {
    const selection = { ...nothingSelected, anchor: 'gone' };
    expect(ids(press(selection, 'c', true))).toBe('c');
  });

  it('takes and clears a group, and says how much of it is taken', () => {
    const some = press(nothingSelected, 'a');
    expect(partOf(some, ['a', 'b'])).toBe('some');
    const all = selectGroup(some, ['a', 'b'], true);
    expect(partOf(all, ['a', 'b'])).toBe('all');
    expect(partOf(selectGroup(all, ['a', 'b'], false), ['a', 'b'])).toBe('none');
    expect(partOf(nothingSelected, [])).toBe('none');
  });
});

it('never holds what is not shown', () => {
  const some = fc.subarray(order);
  fc.assert(
    fc.property(some, some, (taken, shown) => {
      const selection = stillShown({ ids: new Set(taken), anchor: null }, shown);
      expect([...selection.ids]).toEqual(taken.filter((id) => shown.includes(id)));
    }),
  );
});
