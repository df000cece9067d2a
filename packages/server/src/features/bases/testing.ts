import { must } from '@weft/std';
import { rpc, type TestPerson } from '../../testing.ts';

interface InBase {
  readonly basePublicId: string;
}

/** A table whose records are named so. */
export async function tableOf(person: TestPerson, base: InBase, name: string, names: readonly string[]) {
  const { table } = await rpc(person, 'tables.create', {
    ...base,
    name,
    fields: [{ name: 'Name', type: 'single_line_text' }],
  });
  const ids: string[] = [];
  // One after another: links stand in the order of ids, which is chance within a millisecond.
  for (const one of names) {
    const data = { [table.primaryFieldId]: one };
    const { records } = await rpc(person, 'records.create', {
      ...base,
      tableId: table.id,
      records: [{ data }],
    });
    ids.push(...records.map(({ id }) => id));
  }
  return { table, ids: ids as [string, string, ...string[]] };
}

/** Orders, and the customers they are linked to. */
export async function linkedTables(person: TestPerson, base: InBase) {
  const orders = await tableOf(person, base, 'Orders', ['Napkins', 'Aprons']);
  const customers = await tableOf(person, base, 'Customers', ['Café Brume', 'Hotel Alder']);
  const inOrders = { ...base, tableId: orders.table.id };
  const inCustomers = { ...base, tableId: customers.table.id };
  const { field } = await rpc(person, 'fields.create', {
    ...inOrders,
    field: { name: 'Customer', type: 'linked_record', template: { tableId: customers.table.id } },
  });
  const inverseId = must((field.template as { inverseFieldId?: string }).inverseFieldId);
  const read = async (of: { tableId: string }, recordId: string) =>
    rpc(person, 'records.get', { ...base, ...of, recordId });
  return { orders, customers, inOrders, inCustomers, fieldId: field.id, inverseId, read };
}
