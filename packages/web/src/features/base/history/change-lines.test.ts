import type { Field, Table } from '@weft/core';
import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import {
  cellText,
  filesChanged,
  type HistoryAction,
  historyLines,
  namedRecords,
  recordsText,
  takesBack,
} from './change-lines.ts';

const env = { timeZone: 'UTC', locale: 'en-US' };
const amount: Field = {
  id: 'fldA',
  name: 'Amount',
  type: 'number',
  order: 0,
  template: { decimalPlaces: 2, numberFormat: 'comma_period' },
};
const stage: Field = {
  id: 'fldS',
  name: 'Stage',
  type: 'single_select',
  order: 1,
  template: { options: [{ value: 'a', label: 'Open', color: 'Blue' }], disableColors: false },
};
const table: Table = {
  id: 'tbl',
  name: 'Orders',
  order: 0,
  primaryFieldId: 'fldA',
  fields: [amount, stage],
  views: [],
};
const action = (part: Partial<HistoryAction>): HistoryAction => ({
  ...{ id: 'act', seq: 1, type: 'UPDATE_RECORD_CELL', label: '', userId: 'usr' },
  ...{ timestamp: '2026-01-01T00:00:00.000Z', isUndo: false, isRedo: false },
  ...{ status: 'synced', tableId: 'tbl', viewId: null, dependencies: [], payload: null, stands: true },
  ...part,
});

describe('the history of a record', () => {
  it('says of an answer that somebody sent that they answered the form', () => {
    const after = { position: 1, data: {}, createdAt: '2026-01-01T00:00:00.000Z' };
    const made = { kind: 'record', tableId: 'tbl', recordId: 'rec', before: null, after } as const;
    const sent = action({ type: 'CREATE_RECORD', userId: 'form', changes: [made] });
    const [line] = historyLines([sent], table);
    expect([line?.userId, line?.what.kind]).toEqual(['form', 'answered']);
  });

  it('has a line per cell that changed, and leaves out fields that are gone', () => {
    const before = { fldA: { value: 1 }, fldS: { value: null }, gone: { value: 'x' } };
    const after = { fldA: { value: 2 }, fldS: { value: 'a' }, gone: { value: 'y' } };
    const lines = historyLines(
      [action({ changes: [{ kind: 'cells', tableId: 'tbl', recordId: 'rec', before, after }] })],
      table,
    );
    expect(lines.map(({ what }) => what.kind === 'set' && what.field.name)).toEqual(['Amount', 'Stage']);
  });

  it('tells a record that was made from one that an undo brought back', () => {
    const shape = { position: 1, data: {}, createdAt: '2026-01-01T00:00:00.000Z' };
    const made = { kind: 'record', tableId: 'tbl', recordId: 'rec', before: null, after: shape } as const;
    const deleted = { ...made, before: shape, after: null };
    const kinds = historyLines(
      [
        action({ type: 'DELETE_RECORD', isUndo: true, changes: [made] }),
        action({ type: 'DELETE_RECORD', changes: [deleted] }),
        action({ type: 'CREATE_RECORD', changes: [made] }),
      ],
      table,
    ).map(({ what }) => what.kind);
    expect(kinds).toEqual(['restored', 'deleted', 'created']);
  });

  it('has a line for the records that were linked or unlinked, and names the first of them', () => {
    const template = { tableId: 'tblC', allowMultiple: true };
    const customer: Field = { id: 'fldC', name: 'Customer', type: 'linked_record', order: 2, template };
    const link = { kind: 'links', tableId: 'tbl', recordId: 'rec', fieldId: 'fldC' } as const;
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const lines = historyLines(
      [
        action({ type: 'UPDATE_LINKS', changes: [{ ...link, before: ['a'], after: [] }] }),
        action({ type: 'UPDATE_LINKS', changes: [{ ...link, before: [], after: ids }] }),
      ],
      { ...table, fields: [...table.fields, customer] },
    );
    expect(lines.map(({ what }) => what.kind)).toEqual(['unlinked', 'linked']);
    expect([...(namedRecords(lines.map(({ what }) => what)).get('tblC') ?? [])]).toEqual(['a', 'b', 'c']);
    const linked = (id: string) => (id === 'b' ? undefined : { name: `Name ${id}`, color: 'Gray' as const });
    expect(recordsText(ids, { ...env, linked })).toBe('Name a, a record that is gone, Name c and 2 more');
  });

  it('says what a cell held in the words of its field, also what the field no longer takes', () => {
    expect(cellText(amount, { value: 2.5 }, env)).toBe('2.50');
    expect(cellText(amount, { value: null }, env)).toBeNull();
    expect(cellText(amount, { value: null, raw: 'a lot' }, env)).toBe('a lot');
    expect(cellText(amount, { value: 'was text' }, env)).toBe('was text');
    expect(cellText(stage, { value: 'a' }, env)).toBe('Open');
    expect(cellText(stage, { value: 'deleted' }, env)).toBe('an option that was deleted');
    expect(must(cellText(amount, { value: 'x'.repeat(100) }, env)).length).toBe(61);
  });

  it('takes back what the field takes now, and nothing else', () => {
    expect(takesBack(amount, { value: 1 })).toBe(true);
    expect(takesBack(amount, { value: null, raw: 'a lot' })).toBe(true);
    expect(takesBack(amount, { value: 'was text' })).toBe(false);
  });
});

describe('the files of a cell', () => {
  const file = (name: string) => ({
    ...{ filename: `fil-${name}`, originalName: name, size: 1, mimeType: 'image/png', url: '' },
    uploadedAt: '2026-01-01T00:00:00.000Z',
  });
  const told = (before: readonly string[], after: readonly string[]) =>
    filesChanged(
      { value: before.map(file) },
      { value: after.length === 0 ? null : after.map(file) },
      'en-US',
    );

  it('are said to be added and removed by their names', () => {
    expect(told([], ['photo.png'])).toEqual({ added: 'photo.png', removed: null });
    expect(told(['a.png', 'b.png'], ['b.png'])).toEqual({ added: null, removed: 'a.png' });
    expect(told(['a.png'], [])).toEqual({ added: null, removed: 'a.png' });
    expect(told([], ['1', '2', '3', '4', '5'])).toEqual({ added: '1, 2, 3 and 2 more', removed: null });
    expect(told(['a', 'b'], ['b', 'a'])).toEqual({ added: null, removed: null });
  });

  it('are none where the cell is of another kind', () => {
    expect(filesChanged({ value: 'x' }, { value: null }, 'en-US')).toBeNull();
    expect(filesChanged({ value: null }, { value: null, raw: 'a.png' }, 'en-US')).toBeNull();
  });
});
