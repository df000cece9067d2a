import { z } from 'zod';
import type { Connector, TargetField } from '../connector.ts';
import { ServiceFault } from '../service-http.ts';
import { allPages, mapped, textOf } from '../values.ts';
import { bearerToken } from '../ways.ts';

const scopes = z.object({ scopes: z.array(z.string()) });
const lists = z.object({
  result: z.array(z.object({ id: z.string(), name: z.string() })),
  _metadata: z.object({ next: z.string().optional() }).optional(),
});
const definitions = z.object({
  custom_fields: z.array(z.object({ id: z.string(), name: z.string(), field_type: z.string() })),
});
const taken = z.object({ job_id: z.string() });
const api = 'https://api.sendgrid.com/v3';

/** How dates are to be written is not described, so that fields of dates are left out. */
const kinds: { readonly [type: string]: TargetField['kind'] } = { Text: 'text', Number: 'number' };
const own: readonly TargetField[] = [
  { id: 'email', name: 'Email', kind: 'text', required: true },
  { id: 'first_name', name: 'First name', kind: 'text' },
  { id: 'last_name', name: 'Last name', kind: 'text' },
  { id: 'city', name: 'City', kind: 'text' },
  { id: 'country', name: 'Country', kind: 'text' },
  { id: 'postal_code', name: 'Postal code', kind: 'text' },
];
const isOwn = (id: string): boolean => own.some((field) => field.id === id);

/** The calls of https://www.twilio.com/docs/sendgrid/api-reference: contacts, lists, custom fields. */
export const sendgrid: Connector = {
  ...{ type: 'sendgrid', label: 'SendGrid', categories: ['email'], use: 'write' },
  auth: [
    bearerToken('API key', 'Settings, API keys: one with access to Marketing.', {
      source: 'SG\\.[\\w-]{10,}\\.[\\w-]{10,}',
      message: 'An API key of SendGrid begins with SG.',
    }),
  ],
  baseUrl: api,
  rateLimit: { requests: 3, per: 1_000 },
  check: async (http) => {
    await http.get('/scopes', scopes);
    // The part of a key between its dots names it, and opens nothing.
    const id = String(http.config.apiKey).split('.')[1] ?? '';
    return { id, label: `API key ${id}` };
  },
  targets: [
    {
      ...{ key: 'listId', label: 'List', optional: true },
      list: (http) =>
        allPages(async (page_token) => {
          const found = await http.get('/marketing/lists', lists, {
            query: { page_size: 1_000, page_token },
          });
          const { next } = found._metadata ?? {};
          const token = next === undefined ? null : new URL(next, api).searchParams.get('page_token');
          return { items: found.result.map(({ id, name }) => ({ id, name })), next: token };
        }),
    },
  ],
  fieldsOf: async (http) => {
    const { custom_fields } = await http.get('/marketing/field_definitions', definitions);
    return [
      ...own,
      ...custom_fields.flatMap(({ id, name, field_type }): TargetField[] => {
        const kind = kinds[field_type];
        return kind === undefined ? [] : [{ id, name, kind }];
      }),
    ];
  },
  write: {
    // A contact is known by the address.
    repeats: 'idempotent',
    run: async (http, { listId }, { values }) => {
      if (textOf(values.get('email') ?? '').trim() === '')
        throw new ServiceFault('permanent', 'The answer has no email address');
      const texts = mapped(values, (value, id) => (isOwn(id) ? textOf(value).trim() : undefined));
      const custom_fields = mapped(values, (value, id) =>
        isOwn(id) ? undefined : typeof value === 'number' ? value : textOf(value),
      );
      const json = { contacts: [{ ...texts, custom_fields }], ...(listId && { list_ids: [listId] }) };
      await http.send('PUT', '/marketing/contacts', taken, { json, safe: true });
      return { said: 'Added or changed a contact' };
    },
  },
};
