import { z } from 'zod';
import { odd, type StandIn, testFile } from '../stand-in.ts';

const tableId = odd('table');
const api = 'https://app.smartsuite.com/api/v1';
const apiKey = 'a key of SmartSuite';
const field = (slug: string, label: string, field_type: string, params: object = {}) => ({
  ...{ slug, label, field_type },
  params: { required: false, system: false, ...params },
});
const choices = [
  { label: 'Soup', value: 'c1' },
  { label: 'Cake', value: 'c2' },
];

/** By https://developers.smartsuite.com and the client of SmartSuiteFoundry (MIT); no description is published. */
export const smartsuite = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: `${api}/solutions/` },
      answer: () => ({ json: [{ id: 's/1', name: 'Party', slug: 'p' }] }),
    },
    {
      ...{ method: 'GET', url: `${api}/applications/` },
      query: z.strictObject({ solution: z.literal('s/1') }),
      answer: () => ({ json: [{ id: tableId, name: 'Guests', slug: 'g' }] }),
    },
    {
      ...{ method: 'GET', url: `${api}/applications/:table/` },
      answer: () => ({
        json: {
          ...{ id: tableId, name: 'Guests' },
          structure: [
            field('title', 'Title', 'recordtitlefield', { required: true }),
            field('s1', 'Age', 'numberfield'),
            field('s2', 'Came', 'yesnofield'),
            field('s3', 'Mail', 'emailfield'),
            field('s4', 'At', 'datefield'),
            field('s5', 'Meal', 'singleselectfield', { choices }),
            field('s6', 'Tags', 'multipleselectfield', { choices }),
            field('s7', 'State', 'statusfield', { choices }),
            field('s8', 'Files', 'filefield'),
            field('autonumber', 'Number', 'autonumberfield', { system: true }),
            field('s9', 'Sum', 'formulafield'),
          ],
        },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/applications/:table/records/`, adds: true },
      body: z.strictObject({
        ...{
          title: z.string(),
          s1: z.string().regex(/^-?[\d.]+$/),
          s2: z.boolean(),
          s3: z.array(z.string()),
        },
        s4: z.strictObject({ date: z.string(), include_time: z.boolean() }),
        ...{ s5: z.enum(['c1', 'c2']), s6: z.array(z.enum(['c1', 'c2'])) },
        s7: z.strictObject({ value: z.enum(['c1', 'c2']) }),
      }),
      answer: ({ path }) =>
        path.table === tableId ? { status: 201, json: { id: 'r/1' } } : { status: 404, json: {} },
    },
    {
      ...{ method: 'POST', url: `${api}/recordfiles/:table/:record/:field/`, adds: true },
      body: z.strictObject({
        filename: z.string(),
        files: z.strictObject({ name: z.string(), type: z.string(), size: z.number() }),
      }),
      answer: ({ path }) => ({ json: { id: path.record } }),
    },
  ],
  ways: [
    {
      config: { apiKey, workspaceId: 's1a2b3c4' },
      credential: () => ({ authorization: `Token ${apiKey}`, 'account-id': 's1a2b3c4' }),
      account: { id: 's1a2b3c4', label: 's1a2b3c4' },
    },
  ],
  target: { solutionId: 's/1', tableId },
  fields: [
    { id: 'title', name: 'Title', kind: 'text', required: true },
    { id: 's1', name: 'Age', kind: 'number' },
    { id: 's2', name: 'Came', kind: 'boolean' },
    { id: 's3', name: 'Mail', kind: 'text' },
    { id: 's4', name: 'At', kind: 'moment' },
    { id: 's5', name: 'Meal', kind: 'choice', choices: ['Soup', 'Cake'] },
    { id: 's6', name: 'Tags', kind: 'choices', choices: ['Soup', 'Cake'] },
    { id: 's7', name: 'State', kind: 'choice', choices: ['Soup', 'Cake'] },
    { id: 's8', name: 'Files', kind: 'files' },
  ],
  values: {
    ...{ title: 'Ada', s1: 41.5, s2: true, s3: 'ada@example.org', s4: '2026-03-29T01:30:00Z', s5: 'Cake' },
    ...{ s6: ['Soup', 'Cake'], s7: 'Soup', s8: [testFile('é.png', 3)] },
  },
  sent: [
    {
      ...{ title: 'Ada', s1: '41.5', s2: true, s3: ['ada@example.org'], s5: 'c2', s6: ['c1', 'c2'] },
      ...{ s4: { date: '2026-03-29T01:30:00Z', include_time: true }, s7: { value: 'c1' } },
    },
    { filename: 'é.png', files: { name: 'é.png', type: 'image/png', size: 3 } },
  ],
});
