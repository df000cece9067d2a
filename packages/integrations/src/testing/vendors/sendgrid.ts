import { z } from 'zod';
import type { StandIn } from '../stand-in.ts';

const api = 'https://api.sendgrid.com/v3';
const apiKey = 'SG.abcdefghij_k.0123456789abcdef';
const listId = 'ca7b0a36-3f5f-4c1e-8b2f-5a2f3e1d0c9b';

/** By spec/json of twilio/sendgrid-oai (MIT): scopes, mc_lists, mc_custom_fields, mc_contacts. */
export const sendgrid = (): StandIn => ({
  routes: [
    { method: 'GET', url: `${api}/scopes`, answer: () => ({ json: { scopes: ['marketing.read'] } }) },
    {
      ...{ method: 'GET', url: `${api}/marketing/lists` },
      query: z.strictObject({
        page_size: z.coerce.number().min(1).max(1_000).optional(),
        page_token: z.string().optional(),
      }),
      answer: ({ query }) => ({
        json:
          query.page_token === undefined
            ? {
                result: [{ id: '0d4b2a11-0000-4000-8000-000000000001', name: 'Others', contact_count: 2 }],
                _metadata: {
                  self: `${api}/marketing/lists`,
                  next: '/v3/marketing/lists?page_token=b%2F2',
                },
              }
            : { result: [{ id: listId, name: 'Guests', contact_count: 1 }], _metadata: {} },
      }),
    },
    {
      ...{ method: 'GET', url: `${api}/marketing/field_definitions` },
      answer: () => ({
        json: {
          custom_fields: [
            { id: 'w1', name: 'wish', field_type: 'Text' },
            { id: 'e2', name: 'age', field_type: 'Number' },
            { id: 'd3', name: 'born', field_type: 'Date' },
          ],
          reserved_fields: [{ name: 'email', field_type: 'Text', read_only: false }],
        },
      }),
    },
    {
      ...{ method: 'PUT', url: `${api}/marketing/contacts` },
      body: z.strictObject({
        list_ids: z.array(z.uuid()).optional(),
        contacts: z
          .array(
            z.strictObject({
              email: z.string().max(254),
              first_name: z.string().max(50).optional(),
              last_name: z.string().max(50).optional(),
              city: z.string().max(60).optional(),
              country: z.string().max(50).optional(),
              postal_code: z.string().optional(),
              custom_fields: z.record(z.string(), z.union([z.string(), z.number()])),
            }),
          )
          .min(1),
      }),
      answer: () => ({ status: 202, json: { job_id: 'job1' } }),
    },
  ],
  ways: [
    {
      config: { apiKey },
      credential: () => ({ authorization: `Bearer ${apiKey}` }),
      account: { id: 'abcdefghij_k', label: 'API key abcdefghij_k' },
    },
  ],
  target: { listId },
  fields: [
    { id: 'email', name: 'Email', kind: 'text', address: true, required: true },
    { id: 'first_name', name: 'First name', kind: 'text' },
    { id: 'last_name', name: 'Last name', kind: 'text' },
    { id: 'city', name: 'City', kind: 'text' },
    { id: 'country', name: 'Country', kind: 'text' },
    { id: 'postal_code', name: 'Postal code', kind: 'text' },
    { id: 'w1', name: 'wish', kind: 'text' },
    { id: 'e2', name: 'age', kind: 'number' },
  ],
  values: { email: ' ada@example.org', first_name: 'Ada', w1: 'Rain', e2: 41.5 },
  sent: [
    {
      list_ids: [listId],
      contacts: [{ email: 'ada@example.org', first_name: 'Ada', custom_fields: { w1: 'Rain', e2: 41.5 } }],
    },
  ],
  sentOf: (calls) => calls.flatMap(({ route, body }) => (route.method === 'PUT' ? [body] : [])),
});
