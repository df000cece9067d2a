import { must } from '@weft/std';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, type SharedServer, share, sharedServer, type TestPerson } from '../../testing.ts';

interface Copied {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string | null;
  readonly ownerUserId: string;
}

describe('duplicating a database', () => {
  let server: SharedServer;
  let ann: TestPerson;
  let rob: TestPerson;
  let source: string;
  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann');
    const { code } = (await (await ann.call('POST', '/v1/invitations', {})).json()) as { code: string };
    rob = await server.signUp('Rob', { invitationCode: code });
    source = await newBase(ann, 'Plans');
    await rpc(ann, 'metadata.create', { basePublicId: source, createDefaultRecords: false });
  });

  const duplicate = (person: TestPerson, newFlowName = 'Plans (copy)') =>
    person.call('POST', `/admin/flows/duplicate/${source}`, { newFlowName });
  const firstTable = async (person: TestPerson, basePublicId: string) =>
    must((await rpc(person, 'metadata.get', { basePublicId })).metadata.tables[0]);
  const recordsOf = async (person: TestPerson, basePublicId: string) =>
    (
      await rpc(person, 'records.list', {
        basePublicId,
        tableId: (await firstTable(person, basePublicId)).id,
      })
    ).records;

  it('copies tables, views, records and files, and lives on its own', async () => {
    const table = await firstTable(ann, source);
    const inTable = { basePublicId: source, tableId: table.id };
    const nameField = must(table.fields[0]).id;
    const { field } = await rpc(ann, 'fields.create', {
      ...inTable,
      field: { type: 'attachments', name: 'Files' },
    });
    const form = new FormData();
    form.set('file', new Blob(['a,b\n']), 'notes.txt');
    const uploaded = (await (
      await fetch(new URL('/fileupload', server.url), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${ann.token}`,
          'base-public-id': source,
          'table-id': table.id,
          'field-id': field.id,
        },
        body: form,
      })
    ).json()) as { url: string; fileName: string; size: number; mimeType: string };
    const attachment = {
      filename: '',
      originalName: uploaded.fileName,
      size: uploaded.size,
      mimeType: uploaded.mimeType,
      url: uploaded.url,
      uploadedAt: '2026-11-22T00:00:00.000Z',
    };
    await rpc(ann, 'records.create', {
      ...inTable,
      records: [
        { data: { [nameField]: 'Linen', [field.id]: [attachment] } },
        { data: { [nameField]: 'Wool' } },
      ],
    });
    await rpc(ann, 'views.updateSettings', {
      ...inTable,
      viewId: must(table.views[0]).id,
      config: { sorts: [{ fieldId: nameField, direction: 'desc' }] },
    });

    const answer = await duplicate(ann);
    const { flow: copy } = (await answer.json()) as { flow: Copied };
    expect(copy).toMatchObject({ name: 'Plans (copy)', workspaceId: null, ownerUserId: ann.id });
    const copied = await firstTable(ann, copy.id);
    expect(copied).toEqual(await firstTable(ann, source));
    const [from, to] = [await recordsOf(ann, source), await recordsOf(ann, copy.id)];
    expect(to.map(({ data }) => data[nameField])).toEqual(from.map(({ data }) => data[nameField]));
    const file = (records: typeof from) =>
      records.map(({ data }) => data[field.id] as unknown as { filename: string; url: string }[] | undefined);
    const [theirs, ours] = [must(file(from).flat()[0]), must(file(to).flat()[0])];
    expect(ours.filename).not.toBe(theirs.filename);
    const read = await ann.call('GET', new URL(ours.url, server.url).href);
    expect([read.status, await read.text()]).toEqual([200, 'a,b\n']);

    // Neither knows of the other's edits, and the copy has no past to go back to.
    await rpc(ann, 'records.create', {
      basePublicId: copy.id,
      tableId: copied.id,
      records: [{ data: { [nameField]: 'Silk' } }],
    });
    expect([(await recordsOf(ann, source)).length, (await recordsOf(ann, copy.id)).length]).toEqual([2, 3]);
    await rpc(ann, 'history.undo', { basePublicId: copy.id });
    expect((await recordsOf(ann, copy.id)).length).toBe(2);
    await ann.call('POST', '/admin/flows/trash', { flowIds: [source], action: 'trash' });
    expect((await ann.call('GET', new URL(ours.url, server.url).href)).status).toBe(200);
    await ann.call('POST', '/admin/flows/trash', { flowIds: [source], action: 'restore' });
  });

  it('lets readers clone a template into their Home, and nothing else', async () => {
    await share(ann, source, rob, 'read');
    expect((await duplicate(rob)).status).toBe(403);
    await ann.call('PUT', `/admin/flows/template/${source}`, { template: true });
    const { flow } = (await (await duplicate(rob, 'Mine')).json()) as { flow: Copied };
    expect(flow).toMatchObject({ name: 'Mine', workspaceId: null, ownerUserId: rob.id });
    expect(await recordsOf(rob, flow.id)).toHaveLength(2);
  });

  it('makes none for whoever may make no databases', async () => {
    await ann.call('PATCH', `/v1/people/${rob.id}`, { createDatabase: false });
    const refused = await duplicate(rob);
    expect(refused.status).toBe(403);
  });
});
