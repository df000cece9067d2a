import { z } from 'zod';
import { odd, type StandIn } from '../stand-in.ts';

const api = 'https://api.jotform.com';
const europe = 'https://eu-api.jotform.com';
const apiKey = '0123456789abcdef0123456789abcdef';
/** As every answer of Jotform is wrapped. */
const wrapped = (content: unknown, more: object = {}) => ({
  json: { responseCode: 200, message: 'success', content, 'limit-left': 900, ...more },
});
const formId = odd('241');

/** Every kind of question that is asked here, one that is not, and what a form of ours has by itself. */
const described = [
  { type: 'control_head', text: 'Guests &amp; friends', subHeader: '<b>Come</b> early' },
  { type: 'control_fullname', text: 'Name', required: 'Yes', middle: 'Yes', sublabels: {} },
  { type: 'control_email', text: 'Email', required: 'Yes', subLabel: 'Only for news' },
  { type: 'control_radio', text: 'Meal', options: 'Fish|Rice', allowOther: 'Yes', special: 'None' },
  { type: 'control_checkbox', text: 'Wishes', options: 'Rain|Sun', required: 'No' },
  { type: 'control_pagebreak', text: 'Page Break' },
  { type: 'control_scale', text: 'How likely', scaleFrom: '1', scaleAmount: '7', fromText: 'No' },
  { type: 'control_rating', text: 'Stars', stars: '6' },
  {
    type: 'control_matrix',
    text: 'Evening',
    mrows: 'Food|Music',
    mcolumns: 'Bad|Good',
    inputType: 'Radio Button',
  },
  { type: 'control_datetime', text: 'Arrival', allowTime: 'Yes' },
  { type: 'control_spinner', text: 'People', minValue: '1', maxValue: '9' },
  { type: 'control_widget', text: 'Weather' },
  { type: 'control_button', text: 'Submit' },
];

/** As the vendor keeps them: texts of JSON, some of whose parts are texts of JSON again. */
const conditions = JSON.stringify([
  {
    ...{ type: 'field', link: 'Any', id: '1', index: '0', priority: '0' },
    terms: JSON.stringify([{ id: 't1', field: '4', operator: 'equals', value: 'Fish', isError: false }]),
    action: JSON.stringify([{ id: 'a1', field: '5', visibility: 'Show', isError: false }]),
  },
  {
    ...{ type: 'field', link: 'Any' },
    terms: [
      { field: '7', operator: 'lessThan', value: '3' },
      { field: '4', operator: 'equals', value: 'Rice' },
    ],
    action: { field: '8', visibility: 'Hide' },
  },
  {
    ...{ type: 'page', link: 'All' },
    terms: [{ field: '4', operator: 'notEquals', value: 'Fish' }],
    action: [{ skipTo: 'page-2' }],
  },
  {
    ...{ type: 'field', link: 'All', disabled: '1' },
    terms: [{ field: '4', operator: 'isEmpty', value: '' }],
    action: [{ field: '11', visibility: 'Hide' }],
  },
  {
    ...{ type: 'require', link: 'All' },
    terms: [{ field: '4', operator: 'isFilled', value: '' }],
    action: [{ field: '11', visibility: 'Require' }],
  },
]);

const given = {
  ...{ id: '5012', form_id: '1', ip: '192.0.2.1', created_at: '2026-03-01 04:02:30', status: 'ACTIVE' },
  ...{ new: '1', flag: '0', notes: '', updated_at: null },
  answers: {
    '1': { name: 'q0', order: '1', text: 'Guests', type: 'control_head' },
    '2': {
      ...{ name: 'q1', order: '2', text: 'Name', type: 'control_fullname' },
      ...{ answer: { first: 'Ada', middle: 'K.', last: 'Byron' }, prettyFormat: 'Ada K. Byron' },
    },
    '4': { name: 'q3', order: '4', text: 'Meal', type: 'control_radio', answer: { other: 'Cake' } },
    '5': { name: 'q4', order: '5', text: 'Wishes', type: 'control_checkbox', answer: ['Sun', 'Rain'] },
    '9': {
      ...{ name: 'q8', order: '9', text: 'Evening', type: 'control_matrix' },
      answer: { Food: 'Bad', Music: 'Good' },
    },
    '10': {
      ...{ name: 'q9', order: '10', text: 'Arrival', type: 'control_datetime' },
      answer: { year: '2026', month: '3', day: '5', hour: '7', min: '30', ampm: 'PM' },
    },
    '11': { name: 'q10', order: '11', text: 'People', type: 'control_spinner', answer: '4' },
    '12': { name: 'q11', order: '12', text: 'Weather', type: 'control_widget', answer: 'Rain' },
  },
};
const others = Array.from({ length: 100 }, (_, nth) => ({
  ...{
    ...given,
    id: `more${nth}`,
    status: nth === 7 ? 'DELETED' : 'ACTIVE',
    answers: nth === 8 ? [] : given.answers,
  },
}));

