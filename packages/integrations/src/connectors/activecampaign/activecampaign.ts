import { z } from 'zod';
import type { Connector, OutgoingValue } from '../connector.ts';
import { behind, emailField, fieldOf, type Kinds, textField, textsOf } from '../fields.ts';
import { hostName } from '../mails.ts';
import { named } from '../shapes.ts';
import { isList, offsetPages, textOf } from '../values.ts';
import { byConfig, copied, secret } from '../ways.ts';

const me = z.object({ user: z.object({ id: z.string(), email: z.string() }) });
const meta = z.object({ total: z.coerce.number() });
const lists = z.object({ lists: z.array(named), meta });
const fields = z.object({
  fieldOptions: z.array(z.object({ field: z.string(), value: z.string() })).default([]),
  fields: z.array(z.object({ id: z.string(), title: z.string(), type: z.string() })),
  meta,
});
const synced = z.object({ contact: z.object({ id: z.string() }) });

const kinds: Kinds = {
  ...{ text: 'text', textarea: 'text', hidden: 'text', date: 'date', datetime: 'datetime' },
  ...{ dropdown: 'choice', radio: 'choice', listbox: 'choices', checkbox: 'choices' },
};
const names = [textField('firstName', 'First name'), textField('lastName', 'Last name')];
const own = [emailField, ...names, textField('phone', 'Phone')];
/** Several choices of one field stand between double bars. */
const stored = (value: OutgoingValue): string =>
  isList(value) ? `||${value.map(String).join('||')}||` : textOf(value);

/** The calls of https://developers.activecampaign.com/reference: lists, fields, contact/sync, contactLists. */
export const activecampaign: Connector = {
  ...{ type: 'activecampaign', label: 'ActiveCampaign', categories: ['email', 'crm'], use: 'write' },
  auth: [
    byConfig(
      'API key',
      [
        {
          ...copied('baseUrl', 'API URL', 'Settings, Developer: such as your-account.api-us1.com.'),
          ...{ leads: true, isHost: true },
          pattern: { source: hostName, message: 'Copy the URL from Settings, Developer' },
        },
        secret('apiKey', 'API key', 'On the same page, below the URL.'),
      ],
      ({ apiKey }) => ({ 'api-token': String(apiKey) }),
    ),
  ],
  baseUrl: ({ baseUrl }) => `https://${baseUrl}/api/3`,
  rateLimit: { requests: 5, per: 1_000 },
  check: async (http) => {
    const { user } = await http.get('/users/me', me);
    return { id: `${http.config.baseUrl} ${user.id}`, label: user.email };
  },
  targets: [
    {
      ...{ key: 'listId', label: 'List', optional: true },
      list: (http) =>
        offsetPages(async (offset) => {
          const found = await http.get('/lists', lists, { query: { limit: 100, offset } });
          return { items: found.lists, total: found.meta.total };
        }),
    },
  ],
  fieldsOf: async (http) => {
    const all = await offsetPages(async (offset) => {
      const page = await http.get('/fields', fields, { query: { limit: 100, offset } });
      const choicesOf = (id: string) =>
        page.fieldOptions.flatMap(({ field, value }) => (field === id ? [value] : []));
      return {
        items: page.fields.map((one) => ({ ...one, choices: choicesOf(one.id) })),
        total: page.meta.total,
      };
    });
    const theirs = all.flatMap(({ id, title, type, choices }) =>
      fieldOf(kinds[type], { id: `field:${id}`, name: title, choices }),
    );
    return [...own, ...theirs];
  },
  write: {
    // A contact is known by the address, and a list holds it once.
    repeats: 'idempotent',
    run: async (http, { listId = '' }, { values }) => {
      const fieldValues = [...behind(values, 'field:')].map(([field, value]) => ({
        ...{ field, value: stored(value) },
      }));
      const json = { contact: { ...textsOf(values, own), fieldValues } };
      const { contact } = await http.post('/contact/sync', synced, { json, safe: true });
      if (listId === '') return { said: 'Added or changed a contact' };
      // 1: on the list.
      const contactList = { list: listId, contact: contact.id, status: '1' };
      await http.sendRaw('POST', '/contactLists', { json: { contactList }, safe: true });
      return { said: 'Added or changed a contact, and put it on the list' };
    },
  },
};
