import { z } from 'zod';
import { accountAt } from '../accounts.ts';
import type { Connector } from '../connector.ts';
import { keepsContacts } from '../contacts.ts';
import { behind, fieldOf, type Kinds, textAt } from '../fields.ts';
import { named } from '../shapes.ts';
import { step } from '../target-step.ts';
import { isList, mapped, offsetPages } from '../values.ts';
import { oneKey } from '../ways.ts';

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
  auth: [oneKey('API key', 'In Brevo under SMTP & API, API keys.', key, (apiKey) => ({ 'api-key': apiKey }))],
  baseUrl: 'https://api.brevo.com/v3',
  rateLimit: { requests: 10, per: 1_000 },
  check: accountAt('/account', account, ({ email, companyName }) => ({
    id: email,
    label: companyName || email,
  })),
  ...keepsContacts({
    into: step('listId', 'List', (http) =>
      offsetPages(async (offset) => {
        const found = await http.get('/contacts/lists', lists, { query: { limit: 50, offset } });
        return { items: found.lists, total: found.count };
      }),
    ),
    theirs: async (http) =>
      (await http.get('/contacts/attributes', attributes)).attributes
        .filter(({ category }) => category === 'normal')
        .flatMap(({ name, type, enumeration }) =>
          fieldOf(kinds[type], {
            id: `attribute:${name}`,
            name,
            choices: enumeration.map((one) => one.label),
          }),
        ),
    put: async (http, values, listId) => {
      const attributes = mapped(behind(values, 'attribute:'), (value) =>
        isList(value) ? value.map(String) : value,
      );
      const contact = { email: textAt(values, 'email'), listIds: [Number(listId)], attributes };
      await http.sendRaw('POST', '/contacts', { json: { ...contact, updateEnabled: true }, safe: true });
      return 'Added or changed a contact';
    },
  }),
};
