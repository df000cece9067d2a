import { AppError, must } from '@weft/std';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newBase, rpc, type SharedServer, sharedServer, type TestPerson } from '../../testing.ts';

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

  /** A table whose records are named so. */
  async function tableOf(name: string, names: readonly string[]) {
    const { table } = await rpc(ann, 'tables.create', {
      ...base,
      name,
      fields: [{ name: 'Name', type: 'single_line_text' }],
    });
    const ids: string[] = [];
    // One after another: links stand in the order of ids, which is chance within a millisecond.
    for (const one of names) {
      const data = { [table.primaryFieldId]: one };
      const { records } = await rpc(ann, 'records.create', {
        ...base,
        tableId: table.id,
        records: [{ data }],
      });
      ids.push(...records.map(({ id }) => id));
    }
    return { table, ids: ids as [string, string, ...string[]] };
  }

  async function linkedTables() {
    const orders = await tableOf('Orders', ['Napkins', 'Aprons']);
    const customers = await tableOf('Customers', ['Café Brume', 'Hotel Alder']);
    const inOrders = { ...base, tableId: orders.table.id };
    const inCustomers = { ...base, tableId: customers.table.id };
    const { field } = await rpc(ann, 'fields.create', {
      ...inOrders,
      field: { name: 'Customer', type: 'linked_record', template: { tableId: customers.table.id } },
    });
    const inverseId = must((field.template as { inverseFieldId?: string }).inverseFieldId);
    const read = async (of: { tableId: string }, recordId: string) =>
      rpc(ann, 'records.get', { ...base, ...of, recordId });
    return { orders, customers, inOrders, inCustomers, fieldId: field.id, inverseId, read };
  }

  it('are read by name from either side, and unlinked by the difference of an edit', async () => {
    const { orders, customers, inOrders, inCustomers, fieldId, inverseId, read } = await linkedTables();
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
    const { orders, customers, inOrders, inCustomers, fieldId } = await linkedTables();
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

  it('become their names when the field is made a text, said before, once, and undone whole', async () => {
    const { orders, customers, inOrders, inCustomers, fieldId, inverseId, read } = await linkedTables();
    const [napkins] = orders.ids;
    const ids = customers.ids;
    await rpc(ann, 'records.updateLinks', {
      ...{ ...inOrders, recordId: napkins, fieldId },
      newIds: ids,
      oldIds: [],
    });
    const into = { type: 'single_line_text' as const, conversionContext: { timezone: 'Europe/Amsterdam' } };
    const preview = await rpc(ann, 'fields.previewConversion', { ...inOrders, fieldId, ...into });
    expect(preview).toMatchObject({ converted: 1, empty: 1, unfit: 0, samples: [] });
    const shadowId = 'fld0m0000000000000000abc';
    const sent = { ...inOrders, fieldId, ...into, shadowId, actionId: 'act0m0000000000000000abc' };
    const { field } = await rpc(ann, 'fields.convert', sent);
    expect(field).toMatchObject({ id: shadowId, name: 'Customer', type: 'single_line_text' });
    // Its answer was lost, and it is sent again.
    expect((await rpc(ann, 'fields.convert', sent)).field).toEqual(field);
    expect((await read(inOrders, napkins)).data[shadowId]).toBe('Café Brume, Hotel Alder');
    await rpc(ann, 'history.undo', base);
    expect((await read(inOrders, napkins)).data[fieldId]).toEqual(ids);
    expect((await read(inCustomers, ids[0])).data[inverseId]).toEqual([napkins]);
  });

  it('are made of texts that name them: counted before, the missing ones made when asked, undone whole', async () => {
    const customers = await tableOf('Customers', ['Café Brume', 'Hotel Alder', 'Twin', 'Twin']);
    const orders = await tableOf('Orders', ['Napkins', 'Aprons', 'Towels']);
    const inOrders = { ...base, tableId: orders.table.id };
    const text = { name: 'Customer', type: 'single_line_text' as const };
    const { field: written } = await rpc(ann, 'fields.create', { ...inOrders, field: text });
    const texts = ['Café Brume, Lumen', '"Lumen", Hotel Alder', 'Twin'];
    for (const [i, value] of texts.entries())
      await rpc(ann, 'records.update', {
        ...{ ...inOrders, recordId: must(orders.ids[i]), data: { [written.id]: value } },
      });
    const into = {
      ...{ ...inOrders, fieldId: written.id, type: 'linked_record' as const },
      template: { tableId: customers.table.id },
      conversionContext: { timezone: 'Europe/Amsterdam' },
    };
    const preview = await rpc(ann, 'fields.previewConversion', into);
    expect(preview).toMatchObject({
      ...{ converted: 0, empty: 0, unfit: 3 },
      names: { linked: 2, ambiguous: 1, missing: 2, creatable: 1, impossible: 0 },
    });
    const sent = {
      ...{ ...into, createMissing: true, shadowId: 'fld0m0000000000000000abd' },
      ...{ actionId: 'act0m0000000000000000abd', groupId: 'grp0m0000000000000000abd' },
    };
    const { field } = await rpc(ann, 'fields.convert', sent);
    expect(field).toMatchObject({ id: sent.shadowId, name: 'Customer', type: 'linked_record' });
    // Its answer was lost, and it is sent again.
    expect((await rpc(ann, 'fields.convert', sent)).field).toEqual(field);
    const rows = async () => {
      const { records } = await rpc(ann, 'records.list', { ...inOrders, limit: 100 });
      return records.map(({ data, linkedData }) => [
        data[written.id] ?? null,
        linkedData[field.id]?.map(({ name }) => name).toSorted() ?? null,
      ]);
    };
    // What several records are called is not guessed: the texts stay beside the links.
    expect(await rows()).toEqual([
      [texts[0], ['Café Brume', 'Lumen']],
      [texts[1], ['Hotel Alder', 'Lumen']],
      [texts[2], null],
    ]);
    const names = async (tableId: string) => {
      const { records } = await rpc(ann, 'records.list', { ...base, tableId, limit: 100 });
      return records.length;
    };
    expect(await names(customers.table.id)).toBe(5);
    const { metadata } = await rpc(ann, 'metadata.get', base);
    const own = must(metadata.tables.find(({ id }) => id === orders.table.id));
    expect(own.fields.map(({ name }) => name)).toEqual(['Name', 'Customer', 'Customer (text)']);
    await rpc(ann, 'history.undo', base);
    expect(await rows()).toEqual(texts.map((value) => [value, null]));
    expect(await names(customers.table.id)).toBe(4);
    await expect(
      rpc(ann, 'fields.convert', { ...into, template: { tableId: 'tbl0m0000000000000000abd' } }),
    ).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('leaves no records made for missing names where making the others is refused', async () => {
    const customers = await tableOf('Customers', []);
    const orders = await tableOf('Orders', ['Napkins']);
    const inOrders = { ...base, tableId: orders.table.id };
    const text = { name: 'Customer', type: 'long_text' as const };
    const { field } = await rpc(ann, 'fields.create', { ...inOrders, field: text });
    // More than are made in one action.
    const names = Array.from({ length: 1_001 }, (_, i) => `Customer ${i}`).join(', ');
    const data = { [field.id]: names };
    await rpc(ann, 'records.update', { ...inOrders, recordId: must(orders.ids[0]), data });
    const store = server.parts.imports.deps.base(base.basePublicId);
    const submit = store.submit.bind(store);
    let parts = 0;
    const refusing = vi.spyOn(store, 'submit').mockImplementation((userId, action, alongside) => {
      if (action.type === 'BULK_PASTE_CELLS' && ++parts === 2) throw new AppError('unavailable', 'Try again');
      return submit(userId, action, alongside);
    });
    const into = {
      ...{ ...inOrders, fieldId: field.id, type: 'linked_record' as const, createMissing: true },
      template: { tableId: customers.table.id },
      conversionContext: { timezone: 'UTC' },
    };
    await expect(rpc(ann, 'fields.convert', into)).rejects.toMatchObject({ kind: 'unavailable' });
    refusing.mockRestore();
    const { total } = await rpc(ann, 'records.list', {
      ...{ ...base, tableId: customers.table.id, includeTotal: true },
    });
    expect([parts, total]).toEqual([2, 0]);
  });

  it('keeps what else was done in the group where a conversion that makes missing names is refused', async () => {
    const customers = await tableOf('Customers', []);
    const orders = await tableOf('Orders', ['Napkins']);
    const inOrders = { ...base, tableId: orders.table.id };
    const text = { name: 'Customer', type: 'single_line_text' as const };
    const { field } = await rpc(ann, 'fields.create', { ...inOrders, field: text });
    const data = { [field.id]: 'Lumen' };
    await rpc(ann, 'records.update', { ...inOrders, recordId: must(orders.ids[0]), data });
    const groupId = 'grp0m0000000000000000xyz';
    await rpc(ann, 'fields.update', { ...inOrders, fieldId: field.id, name: 'Client', groupId });
    const store = server.parts.imports.deps.base(base.basePublicId);
    const submit = store.submit.bind(store);
    const refusal = vi.spyOn(store, 'submit').mockImplementation((userId, action, alongside) => {
      if (action.type === 'CONVERT_FIELD_TYPE') throw new AppError('conflict', 'Refused');
      return submit(userId, action, alongside);
    });
    const into = {
      ...{ ...inOrders, fieldId: field.id, type: 'linked_record' as const, createMissing: true, groupId },
      template: { tableId: customers.table.id },
      conversionContext: { timezone: 'UTC' },
    };
    await expect(rpc(ann, 'fields.convert', into)).rejects.toMatchObject({ kind: 'conflict' });
    refusal.mockRestore();
    const { records } = await rpc(ann, 'records.list', { ...base, tableId: customers.table.id, limit: 10 });
    const { metadata } = await rpc(ann, 'metadata.get', base);
    const own = must(metadata.tables.find(({ id }) => id === orders.table.id));
    expect([records.length, own.fields.map(({ name }) => name)]).toEqual([0, ['Name', 'Client']]);
  });

  it('are found by whom they are linked to', async () => {
    const { orders, customers, inOrders, fieldId } = await linkedTables();
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
    const { orders, customers, inOrders, inCustomers, fieldId } = await linkedTables();
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
    const { orders, customers, inOrders, inCustomers, fieldId, inverseId, read } = await linkedTables();
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
    const { orders, customers, inOrders, inCustomers, fieldId, inverseId, read } = await linkedTables();
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
    const { orders, customers, inOrders, inCustomers, fieldId, inverseId, read } = await linkedTables();
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
    const elsewhere = await linkedTables();
    base = { basePublicId: await newBase(ann) };
    const { orders, inOrders, fieldId } = await linkedTables();
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
