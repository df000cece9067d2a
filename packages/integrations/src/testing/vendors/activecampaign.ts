import { z } from 'zod';
import type { StandIn } from '../stand-in.ts';

const api = 'https://ada.api-us1.com/api/3';
const config = { baseUrl: 'ada.api-us1.com', apiKey: 'k'.repeat(72) };
const page = z.strictObject({ limit: z.coerce.number().max(100), offset: z.coerce.number() });
const field = (id: string, title: string, type: string) => ({
  id,
  title,
  type,
  perstag: title,
  isrequired: '0',
});

/** By the calls of developers.activecampaign.com: users/me, lists, fields, contact/sync, contactLists. */
export const activecampaign = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: `${api}/users/me` },
      answer: () => ({
        json: { user: { id: '1', username: 'ada', email: 'ada@example.org', firstName: 'Ada' } },
      }),
    },
    {
      ...{ method: 'GET', url: `${api}/lists`, query: page },
      answer: ({ query }) => ({
        json: {
          lists: [query.offset === '0' ? { id: '1', name: 'Others' } : { id: '2', name: 'Guests' }],
          meta: { total: '2' },
        },
      }),
    },
    {
      ...{ method: 'GET', url: `${api}/fields`, query: page },
      answer: ({ query }) => ({
        json:
          query.offset === '0'
            ? {
                fieldOptions: [
                  { field: '5', value: 'Soup', label: 'Soup', id: '1' },
                  { field: '6', value: 'a', label: 'a', id: '2' },
                  { field: '6', value: 'b', label: 'b', id: '3' },
                ],
                fields: [
                  field('1', 'Wish', 'textarea'),
                  field('2', 'Born', 'date'),
                  field('3', 'At', 'datetime'),
                  field('5', 'Meal', 'dropdown'),
                  field('6', 'Tags', 'checkbox'),
                ],
                meta: { total: '6' },
              }
            : { fieldOptions: [], fields: [field('7', 'Money', 'currency')], meta: { total: '6' } },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/contact/sync` },
      body: z.strictObject({
        contact: z.strictObject({
          ...{ email: z.email(), firstName: z.string().optional(), lastName: z.string().optional() },
          phone: z.string().optional(),
          fieldValues: z.array(z.strictObject({ field: z.string(), value: z.string() })),
        }),
      }),
      answer: () => ({
        status: 201,
        json: { contact: { id: '113', email: 'ada@example.org' }, fieldValues: [] },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/contactLists` },
      body: z.strictObject({
        contactList: z.strictObject({ list: z.string(), contact: z.literal('113'), status: z.literal('1') }),
      }),
      answer: () => ({ json: { contactList: { id: '8' } } }),
    },
  ],
  ways: [
    {
      config,
      credential: () => ({ 'api-token': config.apiKey }),
      account: { id: 'ada.api-us1.com 1', label: 'ada@example.org' },
    },
  ],
  target: { listId: '2' },
  fields: [
    { id: 'email', name: 'Email', kind: 'text', address: true, required: true },
    { id: 'firstName', name: 'First name', kind: 'text' },
    { id: 'lastName', name: 'Last name', kind: 'text' },
    { id: 'phone', name: 'Phone', kind: 'text' },
    { id: 'field:1', name: 'Wish', kind: 'text' },
    { id: 'field:2', name: 'Born', kind: 'date' },
    { id: 'field:3', name: 'At', kind: 'datetime' },
    { id: 'field:5', name: 'Meal', kind: 'choice', choices: ['Soup'] },
    { id: 'field:6', name: 'Tags', kind: 'choices', choices: ['a', 'b'] },
  ],
  values: {
    ...{ email: 'ada@example.org', firstName: 'Ada', 'field:2': '1985-03-29', 'field:5': 'Soup' },
    ...{ 'field:3': '2026-03-29T01:30:00Z', 'field:6': ['a', 'b'] },
  },
  sent: [
    {
      contact: {
        ...{ email: 'ada@example.org', firstName: 'Ada' },
        fieldValues: [
          { field: '2', value: '1985-03-29' },
          { field: '5', value: 'Soup' },
          { field: '3', value: '2026-03-29T01:30:00Z' },
          { field: '6', value: '||a||b||' },
        ],
      },
    },
    { contactList: { list: '2', contact: '113', status: '1' } },
  ],
  sentOf: (calls) => calls.flatMap(({ route, body }) => (route.method === 'POST' ? [body] : [])),
});
