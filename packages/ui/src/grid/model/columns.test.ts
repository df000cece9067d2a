import { emptyViewConfig, type Table, type View } from '@weft/core';
import { describe, expect, it } from 'vitest';
import {
  checkWidth,
  columnAside,
  columnsBetween,
  layoutColumns,
  nearestHold,
  shownFields,
} from './columns.ts';

const field = (id: string, order: number) =>
  ({ id, name: id, type: 'single_line_text', order, template: {} }) as const;
const view = (config: Partial<View['config']>): View => ({
  id: 'v',
  name: 'Grid view',
  type: 'grid',
  order: 0,
  config: { ...emptyViewConfig, ...config },
});
const tableWith = (own: View): Table => ({
  id: 't',
  name: 'Orders',
  order: 0,
  primaryFieldId: 'name',
  fields: [field('stage', 0), field('name', 1), field('due', 2), field('secret', 3)],
  views: [own],
});
const names = (own: View) => shownFields(tableWith(own), own).map(({ id }) => id);

describe('the columns of a view', () => {
  it('show the primary field first, then the view’s order, then the rest; hidden ones not at all', () => {
    expect(names(view({}))).toEqual(['name', 'stage', 'due', 'secret']);
    expect(names(view({ orderedFieldIds: ['due', 'gone'], hiddenFieldIds: ['secret', 'name'] }))).toEqual([
      'name',
      'due',
      'stage',
    ]);
  });

  it('are 180 wide unless the view says otherwise, never under 100 or over 300', () => {
    const own = view({ fieldWidths: { name: 240, stage: 20, due: 900 } });
    const { list, frozen, width } = layoutColumns(tableWith(own), own, { viewport: 1_440, rowCount: 10 });
    expect(list.map((column) => column.width)).toEqual([240, 100, 300, 180]);
    expect(list.map((column) => column.left)).toEqual([33, 273, 373, 673]);
    expect(frozen).toBe(273);
    expect(width).toBe(853 + 120);
  });

  it('leave a phone room: no check column, a narrow primary one', () => {
    const own = view({});
    const { check, frozen } = layoutColumns(tableWith(own), own, { viewport: 390, rowCount: 10 });
    expect([check, frozen]).toEqual([0, 156]);
  });

  it('hold as many leading columns as the view says and the window has room beside', () => {
    const own = view({ frozenCount: 3 });
    const at = (viewport: number) => layoutColumns(tableWith(own), own, { viewport, rowCount: 10 });
    expect([at(1_440).held, at(1_440).frozen]).toEqual([3, 33 + 3 * 180]);
    expect([at(700).held, at(390).held]).toEqual([2, 1]);
    expect(columnsBetween(at(1_440), 573, 2_000)).toEqual([3, 4]);
    expect([0, 300, 310, 5_000].map((x) => nearestHold(at(1_440), x))).toEqual([1, 1, 2, 4]);
  });

  it('widen the check column with the digits of the count', () => {
    expect([9_999, 10_000, 1_000_000].map(checkWidth)).toEqual([33, 40, 54]);
  });

  it('name those that reach into the window, the frozen one aside', () => {
    const own = view({});
    const columns = layoutColumns(tableWith(own), own, { viewport: 1_440, rowCount: 10 });
    expect(columnsBetween(columns, 213, 400)).toEqual([1, 3]);
    expect(columnsBetween(columns, 5_000, 6_000)).toEqual([4, 4]);
  });

  it('are drawn as far as they reach into the window, of five hundred too', () => {
    const own = view({});
    const fields = Array.from({ length: 500 }, (_, order) =>
      field(order === 0 ? 'name' : `more${order}`, order),
    );
    const columns = layoutColumns({ ...tableWith(own), fields }, own, { viewport: 1_440, rowCount: 10 });
    const middle = 250 * 180;
    const [from, to] = columnsBetween(columns, middle, middle + 1_440);
    expect(from).toBeGreaterThan(240);
    expect(to - from).toBeLessThanOrEqual(9);
  });
});

it('goes a window aside, but a column at least and never beyond the last', () => {
  const own = view({});
  const columns = layoutColumns(tableWith(own), own, { viewport: 600, rowCount: 10 });
  // 33 + 180 are held; 387 px are left, which is two columns.
  expect(columnAside(columns, 0, 1, 600)).toBe(2);
  expect(columnAside(columns, 2, 1, 600)).toBe(3);
  expect(columnAside(columns, 3, 1, 600)).toBe(3);
  expect(columnAside(columns, 3, -1, 600)).toBe(1);
  expect(columnAside(columns, 0, -1, 600)).toBe(0);
  expect(columnAside(columns, 1, 1, 220)).toBe(2);
});
