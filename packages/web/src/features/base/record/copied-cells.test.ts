import type { Field, Table } from '@weft/core';
import { expect, it } from 'vitest';
import { copiedCells } from './copied-cells.ts';

const template = { options: [{ value: 'a', label: 'A', color: 'Blue' as const }], disableColors: false };
const fields: readonly Field[] = [
  { id: 'name', name: 'Name', order: 0, type: 'single_line_text', template: {} },
  { id: 'one', name: 'One', order: 1, type: 'single_select', template },
  { id: 'lost', name: 'Lost', order: 2, type: 'single_select', template },
  { id: 'many', name: 'Many', order: 3, type: 'multiple_select', template },
  {
    id: 'count',
    name: 'Count',
    order: 4,
    type: 'number',
    template: { decimalPlaces: 0, numberFormat: 'local' },
  },
];
const table: Table = { id: 'tbl', name: 'T', order: 0, primaryFieldId: 'name', fields, views: [] };

it('copies values and kept texts, and of options those the field still has', () => {
  const record = {
    id: 'rec',
    data: { name: 'Ann', one: 'a', lost: 'gone', many: ['gone', 'a'] },
    raw: { count: 'a dozen' },
    position: 1,
    createdAt: '',
    updatedAt: '',
  };
  expect(copiedCells(record, table)).toEqual({
    name: { value: 'Ann' },
    one: { value: 'a' },
    many: { value: ['a'] },
    count: { value: null, raw: 'a dozen' },
  });
});
