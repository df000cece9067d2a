import { AppError, must } from '@weft/std';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newBase, rpc, type SharedServer, sharedServer, type TestPerson } from '../../testing.ts';
import { linkedTables, tableOf } from './testing.ts';

describe('linked records and the texts that name them', () => {
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

  it('links become their names when the field is made a text, said before, once, and undone whole', async () => {
    const { orders, customers, inOrders, inCustomers, fieldId, inverseId, read } = await linkedTables(
      ann,
      base,
    );
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

  it('links are made of texts that name records: counted before, the missing ones made when asked, undone whole', async () => {
    const customers = await tableOf(ann, base, 'Customers', ['Café Brume', 'Hotel Alder', 'Twin', 'Twin']);
    const orders = await tableOf(ann, base, 'Orders', ['Napkins', 'Aprons', 'Towels']);
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
    const customers = await tableOf(ann, base, 'Customers', []);
    const orders = await tableOf(ann, base, 'Orders', ['Napkins']);
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

  it('makes missing records once where the call is sent again while it is under way', async () => {
    const customers = await tableOf(ann, base, 'Customers', []);
    const orders = await tableOf(ann, base, 'Orders', ['Napkins', 'Aprons']);
    const inOrders = { ...base, tableId: orders.table.id };
    const text = { name: 'Customer', type: 'single_line_text' as const };
    const { field } = await rpc(ann, 'fields.create', { ...inOrders, field: text });
    for (const recordId of orders.ids)
      await rpc(ann, 'records.update', { ...inOrders, recordId, data: { [field.id]: 'Lumen' } });
    const into = {
      ...{ ...inOrders, fieldId: field.id, type: 'linked_record' as const, createMissing: true },
      template: { tableId: customers.table.id },
      conversionContext: { timezone: 'UTC' },
      ...{ actionId: 'act0m0000000000000000two', shadowId: 'fld0m0000000000000000two' },
    };
    const [one, two] = await Promise.all([
      rpc(ann, 'fields.convert', into),
      rpc(ann, 'fields.convert', into),
    ]);
    expect(one).toEqual(two);
    const { records } = await rpc(ann, 'records.list', { ...base, tableId: customers.table.id, limit: 10 });
    expect(records.map(({ data }) => data[customers.table.primaryFieldId])).toEqual(['Lumen']);
    const { records: linked } = await rpc(ann, 'records.list', { ...inOrders, limit: 10 });
    expect(linked.map(({ linkedData }) => linkedData[one.field.id]?.map(({ name }) => name))).toEqual([
      ['Lumen'],
      ['Lumen'],
    ]);
  });

  it('keeps what else was done in the group where a conversion that makes missing names is refused', async () => {
    const customers = await tableOf(ann, base, 'Customers', []);
    const orders = await tableOf(ann, base, 'Orders', ['Napkins']);
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

  it('keeps the texts beside the links where a name was typed while they were linked', async () => {
    const customers = await tableOf(ann, base, 'Customers', ['Brume']);
    const orders = await tableOf(ann, base, 'Orders', ['Napkins', 'Aprons']);
    const inOrders = { ...base, tableId: orders.table.id };
    const text = { name: 'Customer', type: 'single_line_text' as const };
    const { field } = await rpc(ann, 'fields.create', { ...inOrders, field: text });
    const write = (recordId: string | undefined, value: string) =>
      rpc(ann, 'records.update', { ...inOrders, recordId: must(recordId), data: { [field.id]: value } });
    await write(orders.ids[0], 'Brume');
    const store = server.parts.imports.deps.base(base.basePublicId);
    const submit = store.submit.bind(store);
    const typing = vi.spyOn(store, 'submit').mockImplementation(async (userId, action, alongside) => {
      if (action.type !== 'CONVERT_FIELD_TYPE') return submit(userId, action, alongside);
      typing.mockRestore();
      await write(orders.ids[1], 'Lumen');
      return submit(userId, action, alongside);
    });
    const { field: links } = await rpc(ann, 'fields.convert', {
      ...{ ...inOrders, fieldId: field.id, type: 'linked_record' as const },
      template: { tableId: customers.table.id },
      conversionContext: { timezone: 'UTC' },
    });
    const { records } = await rpc(ann, 'records.list', { ...inOrders, limit: 10 });
    const names = records.map(({ linkedData }) => linkedData[links.id]?.map(({ name }) => name) ?? []);
    expect([names, records.map(({ data }) => data[field.id])]).toEqual([
      [['Brume'], []],
      ['Brume', 'Lumen'],
    ]);
  });
});
