import type { Table } from '@weft/core';
import { fileOf, type LocalBase } from '@weft/integrations/testing';
import type { ImportEvent } from '@weft/protocol';
import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newBase, rpc, subscribe, type TestPerson, type TestServer } from '../../../testing.ts';
import { asked, publishedForm } from '../../forms/testing.ts';
import { airtableApp, LocalAirtable, personalToken } from '../../integrations/testing.ts';
import { recordsOf, resetBases, serverWithAirtable } from './testing.ts';

const airtable = new LocalAirtable();
let server: TestServer;
let ann: TestPerson;
let connect: Awaited<ReturnType<typeof serverWithAirtable>>['connect'];
let serviceId: string;
let ahead = 0;
let count = 0;

beforeAll(async () => {
  ({ server, ann, connect } = await serverWithAirtable(airtable, () => Date.now() + ahead));
  serviceId = (await connect({ apiKey: personalToken })).service.id;
});
afterAll(async () => {
  await server.close();
  airtable.close();
});
beforeEach(() => resetBases(airtable));

const text = (id: string, name = 'Name') => ({ id, name, type: 'singleLineText' });
const link = (id: string, name: string, linkedTableId: string) => ({
  ...{ id, name, type: 'multipleRecordLinks', options: { linkedTableId, prefersSingleRecordLink: false } },
});
const record = (id: string, fields: { readonly [fieldId: string]: unknown }) => ({
  ...{ id, createdTime: '2026-03-01T00:00:00.000Z', fields },
});

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
  const { service, signInUrl } = await connect({});
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
  ];
  const { basePublicId, last } = await imported();
  expect(last).toMatchObject({ type: 'finished', recordsImported: 2 });
  const { tables } = (await rpc(ann, 'metadata.get', { basePublicId })).metadata;
  expect(tables.map(({ fields }) => fields.map(({ name }) => name))).toEqual([
    ['Name', 'Lead', 'People'],
    ['Name', 'teams', 'Boss', 'Teams (2)', 'People'],
  ]);
});

it('links to records by their names as they are, and tells which have none without making any', async () => {
  studio().tables = [
    {
      ...{ id: 'tblTasks', name: 'Tasks', primaryFieldId: 'fldTitle', views: [] },
      fields: [text('fldTitle', 'Title'), link('fldWho', 'Who', 'tblWho')],
      records: [
        record('recT1', { fldTitle: 'One', fldWho: ['recW1'] }),
        record('recT2', { fldTitle: 'Two', fldWho: ['recW2'] }),
      ],
    },
    {
      ...{ id: 'tblWho', name: 'Who', primaryFieldId: 'fldWhoName', views: [] },
      fields: [text('fldWhoName')],
      records: [record('recW1', { fldWhoName: 'Smith, John' }), record('recW2', {})],
    },
  ];
  const basePublicId = await newBase(ann, 'There');
  const made = async (name: string, fieldId: string, records: readonly object[]) => {
    const fields = [{ id: fieldId, name: 'Name', type: 'single_line_text', template: {} }];
    const { table } = await rpc(ann, 'tables.create', { basePublicId, name, fields, records } as never);
    return table as Table;
  };
  const who = await made('Who', 'fld0000000000000000000wh', [
    { data: { fld0000000000000000000wh: 'Smith, John' } },
  ]);
  const tasks = await made('Tasks', 'fld0000000000000000000ta', []);
  const linkTo = async (id: string, name: string, inverseFieldId: string, allowMultiple: boolean) =>
    rpc(ann, 'fields.create', {
      ...{ basePublicId, tableId: tasks.id },
      field: {
        ...{ id, name, type: 'linked_record' },
        template: { tableId: who.id, inverseFieldId, allowMultiple },
      },
    } as never);
  await linkTo('fld0000000000000000000on', 'One', 'fld0000000000000000000io', false);
  await linkTo('fld0000000000000000000ma', 'Many', 'fld0000000000000000000im', true);
  const plain = { id: 'fld0000000000000000000pl', name: 'Text', type: 'single_line_text', template: {} };
  await rpc(ann, 'fields.create', { basePublicId, tableId: tasks.id, field: plain } as never);
  const events: ImportEvent[] = [];
  for await (const event of subscribe(ann, 'airtableImportToTableStream', {
    ...{ basePublicId, importId: `airtable-faults-${++count}`, tableId: tasks.id, serviceId },
    ...{ airtableBaseId: studio().id, airtableTableId: 'tblTasks', createLinks: true },
    fieldMappings: [
      { sourceFieldIndex: 0, targetFieldId: 'fld0000000000000000000ta' },
      ...['on', 'ma', 'pl'].map((end) => ({
        ...{ sourceFieldIndex: 1, targetFieldId: `fld0000000000000000000${end}` },
      })),
    ],
  }))
    events.push(event);
  expect(events.at(-1)).toMatchObject({ type: 'finished', recordsImported: 2, namesNotLinked: 2 });
  const listed = async (tableId: string) =>
    (await rpc(ann, 'records.list', { basePublicId, tableId, limit: 100 })).records;
  const [smith, ...others] = await listed(who.id);
  expect(others).toEqual([]);
  expect((await listed(tasks.id)).map(({ data }) => data)).toMatchObject([
    {
      fld0000000000000000000on: [smith?.id],
      fld0000000000000000000ma: [smith?.id],
      fld0000000000000000000pl: 'Smith, John',
    },
    { fld0000000000000000000pl: 'recW2' },
  ]);
});

