import { z } from 'zod';
import type { StandIn } from '../stand-in.ts';

const api = 'https://api.brevo.com/v3';
const apiKey = 'xkeysib-0123456789abcdef-xyz';
const attribute = (name: string, type: string, more: object = {}) => ({
  name,
  type,
  category: 'normal',
  ...more,
});

/** By swagger_definition_v3.yml of getbrevo/brevo-php (MIT): account, contacts/lists, contacts/attributes, contacts. */
export const brevo = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: `${api}/account` },
      answer: () => ({
        json: { email: 'ada@example.org', firstName: 'Ada', companyName: 'Ada’s shop', plan: [] },
      }),
    },
    {
      ...{ method: 'GET', url: `${api}/contacts/lists` },
      query: z.strictObject({ limit: z.coerce.number().min(0).max(50), offset: z.coerce.number() }),
      answer: ({ query }) => ({
        json: {
          count: 2,
          lists: [
            query.offset === '0'
              ? { id: 3, name: 'Others', folderId: 1 }
              : { id: 4, name: 'Guests', folderId: 1 },
          ],
        },
      }),
    },
    {
      ...{ method: 'GET', url: `${api}/contacts/attributes` },
      answer: () => ({
        json: {
          attributes: [
            attribute('FIRSTNAME', 'text'),
            attribute('AGE', 'float'),
            attribute('BORN', 'date'),
            attribute('CAME', 'boolean'),
            attribute('WISHES', 'multiple-choice', { enumeration: [{ value: 1, label: 'Rain' }] }),
            { name: 'SCORE', category: 'calculated', calculatedValue: 'COUNT[X]' },
          ],
        },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/contacts` },
      body: z.strictObject({
        ...{ email: z.email(), updateEnabled: z.boolean(), listIds: z.array(z.int()) },
        attributes: z.record(
          z.string().regex(/^[A-Z_]+$/),
          z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
        ),
      }),
      answer: () => ({ status: 204, text: '' }),
    },
  ],
  ways: [
    {
      config: { apiKey },
      credential: () => ({ 'api-key': apiKey }),
      account: { id: 'ada@example.org', label: 'Ada’s shop' },
    },
  ],
  target: { listId: '4' },
  fields: [
    { id: 'email', name: 'Email', kind: 'text', address: true, required: true },
    { id: 'attribute:FIRSTNAME', name: 'FIRSTNAME', kind: 'text' },
    { id: 'attribute:AGE', name: 'AGE', kind: 'number' },
    { id: 'attribute:BORN', name: 'BORN', kind: 'date' },
    { id: 'attribute:CAME', name: 'CAME', kind: 'boolean' },
    { id: 'attribute:WISHES', name: 'WISHES', kind: 'choices', choices: ['Rain'] },
  ],
  values: {
    ...{ email: 'ada@example.org', 'attribute:FIRSTNAME': 'Ada', 'attribute:AGE': 41.5 },
    ...{ 'attribute:BORN': '1985-03-29', 'attribute:CAME': true, 'attribute:WISHES': ['Rain'] },
  },
  sent: [
    {
      ...{ email: 'ada@example.org', updateEnabled: true, listIds: [4] },
      attributes: { FIRSTNAME: 'Ada', AGE: 41.5, BORN: '1985-03-29', CAME: true, WISHES: ['Rain'] },
    },
  ],
  sentOf: (calls) => calls.flatMap(({ route, body }) => (route.method === 'POST' ? [body] : [])),
});
