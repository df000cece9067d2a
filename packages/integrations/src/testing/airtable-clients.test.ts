import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { airtable } from '../connectors/airtable/airtable.ts';
import {
  readAirtablePage,
  readAirtableRecord,
  readAirtableTables,
} from '../connectors/airtable/read-base.ts';
import { ServiceFault, ServiceHttp } from '../connectors/service-http.ts';
import { AirtableBases } from './airtable-bases.ts';
import { airtableJs, pyairtable } from './airtable-clients.ts';
import { odd } from './stand-in.ts';
import { studioBase } from './studio-base.ts';
import { airtable as standIn } from './vendors/airtable.ts';

/** Reads of an Airtable that gives this one answer. */
const answering = (json: unknown, status = 200): ServiceHttp =>
  new ServiceHttp(
    {
      request: async () => ({ status, headers: {}, text: async () => JSON.stringify(json) }) as never,
      connect: () => Promise.reject(new Error('Nothing else is asked')),
    },
    airtable,
    { config: {}, headers: async () => ({}), refresh: async () => false },
  );
const place = { baseId: 'app123', tableId: 'tbl123' };

describe('our reader', () => {
  it('reads the schemas of pyairtable whole', async () => {
    const { baseSchema, tableSchema, viewSchema, fields } = pyairtable;
    expect(await readAirtableTables(answering(baseSchema), 'app123')).toEqual(baseSchema.tables);
    const { dateDependencySettings, ...table } = {
      ...{ dateDependencySettings: null, ...tableSchema },
      ...{ views: [...tableSchema.views, viewSchema], fields: [...tableSchema.fields, ...fields] },
    };
    // How dates of a chart move each other has no counterpart here.
    expect(dateDependencySettings).not.toBeNull();
    expect(await readAirtableTables(answering({ tables: [table] }), 'app123')).toEqual([table]);
    expect(new Set(fields.map(({ type }) => type)).size).toBe(35);
  });

  it('lists the bases of pyairtable', async () => {
    const [bases] = airtable.targets ?? [];
    expect(await must(bases).list(answering(pyairtable.bases), {})).toEqual(
      pyairtable.bases.bases.map((base) => expect.objectContaining({ id: (base as { id: string }).id })),
    );
  });

  it('reads the pages and records of airtable.js, and the values of pyairtable, whole', async () => {
    for (const page of airtableJs.pages)
      expect(await readAirtablePage(answering(page), place, {})).toEqual(page);
    expect(await readAirtableRecord(answering(airtableJs.record), place, 'record1')).toEqual(
      airtableJs.record,
    );
    const record = { ...airtableJs.record, fields: pyairtable.values };
    expect(await readAirtableRecord(answering(record), place, 'record1')).toEqual(record);
  });

  it.each(airtableJs.errors)('says why Airtable refused: %j', async ({ status, body }) => {
    const fault: unknown = await readAirtablePage(answering(body, status), place, {}).catch((error) => error);
    const { error } = body as { error?: string | { type?: string; message?: string } };
    const said = typeof error === 'string' ? error : (error?.message ?? error?.type ?? `status ${status}`);
    expect(fault).toBeInstanceOf(ServiceFault);
    expect((fault as ServiceFault).message).toBe(`Airtable refused: ${said}`);
    expect((fault as ServiceFault).class).toBe(status === 500 ? 'retry' : 'permanent');
  });
});

type Keys = readonly string[];

/** Where keys lead in a value: of lists the first entry stands for all. */
function keysOf(value: unknown, at = ''): Keys {
  if (Array.isArray(value)) return value.length === 0 ? [] : keysOf(value[0], `${at}[]`);
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([key, inner]) => [`${at}.${key}`, ...keysOf(inner, `${at}.${key}`)]);
}

/** Keys that one answer may have without the other: they depend on the base, not on the type of a field. */
const optional = /^\.(description|options\.(inverseLinkFieldId|result|formula|prompt|referencedFieldIds))\b/;
const shapeOf = (value: unknown): Keys =>
  [...new Set(keysOf(value).filter((key) => !optional.test(key)))].toSorted();

