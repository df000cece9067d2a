import type { BaseRecord, Field } from '@weft/core';
import { fileOf, type LocalBase, type LocalTable } from '@weft/integrations/testing';
import type { ImportEvent } from '@weft/protocol';
import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newBase, rpc, subscribe, type TestPerson, type TestServer } from '../../../testing.ts';
import { LocalAirtable, personalToken } from '../../integrations/testing.ts';
import { recordsOf, resetBases, serverWithAirtable, tablesOf } from './testing.ts';

const airtable = new LocalAirtable();
let server: TestServer;
let ann: TestPerson;
let connect: Awaited<ReturnType<typeof serverWithAirtable>>['connect'];
let serviceId: string;
let count = 0;

beforeAll(async () => {
  ({ server, ann, connect } = await serverWithAirtable(airtable));
  serviceId = (await connect({ apiKey: personalToken })).service.id;
});
afterAll(async () => {
  await server.close();
  airtable.close();
});
beforeEach(() => {
  airtable.admit();
  resetBases(airtable);
});

const studio = (): LocalBase => must(airtable.bases.bases[0]);
const sourceOf = (name: string): LocalTable => must(studio().tables.find((table) => table.name === name));

interface Asked {
  readonly basePublicId: string;
  readonly importId: string;
}
const asked = async (): Promise<Asked> => ({
  basePublicId: await newBase(ann, 'Studio'),
  importId: `airtable-${++count}`,
});
const orderOf = (into: Asked) => ({
  ...{ ...into, serviceId, airtableBaseId: studio().id, baseMadeForImport: true },
});

async function run(into: Asked, onEvent: (event: ImportEvent) => void = () => {}) {
  const events: ImportEvent[] = [];
  for await (const event of subscribe(ann, 'airtableImportStream', orderOf(into))) {
    events.push(event);
    onEvent(event);
  }
  return events;
}

async function reportOf(events: readonly ImportEvent[]): Promise<string> {
  const last = events.at(-1);
  if (last?.type !== 'finished') throw new Error(JSON.stringify(last));
  return (await ann.call('GET', must(last.reportUrl))).text();
}

/** What a cell of ours says, for comparing: links as the names of the records they lead to, files as name and size. */
type Shown = (field: Field, value: unknown) => unknown;

/** What the same cell says at Airtable, after the rules of each type. */
const expected: { readonly [type: string]: (value: never, name: (id: string) => string) => unknown } = {
  date: (value: string) => `${value}T00:00:00.000Z`,
  dateTime: (value: string) => value,
  multipleRecordLinks: (ids: readonly string[], name) => ids.map(name).toSorted(),
  multipleAttachments: (files: readonly { readonly filename: string; readonly size: number }[]) =>
    files.map(({ filename, size }) => `${filename} ${size}`),
  singleCollaborator: ({ name, email }: { readonly name: string; readonly email: string }) =>
    `${name} <${email}>`,
  multipleCollaborators: (people: readonly { readonly name: string; readonly email: string }[]) =>
    people.map(({ name, email }) => `${name} <${email}>`).join(', '),
  createdBy: ({ name, email }: { readonly name: string; readonly email: string }) => `${name} <${email}>`,
  lastModifiedBy: ({ name, email }: { readonly name: string; readonly email: string }) =>
    `${name} <${email}>`,
  barcode: ({ text }: { readonly text: string }) => text,
  aiText: ({ value }: { readonly value: string }) => value,
  formula: (value: unknown) => (typeof value === 'object' ? Object.values(value as object)[0] : value),
  'a type of tomorrow': (value: unknown) => JSON.stringify(value),
};

