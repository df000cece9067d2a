import type { LocalBase, LocalTable } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestMailServer } from '../../mail/testing.ts';
import { rpc, serverWithMail, type TestPerson, type TestServer } from '../../testing.ts';
import { LocalAirtable, personalToken } from '../integrations/testing.ts';
import { browserAt } from './testing.ts';

const airtable = new LocalAirtable();
let mail: TestMailServer;
let server: TestServer;
let ann: TestPerson;
let serviceId: string;

const lea = 'recLea00000000001';
const omar = 'recOmar0000000001';
const made = '2026-03-01T08:00:00.000Z';
const links = (id: string, name: string, linkedTableId: string, inverseLinkFieldId: string) => ({
  ...{ id, name, type: 'multipleRecordLinks' },
  options: { linkedTableId, inverseLinkFieldId, isReversed: false, prefersSingleRecordLink: false },
});

/** A base of customers and their orders, as Airtable keeps it. */
const portal = (): LocalBase => ({
  ...{ id: 'appPortal00000001', name: 'Linen Studio' },
  tables: [
    {
      ...{ id: 'tblPeople00000001', name: 'Customers', primaryFieldId: 'fldName' },
      fields: [
        { id: 'fldName', name: 'Name', type: 'singleLineText' },
        { id: 'fldMail', name: 'Email', type: 'email' },
        links('fldOrders', 'Orders', 'tblOrders00000001', 'fldOwner'),
      ],
      views: [],
      records: [
        {
          id: lea,
          createdTime: made,
          fields: { fldName: 'Lea', fldMail: 'lea@example.org', fldOrders: ['recAprons00000000'] },
        },
        {
          id: omar,
          createdTime: made,
          fields: { fldName: 'Omar', fldMail: 'omar@example.org', fldOrders: ['recCurtains000001'] },
        },
      ],
    },
    {
      ...{ id: 'tblOrders00000001', name: 'Orders', primaryFieldId: 'fldOrder' },
      fields: [
        { id: 'fldOrder', name: 'Order', type: 'singleLineText' },
        {
          ...{ id: 'fldStage', name: 'Stage', type: 'singleSelect' },
          options: {
            choices: [
              { id: 'selA', name: 'Woven' },
              { id: 'selB', name: 'Sent' },
            ],
          },
        },
        { id: 'fldPieces', name: 'Pieces', type: 'number', options: { precision: 0 } },
        {
          ...{ id: 'fldTotal', name: 'Total', type: 'formula' },
          options: { isValid: true, result: { type: 'number', options: { precision: 0 } } },
        },
        { id: 'fldMade', name: 'Made', type: 'createdTime', options: { result: { type: 'dateTime' } } },
        links('fldOwner', 'Customer', 'tblPeople00000001', 'fldOrders'),
      ],
      views: [],
      records: [
        {
          id: 'recAprons00000000',
          createdTime: made,
          fields: {
            fldOrder: 'Aprons',
            fldStage: 'Woven',
            fldPieces: 4,
            fldTotal: 40,
            fldMade: made,
            fldOwner: [lea],
          },
        },
        {
          id: 'recCurtains000001',
          createdTime: made,
          fields: {
            fldOrder: 'Curtains',
            fldStage: 'Sent',
            fldPieces: 2,
            fldTotal: 20,
            fldMade: made,
            fldOwner: [omar],
          },
        },
      ],
    },
  ],
});

