import type { BaseSchema, SchemaField } from '@weft/core';
import { AiServer } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

const service = new AiServer();
let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  await service.listen();
  server = await startTestServer({ AI_BASE_URL: service.baseUrl, AI_API_KEY: AiServer.key });
  ann = await server.signUp('Ann');
});
beforeEach(() => {
  service.requests.length = 0;
  service.answers.length = 0;
});
afterAll(async () => {
  await server.close();
  await service[Symbol.asyncDispose]();
});

const answer = (tables: object, name = 'Weaving classes') => JSON.stringify({ name, tables });
const classes = [
  {
    name: 'Classes',
    fields: [
      { name: 'Free', type: 'checkbox' },
      { name: 'Class', type: 'single_line_text' },
      { name: 'Level', type: 'single_select', options: ['Beginner', 'Returning', 'Beginner'] },
      { name: 'Teacher', type: 'linked_record', linkedTable: 'teachers', allowMultiple: false },
      { name: 'Yarn', type: 'linked_record', linkedTable: 'Yarns' },
    ],
  },
  {
    name: 'Teachers',
    fields: [
      { name: 'Name', type: 'single_line_text' },
      { name: 'Email', type: 'email' },
      { name: 'Teaches', type: 'linked_record', linkedTable: 'Classes' },
    ],
  },
];
const suggest = (more: object = {}) =>
  ann.call('POST', '/admin/zite/services/bases/schema', { prompt: 'Weaving classes', ...more });
const suggested = async (): Promise<BaseSchema> => {
  service.answers.push(answer(classes));
  return ((await (await suggest()).json()) as { schema: BaseSchema }).schema;
};
const create = (schema: object, more: object = {}) =>
  ann.call('POST', '/admin/zite/services/bases/create', { schema, ...more });
const messageOf = async (response: Response) =>
  ((await response.json()) as { error: { message: string } }).error.message;

describe('tables suggested for a description', () => {
  it('have ids, options with colours, links to tables that are there, and a field in front that names records', async () => {
    const schema = await suggested();
    const [first, second] = schema.tables;
    expect(first?.fields.map(({ name }) => name)).toEqual(['Class', 'Free', 'Level', 'Teacher', 'Yarn']);
    const [, , level, teacher, yarn] = must(first).fields;
    expect(level?.template).toMatchObject({
      options: [
        { label: 'Beginner', color: 'Purple' },
        { label: 'Returning', color: 'Orange' },
      ],
    });
    const teaches = must(second?.fields[2]);
    expect(teacher?.template).toMatchObject({ tableId: second?.id, inverseFieldId: teaches.id });
    expect(yarn?.template).toEqual({ allowMultiple: true });
    expect(service.requests[0]?.messages.at(-1)).toEqual({ role: 'user', content: 'Weaving classes' });
  });

  it('are asked for again where there are too many, or no field of email addresses, and refused the second time', async () => {
    const many = Array.from({ length: 6 }, (_, at) => ({
      name: `T${at}`,
      fields: must(classes[1]).fields.slice(0, 1),
    }));
    service.answers.push(answer(many), answer(classes));
    expect((await suggest()).status).toBe(200);
    expect(service.requests).toHaveLength(2);
    service.answers.push(answer(many.slice(0, 2)), answer(many.slice(0, 2)));
    const refused = await suggest({ addAuthentication: true });
    expect([refused.status, await messageOf(refused)]).toEqual([
      409,
      expect.stringContaining('no answer that fits'),
    ]);
    service.answers.push({ status: 500 });
    expect((await suggest()).status).toBeGreaterThanOrEqual(409);
    expect((await suggest({ prompt: '  ' })).status).toBe(400);
    expect((await suggest({ flowId: 'bas000000000000000000000' })).status).toBe(404);
  });
});