it('imports four linked tables with files, and every cell is as it was', async () => {
  const into = await asked();
  const events = await run(into);
  expect(events.at(-1)).toMatchObject({ type: 'finished', recordsImported: 130 + 260 + 7 + 2 });
  expect(events.flatMap((event) => (event.type === 'phase' ? [event.phase] : []))).toEqual([
    ...['connecting', 'structure', 'importing', 'complete'],
  ]);
  expect(events.flatMap((event) => (event.type === 'table_complete' ? [event.recordsImported] : []))).toEqual(
    [...[130, 260, 7, 2]],
  );
  const tables = await tablesOf(ann, into.basePublicId);
  expect(tables.map(({ name }) => name)).toEqual(['Projects', 'Tasks', 'Clients', 'People']);
  const ours = new Map<string, readonly BaseRecord[]>();
  const names = new Map<string, string>();
  for (const table of tables) {
    const records = await recordsOf(ann, into.basePublicId, table.id);
    ours.set(table.name, records);
    for (const { id, data } of records) names.set(id, String(data[table.primaryFieldId]));
  }
  const theirNames = new Map(
    studio().tables.flatMap(({ primaryFieldId, records }) =>
      records.map(({ id, fields }) => [id, String(fields[primaryFieldId])] as const),
    ),
  );
  const shown: Shown = (field, value) => {
    if (value === undefined || value === null) return null;
    if (field.type === 'linked_record')
      return (value as readonly string[]).map((id) => names.get(id)).toSorted();
    if (field.type === 'attachments')
      return (value as readonly { originalName: string; size: number }[]).map(
        ({ originalName, size }) => `${originalName} ${size}`,
      );
    if (field.type === 'single_select')
      return field.template.options.find((option) => option.value === value)?.label;
    if (field.type === 'multiple_select')
      return (value as readonly string[]).map(
        (one) => field.template.options.find((option) => option.value === one)?.label,
      );
    return value;
  };
  for (const source of studio().tables) {
    const table = must(tables.find(({ name }) => name === source.name));
    const records = must(ours.get(source.name));
    expect(records).toHaveLength(source.records.length);
    for (const [index, record] of source.records.entries()) {
      const mine = must(records[index]);
      expect(mine.createdAt).toBe(record.createdTime);
      for (const field of source.fields) {
        if (field.type === 'button') continue;
        const own = must(
          table.fields.find(({ name }) => name === field.name),
          field.name,
        );
        const sent = record.fields[field.id];
        const rule = expected[field.type] ?? ((value: unknown) => value);
        const theirs = sent === undefined ? null : rule(sent as never, (id) => must(theirNames.get(id)));
        const got = mine.raw?.[own.id] ?? shown(own, mine.data[own.id]);
        expect([source.name, index, field.name, got]).toEqual([source.name, index, field.name, theirs]);
      }
    }
  }
  // The other side of links that have none at Airtable is made, and holds the same links.
  const tasks = must(tables.find(({ name }) => name === 'Tasks'));
  const before = must(tasks.fields.find(({ name }) => name === 'Tasks'));
  const first = must(ours.get('Tasks')?.[0]);
  expect((first.data[before.id] as readonly string[]).map((id) => names.get(id))).toEqual(['Task 1']);
});

it('keeps the kinds, settings, order and views of fields, and accounts for each in the report', async () => {
  const into = await asked();
  const events = await run(into);
  const report = await reportOf(events);
  const projects = must((await tablesOf(ann, into.basePublicId))[0]);
  const fieldOf = (name: string) =>
    must(
      projects.fields.find((field) => field.name === name),
      name,
    );
  expect(projects.fields.map(({ name }) => name)).toEqual(
    sourceOf('Projects').fields.flatMap(({ name, type }) => (type === 'button' ? [] : [name])),
  );
  expect(fieldOf('Client')).toMatchObject({ type: 'linked_record', template: { allowMultiple: false } });
  expect(fieldOf('Tasks')).toMatchObject({ type: 'linked_record', template: { allowMultiple: true } });
  expect(fieldOf('City')).toMatchObject({ type: 'lookup' });
  expect(fieldOf('Budget')).toMatchObject({
    type: 'currency',
    template: { currencySymbol: '€', decimalPlaces: 2 },
  });
  expect(fieldOf('Kick-off')).toMatchObject({
    template: { dateFormat: 'iso', timeFormat: '24h', timezone: 'Europe/Zurich' },
  });
  expect(fieldOf('Stage')).toMatchObject({
    type: 'single_select',
    template: {
      options: [
        { label: 'In work', color: 'Blue' },
        { label: 'Sold', color: 'Gray' },
      ],
    },
  });
  expect(fieldOf('Tags')).toMatchObject({ template: { options: [{ color: 'Red' }, { color: 'Teal' }] } });
  expect(projects.views.map(({ name }) => name)).toEqual(['All projects', 'Money']);
  const shown = must(projects.views[1]).config;
  expect(shown.orderedFieldIds.map((id) => projects.fields.find((field) => field.id === id)?.name)).toEqual([
    ...['Name', 'Total', 'Budget'],
  ]);
  expect(shown.hiddenFieldIds).toContain(fieldOf('Client').id);
  for (const table of studio().tables)
    for (const { name } of [...table.fields, ...table.views])
      expect(report).toContain(`${table.name} · ${name}`);
  expect(report).toContain('Formulas are computed by Airtable');
  expect(report).toContain('Views of the type kanban are not imported');
  expect(report).toContain('Projects,What we were asked to do,Tables and fields have no description here');
  expect(report).toContain('Projects · Budget,"Without tax, in euros",Tables and fields have no description');
  expect(report).toMatch(/Projects · Money,grid view,.*here everybody sees it/);
});

