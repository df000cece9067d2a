import { buffer } from 'node:stream/consumers';
import {
  type Attachment,
  anyFieldType,
  type CellValue,
  type Field,
  fieldKinds,
  fieldTypes,
  isEditable,
  splitLabels,
  type Table,
} from '@weft/core';
import { must } from '@weft/std';
import fc from 'fast-check';
import readExcel from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { newBase, rpc, type SharedServer, share, sharedServer, type TestPerson } from '../../testing.ts';

let server: SharedServer;
let ann: TestPerson;
let base: { readonly basePublicId: string };
let things: Table;
let people: Table;

/** Kinds whose cells a person fills in with a value of the kind alone, or that the server fills in. */
const plainKinds = fieldKinds.filter((kind) => !['attachments', 'linked_record', 'lookup'].includes(kind));

async function unzipped(bytes: ArrayBuffer): Promise<ReadonlyMap<string, string>> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    ),
  );
  const entries = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  return entries;
}

const newField = async (tableId: string, field: Partial<Field>) =>
  (await rpc(ann, 'fields.create', { ...base, tableId, field: field as Pick<Field, 'type'> })).field as Field;

async function uploaded(tableId: string, fieldId: string, name: string): Promise<CellValue> {
  const form = new FormData();
  form.set('file', new Blob([`content of ${name}`]), name);
  const headers = {
    authorization: `Bearer ${ann.token}`,
    'base-public-id': base.basePublicId,
    'table-id': tableId,
    'field-id': fieldId,
  };
  const sent = await fetch(new URL('/fileupload', server.url), { method: 'POST', headers, body: form });
  const { fileName: originalName, ...file } = (await sent.json()) as {
    url: string;
    fileName: string;
    size: number;
    mimeType: string;
  };
  return [{ ...file, filename: '', originalName, uploadedAt: '2026-11-22T00:00:00.000Z' }];
}

/** A value of each plain kind that its samples have, a text that does not fit it, or nothing. */
const cellsOf = (fields: readonly Field[]) =>
  fc.record(
    Object.fromEntries(
      fields.map((field) => {
        const { samples } = fieldTypes[field.type];
        const fitting = (samples.values as readonly CellValue[]).flatMap((value) => {
          const read = anyFieldType(field.type).validate(value, field.template);
          return read.ok && read.value !== null ? [{ value: read.value }] : [];
        });
        return [field.id, fc.option(fc.constantFrom(...fitting, { value: null, raw: 'n/a, "?"\n' }))];
      }),
    ),
  );

