import { z } from 'zod';
import type { StandIn } from '../stand-in.ts';

const api = 'https://api.eu.intercom.io';
const token = 'dG9rOjAxMjM0NTY3ODlhYmNkZWY=';
const headers = z.looseObject({ 'intercom-version': z.literal('2.16') });
const attribute = (name: string, data_type: string, more: object = {}) => ({
  ...{
    name,
    label: name,
    data_type,
    model: 'contact',
    custom: true,
    api_writable: true,
    archived: false,
    ...more,
  },
});
const filter = z.strictObject({ field: z.string(), operator: z.literal('='), value: z.string() });
const contact = z.strictObject({
  ...{ role: z.literal('user'), email: z.email(), name: z.string().optional(), phone: z.string().optional() },
  custom_attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

/** By descriptions/2.16 of intercom/Intercom-OpenAPI (MIT): me, data_attributes, contacts, conversations. */
export const intercom = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: `${api}/me`, headers },
      answer: () => ({
        json: { type: 'admin', id: '1', email: 'ada@example.org', app: { id_code: 'abc', name: 'Studio' } },
      }),
    },
    {
      ...{ method: 'GET', url: `${api}/data_attributes`, headers },
      query: z.strictObject({ model: z.literal('contact') }),
      answer: () => ({
        json: {
          data: [
            attribute('age', 'float'),
            attribute('came', 'boolean'),
            attribute('at', 'date'),
            attribute('meal', 'string', { options: ['Soup'] }),
            attribute('plan', 'string', { custom: false }),
            attribute('old', 'string', { archived: true }),
          ],
        },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/contacts/search`, headers },
      body: z.strictObject({
        query: z.strictObject({ operator: z.literal('AND'), value: z.array(filter).length(2) }),
      }),
      answer: () => ({ json: { type: 'list', data: [{ type: 'contact', id: 'c/1', role: 'user' }] } }),
    },
    {
      ...{ method: 'PUT', url: `${api}/contacts/:contact`, headers, body: contact },
      answer: ({ path }) =>
        path.contact === 'c/1' ? { json: { type: 'contact', id: 'c/1' } } : { status: 404, json: {} },
    },
    {
      ...{ method: 'POST', url: `${api}/conversations`, headers, adds: true },
      body: z.strictObject({
        from: z.strictObject({ type: z.literal('user'), id: z.literal('c/1') }),
        body: z.string().min(1),
      }),
      answer: () => ({ json: { type: 'user_message', id: '9', conversation_id: '10', body: '' } }),
    },
  ],
  ways: [
    { config: { region: 'eu' }, account: { id: 'abc', label: 'Studio, ada@example.org' } },
    {
      config: { region: 'eu', apiKey: token },
      credential: () => ({ authorization: `Bearer ${token}` }),
      account: { id: 'abc', label: 'Studio, ada@example.org' },
    },
  ],
  target: { what: 'conversation' },
  fields: [
    { id: 'email', name: 'Email', kind: 'text', address: true, required: true },
    { id: 'name', name: 'Name', kind: 'text' },
    { id: 'phone', name: 'Phone', kind: 'text' },
    { id: 'body', name: 'Message', kind: 'text', required: true, template: true },
    { id: 'attribute:age', name: 'age', kind: 'number' },
    { id: 'attribute:came', name: 'came', kind: 'boolean' },
    { id: 'attribute:at', name: 'at', kind: 'datetime' },
    { id: 'attribute:meal', name: 'meal', kind: 'choice', choices: ['Soup'] },
  ],
  values: {
    ...{
      email: 'ada@example.org',
      name: 'Ada',
      body: 'It rains',
      'attribute:age': 41.5,
      'attribute:came': true,
    },
    ...{ 'attribute:at': '2026-03-29T01:30:00Z', 'attribute:meal': 'Soup' },
  },
  sent: [
    {
      ...{ role: 'user', email: 'ada@example.org', name: 'Ada' },
      custom_attributes: {
        age: 41.5,
        came: true,
        at: Date.parse('2026-03-29T01:30:00Z') / 1_000,
        meal: 'Soup',
      },
    },
    { from: { type: 'user', id: 'c/1' }, body: 'It rains' },
  ],
  sentOf: (calls) =>
    calls.flatMap(({ route, body }) => (route.method === 'PUT' || route.adds === true ? [body] : [])),
});
