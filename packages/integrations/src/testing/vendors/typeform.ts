import { z } from 'zod';
import { odd, type StandIn } from '../stand-in.ts';

const api = 'https://api.typeform.com';
const europe = 'https://api.eu.typeform.com';
const token = `tfp_${'Ab1_-'.repeat(10)}`;
const formId = odd('frm');
const choice = (ref: string, label: string) => ({ id: `id${ref}`, ref, label });

/** A field of each kind that is asked here, two that are not, and logic that can and cannot be told. */
const form = {
  id: formId,
  title: 'Guests',
  settings: { is_public: true, progress_bar: 'proportion' },
  hidden: ['source'],
  welcome_screens: [
    { ref: 'w', title: 'Hello *there*', properties: { show_button: true, button_text: 'Go' } },
  ],
  thankyou_screens: [
    { ref: 'thanks', title: 'Thanks, {{field:name}}', properties: { show_button: false } },
    { ref: 'away', title: 'Bye', properties: { redirect_url: 'https://example.org/bye' } },
    { ref: 'default_tys', title: 'Done!', properties: { share_icons: false } },
  ],
  fields: [
    {
      ...{ id: 'f1', ref: 'name', title: 'Name', type: 'short_text' },
      ...{ properties: { description: 'As on the door' }, validations: { required: true, max_length: 80 } },
    },
    {
      ...{ id: 'f2', ref: 'meal', title: 'What do you eat, {{field:name}}?', type: 'multiple_choice' },
      properties: {
        ...{ allow_multiple_selection: false, allow_other_choice: true, randomize: true },
        choices: [choice('c1', 'Fish'), choice('c2', 'Rice'), choice('c3', 'Nothing')],
      },
      validations: { required: false },
    },
    {
      ...{ id: 'f3', ref: 'evening', title: 'Your evening', type: 'group' },
      properties: {
        fields: [
          { id: 'f31', ref: 'nps', title: 'How likely', type: 'nps', properties: { steps: 11 } },
          { id: 'f32', ref: 'stars', title: 'Stars', type: 'rating', properties: { steps: 6, shape: 'cat' } },
          {
            ...{ id: 'f33', ref: 'grid', title: 'Evening', type: 'matrix' },
            properties: {
              fields: ['Food', 'Music'].map((title, at) => ({
                ...{ id: `f33${at}`, ref: `row${at}`, title, type: 'multiple_choice' },
                properties: { choices: [choice(`b${at}`, 'Bad'), choice(`g${at}`, 'Good')] },
              })),
            },
          },
        ],
      },
    },
    { id: 'f4', ref: 'day', title: 'Arrival', type: 'date', properties: { structure: 'DDMMYYYY' } },
    { id: 'f5', ref: 'many', title: 'People', type: 'number', validations: { min_value: 1, max_value: 9 } },
    {
      ...{
        id: 'f6',
        ref: 'agree',
        title: 'I agree',
        type: 'legal',
        attachment: { type: 'image', href: `${api}/i` },
      },
      properties: { description: 'To everything' },
    },
    { id: 'f7', ref: 'pay', title: 'Pay', type: 'payment', properties: { currency: 'EUR' } },
    { id: 'f8', ref: 'end', title: 'Anything else', type: 'long_text' },
  ],
  logic: [
    {
      ...{ type: 'field', ref: 'meal' },
      actions: [
        {
          ...{ action: 'jump', details: { to: { type: 'thankyou', value: 'away' } } },
          condition: {
            op: 'is',
            vars: [
              { type: 'field', value: 'meal' },
              { type: 'choice', value: 'c3' },
            ],
          },
        },
        {
          ...{
            action: 'add',
            details: { target: { type: 'variable', value: 'score' }, value: { type: 'constant', value: 1 } },
          },
          condition: { op: 'always', vars: [] },
        },
      ],
    },
    {
      ...{ type: 'field', ref: 'many' },
      actions: [
        {
          ...{ action: 'jump', details: { to: { type: 'field', value: 'end' } } },
          condition: {
            op: 'or',
            vars: [
              {
                op: 'greater_than',
                vars: [
                  { type: 'field', value: 'many' },
                  { type: 'constant', value: 4 },
                ],
              },
              {
                op: 'is',
                vars: [
                  { type: 'hidden', value: 'source' },
                  { type: 'constant', value: 'mail' },
                ],
              },
            ],
          },
        },
        {
          ...{ action: 'jump', details: { to: { type: 'field', value: 'end' } } },
          condition: {
            op: 'equal',
            vars: [
              { type: 'variable', value: 'score' },
              { type: 'constant', value: 3 },
            ],
          },
        },
      ],
    },
  ],
};

