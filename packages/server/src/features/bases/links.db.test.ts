import { must } from '@weft/std';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newBase, rpc, type SharedServer, sharedServer, type TestPerson } from '../../testing.ts';
import { linkedTables } from './testing.ts';

describe('records linked to each other', () => {
  let server: SharedServer;
  let ann: TestPerson;
  let base: { readonly basePublicId: string };
  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann');
  });
  beforeEach(async () => {
    base = { basePublicId: await newBase(ann) };
  });

  it('are read by name from either side, and unlinked by the difference of an edit', async () => {
    const { orders, customers, inOrders, inCustomers, fieldId, inverseId, read } = await linkedTables(
      ann,
      base,
    );
    const [napkins] = orders.ids;
    const [brume, alder] = customers.ids;
    const link = { ...inOrders, recordId: napkins, fieldId };
    const { record } = await rpc(ann, 'records.updateLinks', { ...link, newIds: [brume], oldIds: [] });
    expect(record.data[fieldId]).toEqual([brume]);
    const named = { id: brume, name: 'Café Brume', data: { [customers.table.primaryFieldId]: 'Café Brume' } };
    expect(record.linkedData).toEqual({ [fieldId]: [named] });
    // Somebody who did not know of the first link adds another.
    await rpc(ann, 'records.updateLinks', { ...link, newIds: [alder], oldIds: [] });
    const page = await rpc(ann, 'records.list', { ...inOrders, limit: 100 });
    expect(page.records.map(({ linkedData }) => linkedData[fieldId]?.map(({ name }) => name))).toEqual([
      ['Café Brume', 'Hotel Alder'],
      undefined,
    ]);
    const window = await rpc(ann, 'records.window', { ...inCustomers, start: 0, count: 10 });
    expect(window.records.map(({ linkedData }) => linkedData[inverseId]?.[0]?.name)).toEqual([
      'Napkins',
      'Napkins',
    ]);
    await rpc(ann, 'records.updateLinks', { ...link, newIds: [alder], oldIds: [brume, alder] });
    expect((await read(inCustomers, brume)).data[inverseId]).toBeUndefined();
    await rpc(ann, 'history.undo', base);
    expect((await read(inCustomers, brume)).data[inverseId]).toEqual([napkins]);
  });

  it('are written as names where a table is exported for people, and as ids for programs', async () => {
    const { orders, customers, inOrders, inCustomers, fieldId } = await linkedTables(ann, base);
    const [napkins] = orders.ids;
    const [brume] = customers.ids;
    await rpc(ann, 'records.update', {
      ...inCustomers,
      recordId: brume,
      data: { [customers.table.primaryFieldId]: 'Brume, Café' },
    });
    await rpc(ann, 'records.updateLinks', {
      ...inOrders,
      recordId: napkins,
      fieldId,
      newIds: customers.ids,
      oldIds: [],
    });
    const exported = (format: string) =>
      ann.call('GET', `/v1/bases/${base.basePublicId}/tables/${orders.table.id}/export?format=${format}`);
    expect(await (await exported('csv')).text()).toBe(
      'Name,Customer\r\nNapkins,"""Brume, Café"", Hotel Alder"\r\nAprons,\r\n',
    );
    const { records } = (await (await exported('json')).json()) as { records: { data: object }[] };
    expect(records.map(({ data }) => data)).toMatchObject([{ [fieldId]: customers.ids }, {}]);
    const sheet = await readSheet(Buffer.from(await (await exported('xlsx')).arrayBuffer()));
    expect(sheet).toEqual([
      ['Name', 'Customer'],
      ['Napkins', '"Brume, Café", Hotel Alder'],
      ['Aprons', null],
    ]);
  });

  it('are found by whom they are linked to', async () => {
    const { orders, customers, inOrders, fieldId } = await linkedTables(ann, base);
    const [napkins, aprons] = orders.ids;
    const [brume] = customers.ids;
    await rpc(ann, 'records.updateLinks', {
      ...inOrders,
      recordId: aprons,
      fieldId,
      newIds: [brume],
      oldIds: [],
    });
    const found = async (operator: string, value?: unknown) => {
      const filters = { conjunction: 'and' as const, items: [{ fieldId, operator, value }] };
      return (await rpc(ann, 'records.list', { ...inOrders, filters })).records.map(({ id }) => id);
    };
    expect(await found('has_any_of', [brume])).toEqual([aprons]);
    expect(await found('is_exactly', [brume])).toEqual([aprons]);
    expect(await found('has_none_of', [brume])).toEqual([napkins]);
    expect(await found('is_empty')).toEqual([napkins]);
    expect(await found('has_several')).toEqual([]);
    await rpc(ann, 'records.updateLinks', {
      ...{ ...inOrders, recordId: aprons, fieldId },
      newIds: customers.ids,
      oldIds: [],
    });
    expect(await found('has_several')).toEqual([aprons]);
  });

  it('show cells of theirs in lookups, which nobody can write and which follow the cells', async () => {
    const { orders, customers, inOrders, inCustomers, fieldId } = await linkedTables(ann, base);
    const [napkins] = orders.ids;
    const [brume, alder] = customers.ids;
    const { field: city } = await rpc(ann, 'fields.create', {
      ...inCustomers,
      field: { name: 'City', type: 'single_line_text' },
    });
    const template = { linkedRecordFieldId: fieldId, lookupFieldId: city.id };
    const { field: lookup } = await rpc(ann, 'fields.create', {
      ...inOrders,
      field: { name: 'Cities', type: 'lookup', template },
    });
    const write = (recordId: string, text: string) =>
      rpc(ann, 'records.update', { ...inCustomers, recordId, data: { [city.id]: text } });
    await write(brume, 'Lyon');
    await write(alder, 'Bern');
    await rpc(ann, 'records.updateLinks', {
      ...{ ...inOrders, recordId: napkins, fieldId },
      newIds: customers.ids,
      oldIds: [],
    });
    const shown = async () => {
      const { records } = await rpc(ann, 'records.list', { ...inOrders, fieldIds: [lookup.id] });
      return records.map(({ data }) => data[lookup.id]);
    };
    expect(await shown()).toEqual([['Lyon', 'Bern'], undefined]);
    await write(alder, 'Basel');
    expect(await shown()).toEqual([['Lyon', 'Basel'], undefined]);
    await rpc(ann, 'history.undo', base);
    expect(await shown()).toEqual([['Lyon', 'Bern'], undefined]);

    const filters = {
      conjunction: 'and' as const,
      items: [{ fieldId: lookup.id, operator: 'contains', value: 'ber' }],
    };
    const found = await rpc(ann, 'records.list', { ...inOrders, filters, includeTotal: true });
    expect(found).toMatchObject({ total: 1, records: [{ id: napkins }] });
    const exported = (format: string) =>
      ann.call('GET', `/v1/bases/${base.basePublicId}/tables/${orders.table.id}/export?format=${format}`);
    expect(await (await exported('csv')).text()).toBe(
      'Name,Customer,Cities\r\nNapkins,"Café Brume, Hotel Alder","Lyon, Bern"\r\nAprons,,\r\n',
    );
    const { records } = (await (await exported('json')).json()) as { records: { data: object }[] };
    expect(records[0]?.data).toMatchObject({ [lookup.id]: ['Lyon', 'Bern'] });

    await expect(
      rpc(ann, 'records.update', { ...inOrders, recordId: napkins, data: { [lookup.id]: ['Rome'] } }),
    ).rejects.toThrow();
    const of = (lookupFieldId: string) =>
      rpc(ann, 'fields.create', {
        ...inOrders,
        field: { name: 'Second', type: 'lookup', template: { linkedRecordFieldId: fieldId, lookupFieldId } },
      });
    await expect(of(lookup.id)).rejects.toThrow('no such field');
    await expect(of('fld-of-nobody')).rejects.toThrow('no such field');

    // Through a deleted link field nothing is seen.
    await rpc(ann, 'fields.delete', { ...inOrders, fieldId });
    expect(await shown()).toEqual([undefined, undefined]);
    await rpc(ann, 'fields.restore', { ...inOrders, fieldId });
    expect(await shown()).toEqual([['Lyon', 'Bern'], undefined]);
  });

  it('are linked to the same records in a copy of their table, and among each other where it links to itself', async () => {
    const { orders, customers, inOrders, inCustomers, fieldId, inverseId, read } = await linkedTables(
      ann,
      base,
    );
    const [napkins, aprons] = orders.ids;
    const [brume] = customers.ids;
    const { field: follows } = await rpc(ann, 'fields.create', {
      ...inOrders,
      field: { name: 'Follows', type: 'linked_record', template: { tableId: orders.table.id } },
    });
    await rpc(ann, 'fields.create', {
      ...inOrders,
      field: {
        ...{ name: 'Names', type: 'lookup' },
        template: { linkedRecordFieldId: fieldId, lookupFieldId: customers.table.primaryFieldId },
      },
    });
    const link = (id: string, newIds: string[]) =>
      rpc(ann, 'records.updateLinks', { ...inOrders, recordId: napkins, fieldId: id, newIds, oldIds: [] });
    await link(fieldId, [brume]);
    await link(follows.id, [aprons]);
    const { table: copy } = await rpc(ann, 'tables.duplicate', { ...inOrders, withRecords: true });
    const copied = (name: string) => must(copy.fields.find((field) => field.name === name)).id;
    const { records } = await rpc(ann, 'records.list', { ...base, tableId: copy.id });
    const [first, second] = records;
    expect(first?.data[copied('Customer')]).toEqual([brume]);
    expect(first?.data[copied('Names')]).toEqual(['Café Brume']);
    expect(first?.data[copied('Follows')]).toEqual([second?.id]);
    const seen = await read(inCustomers, brume);
    const fieldsOf = async (tableId: string) => {
      const { metadata } = await rpc(ann, 'metadata.get', base);
      return must(metadata.tables.find(({ id }) => id === tableId)).fields;
    };
    const customerFields = await fieldsOf(customers.table.id);
    const other = must(customerFields.find((field) => field.name === copy.name)).id;
    expect(seen.data[inverseId]).toEqual([napkins]);
    expect(seen.data[other]).toEqual([first?.id]);
    await rpc(ann, 'history.undo', base);
    const after = await fieldsOf(customers.table.id);
    expect(after.map(({ id }) => id)).not.toContain(other);
  });

  it('come back linked when they are deleted and restored', async () => {
    const { orders, customers, inOrders, inCustomers, fieldId, inverseId, read } = await linkedTables(
      ann,
      base,
    );
    const [napkins] = orders.ids;
    const [brume] = customers.ids;
    await rpc(ann, 'records.updateLinks', {
      ...inOrders,
      recordId: napkins,
      fieldId,
      newIds: [brume],
      oldIds: [],
    });
    await rpc(ann, 'records.delete', { ...inCustomers, recordId: brume });
    expect((await read(inOrders, napkins)).linkedData).toEqual({});
    await rpc(ann, 'records.restore', { ...inCustomers, recordId: brume });
    expect((await read(inOrders, napkins)).linkedData[fieldId]).toMatchObject([{ id: brume }]);
    expect((await read(inCustomers, brume)).data[inverseId]).toEqual([napkins]);
  });

  it('lose both fields when one is deleted, and get both back when it is restored', async () => {
    const { orders, customers, inOrders, inCustomers, fieldId, inverseId, read } = await linkedTables(
      ann,
      base,
    );
    const [napkins] = orders.ids;
    const [brume] = customers.ids;
    await rpc(ann, 'records.updateLinks', {
      ...inOrders,
      recordId: napkins,
      fieldId,
      newIds: [brume],
      oldIds: [],
    });
    await rpc(ann, 'fields.delete', { ...inCustomers, fieldId: inverseId });
    expect((await read(inOrders, napkins)).data).not.toHaveProperty(fieldId);
    await rpc(ann, 'fields.restore', { ...inOrders, fieldId });
    expect((await read(inOrders, napkins)).data[fieldId]).toEqual([brume]);
    expect((await read(inCustomers, brume)).data[inverseId]).toEqual([napkins]);
  });

  it('are of this database alone: another’s, and ids that are none, are refused', async () => {
    const elsewhere = await linkedTables(ann, base);
    base = { basePublicId: await newBase(ann) };
    const { orders, inOrders, fieldId } = await linkedTables(ann, base);
    const [napkins, aprons] = orders.ids;
    const link = (newIds: readonly string[]) =>
      rpc(ann, 'records.updateLinks', {
        ...inOrders,
        recordId: napkins,
        fieldId,
        newIds: [...newIds],
        oldIds: [],
      });
    const [foreign] = elsewhere.customers.ids;
    for (const id of [aprons, foreign])
      await expect(link([id])).rejects.toThrow(`Record with id ${id} not found`);
    const { tableId } = elsewhere.inCustomers;
    const field = { name: 'X', type: 'linked_record' as const, template: { tableId } };
    await expect(rpc(ann, 'fields.create', { ...inOrders, field })).rejects.toThrow(
      `Table with id ${tableId} not found`,
    );
    await expect(
      rpc(ann, 'fields.create', {
        ...inOrders,
        field: {
          name: 'X',
          type: 'linked_record',
          template: { tableId: inOrders.tableId, inverseFieldId: '"; --' },
        },
      }),
    ).rejects.toThrow('id of its own');
    await expect(
      rpc(ann, 'fields.create', {
        ...inOrders,
        field: { name: 'X', type: 'linked_record', template: { tableId: 'tbl-of-nobody' } },
      }),
    ).rejects.toThrow('not found');
  });
});
