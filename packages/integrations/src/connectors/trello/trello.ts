import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { idsOf } from '../names.ts';
import { isList, textOf } from '../values.ts';

const me = z.object({ id: z.string(), fullName: z.string(), username: z.string() });
const named = z.array(z.object({ id: z.string(), name: z.string() }));
const made = z.object({ id: z.string(), shortUrl: z.string().optional() });

const path = encodeURIComponent;
const labelsPath = (boardId: string): string => `/boards/${path(boardId)}/labels`;
const ofLabels = { query: { fields: 'name', limit: 1_000 } };

/** The calls of https://developer.atlassian.com/cloud/trello/rest; its sign-in is OAuth 1.0, so that a token is copied. */
export const trello: Connector = {
  ...{
    type: 'trello',
    label: 'Trello',
    categories: ['project_management'],
    use: 'write',
    purpose: 'Add cards',
  },
  auth: [
    {
      kind: 'config',
      label: 'API key and token',
      fields: [
        {
          ...{ key: 'apiKey', label: 'API key', kind: 'text' },
          hint: 'Of a Power-Up of yours, at trello.com/power-ups/admin.',
          pattern: {
            source: '[0-9a-f]{32}',
            message: 'An API key of Trello has 32 digits and letters from a to f',
          },
        },
        {
          ...{ key: 'token', label: 'Token', kind: 'text', secret: true },
          hint: 'Beside the API key: follow ‘Token’, and allow reading and writing.',
          pattern: { source: '\\w{32,200}', message: 'A token of Trello is longer' },
        },
      ],
      headers: ({ apiKey, token }) => ({
        authorization: `OAuth oauth_consumer_key="${apiKey}", oauth_token="${token}"`,
      }),
    },
  ],
  baseUrl: 'https://api.trello.com/1',
  rateLimit: { requests: 50, per: 10_000 },
  check: async (http) => {
    const { id, fullName, username } = await http.get('/members/me', me);
    return { id, label: fullName || username };
  },
  targets: [
    {
      ...{ key: 'boardId', label: 'Board' },
      list: (http) => http.get('/members/me/boards', named, { query: { filter: 'open', fields: 'name' } }),
    },
    {
      ...{ key: 'listId', label: 'List' },
      list: (http, { boardId = '' }) =>
        http.get(`/boards/${path(boardId)}/lists`, named, { query: { filter: 'open', fields: 'name' } }),
    },
  ],
  fieldsOf: async (http, { boardId = '' }) => [
    { id: 'name', name: 'Card name', kind: 'text', required: true, template: true },
    { id: 'desc', name: 'Description', kind: 'text', template: true },
    { id: 'due', name: 'Due', kind: 'datetime' },
    {
      ...{ id: 'labels', name: 'Labels', kind: 'choices' },
      choices: (await http.get(labelsPath(boardId), named, ofLabels)).map(({ name }) => name).filter(Boolean),
    },
  ],
  write: {
    repeats: 'ask',
    run: async (http, { boardId = '', listId = '' }, { values }) => {
      const wanted = values.get('labels');
      const known = wanted === undefined ? [] : await http.get(labelsPath(boardId), named, ofLabels);
      const text = (id: string) => textOf(values.get(id) ?? '');
      const json = {
        ...{ idList: listId, name: text('name') },
        ...(values.has('desc') && { desc: text('desc') }),
        ...(values.has('due') && { due: text('due') }),
        ...(wanted !== undefined &&
          isList(wanted) && {
            idLabels: idsOf(known, wanted),
          }),
      };
      const { shortUrl } = await http.post('/cards', made, { json });
      return { said: 'Added a card', ...(shortUrl !== undefined && { url: shortUrl }) };
    },
  },
};