describe('a database of a schema', () => {
  it('has its tables, one relation for two sides, and three empty records a table once they are asked for', async () => {
    const schema = await suggested();
    const refused = await create(schema);
    expect([refused.status, await messageOf(refused)]).toEqual([
      400,
      'Choose a linked table: Yarn (in Classes)',
    ]);
    const [first, second] = schema.tables;
    const lookup: SchemaField = {
      id: 'seen',
      name: 'Mail',
      type: 'lookup',
      template: { linkedRecordFieldId: 'x', lookupFieldId: 'y' },
    };
    const fields = must(first).fields.flatMap((field) => (field.name === 'Yarn' ? [lookup] : [field]));
    const made = await create({ ...schema, tables: [{ ...first, fields }, second] });
    const { id, name } = (await made.json()) as { id: string; name: string };
    expect(name).toBe('Weaving classes');
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: id });
    expect(metadata.tables.map((table) => [table.name, table.fields.map((field) => field.name)])).toEqual([
      ['Classes', ['Class', 'Free', 'Level', 'Teacher']],
      ['Teachers', ['Name', 'Email', 'Teaches']],
    ]);
    const [, , , teacher] = must(metadata.tables[0]).fields;
    const teaches = must(metadata.tables[1]?.fields[2]);
    expect(teacher?.template).toMatchObject({ inverseFieldId: teaches.id, allowMultiple: false });
    expect(teaches.template).toMatchObject({ inverseFieldId: teacher?.id });
    for (const _ of ['once', 'and again']) await rpc(ann, 'records.createInitialRows', { basePublicId: id });
    for (const { id: tableId } of metadata.tables) {
      const { records } = await rpc(ann, 'records.list', { basePublicId: id, tableId });
      expect(records).toHaveLength(3);
    }
  });

  it('is refused without a field of email addresses where people are to sign in, and leaves nothing behind', async () => {
    const field = { id: 'f', name: 'Name', type: 'single_line_text' };
    const schema = { name: 'Mine', tables: [{ id: 't', name: 'People', fields: [field] }] };
    const refused = await create(schema, { addAuthentication: true });
    expect(await messageOf(refused)).toBe(
      'You must add an email field to your database to enable authentication',
    );
    const twice = await create({
      name: 'Mine',
      tables: [{ id: 't', name: 'People', fields: [field, field] }],
    });
    expect(twice.status).toBe(400);
    const listed = (await (await ann.call('GET', '/admin/flows?search=Mine')).json()) as { flows: unknown[] };
    expect(listed.flows).toEqual([]);
  });

  it('of five tables with fifty fields each is made in one call, and one of more than five hundred refused', async () => {
    const tables = Array.from({ length: 5 }, (_, t) => ({
      ...{ id: `t${t}`, name: `Table ${t}` },
      fields: Array.from({ length: 50 }, (_, f) =>
        f === 49
          ? { id: `t${t}f`, name: 'Next', type: 'linked_record', template: { tableId: `t${(t + 1) % 5}` } }
          : { id: `t${t}f${f}`, name: `Field ${f}`, type: 'single_line_text' },
      ),
    }));
    const made = await create({ name: 'Large', tables });
    const { id } = (await made.json()) as { id: string };
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: id });
    expect(metadata.tables.map(({ fields }) => fields.length)).toEqual([51, 51, 51, 51, 51]);
    const again = tables.map((table) => ({ ...table, id: `${table.id}again` }));
    const more = { id: 'more', name: 'More', fields: tables[0]?.fields.slice(0, 1) };
    const refused = await create({ name: 'Larger', tables: [...tables, ...again, more] });
    expect([refused.status, await messageOf(refused)]).toEqual([
      400,
      'schema.tables: At most 500 fields in all tables',
    ]);
  });

  it('is refused, or made in a way that can be kept, whatever its settings hold', async () => {
    const name = { id: 'n', name: 'Name', type: 'single_line_text' };
    const withField = (field: object) =>
      create({ name: 'Odd', tables: [{ id: 't', name: 'Things', fields: [name, { id: 'f', ...field }] }] });
    const select = (...options: unknown[]) =>
      withField({ name: 'Kind', type: 'single_select', template: { options } });
    for (const option of [null, 1, 'Red', { value: 'a', label: 5, color: 'Red' }])
      expect((await select(option)).status).toBe(400);
    const link = (inverseName: string) =>
      withField({ name: 'Part of', type: 'linked_record', template: { tableId: 't', inverseName } });
    for (const unfit of ['a\0b', ' ', 'n'.repeat(256)]) {
      const { id } = (await (await link(unfit)).json()) as { id: string };
      const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: id });
      expect(metadata.tables[0]?.fields.map((field) => field.name)).toEqual(['Name', 'Part of', 'Things']);
    }
  });

  it('is refused where the other sides of links come to more fields than a table takes', async () => {
    const links = Array.from({ length: 299 }, (_, at) => ({
      ...{ id: `l${at}`, name: `Link ${at}`, type: 'linked_record', template: { tableId: 't' } },
    }));
    const name = { id: 'n', name: 'Name', type: 'single_line_text' };
    const refused = await create({
      name: 'Wide',
      tables: [{ id: 't', name: 'Things', fields: [name, ...links] }],
    });
    expect([refused.status, await messageOf(refused)]).toEqual([
      400,
      'Things would have 599 fields with those of its links: a table has at most 500',
    ]);
  });
});

describe('tables of another service suggested for a description', () => {
  const suggestFor = (path: string, more: object = {}) =>
    ann.call('POST', `/admin/zite/services/${path}/schema`, { prompt: 'Guests', ...more });

  it('have one name once, and options of choices alone', async () => {
    const headers = [
      { name: 'Name', type: 'single_line_text', options: ['x'] },
      { name: 'name', type: 'email' },
      { name: 'Meal', type: 'single_select', options: ['Soup', 'Soup', 'Cake'] },
    ];
    const tables = [
      { name: 'Guests', headers },
      { name: 'guests', headers: headers.slice(0, 1) },
    ];
    const answered = JSON.stringify({ tables });
    service.answers.push(answered, answered);
    const given = (await (await suggestFor('airtable')).json()) as { tables: { id: string }[] };
    expect(given.tables).toMatchObject([
      {
        name: 'Guests',
        headers: [
          { name: 'Name', type: 'single_line_text' },
          { name: 'name (2)', type: 'email' },
          { name: 'Meal', type: 'single_select', options: ['Soup', 'Cake'] },
        ],
      },
      { name: 'guests (2)' },
    ]);
    expect(given.tables[0]?.id).not.toBe(given.tables[1]?.id);
    expect(await (await suggestFor('googleSheets')).json()).toMatchObject({
      sheets: [{ name: 'Guests' }, {}],
    });
  });

  it('are refused for a flow that one cannot open, and where the answer does not fit twice', async () => {
    expect((await suggestFor('airtable', { flowId: 'bas000000000000000000000' })).status).toBe(404);
    const linked = JSON.stringify({
      tables: [{ name: 'T', headers: [{ name: 'Link', type: 'linked_record' }] }],
    });
    service.answers.push(linked, linked);
    expect((await suggestFor('airtable')).status).toBe(409);
  });
});
