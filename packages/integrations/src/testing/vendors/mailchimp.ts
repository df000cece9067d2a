import { z } from 'zod';
import { odd, type StandIn } from '../stand-in.ts';

const listId = odd('list');
const api = 'https://us21.api.mailchimp.com/3.0';
const apiKey = `${'0123456789abcdef'.repeat(2)}-us21`;
const field = (tag: string, name: string, type: string, more: object = {}) => ({
  ...{ merge_id: 1, tag, name, type, required: false, default_value: '', public: false, list_id: listId },
  ...more,
});
/** The MD5 hash of ada@example.org. */
const hash = '5bfcf2d8e394674550332640d72db509';

/** By version 3.0 of the vendor's description (lists, members, merge fields); the metadata call is in none. */
export const mailchimp = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: 'https://login.mailchimp.com/oauth2/metadata' },
      headers: z.looseObject({ authorization: z.string().regex(/^OAuth /) }),
      answer: () => ({ json: { dc: 'us21', accountname: 'Ada', user_id: 77, api_endpoint: api } }),
    },
    {
      ...{ method: 'GET', url: `${api}/` },
      answer: () => ({ json: { account_id: 'acc1', account_name: 'Ada', login_id: '77' } }),
    },
    {
      ...{ method: 'GET', url: `${api}/lists` },
      query: z.strictObject({
        count: z.coerce.number().max(1_000),
        offset: z.coerce.number(),
        fields: z.literal('lists.id,lists.name,total_items'),
      }),
      answer: ({ query }) => ({
        json: {
          lists: [query.offset === '0' ? { id: listId, name: 'Guests' } : { id: 'other', name: 'Others' }],
          total_items: 2,
        },
      }),
    },
    {
      ...{ method: 'GET', url: `${api}/lists/:list/merge-fields` },
      query: z.strictObject({ count: z.coerce.number().max(1_000) }),
      answer: () => ({
        json: {
          merge_fields: [
            field('FNAME', 'First name', 'text', { required: true }),
            field('AGE', 'Age', 'number'),
            field('BORN', 'Born', 'date', { options: { date_format: 'MM/DD/YYYY' } }),
            field('BDAY', 'Birthday', 'birthday', { options: { date_format: 'MM/DD' } }),
            field('MEAL', 'Meal', 'dropdown', { options: { choices: ['Soup'] } }),
            field('HOME', 'Home', 'address'),
          ],
        },
      }),
    },
    {
      ...{ method: 'PUT', url: `${api}/lists/:list/members/${hash}` },
      body: z.strictObject({
        email_address: z.string(),
        status_if_new: z.enum(['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional']),
        merge_fields: z.strictObject({
          ...{ FNAME: z.string(), AGE: z.number(), BORN: z.iso.date(), MEAL: z.string() },
          BDAY: z.string().regex(/^\d\d\/\d\d$/),
        }),
      }),
      answer: ({ path }) =>
        path.list === listId ? { json: { id: hash, status: 'pending' } } : { status: 404, json: {} },
    },
    {
      ...{ method: 'POST', url: `${api}/lists/:list/members/${hash}/tags` },
      body: z.strictObject({
        tags: z.array(z.strictObject({ name: z.string(), status: z.enum(['active', 'inactive']) })),
      }),
      answer: () => ({ status: 204, text: '' }),
    },
  ],
  ways: [
    { config: { dc: 'us21' }, account: { id: '77', label: 'Ada' } },
    {
      config: { apiKey },
      credential: () => ({ authorization: `Basic ${Buffer.from(`weft:${apiKey}`).toString('base64')}` }),
      account: { id: 'acc1', label: 'Ada' },
    },
  ],
  target: { listId },
  fields: [
    { id: 'email', name: 'Email address', kind: 'text', address: true, required: true },
    {
      id: 'status',
      name: 'Status of somebody new',
      kind: 'choice',
      choices: ['subscribed', 'pending', 'unsubscribed'],
    },
    { id: 'tags', name: 'Tags', kind: 'choices' },
    { id: 'merge:FNAME', name: 'First name', kind: 'text', required: true },
    { id: 'merge:AGE', name: 'Age', kind: 'number' },
    { id: 'merge:BORN', name: 'Born', kind: 'date' },
    { id: 'birthday:BDAY', name: 'Birthday', kind: 'date' },
    { id: 'merge:MEAL', name: 'Meal', kind: 'choice', choices: ['Soup'] },
  ],
  values: {
    ...{
      email: 'Ada@Example.org',
      status: 'pending',
      tags: ['a', 'b'],
      'merge:FNAME': 'Ada',
      'merge:AGE': 41.5,
    },
    ...{ 'merge:BORN': '1985-03-29', 'birthday:BDAY': '1985-03-29', 'merge:MEAL': 'Soup' },
  },
  sent: [
    {
      ...{ email_address: 'Ada@Example.org', status_if_new: 'pending' },
      merge_fields: { FNAME: 'Ada', AGE: 41.5, BORN: '1985-03-29', BDAY: '03/29', MEAL: 'Soup' },
    },
    {
      tags: [
        { name: 'a', status: 'active' },
        { name: 'b', status: 'active' },
      ],
    },
  ],
  sentOf: (calls) => calls.flatMap(({ route, body }) => (route.method === 'GET' ? [] : [body])),
});
