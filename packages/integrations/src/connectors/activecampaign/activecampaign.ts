import { byName } from '@weft/std';
import { z } from 'zod';
import { accountAt } from '../accounts.ts';
import type { Connector, OutgoingValue } from '../connector.ts';
import { keepsContacts } from '../contacts.ts';
import { behind, emailField, fieldOf, type Kinds, textFields, textsOf } from '../fields.ts';
import { hostName } from '../mails.ts';
import { named } from '../shapes.ts';
import { step } from '../target-step.ts';
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
const own = textFields({ firstName: 'First name', lastName: 'Last name', phone: 'Phone' });
const where = 'Settings, Developer: such as your-account.api-us1.com.';
const host = { source: hostName, message: 'Copy the URL from Settings, Developer' };
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
        { ...copied('baseUrl', 'API URL', where, host), leads: true, isHost: true },
        secret('apiKey', 'API key', 'On the same page, below the URL.'),
      ],
      ({ apiKey }) => ({ 'api-token': String(apiKey) }),
    ),
  ],
  baseUrl: ({ baseUrl }) => `https://${baseUrl}/api/3`,
  rateLimit: { requests: 5, per: 1_000 },
  check: accountAt('/users/me', me, ({ user }, { baseUrl }) => ({
    ...{ id: `${baseUrl} ${user.id}`, label: user.email },
  })),
  ...keepsContacts({
    into: step(
      'listId',
      'List',
      (http) =>
        offsetPages(async (offset) => {
          const found = await http.get('/lists', lists, { query: { limit: 100, offset } });
          return { items: found.lists, total: found.meta.total };
        }),
      { optional: true },
    ),
    own,
    theirs: async (http) => {
      const all = await offsetPages(async (offset) => {
        const page = await http.get('/fields', fields, { query: { limit: 100, offset } });
        const choices = byName(page.fieldOptions.map(({ field, value }) => [field, value] as const));
        const items = page.fields.map((one) => ({ ...one, choices: choices.get(one.id) ?? [] }));
        return { items, total: page.meta.total };
      });
      return all.flatMap(({ id, title, type, choices }) =>
        fieldOf(kinds[type], { id: `field:${id}`, name: title, choices }),
      );
    },
    put: async (http, values, listId) => {
      const fieldValues = [...behind(values, 'field:')].map(([field, value]) => ({
        ...{ field, value: stored(value) },
      }));
      const json = { contact: { ...textsOf(values, [emailField, ...own]), fieldValues } };
      const { contact } = await http.post('/contact/sync', synced, { json, safe: true });
      if (listId === '') return 'Added or changed a contact';
      // 1: on the list.
      const contactList = { list: listId, contact: contact.id, status: '1' };
      await http.sendRaw('POST', '/contactLists', { json: { contactList }, safe: true });
      return 'Added or changed a contact, and put it on the list';
    },
  }),
};
