import { expect, it } from 'vitest';
import type { BaseSession } from '../open/base-session.ts';
import { gridActions } from './grid-actions.ts';

it('makes an option added in a cell and the cell that takes it one step, and the next edit another', async () => {
  const done: [type: string, groupId: string | undefined][] = [];
  const session = {
    table: () => undefined,
    act: (type: string, _input: unknown, groupId?: string) => done.push([type, groupId]) > 0,
  } as unknown as BaseSession;
  const grid = gridActions(session, 'tbl', 'viw');
  const edit = { recordId: 'rec', fieldId: 'fld', value: 'new' };
  grid.addOptions('fld', { options: [], disableColors: false });
  grid.updateCell(edit);
  await Promise.resolve();
  grid.updateCell(edit);
  grid.addOptions('fld', { options: [], disableColors: false });
  grid.pasteCells([edit], []);
  const [option, cell, later, another, all] = done;
  expect([option, cell, later, another, all].map((each) => each?.[0])).toEqual([
    'UPDATE_FIELD',
    'UPDATE_RECORD_CELL',
    'UPDATE_RECORD_CELL',
    'UPDATE_FIELD',
    'BULK_PASTE_CELLS',
  ]);
  expect(option?.[1]).toMatch(/^grp/);
  expect(cell?.[1]).toBe(option?.[1]);
  expect(later?.[1]).toBeUndefined();
  expect(all?.[1]).toBe(another?.[1]);
  expect(another?.[1]).not.toBe(option?.[1]);
});

it('sends of a link cell what was added and what was taken away, and nothing where that is nothing', () => {
  const done: unknown[] = [];
  const template = { tableId: 'tbl2', allowMultiple: true };
  const session = {
    table: () => ({ fields: [{ id: 'fld', name: 'Links', type: 'linked_record', order: 0, template }] }),
    act: (type: string, input: object) => done.push([type, input]) > 0,
    client: { rows: () => ({ store: { stored: () => ({ data: { fld: ['a', 'b'] } }) } }) },
  } as unknown as BaseSession;
  const grid = gridActions(session, 'tbl', 'viw');
  const cell = { recordId: 'rec', fieldId: 'fld' };
  grid.updateCell({ ...cell, value: ['b', 'c'], before: ['a', 'b'] });
  grid.updateCell({ ...cell, value: ['a', 'b'], before: ['a', 'b'] });
  grid.clearCells([cell]);
  const sent = { tableId: 'tbl', recordId: 'rec', fieldId: 'fld' };
  expect(done).toEqual([
    ['UPDATE_LINKS', { ...sent, newIds: ['c'], oldIds: ['a'] }],
    ['UPDATE_LINKS', { ...sent, newIds: [], oldIds: ['a', 'b'] }],
  ]);
});
