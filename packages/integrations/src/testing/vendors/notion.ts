import { z } from 'zod';
import { odd, type StandIn, testFile } from '../stand-in.ts';

const dataSourceId = odd('source');
const api = 'https://api.notion.com/v1';
const headers = z.looseObject({ 'notion-version': z.literal('2025-09-03') });
const richText = z
  .array(
    z.strictObject({ type: z.literal('text'), text: z.strictObject({ content: z.string().max(2_000) }) }),
  )
  .max(100);
/** Names of options must not hold a comma. */
const option = z.strictObject({ name: z.string().regex(/^[^,]+$/) });
const property = z.union([
  z.strictObject({ title: richText }),
  z.strictObject({ rich_text: richText }),
  z.strictObject({ number: z.number() }),
  z.strictObject({ checkbox: z.boolean() }),
  z.strictObject({ email: z.string() }),
  z.strictObject({ date: z.strictObject({ start: z.string() }) }),
  z.strictObject({ select: option }),
  z.strictObject({ status: option }),
  z.strictObject({ multi_select: z.array(option) }),
  z.strictObject({
    files: z.array(
      z.strictObject({
        ...{ type: z.literal('file_upload'), name: z.string() },
        file_upload: z.strictObject({ id: z.string() }),
      }),
    ),
  }),
]);
const text = (plain_text: string) => [{ type: 'text', plain_text }];
const made = (id: string, name: string, type: string, settings: object = {}) => ({
  id,
  name,
  type,
  [type]: settings,
});
const long = `${'a'.repeat(1_999)}😀${'b'.repeat(10)}`;

/** By the types of @notionhq/client (MIT), which are generated from the vendor's description. */
export const notion = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: `${api}/users/me`, headers },
      answer: () => ({ json: { object: 'user', id: 'bot1', type: 'bot', bot: { workspace_name: 'Ada' } } }),
    },
    {
      ...{ method: 'POST', url: `${api}/search`, headers },
      body: z.strictObject({
        filter: z.strictObject({ property: z.literal('object'), value: z.literal('data_source') }),
        page_size: z.int().max(100),
        start_cursor: z.string().optional(),
      }),
      answer: ({ body }) =>
        (body as { start_cursor?: string }).start_cursor === undefined
          ? {
              json: {
                results: [{ object: 'data_source', id: dataSourceId, title: text('Guests') }],
                next_cursor: 'c2',
              },
            }
          : { json: { results: [{ object: 'data_source', id: 'other', title: [] }], next_cursor: null } },
    },
    {
      ...{ method: 'GET', url: `${api}/data_sources/:id`, headers },
      answer: () => ({
        json: {
          object: 'data_source',
          properties: {
            Name: made('title', 'Name', 'title'),
            Notes: made('n%3Ao', 'Notes', 'rich_text'),
            Age: made('age', 'Age', 'number'),
            Came: made('came', 'Came', 'checkbox'),
            Mail: made('mail', 'Mail', 'email'),
            At: made('at', 'At', 'date'),
            Meal: made('meal', 'Meal', 'select', { options: [{ name: 'Soup' }] }),
            State: made('state', 'State', 'status', { options: [{ name: 'New' }], groups: [] }),
            Tags: made('tags', 'Tags', 'multi_select', { options: [] }),
            Files: made('files', 'Files', 'files'),
            Sum: made('sum', 'Sum', 'formula', { expression: '1' }),
          },
        },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/file_uploads`, headers },
      body: z.strictObject({
        mode: z.literal('single_part'),
        filename: z.string(),
        content_type: z.string(),
      }),
      answer: () => ({ json: { object: 'file_upload', id: 'up/1', status: 'pending' } }),
    },
    {
      ...{ method: 'POST', url: `${api}/file_uploads/:id/send`, headers },
      body: z.strictObject({
        file: z.strictObject({ name: z.literal('né.png'), type: z.literal('image/png'), size: z.literal(3) }),
      }),
      answer: ({ path }) => ({ json: { object: 'file_upload', id: path.id, status: 'uploaded' } }),
    },
    {
      ...{ method: 'POST', url: `${api}/pages`, headers, adds: true },
      body: z.strictObject({
        parent: z.strictObject({
          type: z.literal('data_source_id'),
          data_source_id: z.literal(dataSourceId),
        }),
        properties: z.record(z.string(), property),
      }),
      answer: () => ({ json: { object: 'page', id: 'page1', url: 'https://www.notion.so/page1' } }),
    },
  ],
  ways: [
    { config: {}, account: { id: 'bot1', label: 'Ada' } },
    {
      config: { apiKey: `ntn_${'a'.repeat(40)}` },
      credential: () => ({ authorization: `Bearer ntn_${'a'.repeat(40)}` }),
      account: { id: 'bot1', label: 'Ada' },
    },
  ],
  target: { dataSourceId },
  fields: [
    { id: 'title', name: 'Name', kind: 'text' },
    { id: 'n%3Ao', name: 'Notes', kind: 'text' },
    { id: 'age', name: 'Age', kind: 'number' },
    { id: 'came', name: 'Came', kind: 'boolean' },
    { id: 'mail', name: 'Mail', kind: 'text' },
    { id: 'at', name: 'At', kind: 'moment' },
    { id: 'meal', name: 'Meal', kind: 'choice', choices: ['Soup'] },
    { id: 'state', name: 'State', kind: 'choice', choices: ['New'] },
    { id: 'tags', name: 'Tags', kind: 'choices' },
    { id: 'files', name: 'Files', kind: 'files' },
  ],
  values: {
    ...{ title: 'Ada', 'n%3Ao': long, age: 41.5, came: false, mail: 'ada@example.org' },
    ...{
      at: '2026-03-29T01:30:00Z',
      meal: 'Soup',
      state: 'New',
      tags: ['a', 'b'],
      files: [testFile('né.png', 3)],
    },
  },
  sent: [
    {
      parent: { type: 'data_source_id', data_source_id: dataSourceId },
      properties: {
        title: { title: [{ type: 'text', text: { content: 'Ada' } }] },
        'n%3Ao': {
          rich_text: [
            { type: 'text', text: { content: 'a'.repeat(1_999) } },
            { type: 'text', text: { content: `😀${'b'.repeat(10)}` } },
          ],
        },
        ...{ age: { number: 41.5 }, came: { checkbox: false }, mail: { email: 'ada@example.org' } },
        ...{ at: { date: { start: '2026-03-29T01:30:00Z' } }, meal: { select: { name: 'Soup' } } },
        ...{ state: { status: { name: 'New' } }, tags: { multi_select: [{ name: 'a' }, { name: 'b' }] } },
        files: { files: [{ type: 'file_upload', file_upload: { id: 'up/1' }, name: 'né.png' }] },
      },
    },
  ],
});
