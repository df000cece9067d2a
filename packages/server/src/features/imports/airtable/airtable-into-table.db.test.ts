import type { Table } from '@weft/core';
import type { ImportEvent } from '@weft/protocol';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newBase, rpc, subscribe, type TestPerson, type TestServer } from '../../../testing.ts';
import { LocalAirtable, personalToken } from '../../integrations/testing.ts';
import { recordsOf, resetBases, serverWithAirtable, tablesOf } from './testing.ts';

const airtable = new LocalAirtable();
let server: TestServer;
let ann: TestPerson;
let serviceId: string;

beforeAll(async () => {
  const started = await serverWithAirtable(airtable);
  ({ server, ann } = started);
  serviceId = (await started.connect({ apiKey: personalToken })).service.id;
  resetBases(airtable);
});
afterAll(async () => {
  await server.close();
  airtable.close();
});

it('shows the first twenty rows of a table, and adds its records to one that is there', async () => {
  const studio = must(airtable.bases.bases[0]);
  const preview = await rpc(ann, 'import.airtablePreview', {
    ...{ serviceId, airtableBaseId: studio.id, airtableTableId: 'tblProjects000001' },
  });
  expect(preview.previewData).toHaveLength(20);
  expect(preview.importedFields.map(({ fieldName }) => fieldName)).toEqual(
    must(studio.tables.find(({ name }) => name === 'Projects')).fields.map(({ name }) => name),
  );
  const basePublicId = await newBase(ann, 'There');
  const text = { type: 'single_line_text', template: {} } as const;
  const clients = (
    await rpc(ann, 'tables.create', {
      ...{
        basePublicId,
        name: 'Clients',
        fields: [{ id: 'fld0000000000000000000ci', name: 'Name', ...text }],
      },
      records: [{ data: { fld0000000000000000000ci: 'Client 0' } }],
    } as never)
  ).table as Table;
  const table = (
    await rpc(ann, 'tables.create', {
      ...{ basePublicId, name: 'Works', records: [] },
      fields: [
        { id: 'fld0000000000000000000na', name: 'Name', ...text },
        { id: 'fld0000000000000000000mo', name: 'Money', type: 'number', template: {} },
        { id: 'fld0000000000000000000st', name: 'Stage', type: 'single_select', template: { options: [] } },
        { id: 'fld0000000000000000000fi', name: 'Files', type: 'attachments', template: {} },
      ],
    } as never)
  ).table as Table;
  await rpc(ann, 'fields.create', {
    ...{ basePublicId, tableId: table.id },
    field: {
      ...{ id: 'fld0000000000000000000li', name: 'Client', type: 'linked_record' },
      template: { tableId: clients.id, inverseFieldId: 'fld0000000000000000000in' },
    },
  } as never);
  const from = (name: string) => must(preview.importedFields.find(({ fieldName }) => fieldName === name));
  const mapped = (name: string, targetFieldId: string) => ({
    ...{
      sourceFieldIndex: from(name).sourceFieldIndex,
      sourceFieldId: from(name).sourceFieldId,
      targetFieldId,
    },
  });
  const events: ImportEvent[] = [];
  for await (const event of subscribe(ann, 'airtableImportToTableStream', {
    ...{
      basePublicId,
      importId: 'into-1',
      tableId: table.id,
      serviceId,
      createOptions: true,
      createLinks: true,
    },
    ...{ airtableBaseId: studio.id, airtableTableId: 'tblProjects000001' },
    fieldMappings: [
      mapped('Name', 'fld0000000000000000000na'),
      mapped('Budget', 'fld0000000000000000000mo'),
      mapped('Stage', 'fld0000000000000000000st'),
      mapped('Files', 'fld0000000000000000000fi'),
      mapped('Client', 'fld0000000000000000000li'),
    ],
  }))
    events.push(event);
  expect(events.at(-1)).toMatchObject({ type: 'finished', recordsImported: 130, valuesNotConverted: 0 });
  const records = await recordsOf(ann, basePublicId, table.id);
  const stage = must((await tablesOf(ann, basePublicId))[1]?.fields.find(({ name }) => name === 'Stage'));
  expect(stage).toMatchObject({ template: { options: [{ label: 'In work' }, { label: 'Sold' }] } });
  expect(records[3]?.data).toMatchObject({
    fld0000000000000000000na: 'Project 3',
    fld0000000000000000000mo: 3_001.5,
    fld0000000000000000000fi: [{ originalName: 'plan 3.txt', size: 23 }, { size: 2_000 }],
  });
  expect(await recordsOf(ann, basePublicId, clients.id)).toHaveLength(7);
  expect(records[3]?.data.fld0000000000000000000li).toHaveLength(1);
});

it('imports one table of a base into a new one, whose links are kept as names', async () => {
  const studio = must(airtable.bases.bases[0]);
  const basePublicId = await newBase(ann, 'Projects alone');
  const events: ImportEvent[] = [];
  const order = { basePublicId, importId: 'single-1', serviceId, airtableBaseId: studio.id };
  const all = { ...order, airtableTableId: 'tblProjects000001' };
  for await (const event of subscribe(ann, 'airtableImportStream', all)) events.push(event);
  expect(events.at(-1)).toMatchObject({ type: 'finished', recordsImported: 130 });
  const [table, ...others] = await tablesOf(ann, basePublicId);
  expect([table?.name, others]).toEqual(['Projects', []]);
  const client = must(table?.fields.find(({ name }) => name === 'Client'));
  expect(client.type).toBe('long_text');
  const records = await recordsOf(ann, basePublicId, must(table).id);
  expect(records[3]?.data[client.id]).toMatch(/^Client \d+$/);
  const gone = { ...order, importId: 'single-2', airtableTableId: 'tblGone' };
  const told: ImportEvent[] = [];
  for await (const event of subscribe(ann, 'airtableImportStream', gone)) told.push(event);
  expect(told.at(-1)).toMatchObject({
    type: 'error',
    message: 'The table is no longer in this base: choose another one',
  });
});
