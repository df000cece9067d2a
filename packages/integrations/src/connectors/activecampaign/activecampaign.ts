import { z } from 'zod';
import type { Connector, OutgoingValue, TargetField } from '../connector.ts';
import { hostName } from '../mails.ts';
import { ServiceFault } from '../service-http.ts';
import { allPages, isList, textOf } from '../values.ts';

const me = z.object({ user: z.object({ id: z.string(), email: z.string() }) });
const meta = z.object({ total: z.coerce.number() });
const lists = z.object({ lists: z.array(z.object({ id: z.string(), name: z.string() })), meta });
const fields = z.object({
  fieldOptions: z.array(z.object({ field: z.string(), value: z.string() })).default([]),
  fields: z.array(z.object({ id: z.string(), title: z.string(), type: z.string() })),
  meta,
});
const synced = z.object({ contact: z.object({ id: z.string() }) });

const kinds: { readonly [type: string]: TargetField['kind'] } = {
  ...{ text: 'text', textarea: 'text', hidden: 'text', date: 'date', datetime: 'datetime' },
  ...{ dropdown: 'choice', radio: 'choice', listbox: 'choices', checkbox: 'choices' },
};
const own: readonly TargetField[] = [
  { id: 'email', name: 'Email', kind: 'text', required: true },
  { id: 'firstName', name: 'First name', kind: 'text' },
  { id: 'lastName', name: 'Last name', kind: 'text' },
  { id: 'phone', name: 'Phone', kind: 'text' },
];
/** Several choices of one field stand between double bars. */
const stored = (value: OutgoingValue): string =>
  isList(value) ? `||${value.map(String).join('||')}||` : textOf(value);

/** The calls of https://developers.activecampaign.com/reference: lists, fields, contact/sync, contactLists. */
export const activecampaign: Connector = {
  ...{ type: 'activecampaign', label: 'ActiveCampaign', categories: ['email', 'crm'], use: 'write' },
  auth: [
    {
      kind: 'config',
      label: 'API key',
      fields: [
        {
          ...{ key: 'baseUrl', label: 'API URL', kind: 'text', leads: true, isHost: true },
          hint: 'Settings, Developer: such as your-account.api-us1.com.',
          pattern: { source: hostName, message: 'Copy the URL from Settings, Developer' },
        },
        {
          key: 'apiKey',
          label: 'API key',
          kind: 'text',
          secret: true,
          hint: 'On the same page, below the URL.',
        },
      ],
      headers: ({ apiKey }) => ({ 'api-token': String(apiKey) }),
    },
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
        allPages(async (offset = '0') => {
          const found = await http.get('/lists', lists, { query: { limit: 100, offset } });
          const next = Number(offset) + found.lists.length;
          return {
            items: found.lists.map(({ id, name }) => ({ id, name })),
            next: found.lists.length > 0 && next < found.meta.total ? `${next}` : null,
          };
        }),
    },
  ],
  fieldsOf: async (http) => {
    const all = await allPages(async (offset = '0') => {
      const found = await http.get('/fields', fields, { query: { limit: 100, offset } });
      const next = Number(offset) + found.fields.length;
      const items = found.fields.flatMap(({ id, title, type }): TargetField[] => {
        const kind = kinds[type];
        const choices = found.fieldOptions.flatMap(({ field, value }) => (field === id ? [value] : []));
        return kind === undefined
          ? []
          : [{ id: `field:${id}`, name: title, kind, ...(choices.length > 0 && { choices }) }];
      });
      return { items, next: found.fields.length > 0 && next < found.meta.total ? `${next}` : null };
    });
    return [...own, ...all];
  },
  write: {
    // A contact is known by the address, and a list holds it once.
    repeats: 'idempotent',
    run: async (http, { listId = '' }, { values }) => {
      if (textOf(values.get('email') ?? '').trim() === '')
        throw new ServiceFault('permanent', 'The answer has no email address');
      const contact = Object.fromEntries(
        own.flatMap(({ id }) => (values.has(id) ? [[id, textOf(values.get(id) ?? '').trim()]] : [])),
      );
      const fieldValues = [...values].flatMap(([id, value]) =>
        id.startsWith('field:') ? [{ field: id.slice('field:'.length), value: stored(value) }] : [],
      );
      const json = { contact: { ...contact, fieldValues } };
      const { contact: made } = await http.post('/contact/sync', synced, { json, safe: true });
      if (listId === '') return { said: 'Added or changed a contact' };
      // 1: on the list.
      await http.sendRaw('POST', '/contactLists', {
        json: { contactList: { list: listId, contact: made.id, status: '1' } },
        safe: true,
      });
      return { said: 'Added or changed a contact, and put it on the list' };
    },
  },
};
