import { describe, expect, it } from 'vitest';
import { type ApiDocument, findCalls, groupsOf, isApiDocument } from './api-document.ts';
import { rowsOf, typeText } from './schema-rows.ts';

const operation = (operationId: string, more: object = {}) => ({
  operationId,
  summary: `Do ${operationId}`,
  tags: ['Records'],
  responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } },
  'x-codeSamples': [{ label: 'curl', source: 'curl x' }],
  ...more,
});
const input = { type: 'object', properties: { basePublicId: { $ref: '#/components/schemas/Id' } } };
const answer = {
  type: 'object',
  properties: { records: { type: 'array', items: { $ref: '#/components/schemas/Record' } } },
};

const document = {
  info: { title: 'Weft', version: '1', description: '' },
  tags: [{ name: 'People' }, { name: 'Records' }],
  paths: {
    '/rpc/records.list': {
      get: operation('records.list', {
        parameters: [{ name: 'input', in: 'query', content: { 'application/json': { schema: input } } }],
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { result: { type: 'object', properties: { data: answer } } },
                },
              },
            },
          },
          404: { description: '`not-found`: There is no such table.' },
          default: {},
        },
      }),
      post: operation('records.list.post'),
    },
    '/v1/me': {
      get: operation('GET /v1/me', { tags: ['People'] }),
      patch: operation('PATCH /v1/me', { tags: ['People'] }),
    },
  },
  components: {
    schemas: {
      Id: { type: 'string', description: 'An id.' },
      Record: { type: 'object', properties: { id: { $ref: '#/components/schemas/Id' } }, required: ['id'] },
    },
  },
} as ApiDocument;

describe('the reference of the API', () => {
  it('shows a query once, though it may be made by two methods, and others by each', () => {
    const [people, records] = groupsOf(document);
    expect(people?.calls.map(({ id, methods }) => [id, ...methods])).toEqual([
      ['GET-v1-me', 'GET'],
      ['PATCH-v1-me', 'PATCH'],
    ]);
    expect(records?.calls).toMatchObject([
      { id: 'records.list', methods: ['GET', 'POST'], input, answer, parameters: [] },
    ]);
    expect(records?.calls[0]?.errors).toEqual([
      { status: '404', when: '`not-found`: There is no such table.' },
    ]);
  });

  it('finds calls by words of their name, path or group', () => {
    const groups = groupsOf(document);
    const found = (text: string) => findCalls(groups, text).flatMap(({ calls }) => calls.map(({ id }) => id));
    expect(found('patch me')).toEqual(['PATCH-v1-me']);
    expect(found('records LIST')).toEqual(['records.list']);
    expect(found('')).toHaveLength(3);
    expect(found('nothing of the kind')).toEqual([]);
  });

  it('opens what is made of parts', () => {
    const { schemas } = document.components;
    const [records] = rowsOf(answer, schemas);
    expect(records).toMatchObject({ name: 'records', type: 'list of Record', required: false });
    expect(rowsOf(records?.inner ?? {}, schemas)).toMatchObject([
      { name: 'id', type: 'Id', required: true, inner: null },
    ]);
  });

  it.each([
    [{ type: ['string', 'null'] }, 'text or null'],
    [{ enum: ['asc', 'desc'] }, '"asc" or "desc"'],
    [{ anyOf: [{ $ref: '#/components/schemas/Filter' }, { type: 'null' }] }, 'Filter or null'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'number by key'],
    [{}, 'anything'],
  ])('says what %j is in words', (schema, words) => {
    expect(typeText(schema)).toBe(words);
  });
});

it('takes no other answer for the description, such as that of a proxy', () => {
  expect([document, null, 'OK', {}, { info: {}, tags: [], paths: null }].map(isApiDocument)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