it('goes on without the files of a record that is deleted on the way, and tells which are missing', async () => {
  const fields = [text('fldName'), { id: 'fldFiles', name: 'Files', type: 'multipleAttachments' }];
  const table = { id: 'tblF', name: 'Plans', primaryFieldId: 'fldName', views: [], fields };
  const plan = fileOf('Plan', 'plan.txt', 'text/plain', 20);
  studio().tables = [{ ...table, records: [record('recF', { fldName: 'Ada', fldFiles: [plan] })] }];
  airtable.bases.afterPage = () => {
    airtable.bases.expireFiles();
    studio().tables = [{ ...table, records: [] }];
  };
  const { last } = await imported();
  expect(last).toMatchObject({ type: 'finished', recordsImported: 1 });
  const report = await ann.call('GET', must(last?.type === 'finished' ? last.reportUrl : null));
  expect(await report.text()).toContain('plan.txt,"The file could not be downloaded');
});

it('reads a table from its beginning again where Airtable forgot the place in it', async () => {
  const forgotten = {
    status: 422,
    json: {
      error: { type: 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE', message: 'The iterator is not available' },
    },
  };
  airtable.bases.instead.push(undefined, forgotten);
  expect((await imported()).last).toMatchObject({ type: 'finished', recordsImported: 399 });
  // Where the second time brings nothing new, no third one would.
  airtable.bases.instead.push(undefined, forgotten, undefined, forgotten);
  expect((await imported()).last).toMatchObject({ type: 'error' });
});

it('waits for a slow Airtable, and imports everything once it answers', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  airtable.bases.onPage = (_tableId, page) => (page === 1 ? answered : undefined);
  const basePublicId = await newBase(ann, 'Slow');
  const order = {
    ...{ basePublicId, importId: 'airtable-slow', serviceId, airtableBaseId: studio().id },
  };
  const events: ImportEvent[] = [];
  for await (const event of subscribe(ann, 'airtableImportStream', order)) {
    events.push(event);
    if (event.type === 'phase' && event.phase === 'importing') answer();
  }
  expect(events.at(-1)).toMatchObject({ type: 'finished', recordsImported: 399 });
});

it('leaves a table as it was when its records were to be added to it and that is cancelled', async () => {
  const basePublicId = await newBase(ann, 'Kept');
  const name = 'fld0000000000000000000na';
  const { table } = (await rpc(ann, 'tables.create', {
    ...{ basePublicId, name: 'Works' },
    fields: [{ ...{ id: name, name: 'Name', type: 'single_line_text', template: {} } }],
    records: [{ data: { [name]: 'Ada' } }],
  } as never)) as { readonly table: Table };
  let cancelling: Promise<unknown> | null = null;
  airtable.bases.onPage = async (_tableId, page) => {
    if (page !== 1) return;
    cancelling = rpc(ann, 'import.cancel', { importId: 'airtable-kept' });
    await cancelling;
  };
  const order = {
    ...{ basePublicId, importId: 'airtable-kept', tableId: table.id, serviceId },
    ...{ airtableBaseId: studio().id, airtableTableId: 'tblProjects000001' },
    fieldMappings: [{ sourceFieldIndex: 0, sourceFieldId: 'fldPrName', targetFieldId: name }],
  };
  const events: ImportEvent[] = [];
  for await (const event of subscribe(ann, 'airtableImportToTableStream', order)) events.push(event);
  expect(events.at(-1)).toEqual({ type: 'cancelled' });
  const records = await recordsOf(ann, basePublicId, table.id);
  expect(records.map(({ data }) => data[name])).toEqual(['Ada']);
});
