import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { keepsContacts } from '../contacts.ts';
import { fieldOf, type Kinds, textFields } from '../fields.ts';
import { listed, optionalStep } from '../lists.ts';
import { named } from '../shapes.ts';
import { mapped, textOf } from '../values.ts';
import { bearerToken } from '../ways.ts';

const scopes = z.object({ scopes: z.array(z.string()) });
const lists = z.object({
  result: z.array(named),
  _metadata: z.object({ next: z.string().optional() }).default({}),
});
const definitions = z.object({ custom_fields: z.array(named.extend({ field_type: z.string() })) });
const taken = z.object({ job_id: z.string() });

/** How dates are to be written is not described, so that fields of dates are left out. */
const kinds: Kinds = { Text: 'text', Number: 'number' };

/** The calls of https://www.twilio.com/docs/sendgrid/api-reference: contacts, lists, custom fields. */
export const sendgrid: Connector = {
  ...{ type: 'sendgrid', label: 'SendGrid', categories: ['email'], use: 'write' },
  auth: [
    bearerToken('API key', 'Settings, API keys: one with access to Marketing.', {
      source: 'SG\\.[\\w-]{10,}\\.[\\w-]{10,}',
      message: 'An API key of SendGrid begins with SG.',
    }),
  ],
  baseUrl: 'https://api.sendgrid.com/v3',
  rateLimit: { requests: 3, per: 1_000 },
  check: async (http) => {
    await http.get('/scopes', scopes);
    // The part of a key between its dots names it, and opens nothing.
    const id = String(http.config.apiKey).split('.')[1] ?? '';
    return { id, label: `API key ${id}` };
  },
  ...keepsContacts({
    into: optionalStep('listId', 'List', (http) =>
      listed(
        http,
        '/marketing/lists',
        lists,
        'result',
        { link: ({ _metadata }) => _metadata.next },
        { page_size: 1_000 },
      ),
    ),
    own: textFields({
      ...{ first_name: 'First name', last_name: 'Last name' },
      ...{ city: 'City', country: 'Country', postal_code: 'Postal code' },
    }),
    theirs: async (http) =>
      (await http.get('/marketing/field_definitions', definitions)).custom_fields.flatMap(
        ({ field_type, ...one }) => fieldOf(kinds[field_type], one),
      ),
    put: async (http, { texts, theirs }, listId) => {
      const custom_fields = mapped(theirs, (value) => (typeof value === 'number' ? value : textOf(value)));
      const json = { contacts: [{ ...texts, custom_fields }], ...(listId && { list_ids: [listId] }) };
      await http.send('PUT', '/marketing/contacts', taken, { json, safe: true });
    },
  }),
};
