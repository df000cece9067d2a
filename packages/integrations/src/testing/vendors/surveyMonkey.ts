import { z } from 'zod';
import { odd, type StandIn } from '../stand-in.ts';

const api = 'https://api.surveymonkey.com/v3';
const canada = 'https://api.surveymonkey.ca/v3';
const apiKey = `abc.DEF-${'0123456789'.repeat(6)}=`;
const formId = odd('77');
const texts = (...list: readonly string[]) =>
  list.map((text, at) => ({ id: `${text}-${at}`, text, visible: true, position: at + 1 }));

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
    answers: {
      choices: texts('Fish', 'Rice'),
      other: [{ id: 'other', text: 'Other', num_chars: 50, num_lines: 1 }],
    },
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
    answers: {
      rows: texts(''),
      choices: [1, 2, 3, 4, 5].map((weight) => ({ id: `w${weight}`, weight, text: '' })),
    },
  },
  {
    family: 'matrix',
    subtype: 'ranking',
    heading: 'Order',
    answers: { rows: texts('A', 'B'), choices: texts('1', '2') },
  },
  { family: 'matrix', subtype: 'menu', heading: 'Ice cream', answers: { rows: texts('A'), cols: [] } },
  { family: 'open_ended', subtype: 'multi', heading: 'Two', answers: { rows: texts('First', 'Second') } },
  { family: 'datetime', subtype: 'both', heading: 'Arrival', answers: { rows: texts('At:') } },
  {
    ...{ family: 'demographic', subtype: 'international', heading: 'Who' },
    answers: {
      rows: [
        { id: 'dname', type: 'name', visible: true, required: true, text: 'Your name' },
        { id: 'daddress', type: 'address2', visible: false, required: false },
        { id: 'dphone', type: 'phone', visible: true, required: true },
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

const given = {
  ...{
    id: '5007',
    survey_id: '77',
    response_status: 'completed',
    total_time: 144,
    collection_mode: 'default',
  },
  ...{ date_created: '2026-03-01T09:00:00+00:00', date_modified: '2026-03-01T09:02:30+00:00' },
  custom_variables: {},
  pages: [
    {
      id: '1',
      questions: [
        { id: '10', answers: [{ text: 'Ada' }] },
        { id: '12', answers: [{ choice_id: 'Fish-0' }, { other_id: 'other', text: 'Cake' }] },
        { id: '13', answers: [{ choice_id: '2-1' }] },
      ],
    },
    {
      id: '2',
      questions: [
        { id: '20', answers: [{ choice_id: 'Rain-0' }, { choice_id: 'Sun-1' }] },
        { id: '21', answers: [{ row_id: 'Music-1', choice_id: 'Good-1' }] },
        { id: '22', answers: [{ row_id: '-0', choice_id: 'w4' }] },
        {
          id: '23',
          answers: [
            { row_id: 'A-0', choice_id: '2-1' },
            { row_id: 'B-1', choice_id: '1-0' },
          ],
        },
        { id: '24', answers: [{ row_id: 'A-0', col_id: 'c', choice_id: 'x' }] },
        { id: '25', answers: [{ row_id: 'Second-1', text: 'Two' }] },
        { id: '26', answers: [{ row_id: 'At:-0', text: '03/05/2026 11:59 PM' }] },
        { id: '27', answers: [{ row_id: 'dphone', text: '+1 555 0100' }] },
        { id: '99', answers: [{ text: 'Gone' }] },
      ],
    },
  ],
};
const others = Array.from({ length: 100 }, (_, nth) => ({
  ...{
    ...given,
    id: `more${nth}`,
    date_modified: '2026-02-01T08:00:01+00:00',
    pages: given.pages.slice(0, 1),
  },
}));

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
  {
    ...{ method: 'GET', url: `${base}/surveys/:survey/responses/bulk` },
    query: z.strictObject({
      ...{ page: z.coerce.number().min(1), per_page: z.coerce.number().min(1).max(100) },
      ...{ status: z.enum(['completed', 'partial', 'overquota', 'disqualified']) },
      ...{ sort_order: z.enum(['ASC', 'DESC']), sort_by: z.literal('date_modified') },
      start_modified_at: z.iso.datetime({ local: true, offset: false }).optional(),
    }),
    answer: ({ path, query }) => {
      if (path.survey !== formId) return refused(404, '1020', 'Survey not found');
      // Those of the moment that the page before ended with come again.
      const isFirst = query.start_modified_at === undefined;
      const data = isFirst ? others : query.page === '1' ? others : [given];
      return { json: { ...{ page: Number(query.page), per_page: 100, total: 101, links: {} }, data } };
    },
  },
];

/** By includes/_surveys.md, _responses.md, _questions.md and _users.md of SurveyMonkey/public_api_docs. */
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
  answers: [
    {
      ...{ id: '5007', startedAt: '2026-03-01T09:00:00.000Z', submittedAt: '2026-03-01T09:02:30.000Z' },
      values: [
        { about: '10', label: 'Name & title', texts: ['Ada'] },
        { about: '12', label: 'Meal', texts: ['Fish'], other: 'Cake' },
        { about: '13', label: 'Table', texts: ['2'] },
        { about: '20', label: 'Wishes', texts: ['Rain', 'Sun'] },
        { about: '21', label: 'Evening', part: 'Music', texts: ['Good'] },
        { about: '22', label: 'Stars', texts: ['4'] },
        { about: '23', label: 'Order', texts: ['B', 'A'] },
        { about: '24', label: 'Ice cream', texts: ['…'] },
        { about: '25/1', label: 'Two', texts: ['Two'] },
        { about: '26/0', label: 'Arrival', texts: ['2026-03-05'], lost: 'its time of day was left out' },
        { about: '27/1', label: 'Who', texts: ['+1 555 0100'] },
        { about: '99', label: 'A question that was deleted', texts: ['…'] },
      ],
    },
  ],
});
