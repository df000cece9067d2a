import { z } from 'zod';
import type { StandIn } from '../stand-in.ts';

const api = 'https://ada-shop.zendesk.com/api/v2';
const page = z.strictObject({
  'page[size]': z.coerce.number().max(100),
  'page[after]': z.string().optional(),
});
const ticketField = (id: number, title: string, type: string, more: object = {}) => ({
  ...{ id, title, type, active: true, removable: true, required: false, ...more },
});
const token = 'token-of-an-agent-0123456789';

/** By the calls of developer.zendesk.com: users/me, groups, ticket_fields, tickets with an idempotency key. */
export const zendesk = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: `${api}/users/me` },
      answer: () => ({ json: { user: { id: 35, name: 'Ada', email: 'ada@example.org', role: 'agent' } } }),
    },
    {
      ...{ method: 'GET', url: `${api}/groups`, query: page },
      answer: ({ query }) => ({
        json:
          query['page[after]'] === undefined
            ? { groups: [{ id: 1, name: 'Others' }], meta: { has_more: true, after_cursor: 'b/2=' } }
            : { groups: [{ id: 211, name: 'Support' }], meta: { has_more: false, after_cursor: 'c' } },
      }),
    },
    {
      ...{ method: 'GET', url: `${api}/ticket_fields`, query: page },
      answer: () => ({
        json: {
          ticket_fields: [
            ticketField(1, 'Subject', 'subject', { removable: false }),
            ticketField(10, 'Wish', 'textarea'),
            ticketField(11, 'Age', 'decimal'),
            ticketField(12, 'Came', 'checkbox'),
            ticketField(13, 'Born', 'date'),
            ticketField(14, 'Meal', 'tagger', { custom_field_options: [{ name: 'Soup', value: 'soup' }] }),
            ticketField(15, 'Days', 'multiselect', {
              custom_field_options: [{ name: 'Monday', value: 'mo' }],
            }),
            ticketField(16, 'Old', 'text', { active: false }),
            ticketField(17, 'Card', 'partialcreditcard'),
          ],
          meta: { has_more: false, after_cursor: null },
        },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/tickets`, adds: true },
      headers: z.looseObject({ 'idempotency-key': z.string().min(1).max(255) }),
      body: z.strictObject({
        ticket: z.strictObject({
          subject: z.string(),
          comment: z.strictObject({ body: z.string().min(1) }),
          requester: z.strictObject({ name: z.string().min(1), email: z.email() }).optional(),
          priority: z.enum(['low', 'normal', 'high', 'urgent']).optional(),
          type: z.enum(['problem', 'incident', 'question', 'task']).optional(),
          tags: z.array(z.string()).optional(),
          group_id: z.int().optional(),
          custom_fields: z.array(
            z.strictObject({
              id: z.int(),
              value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
            }),
          ),
        }),
      }),
      answer: () => ({ status: 201, json: { ticket: { id: 42, url: `${api}/tickets/42.json` } } }),
    },
  ],
  ways: [
    { config: { subdomain: 'ada-shop' }, account: { id: 'ada-shop 35', label: 'ada@example.org' } },
    {
      config: { subdomain: 'ada-shop', email: 'ada@example.org', apiToken: token },
      credential: () => ({
        authorization: `Basic ${Buffer.from(`ada@example.org/token:${token}`).toString('base64')}`,
      }),
      account: { id: 'ada-shop 35', label: 'ada@example.org' },
    },
  ],
  target: { groupId: '211' },
  fields: [
    { id: 'subject', name: 'Subject', kind: 'text', required: true, template: true },
    { id: 'comment', name: 'Description', kind: 'text', required: true, template: true },
    { id: 'email', name: 'Requester’s email', kind: 'text', address: true },
    { id: 'name', name: 'Requester’s name', kind: 'text' },
    { id: 'priority', name: 'Priority', kind: 'choice', choices: ['low', 'normal', 'high', 'urgent'] },
    { id: 'type', name: 'Type', kind: 'choice', choices: ['problem', 'incident', 'question', 'task'] },
    { id: 'tags', name: 'Tags', kind: 'choices' },
    { id: 'field:10', name: 'Wish', kind: 'text' },
    { id: 'field:11', name: 'Age', kind: 'number' },
    { id: 'field:12', name: 'Came', kind: 'boolean' },
    { id: 'field:13', name: 'Born', kind: 'date' },
    { id: 'field:14', name: 'Meal', kind: 'choice', choices: ['Soup'] },
    { id: 'field:15', name: 'Days', kind: 'choices', choices: ['Monday'] },
  ],
  values: {
    ...{ subject: 'Help', comment: 'It rains', email: 'guest@example.org', priority: 'high', tags: ['form'] },
    ...{
      'field:11': 41.5,
      'field:12': true,
      'field:13': '1985-03-29',
      'field:14': 'Soup',
      // A tag that was matched before names were offered stays.
      'field:15': ['Monday', 'tu'],
    },
  },
  sent: [
    {
      ticket: {
        ...{
          subject: 'Help',
          comment: { body: 'It rains' },
          priority: 'high',
          tags: ['form'],
          group_id: 211,
        },
        requester: { name: 'guest@example.org', email: 'guest@example.org' },
        custom_fields: [
          { id: 11, value: 41.5 },
          { id: 12, value: true },
          { id: 13, value: '1985-03-29' },
          { id: 14, value: 'soup' },
          { id: 15, value: ['mo', 'tu'] },
        ],
      },
    },
  ],
  sentOf: (calls) => calls.flatMap(({ route, body }) => (route.method === 'POST' ? [body] : [])),
});
