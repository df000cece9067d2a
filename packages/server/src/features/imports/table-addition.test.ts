import type { Table } from '@weft/core';
import { expect, it } from 'vitest';
import { TableAddition } from './table-addition.ts';

const primaryFieldId = 'name';
const name = { id: primaryFieldId, name: 'Name', type: 'single_line_text', template: {} };
const link = {
  ...{ id: 'customer', name: 'Customer', type: 'linked_record' },
  template: { tableId: 'customers', inverseFieldId: 'orders', allowMultiple: false },
};
const customers = { id: 'customers', name: 'Customers', primaryFieldId, fields: [name] };
const orders = { id: 'orders', name: 'Orders', primaryFieldId, fields: [name, link] };

it('looks through a linked table no more once a source of unknown length turns out to be long', async () => {
  const asked = { looks: 0, reads: 0 };
  const store = {
    get: async () => [],
    findByValue: async () => {
      asked.looks++;
      return [];
    },
    stream: async function* () {
      asked.reads++;
      yield [];
    },
  };
  let ids = 0;
  const submit = async () => {};
  const addition = new TableAddition(
    {
      store,
      userId: 'ann',
      groupId: 'import',
      newId: () => `id${ids++}`,
      runScan: () => {},
      submit,
    } as never,
    {
      ...{ table: orders as unknown as Table, tables: [orders, customers] as unknown as readonly Table[] },
      ...{ keyFieldId: null, createOptions: false, createLinks: false },
    },
  );
  await addition.begin([], 0);
  const names = { customer: 'Oak' };
  for (let batch = 0; batch < 60; batch++) {
    const rows = Array.from({ length: 1_000 }, (_, i) => ({ row: i, line: i, cells: {}, names }));
    await addition.write({ rows, grown: [] } as never);
  }
  expect(asked).toEqual({ looks: 50, reads: 1 });
});
