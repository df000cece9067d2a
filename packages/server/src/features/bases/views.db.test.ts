import { must } from '@weft/std';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, type SharedServer, share, sharedServer, type TestPerson } from '../../testing.ts';

describe('the views of a table', () => {
  let server: SharedServer;
  let ann: TestPerson;
  let basePublicId = '';
  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann');
    basePublicId = await newBase(ann);
    await rpc(ann, 'metadata.create', { basePublicId, createDefaultRecords: true });
  });

  it('are made, renamed, reordered, deleted and brought back as they were', async () => {
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId });
    const table = must(metadata.tables[0], 'the first table');
    const inTable = { basePublicId, tableId: table.id };
    const first = must(table.views[0], 'the first view');
    const fieldId = table.primaryFieldId;
    const last = await rpc(ann, 'views.delete', { ...inTable, viewId: first.id }).catch((error) => error);
    expect(last).toMatchObject({ kind: 'invalid', details: [{ path: 'viewId' }] });

    const sent = {
      ...inTable,
      actionId: 'make-a-view',
      view: { name: 'By name', config: { sorts: [{ fieldId, direction: 'asc' as const }] } },
    };
    const { view } = await rpc(ann, 'views.create', sent);
    expect(view).toMatchObject({ name: 'By name', order: 1, config: { rowHeight: 'short' } });
    // The same action again answers with the same view.
    expect((await rpc(ann, 'views.create', sent)).view).toEqual(view);
    expect((await rpc(ann, 'views.update', { ...inTable, viewId: view.id, name: 'A to Z' })).view.name).toBe(
      'A to Z',
    );
    const { views } = await rpc(ann, 'views.reorder', { ...inTable, viewIds: [view.id] });
    expect(views.map((one) => one.name)).toEqual(['A to Z', first.name]);

    await rpc(ann, 'views.delete', { ...inTable, viewId: view.id });
    const viewsNow = async () =>
      must((await rpc(ann, 'metadata.get', { basePublicId })).metadata.tables[0]).views;
    expect(await viewsNow()).toHaveLength(1);
    await rpc(ann, 'history.undo', { basePublicId });
    expect(await viewsNow()).toEqual(views);
    await rpc(ann, 'history.undo', { basePublicId, count: 3 });
    expect(await viewsNow()).toEqual([first]);
    await rpc(ann, 'history.redo', { basePublicId, count: 3 });
    expect(await viewsNow()).toEqual(views);
  });

  it('are taken back one step by whoever asks twice, at once or again', async () => {
    const [table] = (await rpc(ann, 'metadata.get', { basePublicId })).metadata.tables;
    const inTable = { basePublicId, tableId: must(table).id };
    for (const name of ['One', 'Two', 'Three'])
      await rpc(ann, 'views.create', { ...inTable, view: { name } });
    const undo = () => rpc(ann, 'history.undo', { basePublicId, actionId: 'undo-once' });
    const [first, second] = await Promise.all([undo(), undo()]);
    expect([second, await undo()]).toEqual([first, first]);
    expect(first.actions).toMatchObject([{ label: 'Created view Three' }]);
    await rpc(ann, 'history.undo', { basePublicId, count: 2 });
  });

  it('take widths only of what can be a field', async () => {
    const [table] = (await rpc(ann, 'metadata.get', { basePublicId })).metadata.tables;
    const config = { fieldWidths: { constructor: 150 } };
    const of = { basePublicId, tableId: must(table).id, viewId: must(must(table).views[0]).id };
    await expect(rpc(ann, 'views.updateSettings', { ...of, config })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  it('stay readable when a field they sort and filter by has gone', async () => {
    const [table] = (await rpc(ann, 'metadata.get', { basePublicId })).metadata.tables;
    const inTable = { basePublicId, tableId: must(table).id };
    const viewId = must(must(table).views[0]).id;
    const { field } = await rpc(ann, 'fields.create', { ...inTable, field: { type: 'number' } });
    const ben = await server.signUp('Ben', {
      invitationCode: ((await (await ann.call('POST', '/v1/invitations', {})).json()) as { code: string })
        .code,
    });
    await share(ann, basePublicId, ben);
    const sorts = [{ fieldId: field.id, direction: 'asc' as const }];
    const filters = { conjunction: 'and' as const, items: [{ fieldId: field.id, operator: 'is_not_empty' }] };
    await rpc(ben, 'views.updateSettings', { ...inTable, viewId, config: { sorts, filters } });
    expect((await rpc(ann, 'records.list', { ...inTable, viewId })).records).toHaveLength(0);
    await rpc(ann, 'history.undo', { basePublicId });
    expect((await rpc(ann, 'records.list', { ...inTable, viewId })).records).toHaveLength(3);
    const file = await ann.call(
      'GET',
      `/v1/bases/${basePublicId}/tables/${inTable.tableId}/export?format=csv&viewId=${viewId}`,
    );
    expect(file.status).toBe(200);
    // What a caller asks for itself is still refused by name.
    await expect(rpc(ann, 'records.list', { ...inTable, sort: sorts })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });
});