const at = (base: string): StandIn['routes'] => [
  {
    ...{ method: 'GET', url: `${base}/user` },
    answer: () => wrapped({ username: 'ada', email: 'ada@example.org', status: 'ACTIVE' }),
  },
  {
    ...{ method: 'GET', url: `${base}/user/forms` },
    query: z.strictObject({
      limit: z.coerce.number().min(1).max(1_000),
      offset: z.coerce.number().min(0),
      orderby: z.enum([
        'id',
        'username',
        'title',
        'status',
        'created_at',
        'updated_at',
        'new',
        'count',
        'slug',
      ]),
    }),
    answer: ({ query }) =>
      wrapped(
        query.offset === '0'
          ? Array.from({ length: 100 }, (_, at) => ({
              ...{
                id: `90${at}`,
                username: 'ada',
                title: `Poll ${at}`,
                status: at === 3 ? 'DELETED' : 'ENABLED',
              },
            }))
          : [{ id: formId, username: 'ada', title: 'Guests', status: 'ENABLED' }],
        { resultSet: { offset: Number(query.offset), limit: 100, count: 100 } },
      ),
  },
  {
    ...{ method: 'GET', url: `${base}/form/:form` },
    answer: ({ path }) =>
      path.form === formId
        ? wrapped({ id: formId, title: 'Guests', status: 'ENABLED', count: '2' })
        : { status: 404, json: { responseCode: 404, message: 'Form not found' } },
  },
  {
    ...{ method: 'GET', url: `${base}/form/:form/questions` },
    answer: () =>
      wrapped(
        Object.fromEntries(
          described.map((question, place) => [
            `${place + 1}`,
            { ...question, qid: `${place + 1}`, name: `q${place}`, order: `${place + 1}` },
          ]),
        ),
      ),
  },
  {
    ...{ method: 'GET', url: `${base}/form/:form/properties/conditions` },
    // A form without any has no such property.
    answer: () => wrapped(base === europe ? [] : { conditions }),
  },
  {
    ...{ method: 'GET', url: `${base}/form/:form/submissions` },
    query: z.strictObject({
      limit: z.coerce.number().min(1).max(1_000),
      offset: z.coerce.number().min(0),
      orderby: z.enum(['id', 'form_id', 'IP', 'created_at', 'status', 'new', 'flag', 'updated_at']),
    }),
    answer: ({ query }) =>
      wrapped(query.offset === '0' ? others : [given], {
        resultSet: { offset: Number(query.offset), limit: 100, count: 100 },
      }),
  },
];

/**
 * Calls by jotform/jotform-api-nodejs, the vendor’s own client. What its questions hold is described nowhere that could be
 * had, and written from knowledge of its forms: only an account there can tell whether it is whole.
 */
export const jotform = (): StandIn => ({
  routes: [...at(api), ...at(europe)],
  ways: [
    {
      config: { apiKey, regionUrl: api },
      credential: () => ({ apikey: apiKey }),
      account: { id: 'ada', label: 'ada@example.org' },
    },
  ],
  ...{ target: { formId }, fields: [], values: {}, sent: [] },
  answers: [
    {
      ...{ id: '5012', startedAt: '2026-03-01T09:02:30.000Z', submittedAt: '2026-03-01T09:02:30.000Z' },
      values: [
        { about: '2', label: 'Name', part: 'first', texts: ['Ada K.'] },
        { about: '2', label: 'Name', part: 'last', texts: ['Byron'] },
        { about: '4', label: 'Meal', texts: [], other: 'Cake' },
        { about: '5', label: 'Wishes', texts: ['Sun', 'Rain'] },
        { about: '9', label: 'Evening', part: 'Food', texts: ['Bad'] },
        { about: '9', label: 'Evening', part: 'Music', texts: ['Good'] },
        { about: '10', label: 'Arrival', texts: ['2026-03-05'], lost: 'its time of day was left out' },
        { about: '11', label: 'People', texts: ['4'] },
        { about: '12', label: 'Weather', texts: ['Rain'] },
      ],
    },
  ],
});
