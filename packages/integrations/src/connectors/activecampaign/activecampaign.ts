import { z } from 'zod';
import type { Connector, OutgoingValue } from '../connector.ts';
import { keepsContacts } from '../contacts.ts';
import { fieldOf, type Kinds, textFields } from '../fields.ts';
import { listed, optionalStep, pagesOf } from '../lists.ts';
import { hostName } from '../mails.ts';
import { named } from '../shapes.ts';
import { isList, textOf } from '../values.ts';
import { accountAt, copied, oneKey } from '../ways.ts';

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
const where = 'Settings, Developer: such as your-account.api-us1.com.';
const host = { source: hostName, message: 'Copy the URL from Settings, Developer' };
const paging = { limit: 100, total: (page: { readonly meta: z.infer<typeof meta> }) => page.meta.total };
/** Several choices of one field stand between double bars. */
const stored = (value: OutgoingValue): string =>
  isList(value) ? `||${value.map(String).join('||')}||` : textOf(value);

/** The calls of https://developers.activecampaign.com/reference: lists, fields, contact/sync, contactLists. */
export const activecampaign: Connector = {
  ...{ type: 'activecampaign', label: 'ActiveCampaign', categories: ['email', 'crm'], use: 'write' },
  fields: [copied('baseUrl', 'API URL', where, host, { leads: true, isHost: true })],
  auth: [oneKey('API key', 'On the same page, below the URL.', (apiKey) => ({ 'api-token': apiKey }))],
  baseUrl: ({ baseUrl }) => `https://${baseUrl}/api/3`,
  rateLimit: { requests: 5, per: 1_000 },
  check: accountAt('/users/me', me, ({ user }, { baseUrl }) => ({
    ...{ id: `${baseUrl} ${user.id}`, label: user.email },
  })),
  ...keepsContacts({
    into: optionalStep('listId', 'List', (http) => listed(http, '/lists', lists, 'lists', paging)),
    own: textFields({ firstName: 'First name', lastName: 'Last name', phone: 'Phone' }),
    prefix: 'field:',
    theirs: async (http) => {
      // The options of all fields of a page stand beside them.
      const pages = await pagesOf(http, '/fields', fields, 'fields', paging);
      return pages.flatMap(({ fields, fieldOptions }) => {
        const options = Map.groupBy(fieldOptions, ({ field }) => field);
        return fields.flatMap(({ id, title, type }) => {
          const choices = options.get(id)?.map(({ value }) => value);
          return fieldOf(kinds[type], { id, name: title, choices });
        });
      });
    },
    put: async (http, { texts, theirs }, listId) => {
      const fieldValues = [...theirs].map(([field, value]) => ({ field, value: stored(value) }));
      const json = { contact: { ...texts, fieldValues } };
      const { contact } = await http.post('/contact/sync', synced, { json, safe: true });
      // 1: on the list.
      const contactList = { list: listId, contact: contact.id, status: '1' };
      if (listId !== '') await http.sendRaw('POST', '/contactLists', { json: { contactList }, safe: true });
    },
  }),
};
