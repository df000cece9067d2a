import { z } from 'zod';
import type { Connector, TargetField } from '../connector.ts';
import { ServiceFault } from '../service-http.ts';
import { allPages, isList, mapped, textOf } from '../values.ts';

const account = z.object({ email: z.string(), companyName: z.string().optional() });
const lists = z.object({
  lists: z.array(z.object({ id: z.number(), name: z.string() })).optional(),
  count: z.number(),
});
const attributes = z.object({
  attributes: z.array(
    z.object({
      ...{ name: z.string(), category: z.string(), type: z.string().optional() },
      enumeration: z.array(z.object({ label: z.string() })).optional(),
    }),
  ),
});

const kinds: { readonly [type: string]: TargetField['kind'] } = {
  ...{ text: 'text', date: 'date', float: 'number', boolean: 'boolean', 'multiple-choice': 'choices' },
};

/** The calls of https://developers.brevo.com/reference: account, lists, attributes, contacts. */
export const brevo: Connector = {
  ...{ type: 'brevo', label: 'Brevo', categories: ['email'], use: 'write' },
  auth: [
    {
      kind: 'config',
      label: 'API key',
      fields: [
        {
          ...{ key: 'apiKey', label: 'API key', kind: 'text', secret: true },
          hint: 'In Brevo under SMTP & API, API keys.',
          pattern: { source: 'xkeysib-[\\w-]+', message: 'An API key of Brevo begins with xkeysib-' },
        },
      ],
      headers: ({ apiKey }) => ({ 'api-key': String(apiKey) }),
    },
  ],
  baseUrl: 'https://api.brevo.com/v3',
  rateLimit: { requests: 10, per: 1_000 },
  check: async (http) => {
    const { email, companyName } = await http.get('/account', account);
    return { id: email, label: companyName || email };
  },
  targets: [
    {
      ...{ key: 'listId', label: 'List' },
      list: (http) =>
        allPages(async (offset = '0') => {
          const found = await http.get('/contacts/lists', lists, { query: { limit: 50, offset } });
          const items = (found.lists ?? []).map(({ id, name }) => ({ id: `${id}`, name }));
          const next = Number(offset) + items.length;
          return { items, next: items.length > 0 && next < found.count ? `${next}` : null };
        }),
    },
  ],
  fieldsOf: async (http) => {
    const { attributes: all } = await http.get('/contacts/attributes', attributes);
    return [
      { id: 'email', name: 'Email', kind: 'text', required: true },
      ...all.flatMap(({ name, category, type = '', enumeration = [] }): TargetField[] => {
        const kind = kinds[type];
        if (category !== 'normal' || kind === undefined) return [];
        const choices = enumeration.map(({ label }) => label);
        return [{ id: `attribute:${name}`, name, kind, ...(choices.length > 0 && { choices }) }];
      }),
    ];
  },
  write: {
    // A contact is known by the address, and is changed where it is there.
    repeats: 'idempotent',
    run: async (http, { listId }, { values }) => {
      const email = textOf(values.get('email') ?? '').trim();
      if (email === '') throw new ServiceFault('permanent', 'The answer has no email address');
      const known = new Map(
        [...values].flatMap(([id, value]) =>
          id.startsWith('attribute:') ? [[id.slice('attribute:'.length), value] as const] : [],
        ),
      );
      const json = {
        ...{ email, updateEnabled: true, listIds: [Number(listId)] },
        attributes: mapped(known, (value) => (isList(value) ? value.map(String) : value)),
      };
      await http.sendRaw('POST', '/contacts', { json, safe: true });
      return { said: 'Added or changed a contact' };
    },
  },
};