beforeAll(async () => {
  server = await sharedServer();
  ann = await server.signUp('Ann Whole');
  base = { basePublicId: await newBase(ann, 'Whole') };
  await rpc(ann, 'metadata.create', { ...base, createDefaultRecords: false });
  things = must((await rpc(ann, 'metadata.get', base)).metadata.tables[0]) as Table;
  people = (await rpc(ann, 'tables.create', { ...base, name: 'People' })).table as Table;
  const tableId = things.id;
  const plain: Field[] = [];
  for (const type of plainKinds)
    for (const [i, template] of fieldTypes[type].samples.templates.entries())
      plain.push(await newField(tableId, { type, name: `${type} ${i}`, template } as Partial<Field>));
  const link = await newField(tableId, {
    ...{ type: 'linked_record', name: 'Who' },
    template: { tableId: people.id, allowMultiple: true },
  } as Partial<Field>);
  const self = await newField(tableId, {
    ...{ type: 'linked_record', name: 'Parts' },
    template: { tableId, allowMultiple: true },
  } as Partial<Field>);
  await newField(tableId, {
    ...{ type: 'lookup', name: 'Called' },
    template: { linkedRecordFieldId: link.id, lookupFieldId: people.primaryFieldId },
  } as Partial<Field>);
  const files = await newField(tableId, { type: 'attachments', name: 'Files' });

  const { records: linked } = await rpc(ann, 'records.create', {
    ...{ ...base, tableId: people.id },
    records: ['Ada', 'Grace, H.', 'Zoë'].map((name) => ({ data: { [people.primaryFieldId]: name } })),
  });
  const cells = fc.sample(cellsOf(plain.filter(({ type }) => isEditable(type))), { numRuns: 20, seed: 1 });
  const made: string[] = [];
  for (let at = 0; at < cells.length; at += 20) {
    const records = cells.slice(at, at + 20).map((row) => {
      const filled = Object.entries(row).flatMap(([id, cell]) =>
        cell === null ? [] : [[id, cell] as const],
      );
      return {
        data: Object.fromEntries(filled.map(([id, { value }]) => [id, value])),
        raw: Object.fromEntries(filled.flatMap(([id, cell]) => ('raw' in cell ? [[id, cell.raw]] : []))),
      };
    });
    const answer = await rpc(ann, 'records.create', { ...base, tableId, records });
    made.push(...answer.records.map(({ id }) => id));
  }
  const [first, second] = [must(made[0]), must(made[1])];
  const ids = [must(linked[2]).id, must(linked[0]).id, must(linked[1]).id];
  for (const [recordId, fieldId, newIds] of [
    [first, link.id, ids],
    [first, self.id, [first, second]],
  ] as const)
    await rpc(ann, 'records.updateLinks', {
      ...{ ...base, tableId, recordId, fieldId, oldIds: [] },
      newIds: [...newIds],
    });
  await rpc(ann, 'records.update', {
    ...{ ...base, tableId, recordId: second },
    data: { [files.id]: await uploaded(tableId, files.id, 'plan ä.txt') },
  });
  things = must((await rpc(ann, 'metadata.get', base)).metadata.tables[0]) as Table;
  const [view] = things.views;
  const field = (type: string) => must(things.fields.find((one) => one.type === type)).id;
  await rpc(ann, 'views.updateSettings', {
    ...{ ...base, tableId, viewId: must(view).id },
    config: {
      sorts: [{ fieldId: field('number'), direction: 'desc' }],
      hiddenFieldIds: [field('percent')],
      fieldWidths: { [field('date')]: 123 },
    },
  });
});

const exported = (format: string) =>
  ann.call('GET', `/admin/flows/export/${base.basePublicId}?format=${format}`);

/** All that a base holds, with the bytes behind its files. */
async function contentOf(basePublicId: string): Promise<unknown> {
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId });
  const tables = await Promise.all(
    metadata.tables.map(async (table) => {
      const { records } = await rpc(ann, 'records.list', { basePublicId, tableId: table.id });
      const rows = await Promise.all(
        records.map(async ({ data, ...record }) => {
          const cells = Object.entries(data).map(async ([id, value]) => [id, await withBytes(id, value)]);
          return { ...record, data: await Promise.all(cells) };
        }),
      );
      return { table, rows };
    }),
  );
  return JSON.parse(JSON.stringify(tables));
}

async function withBytes(fieldId: string, value: unknown): Promise<unknown> {
  if (things.fields.find(({ id }) => id === fieldId)?.type !== 'attachments') return value;
  return Promise.all(
    (value as readonly Attachment[]).map(async ({ url, originalName, size, mimeType, uploadedAt }) => ({
      ...{ originalName, size, mimeType, uploadedAt },
      bytes: await (await ann.call('GET', new URL(url, server.url).href)).text(),
    })),
  );
}

/** Imports an exported base; the id of the new one. */
async function importedBy(person: TestPerson, archive: Response): Promise<string> {
  const form = new FormData();
  form.set('file', await archive.blob(), 'Whole.weft.zip');
  const headers = { authorization: `Bearer ${person.token}` };
  const sent = await fetch(new URL('/admin/flows/import', server.url), {
    ...{ method: 'POST', headers, body: form },
  });
  const { flow } = (await sent.json()) as { flow: { publicIdentifier: string } };
  return flow.publicIdentifier;
}