const meal = { id: 'f2', ref: 'meal', type: 'multiple_choice' };
const given = {
  token: 't1',
  response_id: 'ada',
  landed_at: '2026-03-01T09:00:00Z',
  submitted_at: '2026-03-01T09:02:30Z',
  metadata: { user_agent: 'A browser', platform: 'other', network_id: 'n' },
  hidden: { source: 'mail' },
  calculated: { score: 3 },
  answers: [
    { field: { id: 'f1', ref: 'name', type: 'short_text' }, type: 'text', text: 'Ada' },
    // The label is what it was called then.
    { field: meal, type: 'choice', choice: { id: 'idc1', ref: 'c1', label: 'Sea fish' } },
    { field: { id: 'f31', ref: 'nps', type: 'nps' }, type: 'number', number: 9 },
    {
      ...{ field: { id: 'f331', ref: 'row1', type: 'matrix' }, type: 'choice' },
      choice: { id: 'idg1', ref: 'g1', label: 'Good' },
    },
    { field: { id: 'f4', ref: 'day', type: 'date' }, type: 'date', date: '2026-03-05T00:00:00.000Z' },
    { field: { id: 'f5', ref: 'many', type: 'number' }, type: 'number', number: 40 },
    { field: { id: 'f6', ref: 'agree', type: 'legal' }, type: 'boolean', boolean: true },
    {
      field: { id: 'f7', ref: 'pay', type: 'payment' },
      type: 'payment',
      payment: { amount: '4', last4: '1' },
    },
  ],
};
/** Enough for a second page. */
const others = Array.from({ length: 200 }, (_, nth) => ({
  ...{ ...given, token: `o${nth}`, response_id: `more${nth}`, hidden: {} },
  answers: [{ field: meal, type: 'choice', choice: { other: 'Cake' } }],
}));

const at = (base: string): StandIn['routes'] => [
  {
    ...{ method: 'GET', url: `${base}/me` },
    answer: () => ({
      json: { alias: 'Ada', email: 'ada@example.org', language: 'en', user_id: '01ADA' },
    }),
  },
  {
    ...{ method: 'GET', url: `${base}/forms` },
    query: z.strictObject({
      ...{ page: z.coerce.number().min(1), page_size: z.coerce.number().min(1).max(200) },
      ...{ search: z.string().optional(), workspace_id: z.string().optional() },
    }),
    answer: ({ query }) => ({
      json: {
        ...{ total_items: 2, page_count: 2 },
        items: [query.page === 1 ? { id: 'b', title: 'Poll' } : { id: formId, title: 'Guests' }],
      },
    }),
  },
  {
    ...{ method: 'GET', url: `${base}/forms/:form` },
    answer: ({ path }) =>
      path.form === formId
        ? { json: form }
        : { status: 404, json: { code: 'FORM_NOT_FOUND', description: 'Form not found' } },
  },
  {
    ...{ method: 'GET', url: `${base}/forms/:form/responses` },
    query: z.strictObject({
      page_size: z.coerce.number().min(1).max(1_000),
      before: z.enum(others.map(({ token }) => token)).optional(),
    }),
    answer: ({ path, query }) =>
      path.form !== formId
        ? { status: 404, json: { code: 'FORM_NOT_FOUND', description: 'Form not found' } }
        : {
            json: {
              ...{ total_items: query.before === undefined ? 201 : 1, page_count: 1 },
              items: query.before === undefined ? others : [given],
            },
          },
  },
];

/** Calls and shapes by Typeform/js-api-client (MIT), the vendor’s own client; nps, matrix and ranking are younger than it. */
export const typeform = (): StandIn => ({
  routes: [...at(api), ...at(europe)],
  ways: [
    { config: { regionUrl: api }, account: { id: '01ADA', label: 'ada@example.org' } },
    {
      config: { regionUrl: europe, apiKey: token },
      credential: () => ({ authorization: `Bearer ${token}` }),
      account: { id: '01ADA', label: 'ada@example.org' },
    },
  ],
  ...{ target: { formId }, fields: [], values: {}, sent: [] },
  answers: [
    {
      ...{ id: 'ada', startedAt: '2026-03-01T09:00:00.000Z', submittedAt: '2026-03-01T09:02:30.000Z' },
      values: [
        { about: 'hidden:source', label: 'source', texts: ['mail'] },
        { about: 'name', label: 'Name', texts: ['Ada'] },
        { about: 'meal', label: 'What do you eat, {{field:name}}?', texts: ['Fish'] },
        { about: 'nps', label: 'How likely', texts: ['9'] },
        { about: 'grid', label: 'Evening', part: 'Music', texts: ['Good'] },
        { about: 'day', label: 'Arrival', texts: ['2026-03-05'] },
        { about: 'many', label: 'People', texts: ['40'] },
        { about: 'agree', label: 'I agree', texts: ['on'] },
        { about: 'pay', label: 'Pay', texts: ['…'] },
      ],
    },
  ],
});
