import { z } from 'zod';
import { odd, type StandIn } from '../stand-in.ts';

const api = 'https://api.clickup.com/api/v2';
const [teamId, spaceId, folderId, listId] = ['team', 'space', 'folder', 'list'].map(odd) as [
  string,
  string,
  string,
  string,
];
const shown = z.strictObject({ archived: z.enum(['true', 'false']) });
const field = (id: string, name: string, type: string, options?: readonly object[]) => ({
  ...{ id, name, type, date_created: '1', hide_from_guests: false, type_config: options ? { options } : {} },
});

/** By the reference of version 2 at developer.clickup.com: user, team, space, folder, list, field, task. */
export const clickup = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: `${api}/user` },
      answer: () => ({ json: { user: { id: 123, username: 'Ada', email: 'ada@example.org' } } }),
    },
    {
      method: 'GET',
      url: `${api}/team`,
      answer: () => ({ json: { teams: [{ id: teamId, name: 'Studio' }] } }),
    },
    {
      ...{ method: 'GET', url: `${api}/team/:team/space`, query: shown },
      answer: () => ({ json: { spaces: [{ id: spaceId, name: 'Events', private: false }] } }),
    },
    {
      ...{ method: 'GET', url: `${api}/space/:space/list`, query: shown },
      answer: () => ({ json: { lists: [{ id: 'bare', name: 'Bare' }] } }),
    },
    {
      ...{ method: 'GET', url: `${api}/space/:space/folder`, query: shown },
      answer: () => ({ json: { folders: [{ id: folderId, name: 'Autumn' }] } }),
    },
    {
      ...{ method: 'GET', url: `${api}/folder/:folder/list`, query: shown },
      answer: ({ path }) => ({
        json: { lists: path.folder === folderId ? [{ id: listId, name: 'Guests' }] : [] },
      }),
    },
    {
      ...{ method: 'GET', url: `${api}/list/:list/field` },
      answer: () => ({
        json: {
          fields: [
            field('f1', 'Wish', 'short_text'),
            field('f2', 'Age', 'number'),
            field('f3', 'Came', 'checkbox'),
            field('f4', 'Born', 'date'),
            field('f5', 'Meal', 'drop_down', [{ id: 'o1', name: 'Soup', color: null, orderindex: 0 }]),
            field('f6', 'Days', 'labels', [{ id: 'o2', label: 'Monday', color: null }]),
            field('f7', 'Who', 'users'),
          ],
        },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/list/:list/task`, adds: true },
      body: z.strictObject({
        ...{ name: z.string().min(1), markdown_content: z.string().optional() },
        ...{ due_date: z.int().optional(), due_date_time: z.boolean().optional() },
        ...{ priority: z.int().min(1).max(4).optional(), tags: z.array(z.string()).optional() },
        custom_fields: z.array(
          z.strictObject({
            id: z.string(),
            value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
          }),
        ),
      }),
      answer: ({ path }) =>
        path.list === listId
          ? { json: { id: '9hz', name: 'Ada', url: 'https://app.clickup.com/t/9hz' } }
          : { status: 404, json: { err: 'List not found', ECODE: 'LIST_1' } },
    },
  ],
  ways: [
    { config: {}, account: { id: '123', label: 'ada@example.org' } },
    {
      config: { apiKey: 'pk_123_ABCDEFGHIJ' },
      credential: () => ({ authorization: 'pk_123_ABCDEFGHIJ' }),
      account: { id: '123', label: 'ada@example.org' },
    },
  ],
  target: { teamId, spaceId, listId },
  fields: [
    { id: 'name', name: 'Task name', kind: 'text', required: true, template: true },
    { id: 'markdown_content', name: 'Description', kind: 'text', template: true },
    { id: 'due_date', name: 'Due date', kind: 'date' },
    { id: 'priority', name: 'Priority', kind: 'choice', choices: ['Urgent', 'High', 'Normal', 'Low'] },
    { id: 'tags', name: 'Tags', kind: 'choices' },
    { id: 'field:f1', name: 'Wish', kind: 'text' },
    { id: 'field:f2', name: 'Age', kind: 'number' },
    { id: 'field:f3', name: 'Came', kind: 'boolean' },
    { id: 'field:f4', name: 'Born', kind: 'date' },
    { id: 'field:f5', name: 'Meal', kind: 'choice', choices: ['Soup'] },
    { id: 'field:f6', name: 'Days', kind: 'choices', choices: ['Monday'] },
  ],
  values: {
    ...{
      name: 'Ada',
      due_date: '2026-03-29',
      priority: 'High',
      tags: ['a'],
      'field:f2': 41.5,
      'field:f3': true,
    },
    ...{ 'field:f4': '1985-03-29', 'field:f5': 'Soup', 'field:f6': ['Monday'] },
  },
  sent: [
    {
      ...{
        name: 'Ada',
        due_date: Date.parse('2026-03-29T10:00Z'),
        due_date_time: false,
        priority: 2,
        tags: ['a'],
      },
      custom_fields: [
        { id: 'f2', value: 41.5 },
        { id: 'f3', value: true },
        { id: 'f4', value: Date.parse('1985-03-29T10:00Z') },
        { id: 'f5', value: 'o1' },
        { id: 'f6', value: ['o2'] },
      ],
    },
  ],
});
