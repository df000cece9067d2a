import { describe, expect, it } from 'vitest';
import type { BaseRecord, Table } from '../base.ts';
import type { CellValue } from '../fields/field-kinds.ts';
import type { Sort } from './filter.ts';
import { checkSort, compileSort } from './sort.ts';

const table: Table = {
  id: 't',
  name: 'T',
  order: 1,
  primaryFieldId: 'name',
  views: [],
  fields: [
    { id: 'name', name: 'Name', type: 'single_line_text', order: 1, template: {} },
    { id: 'done', name: 'Done', type: 'checkbox', order: 2, template: { color: 'Green' } },
    {
      id: 'color',
      name: 'Color',
      type: 'single_select',
      order: 3,
      template: {
        options: [
          { value: 'z', label: 'First', color: 'Red' },
          { value: 'a', label: 'Second', color: 'Red' },
        ],
        disableColors: false,
      },
    },
  ],
};

const record = (id: string, position: number, data: { [fieldId: string]: CellValue } = {}): BaseRecord => ({
  id,
  position,
  data,
  createdAt: `2026-01-0${position}T00:00:00.000Z`,
  updatedAt: '2026-01-01T00:00:00.000Z',
});

const sorted = (sort: Sort, ...records: BaseRecord[]): string =>
  records
    .toSorted(compileSort(sort, table))
    .map(({ id }) => id)
    .join('');

describe('the order of records', () => {
  it('O1: keys in turn, then position, then id', () => {
    expect(sorted([], record('c', 1), record('b', 2), record('a', 1))).toBe('acb');
    const records = [
      record('a', 3, { name: 'x', done: true }),
      record('b', 2, { name: 'x', done: false }),
      record('c', 1, { name: 'w', done: true }),
      record('d', 1, { name: 'x', done: true }),
    ];
    const sort: Sort = [
      { fieldId: 'name', direction: 'desc' },
      { fieldId: 'done', direction: 'desc' },
    ];
    expect(sorted(sort, ...records)).toBe('dabc');
    expect(sorted([{ fieldId: '$createdAt', direction: 'desc' }], ...records)).toBe('abcd');
  });

  it('O2: empty cells last in both directions', () => {
    const records = [
      record('e', 2),
      record('f', 1),
      record('a', 3, { name: 'a' }),
      record('b', 4, { name: 'b' }),
    ];
    expect(sorted([{ fieldId: 'name', direction: 'asc' }], ...records)).toBe('abfe');
    expect(sorted([{ fieldId: 'name', direction: 'desc' }], ...records)).toBe('bafe');
  });

  const ordered = (...names: string[]): string => {
    const records = names.map((name, i) => ({ ...record('', i, { name }), id: `${name} ` }));
    return sorted([{ fieldId: 'name', direction: 'asc' }], ...records).trim();
  };

  it('O3: texts without regard to case and accents', () => {
    expect(ordered('Zoo', 'apple', 'zebra', 'ärger', 'Apple')).toBe('Apple apple ärger zebra Zoo');
    expect(ordered('résumé', 'resume', 'Resume', 'resumed')).toBe('Resume resume résumé resumed');
  });

  it('O3: texts by code point where letters differ', () => {
    expect(ordered('😀', 'ж', 'é', 'z', 'Z', 'a', '10', '9')).toBe('10 9 a é Z z ж 😀');
  });

  it('O4: selects by the place of their options', () => {
    const records = [record('2', 1, { color: 'a' }), record('1', 2, { color: 'z' }), record('3', 0)];
    expect(sorted([{ fieldId: 'color', direction: 'asc' }], ...records)).toBe('123');
    expect(sorted([{ fieldId: 'color', direction: 'desc' }], ...records)).toBe('213');
  });

  it('O5: an empty checkbox is an unticked one', () => {
    const records = [record('t', 1, { done: true }), record('n', 2), record('f', 3, { done: false })];
    expect(sorted([{ fieldId: 'done', direction: 'asc' }], ...records)).toBe('nft');
    expect(sorted([{ fieldId: 'done', direction: 'desc' }], ...records)).toBe('tnf');
  });

  it('O6: keys of fields that are gone are left out, and refused in a call', () => {
    const sort: Sort = [
      { fieldId: 'gone', direction: 'asc' },
      { fieldId: 'name', direction: 'desc' },
    ];
    expect(sorted(sort, record('a', 1, { name: 'a' }), record('b', 2, { name: 'b' }))).toBe('ba');
    expect(checkSort(sort, table)).toEqual([
      { path: 'sort.0.fieldId', reason: 'The table has no such field' },
    ]);
  });
});