describe.each([
  { name: 'the stand-in of bases', answer: basesAnswer },
  { name: 'the stand-in of forms', answer: formsAnswer },
])('$name', ({ answer }) => {
  it('answers with the keys that public clients know', async () => {
    const { base, schema, pages, record } = await answer();
    expect(shapeOf(base)).toEqual(shapeOf(pyairtable.bases.bases[0]));
    const [table] = pyairtable.baseSchema.tables;
    const known = new Set([...Object.keys(must(table)), 'description']);
    for (const { fields, views, ...table } of schema) {
      expect([...known]).toEqual(expect.arrayContaining(Object.keys({ fields, views, ...table })));
      for (const view of views)
        expect(Object.keys(pyairtable.viewSchema)).toEqual(expect.arrayContaining(Object.keys(view)));
      for (const field of fields) {
        const theirs = pyairtable.fields.find(({ type }) => type === field.type);
        const { result } = (field.options ?? {}) as { result?: { type: string } };
        if (result !== undefined) {
          const {
            id: _,
            name: __,
            ...same
          } = must(pyairtable.fields.find(({ type }) => type === result.type));
          expect([field.name, shapeOf(result)]).toEqual([field.name, shapeOf(same)]);
        }
        if (theirs !== undefined) expect([field.name, shapeOf(field)]).toEqual([field.name, shapeOf(theirs)]);
        else expect(field.type).toBe('a type of tomorrow');
      }
    }
    for (const page of pages)
      expect(['records', 'offset']).toEqual(expect.arrayContaining(Object.keys(page)));
    for (const one of [...pages.flatMap(({ records }) => records), record])
      expect(Object.keys(one).toSorted()).toEqual(Object.keys(airtableJs.record).toSorted());
    for (const field of schema.flatMap(({ fields }) => fields)) {
      const known = (pyairtable.values[field.type] ?? []).map(shapeOf);
      const cells = pages.flatMap(({ records }) => records.map(({ fields }) => fields[field.id]));
      for (const cell of cells.filter((cell) => typeof cell === 'object' && field.type in pyairtable.values))
        expect(known, field.name).toContainEqual(shapeOf(cell));
    }
  });
});

interface Answers {
  readonly base: unknown;
  readonly schema: typeof pyairtable.baseSchema.tables;
  readonly pages: typeof airtableJs.pages;
  readonly record: (typeof airtableJs)['record'];
}

async function basesAnswer(): Promise<Answers> {
  const base = studioBase(3);
  const bases = new AirtableBases([base], () => 'https://local.example');
  const get = async (path: string) =>
    must(await bases.answer('GET', new URL(`https://local.example/v0${path}`))).json as never;
  const { bases: listed } = (await get('/meta/bases')) as { bases: readonly unknown[] };
  const { tables } = (await get(`/meta/bases/${base.id}/tables?include=visibleFieldIds`)) as {
    tables: Answers['schema'];
  };
  const table = must(base.tables[0]);
  const path = `/${base.id}/${table.id}`;
  const page = (await get(`${path}?returnFieldsByFieldId=true&pageSize=2`)) as Answers['pages'][number];
  expect(page.offset).toEqual(expect.any(String));
  return {
    ...{ base: listed[0], schema: tables, pages: [page] },
    record: await get(`${path}/${must(table.records[0]).id}?returnFieldsByFieldId=true`),
  };
}

async function formsAnswer(): Promise<Answers> {
  const { routes } = standIn();
  const answer = (method: string, url: string) => {
    const route = must(routes.find((one) => one.method === method && one.url.endsWith(url)));
    return (
      route.answer({ query: {}, path: { base: odd('app'), table: odd('tbl') } } as never) as { json: unknown }
    ).json as never;
  };
  const { bases } = answer('GET', '/meta/bases') as { bases: readonly unknown[] };
  const { tables } = answer('GET', '/:base/tables') as { tables: Answers['schema'] };
  const page = answer('GET', '/v0/:base/:table') as Answers['pages'][number];
  const { records } = answer('POST', '/v0/:base/:table') as { records: Answers['pages'][number]['records'] };
  return { base: bases[0], schema: tables, pages: [page], record: must(records[0]) };
}