beforeAll(async () => {
  await airtable.listen();
  airtable.bases.bases.push(portal());
  const { thirdParties } = airtable;
  ({ mail, server, ann } = await serverWithMail({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' }, { thirdParties }));
  const config = { apiKey: personalToken };
  const answer = await ann.call('POST', '/admin/services/create/airtable', { serviceName: 'Studio', config });
  serviceId = ((await answer.json()) as { service: { id: string } }).service.id;
});
afterAll(async () => {
  await server.close();
  airtable.close();
});

const tableThere = (name: string): LocalTable =>
  must(must(airtable.bases.bases[0]).tables.find((table) => table.name === name));
const there = (order: string) =>
  tableThere('Orders').records.find(({ fields }) => fields.fldOrder === order)?.fields;

let count = 0;
/** The portal as a connected database, and an app of it in which each sees their own orders. */
async function connected() {
  const { flowId } = await rpc(ann, 'apps.create', { name: 'Portal', from: { kind: 'blank' } });
  const baseId = `bas${String(++count).padStart(21, '0')}`;
  const asked = {
    ...{ flowId, baseId, name: 'Linen Studio', serviceId },
    service: 'airtable',
    config: {
      ...{ baseId: 'appPortal00000001', usersTableId: 'tblPeople00000001' },
      usersEmailFieldId: 'fldMail',
    },
  } as const;
  await rpc(ann, 'apps.connectSource', asked);
  await rpc(ann, 'apps.connectSource', asked);
  const source = await ready(flowId, baseId);
  const app = await rpc(ann, 'apps.create', {
    name: 'Portal',
    from: { kind: 'base', baseId, who: 'own', users: must(source.users) },
  });
  const { version, content } = await rpc(ann, 'apps.get', app);
  await rpc(ann, 'apps.publish', { ...app, version });
  const { tables } = await rpc(ann, 'apps.tables', app);
  const table = (name: string) => must(tables.find((one) => one.name === name));
  const field = (of: string, name: string) => must(table(of).fields.find((one) => one.name === name));
  const orders = table('Orders').id;
  const block = (type: string, mode?: string) =>
    must(
      Object.entries(content.blocks).find(
        ([, { props }]) =>
          props.type === type && props.table === orders && (mode === undefined || props.mode === mode),
      ),
    )[0];
  return { ...app, baseId, table, field, block };
}

/** Once it was read whole, later than `since`. */
const ready = (flowId: string, baseId: string, since: string | null = null) =>
  vi.waitFor(
    async () => {
      const { source } = await rpc(ann, 'apps.source', { flowId, baseId });
      expect(source?.fault).toBeNull();
      expect(source?.readAt).not.toBe(since);
      return must(source?.readAt === null ? null : source);
    },
    { timeout: 30_000, interval: 50 },
  );

async function refreshed({ flowId, baseId }: { readonly flowId: string; readonly baseId: string }) {
  const before = must((await rpc(ann, 'apps.source', { flowId, baseId })).source).readAt;
  await rpc(ann, 'apps.refreshSource', { flowId, baseId });
  await ready(flowId, baseId, before);
}

const visitorOf = async (flowId: string, email: string, from: string) => {
  const browser = browserAt(server, flowId, mail, from);
  await browser.signIn(email);
  return browser;
};

it('shows each their own records of a connected base, and writes theirs to Airtable first', async () => {
  const { flowId, baseId, field, block, table } = await connected();
  expect(field('Orders', 'Total').readOnly).toBe(true);
  expect(field('Orders', 'Made').type).toBe('datetime');
  const browser = await visitorOf(flowId, 'lea@example.org', '10.9.1.1');
  const list = (await browser.visit('/orders')).text;
  expect(list).toContain('Aprons');
  expect(list).not.toContain('Curtains');
  const sent = await browser.visit(`/-/do/${block('form', 'create')}`, {
    [field('Orders', 'Order').id]: 'Napkins',
    [field('Orders', 'Stage').id]: 'selB',
    [field('Orders', 'Pieces').id]: '12',
  });
  expect(sent.status, sent.text).toBe(303);
  expect(there('Napkins')).toEqual({ fldOrder: 'Napkins', fldStage: 'Sent', fldPieces: 12, fldOwner: [lea] });
  expect((await browser.visit('/orders')).text).toContain('Napkins');
  const { records } = await rpc(ann, 'records.list', {
    ...{ basePublicId: baseId, tableId: table('Orders').id },
  });
  const napkins = must(records.find(({ data }) => Object.values(data).includes('Napkins')));
  const changed = await browser.visit(`/-/do/${block('form', 'update')}`, {
    record: napkins.id,
    [field('Orders', 'Order').id]: 'Napkins',
    [field('Orders', 'Stage').id]: 'selA',
    [field('Orders', 'Pieces').id]: '12',
  });
  expect(changed.status, changed.text).toBe(303);
  expect(there('Napkins')).toMatchObject({ fldStage: 'Woven', fldOwner: [lea] });
});

it('is decided by what Airtable holds now, and says what Airtable refuses', async () => {
  const { flowId, baseId, field, block, table } = await connected();
  const { records } = await rpc(ann, 'records.list', {
    ...{ basePublicId: baseId, tableId: table('Orders').id },
  });
  const aprons = must(records.find(({ data }) => Object.values(data).includes('Aprons')));
  const browser = await visitorOf(flowId, 'lea@example.org', '10.9.1.2');
  const order = { record: aprons.id, [field('Orders', 'Order').id]: 'Aprons' };
  airtable.bases.insteadOfWrites.push({
    ...{ status: 422, json: { error: { type: 'INVALID', message: 'The record is frozen today' } } },
  });
  const refused = await browser.visit(`/-/do/${block('form', 'update')}`, {
    ...{ ...order, [field('Orders', 'Pieces').id]: '99' },
  });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('The record is frozen today');
  // Somebody gave the order to Omar at Airtable a moment ago: here it is still Lea's.
  const rows = tableThere('Orders').records;
  const at = rows.findIndex(({ fields }) => fields.fldOrder === 'Aprons');
  const before = must(rows[at]);
  rows[at] = { ...before, fields: { ...before.fields, fldOwner: [omar] } };
  const late = await browser.visit(`/-/do/${block('form', 'update')}`, {
    ...{ ...order, [field('Orders', 'Pieces').id]: '7' },
  });
  expect(late.status).toBe(404);
  expect(there('Aprons')).toMatchObject({ fldPieces: 4 });
  expect((await browser.visit('/orders')).text).not.toContain('Aprons');
  rows[at] = before;
});

it('follows what changes at Airtable: records, links, fields and choices', async () => {
  const source = await connected();
  const { flowId, baseId } = source;
  const browser = await visitorOf(flowId, 'omar@example.org', '10.9.1.3');
  expect((await browser.visit('/orders')).text).toContain('Curtains');
  const orders = tableThere('Orders');
  const at = orders.records.findIndex(({ fields }) => fields.fldOrder === 'Curtains');
  const before = [...orders.records];
  const fields = orders.fields;
  const customers = tableThere('Customers').records;
  const ofOmar = customers.findIndex(({ id }) => id === omar);
  const omarBefore = must(customers[ofOmar]);
  customers[ofOmar] = { ...omarBefore, fields: { ...omarBefore.fields, fldOrders: ['recRunners0000001'] } };
  orders.records.splice(at, 1);
  orders.records.push({
    ...{ id: 'recRunners0000001', createdTime: made },
    fields: {
      fldOrder: 'Runners',
      fldStage: 'Lost',
      fldPieces: 'four',
      fldOwner: [omar],
      fldNote: 'By hand',
    },
  });
  orders.fields = [
    ...fields
      .map((one) => {
        if (one.id === 'fldStage')
          return {
            ...one,
            name: 'Step',
            options: {
              choices: [
                { id: 'selA', name: 'Woven' },
                { id: 'selC', name: 'Lost' },
              ],
            },
          };
        return one.id === 'fldPieces' ? { id: 'fldPieces', name: 'Pieces', type: 'singleLineText' } : one;
      })
      .filter(({ id }) => id !== 'fldTotal'),
    { id: 'fldNote', name: 'Note', type: 'multilineText' },
  ];
  await refreshed(source);
  const list = (await browser.visit('/orders')).text;
  expect(list).toContain('Runners');
  expect(list).not.toContain('Curtains');
  const { tables } = await rpc(ann, 'apps.tables', { flowId });
  const table = must(tables.find(({ name }) => name === 'Orders'));
  expect(table.fields.map(({ name, type }) => `${name} ${type}`)).toEqual([
    ...['Order single_line_text', 'Step single_select', 'Pieces single_line_text', 'Made datetime'],
    ...['Customer linked_record', 'Note long_text'],
  ]);
  // What pages name is still there.
  expect(must(table.fields.find(({ name }) => name === 'Step')).id).toBe(source.field('Orders', 'Stage').id);
  const { records } = await rpc(ann, 'records.list', { basePublicId: baseId, tableId: table.id });
  const told = records.map(({ data }) => data[must(table.fields[2]).id]);
  expect(told).toContain('four');
  expect(told).toContain('4');
  orders.fields = fields;
  customers[ofOmar] = omarBefore;
  orders.records.splice(0, orders.records.length, ...before);
});

it('shows files of Airtable, whose addresses end, and downloads each once', async () => {
  const orders = tableThere('Orders');
  const photos = { id: 'fldPhotos', name: 'Photos', type: 'multipleAttachments', options: {} };
  (orders.fields as object[]).push(photos);
  const at = orders.records.findIndex(({ fields }) => fields.fldOrder === 'Aprons');
  const aprons = must(orders.records[at]);
  const photo = { id: 'attAprons', filename: 'aprons.txt', type: 'text/plain', size: 5 };
  orders.records[at] = { ...aprons, fields: { ...aprons.fields, fldPhotos: [photo] } };
  airtable.bases.contents.set(photo.id, new TextEncoder().encode('linen'));
  const asked = vi.spyOn(airtable.bases, 'file');
  // They end while the records are on their way.
  let ended = false;
  airtable.bases.afterPage = () => {
    if (!ended) airtable.bases.expireFiles();
    ended = true;
  };
  const source = await connected();
  const { baseId, table, field } = source;
  const { records } = await rpc(ann, 'records.list', {
    ...{ basePublicId: baseId, tableId: table('Orders').id },
  });
  const here = must(records.find(({ data }) => Object.values(data).includes('Aprons')));
  expect(here.data[field('Orders', 'Photos').id]).toMatchObject([{ originalName: 'aprons.txt', size: 5 }]);
  expect(field('Orders', 'Photos').readOnly).toBe(true);
  const browser = await visitorOf(source.flowId, 'lea@example.org', '10.9.1.6');
  const linkIn = (page: string, part: string) => {
    const address = must(new RegExp(`(?:href|src)="([^"]*${part}[^"]*)"`).exec(page)?.[1], part);
    return address.replaceAll('&amp;', '&').replace(/^\/a\/[^/]+/, '');
  };
  const list = (await browser.visit('/orders')).text;
  const record = (await browser.visit(linkIn(list, here.id))).text;
  const file = await browser.visit(linkIn(record, '/-/files/'));
  expect([file.status, file.text]).toEqual([200, 'linen']);
  const downloads = () => asked.mock.results.filter(({ value }) => value !== null).length;
  const before = downloads();
  await refreshed(source);
  expect(downloads()).toBe(before);
  asked.mockRestore();
  airtable.bases.afterPage = () => {};
});

it('adds whom it invites to Airtable, and keeps out whom it blocks', async () => {
  const { flowId } = await connected();
  await rpc(ann, 'apps.invite', { flowId, email: 'mia@example.org', name: '' });
  expect(tableThere('Customers').records.map(({ fields }) => fields.fldMail)).toContain('mia@example.org');
  await vi.waitFor(() => must(mail.received.find(({ to }) => to[0] === 'mia@example.org')));
  const browser = await visitorOf(flowId, 'mia@example.org', '10.9.1.4');
  expect((await browser.visit('/orders')).status).toBe(200);
  await rpc(ann, 'apps.block', { flowId, email: 'mia@example.org' });
  expect((await browser.visit('/orders')).status).toBe(303);
});

it('is changed at Airtable alone, and says why it is not fresh', async () => {
  const { flowId, baseId, table } = await connected();
  const added = { basePublicId: baseId, tableId: table('Orders').id, records: [{ data: {} }] };
  await expect(rpc(ann, 'records.create', added)).rejects.toThrow('This database is locked');
  const unlock = await ann.call('PUT', `/admin/flows/lock/${baseId}`, { locked: false });
  expect(unlock.status).toBe(409);
  airtable.revokeAll();
  await rpc(ann, 'apps.refreshSource', { flowId, baseId });
  await vi.waitFor(async () => {
    const { source } = await rpc(ann, 'apps.source', { flowId, baseId });
    expect(source?.fault ?? '').toMatch(/Airtable/);
    expect(source?.serviceId).toMatch(/^svc/);
  });
  airtable.admit();
  // Once no app shows it, it can be unlocked, and is edited and trashed as other databases are.
  const trash = (id: string) => ann.call('POST', '/admin/flows/trash', { flowIds: [id], action: 'trash' });
  expect((await trash(flowId)).status).toBe(200);
  expect((await ann.call('PUT', `/admin/flows/lock/${baseId}`, { locked: false })).status).toBe(200);
  await rpc(ann, 'records.create', added);
  expect((await trash(baseId)).status).toBe(200);
});