describe('a whole base of every kind of field', () => {
  it('comes back from its export as it was: fields, options, views, values, texts, links, files', async () => {
    const imported = await importedBy(ann, await exported('zip'));
    expect(await contentOf(imported)).toEqual(await contentOf(base.basePublicId));
  });

  it('names who made and edited its records, and nobody else, whoever imports it', async () => {
    const { code } = (await (await ann.call('POST', '/v1/invitations', {})).json()) as { code: string };
    const bob = await server.signUp('Bob Colleague', { invitationCode: code });
    const eve = await server.signUp('Eve Elsewhere');
    const id = await newBase(ann, 'Authors');
    await share(ann, id, bob, 'write');
    await rpc(ann, 'metadata.create', { basePublicId: id, createDefaultRecords: false });
    const table = must((await rpc(ann, 'metadata.get', { basePublicId: id })).metadata.tables[0]);
    const at = { basePublicId: id, tableId: table.id };
    for (const type of ['created_by', 'last_modified_by'] as const)
      await rpc(ann, 'fields.create', { ...at, field: { type, name: type } });
    const data = { [table.primaryFieldId]: 'Plan' };
    const made = must((await rpc(ann, 'records.create', { ...at, records: [{ data }] })).records[0]);
    await rpc(bob, 'records.update', {
      ...{ ...at, recordId: made.id },
      data: { [table.primaryFieldId]: 'Plan B' },
    });
    const people = async (person: TestPerson, basePublicId: string) => {
      const { records } = await rpc(person, 'records.list', { basePublicId, tableId: table.id });
      const ofRecord = must(records[0]);
      const { metadata } = await rpc(person, 'metadata.get', { basePublicId });
      const fields = must(metadata.tables[0]).fields.slice(-2);
      return [...fields.map((field) => ofRecord.data[field.id]), ofRecord.updatedAt];
    };
    const [, , time] = await people(ann, id);
    const archive = await ann.call('GET', `/admin/flows/export/${id}`);
    for (const person of [ann, bob])
      expect(await people(person, await importedBy(person, archive.clone()))).toEqual([
        ...['Ann Whole', 'Bob Colleague', time],
      ]);
    const elsewhere = await importedBy(eve, archive);
    expect(await people(eve, elsewhere)).toEqual([undefined, undefined, time]);
    // Nobody is known of its records any more.
    const again = await importedBy(ann, await eve.call('GET', `/admin/flows/export/${elsewhere}`));
    expect(await people(ann, again)).toEqual([undefined, undefined, time]);
  });

  it('is a CSV file for each table, as the table alone is exported', async () => {
    const answer = await exported('csv');
    expect(answer.headers.get('content-disposition')).toContain('Whole.csv.zip');
    const entries = await unzipped(await answer.arrayBuffer());
    expect([...entries.keys()]).toEqual([`${things.name}.csv`, 'People.csv']);
    for (const table of [things, people]) {
      const alone = await ann.call('GET', `/v1/bases/${base.basePublicId}/tables/${table.id}/export`);
      expect(entries.get(`${table.name}.csv`)).toBe(Buffer.from(await alone.arrayBuffer()).toString());
    }
  });

  it('is a workbook with a sheet for each table', async () => {
    const answer = await exported('xlsx');
    expect(answer.headers.get('content-disposition')).toContain('Whole.xlsx');
    const sheets = await readExcel(Buffer.from(await answer.arrayBuffer()));
    expect(sheets.map(({ sheet }) => sheet)).toEqual([things.name, 'People']);
    const [first, second] = sheets.map(({ data }) => data);
    expect(first?.[0]).toEqual(things.fields.map(({ name }) => name));
    const who = things.fields.findIndex(({ name }) => name === 'Who');
    // In the order of their ids.
    expect(splitLabels(String(first?.[1]?.[who])).toSorted()).toEqual(['Ada', 'Grace, H.', 'Zoë']);
    const number = must(things.fields.find(({ type }) => type === 'number'));
    const { records } = await rpc(ann, 'records.list', { ...base, tableId: things.id });
    expect(first?.slice(1).map((row) => row[things.fields.indexOf(number)] ?? '')).toEqual(
      records.map(({ data, raw }) => raw?.[number.id] ?? data[number.id] ?? ''),
    );
    expect(second?.slice(1).map(([name]) => name)).toEqual(['Ada', 'Grace, H.', 'Zoë']);
  });

  it('is refused as a workbook while it has no table', async () => {
    const empty = await newBase(ann, 'Empty');
    const answer = await ann.call('GET', `/admin/flows/export/${empty}?format=xlsx`);
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining('Empty has no table to export yet'),
    ]);
  });
});
