import type { Field, Table } from '@weft/core';
import { expect, it } from 'vitest';
import { logLines, sinceOf, withNewest } from './log-lines.ts';

const item = (id: string, label: string, more: object = {}) =>
  ({
    ...{ id, label, seq: 1, type: 'BULK_PASTE_CELLS', userId: 'usr', timestamp: '2026-11-23T00:00:00.000Z' },
    ...{ isUndo: false, isRedo: false, status: 'synced', tableId: 'tbl', viewId: null },
    ...{ dependencies: [], payload: null, stands: true, ...more },
  }) as Parameters<typeof logLines>[0][number];

it('makes one line of a group, and one of each other step', () => {
  const group = { groupId: 'grp' };
  const lines = logLines(
    [
      item('act4', 'Edited Stage'),
      item('act3', 'Edited 2 cells', group),
      item('act2', 'Edited 9 cells', { ...group, stands: false }),
      item('act1', 'Undid: Edited 9 cells', { ...group, isUndo: true }),
    ],
    { tables: [] },
  );
  expect(lines.map(({ id, text, stands }) => [id, text, stands])).toEqual([
    ['act4', 'edited Stage', true],
    ['act3', 'edited 11 cells', true],
    ['act1', 'undid: Edited 9 cells', true],
  ]);
});

it('tells what one edit changed, of links from the side that was edited', () => {
  const link = (id: string, tableId: string) => ({
    ...{ id, name: id, order: 0, type: 'linked_record' as const },
    template: { tableId, allowMultiple: true },
  });
  const table = (id: string, field: Field): Table => ({
    ...{ id, name: id, order: 0, primaryFieldId: field.id },
    ...{ fields: [field], views: [] },
  });
  const tables = [table('tbl', link('fldC', 'tblC')), table('tblC', link('fldI', 'tbl'))];
  const side = { kind: 'links', before: [] } as const;
  const changes = [
    { ...side, tableId: 'tbl', recordId: 'rec1', fieldId: 'fldC', after: ['rec2'] },
    { ...side, tableId: 'tblC', recordId: 'rec2', fieldId: 'fldI', after: ['rec1'] },
  ];
  const one = item('act1', 'Edited fldC', { type: 'UPDATE_LINKS', tableId: null, payload: { changes } });
  expect(logLines([one], { tables })[0]?.change).toMatchObject({ kind: 'linked', ids: ['rec2'] });
  expect(logLines([{ ...one, isUndo: true }], { tables })[0]?.change).toBeNull();
  expect(logLines([{ ...one, payload: null }], { tables })[0]?.change).toBeNull();
});

it('tells from which table something was deleted, and the first names of its records', () => {
  const name: Field = { id: 'fld', name: 'Name', order: 0, type: 'single_line_text', template: {} };
  const orders: Table = {
    id: 'tbl',
    name: 'Orders',
    order: 0,
    primaryFieldId: 'fld',
    fields: [name],
    views: [],
  };
  const record = (id: string, data: object) => ({
    ...{ kind: 'record', tableId: 'tbl', recordId: id, after: null },
    before: { position: 1, data, createdAt: '2026-11-23T00:00:00.000Z' },
  });
  const links = { kind: 'links', tableId: 'tbl2', recordId: 'rec9', fieldId: 'f', before: ['a'], after: [] };
  const deletion = (changes: readonly object[] | null, more: object = {}) =>
    item('act1', 'Deleted 2 records', {
      ...{ type: 'BULK_DELETE_RECORDS', tableId: null, payload: changes && { changes } },
      ...more,
    });
  const two = deletion([links, record('a', { fld: 'Ada' }), record('b', {})]);
  const of = (...items: readonly (typeof two)[]) => logLines(items, { tables: [orders] })[0]?.deleted;
  expect(of(two)).toEqual({ table: orders, names: [{ value: 'Ada' }, { value: null }], more: false });
  const group = { groupId: 'grp', tableId: 'tbl' };
  const large = deletion(null, group);
  expect(of(large, { ...two, ...group })).toMatchObject({
    names: [{ value: 'Ada' }, { value: null }],
    more: true,
  });
  expect(of(large)).toEqual({ table: orders, names: [], more: false });
  const field = {
    kind: 'field',
    tableId: 'tbl',
    fieldId: 'fld2',
    before: { ...name, id: 'fld2' },
    after: null,
  };
  expect(of(deletion([field], { type: 'DELETE_FIELD' }))).toEqual({ table: orders, names: [], more: false });
  expect(of(deletion(null, { type: 'DELETE_FIELD', tableId: 'gone' }))?.table).toBeUndefined();
  expect(of(deletion(null, { type: 'DELETE_TABLE', tableId: 'tbl' }))).toBeNull();
});

it('looks as far back as one asks', () => {
  expect(sinceOf('any', 0)).toBeNull();
  expect(sinceOf('hour', 3_600_000)).toBe('1970-01-01T00:00:00.000Z');
});

it('takes in the newest page without reading the older ones anew', () => {
  const page = (nextCursor: string | null, ...seqs: readonly number[]) => ({
    actions: seqs.map((seq) => item(`act${seq}`, 'Edited Stage', { seq })),
    nextCursor,
  });
  const seqsAfter = (pages: readonly ReturnType<typeof page>[], newest: ReturnType<typeof page>) =>
    withNewest(pages, newest).pages.map(({ actions, nextCursor }) => [
      actions.map(({ seq }) => seq),
      nextCursor,
    ]);
  const pages = [page('4', 5, 4), page('2', 3, 2)];
  expect(seqsAfter(pages, page('5', 6, 5))).toEqual([
    [[6, 5, 4], '4'],
    [[3, 2], '2'],
  ]);
  // In the trash entries go, too: what is older than all that were read stays.
  expect(seqsAfter(pages, page('3', 5, 3))).toEqual([
    [[5, 3], '4'],
    [[2], '2'],
  ]);
  expect(seqsAfter(pages, page('8', 9, 8))).toEqual([[[9, 8], '8']]);
  expect(seqsAfter(pages, page(null, 5))).toEqual([[[5], null]]);
});
