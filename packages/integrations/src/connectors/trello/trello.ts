import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { part, templateField } from '../fields.ts';
import { step } from '../lists.ts';
import { namedField, namedIds } from '../names.ts';
import type { ServiceHttp } from '../service-http.ts';
import { named } from '../shapes.ts';
import { textOf } from '../values.ts';
import { accountAt, byConfig, copied, secret } from '../ways.ts';

const me = z.object({ id: z.string(), fullName: z.string(), username: z.string() });
const made = z.object({ shortUrl: z.string().optional() });

const open = { filter: 'open', fields: 'name' };
const inBoard = (http: ServiceHttp, boardId: string, what: string, query: { [name: string]: string }) =>
  http.get(`/boards/${encodeURIComponent(boardId)}/${what}`, z.array(named), { query });
const labelsOf = (http: ServiceHttp, boardId: string) =>
  inBoard(http, boardId, 'labels', { fields: 'name', limit: '1000' });

/** The calls of https://developer.atlassian.com/cloud/trello/rest; its sign-in is OAuth 1.0, so that a token is copied. */
export const trello: Connector = {
  ...{ type: 'trello', label: 'Trello', categories: ['project_management'], use: 'write' },
  purpose: 'Add cards',
  auth: [
    byConfig(
      'API key and token',
      [
        copied('apiKey', 'API key', 'Of a Power-Up of yours, at trello.com/power-ups/admin.', {
          ...{ source: '[0-9a-f]{32}', message: 'It has 32 digits and letters from a to f' },
        }),
        secret('token', 'Token', 'Beside the API key: follow ‘Token’, and allow reading and writing.', {
          ...{ source: '\\w{32,200}', message: 'A token of Trello is longer' },
        }),
      ],
      ({ apiKey, token }) => ({
        authorization: `OAuth oauth_consumer_key="${apiKey}", oauth_token="${token}"`,
      }),
    ),
  ],
  baseUrl: 'https://api.trello.com/1',
  rateLimit: { requests: 50, per: 10_000 },
  check: accountAt('/members/me', me, ({ id, fullName, username }) => ({ id, label: fullName || username })),
  targets: [
    step('boardId', 'Board', (http) => http.get('/members/me/boards', z.array(named), { query: open })),
    step('listId', 'List', (http, { boardId = '' }) => inBoard(http, boardId, 'lists', open)),
  ],
  fieldsOf: async (http, { boardId = '' }) => [
    templateField('name', 'Card name', { required: true }),
    templateField('desc', 'Description'),
    { id: 'due', name: 'Due', kind: 'datetime' },
    namedField('labels', 'Labels', await labelsOf(http, boardId)),
  ],
  write: {
    repeats: 'ask',
    run: async (http, { boardId = '', listId = '' }, { values }) => {
      const idLabels = await namedIds(values, 'labels', () => labelsOf(http, boardId));
      const json = { idList: listId, ...part(values, { name: textOf, desc: textOf, due: textOf }), idLabels };
      const { shortUrl } = await http.post('/cards', made, { json });
      return { said: 'Added a card', ...(shortUrl && { url: shortUrl }) };
    },
  },
};
