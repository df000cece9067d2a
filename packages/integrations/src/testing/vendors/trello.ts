import { z } from 'zod';
import { odd, type StandIn } from '../stand-in.ts';

const api = 'https://api.trello.com/1';
const [boardId, listId] = [odd('board'), odd('list')];
const config = { apiKey: '0123456789abcdef'.repeat(2), token: 'ATTA0123456789abcdef0123456789abcdef' };
const open = z.strictObject({ filter: z.enum(['open', 'all', 'closed']), fields: z.literal('name') });

/** By the calls of developer.atlassian.com/cloud/trello: members, boards, lists, labels, cards. */
export const trello = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: `${api}/members/me` },
      answer: () => ({ json: { id: '5b', fullName: 'Ada', username: 'ada' } }),
    },
    {
      ...{ method: 'GET', url: `${api}/members/me/boards`, query: open },
      answer: () => ({ json: [{ id: boardId, name: 'Events' }] }),
    },
    {
      ...{ method: 'GET', url: `${api}/boards/:board/lists`, query: open },
      answer: ({ path }) => ({ json: path.board === boardId ? [{ id: listId, name: 'Guests' }] : [] }),
    },
    {
      ...{ method: 'GET', url: `${api}/boards/:board/labels` },
      query: z.strictObject({ fields: z.literal('name'), limit: z.coerce.number().min(0).max(1_000) }),
      answer: () => ({
        json: [
          { id: 'l1', name: 'Wish' },
          { id: 'l2', name: '' },
        ],
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/cards`, adds: true },
      body: z.strictObject({
        ...{
          idList: z.literal(listId),
          name: z.string().max(16_384),
          desc: z.string().max(16_384).optional(),
        },
        ...{ due: z.iso.datetime().optional(), idLabels: z.array(z.string()).optional() },
      }),
      answer: () => ({ json: { id: 'c1', shortUrl: 'https://trello.com/c/c1' } }),
    },
  ],
  ways: [
    {
      config,
      credential: () => ({
        authorization: `OAuth oauth_consumer_key="${config.apiKey}", oauth_token="${config.token}"`,
      }),
      account: { id: '5b', label: 'Ada' },
    },
  ],
  target: { boardId, listId },
  fields: [
    { id: 'name', name: 'Card name', kind: 'text', required: true, template: true },
    { id: 'desc', name: 'Description', kind: 'text', template: true },
    { id: 'due', name: 'Due', kind: 'datetime' },
    { id: 'labels', name: 'Labels', kind: 'choices', choices: ['Wish'] },
  ],
  values: { name: 'Ada', due: '2026-03-29T01:30:00Z', labels: ['Wish'] },
  sent: [{ idList: listId, name: 'Ada', due: '2026-03-29T01:30:00Z', idLabels: ['l1'] }],
});
