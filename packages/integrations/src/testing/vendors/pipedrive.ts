import { z } from 'zod';
import type { StandIn } from '../stand-in.ts';

const token = `${'0123456789abcdef'.repeat(2)}01234567`;
const page = z.strictObject({ limit: z.coerce.number().max(500), cursor: z.string().optional() });
const field = (field_code: string, field_name: string, field_type: string, options?: readonly object[]) => ({
  ...{ field_code, field_name, field_type, is_custom_field: true, is_optional_response_field: false },
  ...(options && { options }),
});
const company = 'https://ada.pipedrive.com';

const routesAt = (host: string): StandIn['routes'] => [
  {
    ...{ method: 'GET', url: `${host}/api/v1/users/me` },
    answer: () => ({
      json: {
        success: true,
        data: { id: 7, name: 'Ada', email: 'ada@example.org', company_id: 70, company_name: 'Studio' },
      },
    }),
  },
  {
    ...{ method: 'GET', url: `${host}/api/v2/stages`, query: page },
    answer: () => ({
      json: { success: true, data: [{ id: 3, name: 'Asked' }], additional_data: { next_cursor: null } },
    }),
  },
  {
    ...{ method: 'GET', url: `${host}/api/v2/dealFields`, query: page },
    answer: ({ query }) => ({
      json: {
        success: true,
        ...(query.cursor === undefined
          ? {
              data: [
                { ...field('title', 'Title', 'varchar'), is_custom_field: false },
                field('aa1', 'Wish', 'varchar'),
                field('aa2', 'Age', 'double'),
                field(
                  'aa3',
                  'Came',
                  'boolean',
                  [{ id: true, label: 'Yes' }].map(({ label }) => ({ id: 1, label })),
                ),
                field('aa4', 'Born', 'date'),
              ],
              additional_data: { next_cursor: 'b/2=' },
            }
          : {
              data: [
                field('aa5', 'Meal', 'enum', [{ id: 21, label: 'Soup' }]),
                field('aa6', 'Days', 'set', [
                  { id: 31, label: 'Monday' },
                  { id: 32, label: 'Sunday' },
                ]),
                field('aa7', 'Who', 'user'),
              ],
              additional_data: { next_cursor: null },
            }),
      },
    }),
  },
  {
    ...{ method: 'POST', url: `${host}/api/v2/deals`, adds: true },
    body: z.strictObject({
      ...{ title: z.string().min(1), value: z.number().optional(), stage_id: z.int().optional() },
      expected_close_date: z.iso.date().optional(),
      custom_fields: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.int())]))
        .optional(),
    }),
    answer: () => ({ json: { success: true, data: { id: 91, title: 'Ada' } } }),
  },
];

/** By the vendor's own files of versions 1 and 2 (users/me, stages, dealFields, deals), published without a licence. */
export const pipedrive = (): StandIn => ({
  routes: [...routesAt(company), ...routesAt('https://api.pipedrive.com')],
  ways: [
    { config: { api_domain: company }, account: { id: '70 7', label: 'ada@example.org, Studio' } },
    {
      config: { apiKey: token },
      credential: () => ({ 'x-api-token': token }),
      account: { id: '70 7', label: 'ada@example.org, Studio' },
    },
  ],
  target: { object: 'deals' },
  fields: [
    { id: 'title', name: 'Title', kind: 'text', required: true, template: true },
    { id: 'value', name: 'Value', kind: 'number' },
    { id: 'expected_close_date', name: 'Expected close date', kind: 'date' },
    { id: 'stage', name: 'Stage', kind: 'choice', choices: ['Asked'] },
    { id: 'field:aa1', name: 'Wish', kind: 'text' },
    { id: 'field:aa2', name: 'Age', kind: 'number' },
    { id: 'field:aa3', name: 'Came', kind: 'boolean' },
    { id: 'field:aa4', name: 'Born', kind: 'date' },
    { id: 'field:aa5', name: 'Meal', kind: 'choice', choices: ['Soup'] },
    { id: 'field:aa6', name: 'Days', kind: 'choices', choices: ['Monday', 'Sunday'] },
  ],
  values: {
    ...{ title: 'Ada', value: 41.5, expected_close_date: '2026-03-29', stage: 'Asked', 'field:aa1': 'Rain' },
    ...{
      'field:aa3': true,
      'field:aa4': '1985-03-29',
      'field:aa5': 'Soup',
      'field:aa6': ['Monday', 'Sunday'],
    },
  },
  sent: [
    {
      ...{ title: 'Ada', value: 41.5, expected_close_date: '2026-03-29', stage_id: 3 },
      custom_fields: { aa1: 'Rain', aa3: true, aa4: '1985-03-29', aa5: 21, aa6: [31, 32] },
    },
  ],
});
