import type { Table } from '@weft/core';
import { expect, it } from 'vitest';
import { tableNameFault } from './table-name.ts';

const table = (id: string, name: string): Table => ({
  id,
  name,
  order: 0,
  primaryFieldId: '',
  fields: [],
  views: [],
});
const tables = [table('t1', 'Orders'), table('t2', 'Customers')];

it('asks for a name that no other table has, whatever its case', () => {
  expect(tableNameFault('  ', null, tables)).toBe('Table name is required');
  expect(tableNameFault('orders ', null, tables)).toBe('A table with this name already exists');
  expect(tableNameFault('ORDERS', tables[0] ?? null, tables)).toBeNull();
  expect(tableNameFault('Makers', null, tables)).toBeNull();
});
