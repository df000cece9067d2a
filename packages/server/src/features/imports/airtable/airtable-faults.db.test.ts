import type { Table } from '@weft/core';
import { type LocalBase, studioBase } from '@weft/integrations/testing';
import type { ImportEvent } from '@weft/protocol';
import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  newBase,
  rpc,
  startTestServer,
  subscribe,
  type TestPerson,
  type TestServer,
} from '../../../testing.ts';
import { asked, publishedForm } from '../../forms/testing.ts';
import { airtableApp, LocalAirtable, personalToken } from '../../integrations/testing.ts';

const airtable = new LocalAirtable();
let server: TestServer;
let ann: TestPerson;
let serviceId: string;
let ahead = 0;
let count = 0;

beforeAll(async () => {
  await airtable.listen();
  server = await startTestServer(
    { ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
    { thirdParties: airtable.thirdParties, now: () => Date.now() + ahead },
  );
  ann = await server.signUp('Ann Owner');
  serviceId = (await connected({ apiKey: personalToken })).service.id;
});
afterAll(async () => {
  await server.close();
  airtable.close();
});
beforeEach(() => {
  const { bases } = airtable;
  bases.bases.splice(0, bases.bases.length, studioBase());
  bases.onPage = () => {};
  bases.afterPage = () => {};
  bases.pages = 0;
});

interface Connected {
  readonly service: { readonly id: string };
  readonly signInUrl: string;
}
const connected = async (config: object): Promise<Connected> =>
  (
    await ann.call('POST', '/admin/services/create/airtable', { serviceName: 'Studio', config })
  ).json() as Promise<Connected>;

const studio = (): LocalBase => must(airtable.bases.bases[0]);

/** Imports all tables of the base into a new database. */
async function imported(service = serviceId) {
  const basePublicId = await newBase(ann, 'Studio');
  const order = {
    ...{ basePublicId, importId: `airtable-faults-${++count}`, serviceId: service },
    ...{ airtableBaseId: studio().id, baseMadeForImport: true },
  };
  const events: ImportEvent[] = [];
  for await (const event of subscribe(ann, 'airtableImportStream', order)) events.push(event);
  return { basePublicId, last: events.at(-1) };
}

it('goes on with the import when the sign-in is renewed on its way, and keeps the connection', async () => {
  await rpc(ann, 'integrations.setApp', { provider: 'airtable', ...airtableApp });
  const { service, signInUrl } = await connected({});
  const follow = async (path: string) => {
    const headers = { authorization: `Bearer ${ann.token}` };
    const response = await fetch(new URL(path, server.url), { redirect: 'manual', headers });
    return response.headers.get('location') ?? '';
  };
  const came = airtable.signIn(await follow(signInUrl));
  await follow(`/connect/airtable/callback?${new URLSearchParams(came)}`);
  airtable.bases.onPage = (_tableId, page) => {
    if (page === 1) ahead += 61 * 60_000;
  };
  expect((await imported(service.id)).last).toMatchObject({ type: 'finished', recordsImported: 399 });
  expect(airtable.refreshes).toBe(1);
  const { services } = await rpc(ann, 'integrations.services', {});
  expect(services.find(({ id }) => id === service.id)?.state).toBe('ok');
});

it('writes no answers of a form: those come through the form', async () => {
  const flowId = await publishedForm(ann, [asked('short_text', 'Name')]);
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const table = must(metadata.tables[0]) as Table;
  const order = {
    ...{ basePublicId: flowId, importId: `airtable-faults-${++count}`, tableId: table.id, serviceId },
    ...{ airtableBaseId: studio().id, airtableTableId: 'tblProjects000001' },
    fieldMappings: [{ sourceFieldIndex: 0, targetFieldId: table.primaryFieldId }],
  };
  await expect(subscribe(ann, 'airtableImportToTableStream', order).next()).rejects.toThrow(
    'Answers come through their form',
  );
});

it('imports fields that have the names which other sides of links would get', async () => {
  const text = (id: string) => ({ id, name: 'Name', type: 'singleLineText' });
  const link = (id: string, name: string, linkedTableId: string) => ({
    ...{ id, name, type: 'multipleRecordLinks', options: { linkedTableId, prefersSingleRecordLink: false } },
  });
  const record = (id: string, fields: object) => ({ id, createdTime: '2026-03-01T00:00:00.000Z', fields });
  studio().tables = [
    {
      ...{ id: 'tblA', name: 'Teams', primaryFieldId: 'fldAName', views: [] },
      fields: [text('fldAName'), link('fldALead', 'Lead', 'tblB')],
      records: [record('recA', { fldAName: 'Red', fldALead: ['recB'] })],
    },
    {
      ...{ id: 'tblB', name: 'People', primaryFieldId: 'fldBName', views: [] },
      fields: [text('fldBName'), link('fldBTeams', 'teams', 'tblA'), link('fldBBoss', 'Boss', 'tblB')],
      records: [record('recB', { fldBName: 'Bo', fldBTeams: ['recA'] })],
    },
  ] as LocalBase['tables'];
  const { basePublicId, last } = await imported();
  expect(last).toMatchObject({ type: 'finished', recordsImported: 2 });
  const { tables } = (await rpc(ann, 'metadata.get', { basePublicId })).metadata;
  expect(tables.map(({ fields }) => fields.map(({ name }) => name))).toEqual([
    ['Name', 'Lead', 'People'],
    ['Name', 'teams', 'Boss', 'Teams (2)', 'People'],
  ]);
});