it('is one step of undo', async () => {
  const into = await asked();
  await run(into);
  await rpc(ann, 'history.undo', { basePublicId: into.basePublicId } as never);
  expect(await tablesOf(ann, into.basePublicId)).toEqual([]);
});

it('waits when Airtable is busy, takes fresh addresses of files, and says once what is missing', async () => {
  const { bases } = airtable;
  bases.instead.push({ status: 429, headers: { 'retry-after': '0' }, json: { error: { type: 'RATE' } } });
  const files = sourceOf('People').records[1]?.fields.fldPePhoto as object[];
  files.push(fileOf('Large', 'film.mov', 'video/quicktime', 30 * 1024 * 1024));
  // The addresses that the first page names lead nowhere by the time they are followed.
  let expired = false;
  bases.afterPage = () => {
    if (!expired) bases.expireFiles();
    expired = true;
  };
  const into = await asked();
  const events = await run(into);
  const warnings = events.filter(({ type }) => type === 'attachment_warning');
  expect(warnings).toEqual([
    {
      type: 'attachment_warning',
      message: "Some attachments were too large or had invalid formats and weren't able to import",
    },
  ]);
  const [projects] = await tablesOf(ann, into.basePublicId);
  const [first] = await recordsOf(ann, into.basePublicId, must(projects).id);
  const fieldId = must(projects?.fields.find(({ name }) => name === 'Files')).id;
  expect(first?.data[fieldId]).toMatchObject([{ originalName: 'plan 0.txt' }, { size: 2_000 }]);
  expect(await reportOf(events)).toContain('film.mov,"The file is larger than 20 MB, and was not imported"');
});

it.each(['connecting', 'structure', 'importing', 'complete'] as const)(
  'leaves nothing when it is cancelled while it is %s',
  async (phase) => {
    const into = await asked();
    const events: ImportEvent[] = [];
    let cancelling: Promise<unknown> | null = null;
    // Files come with the first page: those are removed too.
    for await (const event of subscribe(ann, 'airtableImportStream', orderOf(into))) {
      events.push(event);
      if (event.type === 'phase' && event.phase === phase)
        cancelling = rpc(ann, 'import.cancel', { importId: into.importId });
    }
    await cancelling;
    expect(events.at(-1)).toEqual({ type: 'cancelled' });
    await expect(rpc(ann, 'metadata.get', { basePublicId: into.basePublicId })).rejects.toMatchObject({
      kind: 'not-found',
    });
  },
);

it('leaves nothing when it is cancelled while its tables are shown and linked', async () => {
  const into = await asked();
  const store = server.parts.imports.deps.base(into.basePublicId);
  const submit = store.submit.bind(store);
  let cancelling: Promise<unknown> | null = null;
  store.submit = async (userId, action, alongside) => {
    const done = await submit(userId, action, alongside);
    if (action.type === 'BULK_UPDATE_LINKS')
      cancelling ??= rpc(ann, 'import.cancel', { importId: into.importId });
    return done;
  };
  const events = await run(into);
  await cancelling;
  expect(events.at(-1)).toEqual({ type: 'cancelled' });
  await expect(rpc(ann, 'metadata.get', { basePublicId: into.basePublicId })).rejects.toMatchObject({
    kind: 'not-found',
  });
});

