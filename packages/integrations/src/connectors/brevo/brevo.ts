import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { keepsContacts } from '../contacts.ts';
import { fieldOf, type Kinds } from '../fields.ts';
import { listed, step } from '../lists.ts';
import { named } from '../shapes.ts';
import { isList, mapped } from '../values.ts';
import { accountAt, oneKey } from '../ways.ts';

const account = z.object({ email: z.string(), companyName: z.string().optional() });
const lists = z.object({ lists: z.array(named).default([]), count: z.number() });
const attributes = z.object({
  attributes: z.array(
    z.object({
      ...{ name: z.string(), category: z.string(), type: z.string().default('') },
      enumeration: z.array(z.object({ label: z.string() })).default([]),
    }),
  ),
});

const kinds: Kinds = {
  ...{ text: 'text', date: 'date', float: 'number', boolean: 'boolean', 'multiple-choice': 'choices' },
};
const key = { source: 'xkeysib-[\\w-]+', message: 'An API key of Brevo begins with xkeysib-' };

/** The calls of https://developers.brevo.com/reference: account, lists, attributes, contacts. */
export const brevo: Connector = {
  ...{ type: 'brevo', label: 'Brevo', categories: ['email'], use: 'write' },
  auth: [oneKey('API key', 'In Brevo under SMTP & API, API keys.', (apiKey) => ({ 'api-key': apiKey }), key)],
  baseUrl: 'https://api.brevo.com/v3',
  rateLimit: { requests: 10, per: 1_000 },
  check: accountAt('/account', account, ({ email, companyName }) => ({
    id: email,
    label: companyName || email,
  })),
  ...keepsContacts({
    into: step('listId', 'List', (http) =>
      listed(http, '/contacts/lists', lists, 'lists', { limit: 50, total: ({ count }) => count }),
    ),
    prefix: 'attribute:',
    theirs: async (http) =>
      (await http.get('/contacts/attributes', attributes)).attributes
        .filter(({ category }) => category === 'normal')
        .flatMap(({ name, type, enumeration }) =>
          fieldOf(kinds[type], { id: name, name, choices: enumeration.map(({ label }) => label) }),
        ),
    put: async (http, { texts, theirs }, listId) => {
      const attributes = mapped(theirs, (value) => (isList(value) ? value.map(String) : value));
      const json = { ...texts, listIds: [Number(listId)], attributes, updateEnabled: true };
      await http.sendRaw('POST', '/contacts', { json, safe: true });
    },
  }),
};
