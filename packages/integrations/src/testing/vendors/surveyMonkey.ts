import { z } from 'zod';
import { odd, type StandIn } from '../stand-in.ts';

const api = 'https://api.surveymonkey.com/v3';
const canada = 'https://api.surveymonkey.ca/v3';
const apiKey = `abc.DEF-${'0123456789'.repeat(6)}=`;
const formId = odd('77');
const texts = (...list: readonly string[]) =>
  list.map((text, at) => ({ text, visible: true, position: at + 1 }));

/** A question of each family and subtype, as the vendor’s description formats them. */
const questions = [
  {
    family: 'open_ended',
    subtype: 'single',
    heading: '<b>Name</b> &amp; title',
    required: { text: 'Needed' },
  },
  {
    family: 'open_ended',
    subtype: 'single',
    heading: 'Email',
    validation: { type: 'email', min: null, max: null },
  },
  {
    ...{ family: 'single_choice', subtype: 'vertical', heading: 'Meal' },
    answers: { choices: texts('Fish', 'Rice'), other: [{ text: 'Other', num_chars: 50, num_lines: 1 }] },
  },
  { family: 'single_choice', subtype: 'menu', heading: 'Table', answers: { choices: texts('1', '2') } },
  {
    family: 'multiple_choice',
    subtype: 'vertical',
    heading: 'Wishes',
    answers: { choices: texts('Rain', 'Sun') },
  },
  {
    ...{ family: 'matrix', subtype: 'single', heading: 'Evening' },
    answers: { rows: texts('Food', 'Music'), choices: texts('Bad', 'Good') },
  },
  {
    ...{ family: 'matrix', subtype: 'rating', heading: 'Stars' },
    display_options: { display_type: 'emoji', display_subtype: 'star' },
    answers: { rows: texts(''), choices: [1, 2, 3, 4, 5].map((weight) => ({ weight, text: '' })) },
  },
  { family: 'matrix', subtype: 'ranking', heading: 'Order', answers: { rows: texts('A', 'B') } },
  { family: 'matrix', subtype: 'menu', heading: 'Ice cream', answers: { rows: texts('A'), cols: [] } },
  { family: 'open_ended', subtype: 'multi', heading: 'Two', answers: { rows: texts('First', 'Second') } },
  { family: 'datetime', subtype: 'both', heading: 'Arrival', answers: { rows: texts('At:') } },
  {
    ...{ family: 'demographic', subtype: 'international', heading: 'Who' },
    answers: {
      rows: [
        { type: 'name', visible: true, required: true, text: 'Your name' },
        { type: 'address2', visible: false, required: false },
        { type: 'phone', visible: true, required: true },
      ],
    },
  },
  { family: 'presentation', subtype: 'descriptive_text', heading: 'Soon done' },
];

const refused = (status: number, id: string, message: string) => ({
  status,
  json: {
    error: {
      id,
      name: 'Error',
      http_status_code: status,
      docs: 'https://developer.surveymonkey.com',
      message,
    },
  },
});

const at = (base: string): StandIn['routes'] => [
  {
    ...{ method: 'GET', url: `${base}/users/me` },
    answer: () => ({ json: { id: '12', username: 'ada', email: 'ada@example.org', account_type: 'basic' } }),
  },
  {
    ...{ method: 'GET', url: `${base}/surveys` },
    query: z.strictObject({
      ...{ page: z.coerce.number().min(1).default(1), per_page: z.coerce.number().min(1).max(1_000) },
      ...{ sort_by: z.enum(['title', 'date_modified', 'num_responses']).optional() },
    }),
    answer: ({ query }) => ({
      json: {
        ...{ page: query.page, per_page: query.per_page, total: 2 },
        data:
          query.page === 1
            ? [{ id: '1', title: 'Poll', href: `${base}/surveys/1` }]
            : [{ id: formId, title: 'Guests', href: `${base}/surveys/2` }],
        links: {
          self: `${base}/surveys?page=${query.page}`,
          ...(query.page === 1 && { next: `${base}/surveys?page=2` }),
        },
      },
    }),
  },
  {
    ...{ method: 'GET', url: `${base}/surveys/:survey/details` },
    answer: ({ path }) =>
      path.survey !== formId
        ? refused(404, '1020', 'Survey not found')
        : {
            json: {
              ...{ id: formId, title: 'Guests', language: 'en', custom_variables: { from: 'label' } },
              pages: [
                { id: '1', title: '', description: '', questions: questions.slice(0, 4) },
                { id: '2', title: 'The evening', description: '<p>Soon</p>', questions: questions.slice(4) },
              ].map((page) => ({
                ...page,
                questions: page.questions.map(({ heading, ...question }, place) => ({
                  ...{
                    id: `${page.id}${place}`,
                    position: place + 1,
                    visible: true,
                    required: null,
                    ...question,
                  },
                  headings: [{ heading }],
                })),
              })),
            },
          },
  },
];

/** By includes/_surveys.md, _questions.md and _users.md of SurveyMonkey/public_api_docs. */
export const surveyMonkey = (): StandIn => ({
  routes: [...at(api), ...at(canada)],
  ways: [
    {
      config: { apiKey, regionUrl: api },
      credential: () => ({ authorization: `Bearer ${apiKey}` }),
      account: { id: '12', label: 'ada@example.org' },
    },
  ],
  ...{ target: { formId }, fields: [], values: {}, sent: [] },
});