it('can be resumed after the server stopped midway, and nothing of before is left', async () => {
  const into = await asked();
  const { imports } = server.parts.imports;
  let stopping: Promise<void> | null = null;
  airtable.bases.onPage = (tableId) => {
    if (tableId === 'tblTasks000000001') stopping ??= imports.close(30_000);
  };
  const events = await run(into);
  await stopping;
  expect(events.at(-1)).toMatchObject({ type: 'error', interrupted: true });
  await imports.start();
  const listed = (await rpc(ann, 'import.interrupted', {})).imports;
  expect(listed).toMatchObject([{ importId: into.importId, fileName: 'Airtable (Studio)' }]);
  expect(await tablesOf(ann, into.basePublicId)).toEqual([]);
  airtable.bases.onPage = () => {};
  await rpc(ann, 'import.resume', { importId: into.importId });
  const again = await run(into);
  expect(again.at(-1)).toMatchObject({ type: 'finished', recordsImported: 399 });
  expect((await tablesOf(ann, into.basePublicId)).map(({ name }) => name)).toEqual([
    'Projects',
    'Tasks',
    'Clients',
    'People',
  ]);
});

it('says that the connection was revoked midway, and leaves nothing', async () => {
  const into = await asked();
  airtable.bases.onPage = (_tableId, page) => {
    if (page === 1) airtable.revokeAll();
  };
  const events = await run(into);
  expect(events.at(-1)).toMatchObject({ type: 'error' });
  expect(await tablesOf(ann, into.basePublicId)).toEqual([]);
  airtable.admit();
  serviceId = (await connect({ apiKey: personalToken })).service.id;
});

it('reports what was changed at Airtable meanwhile, and loses nothing of what it read', async () => {
  const into = await asked();
  airtable.bases.onPage = (_tableId, page) => {
    if (page !== 1) return;
    const projects = sourceOf('Projects');
    projects.fields = projects.fields.filter(({ id }) => id !== 'fldPrMail');
    projects.fields.push({ id: 'fldPrLate', name: 'Late', type: 'singleLineText' });
    must(projects.fields.find(({ id }) => id === 'fldPrName')).name = 'Title';
  };
  const events = await run(into);
  const report = await reportOf(events);
  expect(report).toContain('Projects · Mail');
  expect(report).toContain('Deleted in Airtable while the base was being imported');
  expect(report).toContain('Added in Airtable while the base was being imported');
  expect(report).toContain("Renamed to 'Title'");
  expect(events.at(-1)).toMatchObject({ type: 'finished', recordsImported: 399 });
});

it('takes texts of 50,000 characters, in smaller pages where a page would be too large', async () => {
  const long = 'é'.repeat(50_000);
  const table = {
    ...{ id: 'tblLong', name: 'Long', primaryFieldId: 'fldText', views: [] },
    fields: ['fldText', 'fldMore'].map((id) => ({ id, name: id, type: 'multilineText' })),
    records: Array.from({ length: 60 }, (_, i) => ({
      ...{ id: `recLong${i}`, createdTime: '2026-03-01T00:00:00.000Z' },
      fields: { fldText: `${i}${long}`, fldMore: long },
    })),
  };
  studio().tables = [table];
  const into = await asked();
  const events = await run(into);
  expect(events.at(-1)).toMatchObject({ type: 'finished', recordsImported: 60 });
  const [made] = await tablesOf(ann, into.basePublicId);
  const records = await recordsOf(ann, into.basePublicId, must(made).id);
  expect(records.map(({ data }) => String(data[must(made).primaryFieldId]).length)).toEqual(
    table.records.map(({ fields }) => fields.fldText.length),
  );
});

it('refuses a table of 2,000 columns in the words of the specification, and leaves nothing', async () => {
  const fields = Array.from({ length: 2_000 }, (_, i) => ({ id: `fld${i}`, name: `${i}`, type: 'number' }));
  studio().tables = [{ ...sourceOf('People'), primaryFieldId: 'fld0', fields }];
  const into = await asked();
  const events = await run(into);
  expect(events.at(-1)).toEqual({
    type: 'error',
    message:
      'The import request is too large. This spreadsheet may have too many columns with complex data. Please try importing fewer columns or contact support.',
  });
  expect(await tablesOf(ann, into.basePublicId)).toEqual([]);
});
