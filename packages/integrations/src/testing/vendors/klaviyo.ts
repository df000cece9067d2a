import { z } from 'zod';
import { odd, type StandIn } from '../stand-in.ts';

const api = 'https://a.klaviyo.com/api';
const apiKey = 'pk_0123456789abcdef';
const listId = odd('list');
const headers = z.looseObject({ revision: z.literal('2026-07-15') });
const jsonApi = z.looseObject({
  ...{ revision: z.literal('2026-07-15'), 'content-type': z.literal('application/vnd.api+json') },
});
const list = (id: string, name: string) => ({ type: 'list', id, attributes: { name }, links: { self: api } });
const text = z.string().min(1);

/** By openapi/stable.json of klaviyo/openapi (MIT): accounts, lists, profile-import, subscriptions. */
export const klaviyo = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: `${api}/accounts`, headers },
      answer: () => ({
        json: {
          data: [
            {
              ...{ type: 'account', id: 'AbC123', links: { self: api } },
              attributes: { contact_information: { organization_name: 'Ada’s shop' }, timezone: 'Etc/UTC' },
            },
          ],
        },
      }),
    },
    {
      ...{ method: 'GET', url: `${api}/lists`, headers },
      query: z.strictObject({ 'page[cursor]': z.string().optional() }),
      answer: ({ query }) => ({
        json:
          query['page[cursor]'] === undefined
            ? {
                data: [list('other', 'Others')],
                links: { self: api, next: `${api}/lists?page%5Bcursor%5D=b%2F2` },
              }
            : { data: [list(listId, 'Guests')], links: { self: api, next: null } },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/profile-import`, headers: jsonApi },
      body: z.strictObject({
        data: z.strictObject({
          type: z.literal('profile'),
          attributes: z.strictObject({
            ...{ email: z.email(), phone_number: text.optional(), first_name: text.optional() },
            ...{ last_name: text.optional(), organization: text.optional() },
            location: z
              .strictObject({ city: text, region: text, country: text, zip: text })
              .partial()
              .optional(),
          }),
        }),
      }),
      answer: () => ({ status: 201, json: { data: { type: 'profile', id: 'p/1', attributes: {} } } }),
    },
    {
      ...{ method: 'POST', url: `${api}/lists/:list/relationships/profiles`, headers: jsonApi },
      body: z.strictObject({ data: z.array(z.strictObject({ type: z.literal('profile'), id: text })) }),
      answer: ({ path }) =>
        path.list === listId ? { status: 204, text: '' } : { status: 404, json: { errors: [] } },
    },
    {
      ...{ method: 'POST', url: `${api}/profile-subscription-bulk-create-jobs`, headers: jsonApi },
      body: z.strictObject({
        data: z.strictObject({
          type: z.literal('profile-subscription-bulk-create-job'),
          attributes: z.strictObject({
            profiles: z.strictObject({
              data: z.array(
                z.strictObject({
                  type: z.literal('profile'),
                  attributes: z.strictObject({
                    email: z.email(),
                    subscriptions: z.strictObject({
                      email: z.strictObject({
                        marketing: z.strictObject({ consent: z.literal('SUBSCRIBED') }),
                      }),
                    }),
                  }),
                }),
              ),
            }),
          }),
          relationships: z.strictObject({
            list: z.strictObject({ data: z.strictObject({ type: z.literal('list'), id: text }) }),
          }),
        }),
      }),
      answer: () => ({ status: 202, text: '' }),
    },
  ],
  ways: [
    {
      config: { apiKey },
      credential: () => ({ authorization: `Klaviyo-API-Key ${apiKey}` }),
      account: { id: 'AbC123', label: 'Ada’s shop' },
    },
  ],
  target: { listId },
  fields: [
    { id: 'email', name: 'Email', kind: 'text', address: true, required: true },
    { id: 'phone_number', name: 'Phone (+49…)', kind: 'text' },
    { id: 'first_name', name: 'First name', kind: 'text' },
    { id: 'last_name', name: 'Last name', kind: 'text' },
    { id: 'organization', name: 'Organization', kind: 'text' },
    { id: 'city', name: 'City', kind: 'text' },
    { id: 'region', name: 'Region', kind: 'text' },
    { id: 'country', name: 'Country', kind: 'text' },
    { id: 'zip', name: 'Postal code', kind: 'text' },
    { id: 'subscribe', name: 'Wants marketing mails', kind: 'boolean' },
  ],
  values: { email: 'ada@example.org', first_name: 'Ada', city: 'London', subscribe: true },
  sent: [
    {
      data: {
        type: 'profile',
        attributes: { email: 'ada@example.org', first_name: 'Ada', location: { city: 'London' } },
      },
    },
    {
      data: {
        type: 'profile-subscription-bulk-create-job',
        attributes: {
          profiles: {
            data: [
              {
                type: 'profile',
                attributes: {
                  email: 'ada@example.org',
                  subscriptions: { email: { marketing: { consent: 'SUBSCRIBED' } } },
                },
              },
            ],
          },
        },
        relationships: { list: { data: { type: 'list', id: listId } } },
      },
    },
  ],
  sentOf: (calls) => calls.flatMap(({ route, body }) => (route.method === 'POST' ? [body] : [])),
});
