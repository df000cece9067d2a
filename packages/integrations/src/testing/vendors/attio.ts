import { z } from 'zod';
import type { StandIn } from '../stand-in.ts';

const api = 'https://api.attio.com/v2';
const token = '0123456789abcdef'.repeat(4);
const attribute = (api_slug: string, title: string, type: string, more: object = {}) => ({
  ...{ api_slug, title, type, is_writable: true, is_required: false, is_unique: false },
  ...{ is_multiselect: false, is_archived: false, ...more },
});
const values = z.strictObject({
  data: z.strictObject({ values: z.record(z.string(), z.array(z.unknown()).min(1)) }),
});

/** By the types that attio-ts-sdk (MIT) has generated from the vendor's description: self, objects, attributes, records. */
export const attio = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: `${api}/self` },
      answer: () => ({
        json: {
          active: true,
          token_type: 'Bearer',
          workspace_id: 'w1',
          workspace_name: 'Studio',
          scope: 'a b',
        },
      }),
    },
    {
      ...{ method: 'GET', url: `${api}/objects` },
      answer: () => ({
        json: {
          data: [
            { api_slug: 'people', singular_noun: 'Person', plural_noun: 'People' },
            { api_slug: 'deals', singular_noun: 'Deal', plural_noun: null },
          ],
        },
      }),
    },
    {
      ...{ method: 'GET', url: `${api}/objects/:object/attributes` },
      query: z.strictObject({ limit: z.coerce.number(), offset: z.coerce.number() }),
      answer: () => ({
        json: {
          data: [
            attribute('name', 'Name', 'personal-name'),
            attribute('email_addresses', 'Email addresses', 'email-address', {
              is_unique: true,
              is_multiselect: true,
            }),
            attribute('age', 'Age', 'number'),
            attribute('came', 'Came', 'checkbox'),
            attribute('born', 'Born', 'date'),
            attribute('at', 'At', 'timestamp'),
            attribute('meal', 'Meal', 'select'),
            attribute('days', 'Days', 'select', { is_multiselect: true }),
            attribute('company', 'Company', 'record-reference'),
            attribute('made', 'Made', 'timestamp', { is_writable: false }),
            attribute('old', 'Old', 'text', { is_archived: true }),
          ],
        },
      }),
    },
    {
      ...{ method: 'GET', url: `${api}/objects/:object/attributes/:attribute/options` },
      answer: ({ path }) => ({
        json: {
          data:
            path.attribute === 'meal'
              ? [
                  { title: 'Soup', is_archived: false },
                  { title: 'Old', is_archived: true },
                ]
              : [{ title: 'Monday', is_archived: false }],
        },
      }),
    },
    {
      ...{ method: 'PUT', url: `${api}/objects/people/records` },
      query: z.strictObject({ matching_attribute: z.literal('email_addresses') }),
      body: values,
      answer: () => ({
        json: { data: { id: { record_id: 'r1' }, web_url: 'https://app.attio.com/studio/r1' } },
      }),
    },
  ],
  ways: [
    { config: {}, account: { id: 'w1', label: 'Studio' } },
    {
      config: { apiKey: token },
      credential: () => ({ authorization: `Bearer ${token}` }),
      account: { id: 'w1', label: 'Studio' },
    },
  ],
  target: { object: 'people' },
  fields: [
    { id: 'name', name: 'Name', kind: 'text' },
    { id: 'email_addresses', name: 'Email addresses', kind: 'text', required: true },
    { id: 'age', name: 'Age', kind: 'number' },
    { id: 'came', name: 'Came', kind: 'boolean' },
    { id: 'born', name: 'Born', kind: 'date' },
    { id: 'at', name: 'At', kind: 'datetime' },
    { id: 'meal', name: 'Meal', kind: 'choice', choices: ['Soup'] },
    { id: 'days', name: 'Days', kind: 'choices', choices: ['Monday'] },
  ],
  values: {
    ...{ name: 'Ada King Lovelace', email_addresses: ' ada@example.org', age: 41.5, came: true },
    ...{ born: '1985-03-29', at: '2026-03-29T01:30:00Z', meal: 'Soup', days: ['Monday'] },
  },
  sent: [
    {
      data: {
        values: {
          name: [{ full_name: 'Ada King Lovelace', first_name: 'Ada King', last_name: 'Lovelace' }],
          ...{ email_addresses: ['ada@example.org'], age: [41.5], came: [true], born: ['1985-03-29'] },
          ...{ at: ['2026-03-29T01:30:00Z'], meal: ['Soup'], days: ['Monday'] },
        },
      },
    },
  ],
  sentOf: (calls) => calls.flatMap(({ route, body }) => (route.method === 'PUT' ? [body] : [])),
});
