import { must } from '@weft/std';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, type SharedServer, sharedServer, type TestPerson } from '../../testing.ts';

describe('duplicating a table', () => {
  let server: SharedServer;
  let ann: TestPerson;
  let basePublicId = '';
  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann');
    basePublicId = await newBase(ann);
  });

  it('takes fields, views and records along, as one step', async () => {
    await rpc(ann, 'metadata.create', { basePublicId, createDefaultRecords: false });
    const [table] = (await rpc(ann, 'metadata.get', { basePublicId })).metadata.tables;
    const { id: tableId, fields } = must(table, 'the first table');
    const inTable = { basePublicId, tableId };
    const [name, , active] = fields.map((field) => field.id);
    const records = ['Linen', 'Wool', 'Silk'].map((text) => ({
      data: { [must(name)]: text },
      raw: { [must(active)]: `maybe ${text}` },
    }));
    await rpc(ann, 'records.create', { ...inTable, records });

    const sent = { ...inTable, withRecords: true, actionId: 'duplicate-it' };
    const { table: copy } = await rpc(ann, 'tables.duplicate', sent);
    expect(copy).toMatchObject({ name: 'Untitled Table copy', order: 1 });
    expect(copy.fields.map((field) => [field.name, field.type])).toEqual(
      fields.map((field) => [field.name, field.type]),
    );
    expect(new Set([...copy.fields, ...fields].map((field) => field.id)).size).toBe(6);
    const [copiedName, , copiedActive] = copy.fields.map((field) => field.id);
    const listed = await rpc(ann, 'records.list', { basePublicId, tableId: copy.id });
    expect(listed.records.map(({ data, raw }) => ({ data, raw }))).toEqual(
      records.map(({ data, raw }) => ({
        data: { [must(copiedName)]: data[must(name)] },
        raw: { [must(copiedActive)]: raw[must(active)] },
      })),
    );
    // Sent again, it is not done again.
    expect((await rpc(ann, 'tables.duplicate', sent)).table).toEqual(copy);
    expect((await rpc(ann, 'tables.duplicate', { ...inTable, withRecords: false })).table.name).toBe(
      'Untitled Table copy (2)',
    );

    await rpc(ann, 'history.undo', { basePublicId, count: 2 });
    expect((await rpc(ann, 'metadata.get', { basePublicId })).metadata.tables).toHaveLength(1);
    await rpc(ann, 'history.redo', { basePublicId });
    const again = await rpc(ann, 'records.list', { basePublicId, tableId: copy.id });
    expect(again.records).toEqual(listed.records);
  });
});
