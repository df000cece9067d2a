import { must } from '@weft/std';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  newBase,
  rpc,
  type SharedServer,
  share,
  sharedServer,
  subscribe,
  type TestPerson,
} from '../../testing.ts';
import { linkedTables } from '../bases/testing.ts';

describe('apps', () => {
  let server: SharedServer;
  let ann: TestPerson;
  let eve: TestPerson;
  let baseId: string;
  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann');
    eve = await server.signUp('Eve');
    baseId = await newBase(ann);
    await linkedTables(ann, { basePublicId: baseId });
  });

  const made = async (person = ann) =>
    (await rpc(person, 'apps.create', { name: 'Portal', from: { kind: 'base', baseId, who: 'everyone' } }))
      .flowId;
  const get = (flowId: string) => rpc(ann, 'apps.get', { flowId });
  let edits = 0;
  const rename = async (flowId: string, title: string) => {
    const { version, content } = await get(flowId);
    const before = content.props.title ?? null;
    const editId = `edt${String(++edits).padStart(21, '0')}`;
    return rpc(ann, 'apps.edit', {
      ...{ flowId, editId, version },
      edits: [{ kind: 'prop', id: null, key: 'title', before, after: title }],
    });
  };

  it('are made of a database in one call, sent again only once, and shown with its tables', async () => {
    const flowId = `bas${'0'.repeat(15)}twice1`;
    const wanted = { flowId, name: 'Portal', from: { kind: 'base', baseId, who: 'everyone' } } as const;
    expect([await rpc(ann, 'apps.create', wanted), await rpc(ann, 'apps.create', wanted)]).toEqual([
      { flowId },
      { flowId },
    ]);
    const { content, published, version } = await get(flowId);
    expect([content.props.title, published, version]).toEqual(['Portal', null, 0]);
    const { tables, name } = await rpc(ann, 'apps.tables', { flowId });
    expect([name, tables.map((table) => table.name)]).toEqual(['Plans', ['Orders', 'Customers']]);
  });

  it('begin blank with a database of one table and three records', async () => {
    const { flowId } = await rpc(ann, 'apps.create', { name: 'New', from: { kind: 'blank' } });
    const { tables, baseId: own } = await rpc(ann, 'apps.tables', { flowId });
    const [table] = tables;
    expect(table?.fields.map(({ name }) => name)).toEqual(['name', 'notes', 'active']);
    const { records } = await rpc(ann, 'records.list', {
      ...{ basePublicId: must(own), tableId: must(table).id },
    });
    expect(records).toHaveLength(3);
    // Its page lists them, and it can be published as it is.
    const { content } = await get(flowId);
    const blocks = Object.values(content.blocks).map(({ props }) => props);
    expect(blocks).toContainEqual(expect.objectContaining({ type: 'table', table: must(table).id }));
    await rpc(ann, 'apps.publish', { flowId, version: 0 });
    expect(await (await fetch(new URL(`/a/${flowId}/`, server.url))).text()).toContain('3 of 3');
  });

  it('are not published with an image that is gone', async () => {
    const flowId = await made();
    const logo = 'fil000000000000000000001 10x10';
    const { version } = await rpc(ann, 'apps.edit', {
      ...{ flowId, version: 0, editId: 'edt0gone0000000000000000' },
      edits: [{ kind: 'prop', id: null, key: 'logo', before: null, after: logo }],
    });
    await expect(rpc(ann, 'apps.publish', { flowId, version })).rejects.toMatchObject({
      message: expect.stringContaining('The logo of the app is not there any more'),
    });
  });

  it('are published as versions that never change, and go back by one pointer', async () => {
    const flowId = await made();
    const first = await rpc(ann, 'apps.publish', { flowId, version: 0 });
    const { version } = await rename(flowId, 'Second');
    await rpc(ann, 'apps.publish', { flowId, version });
    expect((await get(flowId)).published).toMatchObject({
      number: 2,
      content: { props: { title: 'Second' } },
    });
    await rpc(ann, 'apps.show', { flowId, snapshotId: first.publishedSnapshotId });
    const now = await get(flowId);
    expect(now.published).toMatchObject({ number: 1, content: { props: { title: 'Portal' } } });
    expect(now.content.props.title).toBe('Second');
    expect((await rpc(ann, 'apps.versions', { flowId })).versions.map(({ number }) => number)).toEqual([
      2, 1,
    ]);
    await rpc(ann, 'apps.unpublish', { flowId });
    expect((await get(flowId)).published).toBeNull();
  });

  it('are refused while a table that can be reached has no rule, and it is named', async () => {
    const flowId = await made();
    const { content } = await get(flowId);
    const { tables } = await rpc(ann, 'apps.tables', { flowId });
    const orders = must(tables.find(({ name }) => name === 'Orders')).id;
    const rules = Object.entries(content.blocks).filter(([, { props }]) => props.type === 'rule');
    const [id, block] = must(rules.find(([, { props }]) => props.table === orders));
    await rpc(ann, 'apps.edit', {
      ...{ flowId, editId: 'edt0withoutarule00000000', version: 0 },
      edits: [{ kind: 'block', id, before: block, after: null }],
    });
    await expect(rpc(ann, 'apps.publish', { flowId, version: 1 })).rejects.toMatchObject({
      kind: 'invalid',
      message: 'The table ‘Orders’ has no rule: nobody would see anything of it',
    });
  });

  it('that people sign in to need a server that sends mail', async () => {
    const { table } = await rpc(ann, 'tables.create', {
      ...{ basePublicId: baseId, name: 'People' },
      fields: [
        { name: 'Name', type: 'single_line_text' },
        { name: 'Email', type: 'email' },
      ],
    });
    const { flowId } = await rpc(ann, 'apps.create', {
      ...{ name: 'Inside', from: { kind: 'base', baseId, who: 'signedIn' } },
    });
    const { content, sendsMail } = await get(flowId);
    expect([sendsMail, content.props.users]).toMatchObject([false, { tableId: table.id }]);
    await expect(rpc(ann, 'apps.publish', { flowId, version: 0 })).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('SMTP_URL'),
    });
  });

  it('take no database that whoever edits may not open', async () => {
    const theirs = await newBase(eve);
    const from = { kind: 'base', baseId: theirs, who: 'everyone' } as const;
    await expect(rpc(ann, 'apps.create', { name: 'Spy', from })).rejects.toMatchObject({ kind: 'not-found' });
    const flowId = await made();
    const { version, content } = await get(flowId);
    const source = { type: 'base', baseId: theirs };
    await expect(
      rpc(ann, 'apps.edit', {
        ...{ flowId, editId: 'edt0ofanother00000000000', version },
        edits: [
          { kind: 'prop', id: null, key: 'source', before: content.props.source ?? null, after: source },
        ],
      }),
    ).rejects.toMatchObject({ kind: 'not-found' });
    await expect(rpc(ann, 'apps.tables', { flowId, baseId: theirs })).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  it('are not published by somebody who may not open their database', async () => {
    const flowId = await made();
    const invited = await ann.call('POST', '/v1/invitations', {});
    const { code } = (await invited.json()) as { code: string };
    const bob = await server.signUp('Bob', { invitationCode: code });
    await share(ann, flowId, bob);
    await expect(rpc(bob, 'apps.publish', { flowId, version: 0 })).rejects.toMatchObject({
      kind: 'not-found',
    });
    await share(ann, baseId, bob, 'read');
    await rpc(bob, 'apps.publish', { flowId, version: 0 });
  });

  it('refuse what is no app, and keep what another edits at once', async () => {
    const flowId = await made();
    const script = { type: 'script', text: 'alert(1)' };
    await expect(
      rpc(ann, 'apps.edit', {
        ...{ flowId, editId: 'edt0noblock0000000000000', version: 0 },
        edits: [
          {
            ...{ kind: 'block', id: 'blk000000000000000000000', before: null },
            after: { parent: null, order: 'z', props: script },
          },
        ],
      }),
    ).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining('No type of block') });
    const events = subscribe(ann, 'apps.changes', { flowId, sinceSeq: 0 });
    const next = events.next();
    await rename(flowId, 'Seen');
    expect((await next).value).toMatchObject({ seq: 1, edits: [{ key: 'title', after: 'Seen' }] });
    await events.return(undefined);
  });

  it('have a subdomain of their own', async () => {
    const [one, two] = [await made(), await made()];
    await rpc(ann, 'apps.setSubdomain', { flowId: one, subdomain: 'portal-of-ann' });
    await expect(
      rpc(ann, 'apps.setSubdomain', { flowId: two, subdomain: 'portal-of-ann' }),
    ).rejects.toMatchObject({ kind: 'conflict' });
    expect((await get(one)).settings.customSubdomain).toBe('portal-of-ann');
  });

  it('are no forms, and forms are no apps', async () => {
    const flowId = await made();
    await expect(rpc(ann, 'forms.get', { flowId })).rejects.toMatchObject({ kind: 'not-found' });
    const form = await rpc(ann, 'forms.create', { name: 'Guests' });
    await expect(rpc(ann, 'apps.get', form)).rejects.toMatchObject({ kind: 'not-found' });
  });
});
