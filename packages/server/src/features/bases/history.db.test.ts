import type { Table } from '@weft/core';
import { must } from '@weft/std';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, type SharedServer, share, sharedServer, type TestPerson } from '../../testing.ts';

describe('the history of a database', () => {
  let server: SharedServer;
  let ann: TestPerson;
  let bert: TestPerson;
  let basePublicId: string;
  let table: Table;
  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann');
    const invitation = (await (await ann.call('POST', '/v1/invitations', {})).json()) as { code: string };
    bert = await server.signUp('Bert', { invitationCode: invitation.code });
    basePublicId = await newBase(ann);
    await share(ann, basePublicId, bert);
    await rpc(ann, 'metadata.create', { basePublicId, createDefaultRecords: true });
    table = must((await metadata()).tables[0]) as Table;
  });

  const metadata = async () => (await rpc(ann, 'metadata.get', { basePublicId })).metadata;
  const records = async () =>
    (await rpc(ann, 'records.list', { basePublicId, tableId: table.id })).records.map(({ id }) => id);
  const list = async (query: object = {}) =>
    (await rpc(ann, 'history.list', { basePublicId, ...query })).actions;

  it('tells what was done to what, by whom, upon what, with the values', async () => {
    const [recordId = ''] = await records();
    const data = { [table.primaryFieldId]: 'Oak' };
    await rpc(bert, 'records.update', { basePublicId, tableId: table.id, recordId, data });
    const [edit, made] = await list();
    expect(edit).toMatchObject({
      ...{ type: 'UPDATE_RECORD_CELL', userId: bert.id, tableId: table.id, viewId: null, status: 'synced' },
      ...{ dependencies: [must(made).id], stands: true },
      payload: {
        changes: [{ kind: 'cells', recordId, after: { [table.primaryFieldId]: { value: 'Oak' } } }],
      },
    });
    expect((await list({ userId: bert.id })).map(({ type }) => type)).toEqual(['UPDATE_RECORD_CELL']);
    expect(await list({ until: must(made).timestamp })).toEqual([]);
    expect(await list({ since: '9999-01-01T00:00:00.000Z' })).toEqual([]);
  });

  it('takes one of its own back from the middle, and nobody else’s', async () => {
    const [entry] = await list({ userId: bert.id });
    const named = { basePublicId, entryId: must(entry).id };
    await expect(rpc(ann, 'history.undo', named)).rejects.toMatchObject({ kind: 'forbidden' });
    expect((await rpc(bert, 'history.undo', named)).actions).toMatchObject([{ id: named.entryId }]);
    await expect(rpc(bert, 'history.undo', named)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(rpc(bert, 'history.undo', { ...named, entryId: 'act0' })).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  it('brings back what anybody deleted: records, fields, views and tables', async () => {
    const all = await records();
    const at = { basePublicId, tableId: table.id };
    await rpc(bert, 'records.bulkDelete', { ...at, recordIds: all.slice(0, 2) });
    await rpc(bert, 'fields.delete', { ...at, fieldId: must(table.fields[1]).id });
    const { view } = await rpc(bert, 'views.create', {
      ...at,
      view: { name: 'Second', type: 'grid' },
    } as never);
    await rpc(bert, 'views.delete', { ...at, viewId: view.id });
    await rpc(bert, 'tables.delete', at);
    const trash = await list({ trash: true });
    expect(trash.map(({ type }) => type)).toEqual([
      ...['DELETE_TABLE', 'DELETE_VIEW', 'DELETE_FIELD', 'BULK_DELETE_RECORDS'],
    ]);
    for (const { id: entryId } of trash) await rpc(ann, 'history.undo', { basePublicId, entryId });
    expect(await records()).toEqual(all);
    const [back] = (await metadata()).tables;
    expect(back?.fields.map(({ id }) => id)).toEqual(table.fields.map(({ id }) => id));
    expect(back?.views.map(({ name }) => name)).toContain('Second');
    expect(await list({ trash: true })).toEqual([]);
  });
});
