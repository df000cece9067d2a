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
    answer: () => wrapped(base === europe ? [] : { conditions: '[{"type":"field","terms":"[]"}]' }),
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
});
