import { expect, it } from 'vitest';
import type { Table } from '../base.ts';
import { sampleField } from '../fields/sample-field.ts';
import type { Condition, Filter } from './filter.ts';
import { prefilledCells } from './prefill.ts';

const name = sampleField('single_line_text', {}, { id: 'name', name: 'Name', order: 1 });
const metres = sampleField('number', {}, { id: 'metres', name: 'Metres', order: 2 });
const due = sampleField('date', {}, { id: 'due', name: 'Due', order: 3 });
const paid = sampleField('checkbox', {}, { id: 'paid', name: 'Paid', order: 4 });
const table: Table = {
  id: 't',
  name: 'Orders',
  order: 1,
  primaryFieldId: 'name',
  fields: [name, metres, due, paid],
  views: [],
};
const env = { timeZone: 'Europe/Paris', locale: 'en', now: '2026-11-22T12:00:00.000Z' };
const cells = (conjunction: Filter['conjunction'], ...items: (Condition | Filter)[]) =>
  prefilledCells({ filters: { conjunction, items } }, table, env);
const is = (fieldId: string, value: unknown, operator = 'is'): Condition => ({ fieldId, operator, value });

it('fills a new record with what the plain conditions of a filter name', () => {
  const nested: Filter = { conjunction: 'or', items: [is('paid', true)] };
  expect(cells('and', is('name', 'Ada'), is('metres', 4, 'equals'), nested)).toEqual({
    name: 'Ada',
    metres: 4,
    paid: true,
  });
  expect(cells('and', is('due', '2026-11-22'))).toEqual({ due: '2026-11-22T00:00:00.000Z' });
});

it('fills in nothing that a record need not be', () => {
  expect(cells('or', is('name', 'Ada'), is('paid', true))).toEqual({});
  expect(cells('and', is('name', 'Ada', 'contains'), is('metres', 4, 'greater_than'))).toEqual({});
  expect(cells('and', is('due', { unit: 'day', offset: 0 }), is('gone', 'x'), is('name', ''))).toEqual({});
  expect(cells('and', is('name', 'Ada'), is('name', 'Bert'))).toEqual({ name: 'Ada' });
});
