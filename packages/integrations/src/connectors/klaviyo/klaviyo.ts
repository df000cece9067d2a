import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { keepsContacts } from '../contacts.ts';
import { dialled, textFields } from '../fields.ts';
import { listed, step } from '../lists.ts';
import { accountAt, bearerToken } from '../ways.ts';

const information = z.object({ organization_name: z.string().nullish() });
const account = z.object({ id: z.string(), attributes: z.object({ contact_information: information }) });
const accounts = z.object({ data: z.tuple([account]) });
const list = z
  .object({ id: z.string(), attributes: z.object({ name: z.string().nullable() }) })
  .transform(({ id, attributes }) => ({ id, name: attributes.name || id }));
const lists = z.object({ data: z.array(list), links: z.object({ next: z.string().nullish() }).optional() });
const profile = z.object({ data: z.object({ id: z.string() }) });

const own = textFields({
  ...{ phone_number: 'Phone (+49…)', first_name: 'First name', last_name: 'Last name' },
  ...{ organization: 'Organization', city: 'City', region: 'Region', country: 'Country', zip: 'Postal code' },
});

const where =
  'Settings, API keys: one that reads accounts and lists, and writes lists, profiles and subscriptions.';
const key = { source: 'pk_\\w+', message: 'A private key of Klaviyo begins with pk_' };

/** The calls of https://developers.klaviyo.com/en/reference. Properties of one's own are not listed there. */
export const klaviyo: Connector = {
  ...{ type: 'klaviyo', label: 'Klaviyo', categories: ['email'], use: 'write' },
  auth: [bearerToken('Private API key', where, key, 'Klaviyo-API-Key ')],
  baseUrl: 'https://a.klaviyo.com/api',
  headers: { revision: '2026-07-15' },
  jsonType: 'application/vnd.api+json',
  rateLimit: { requests: 10, per: 1_000 },
  check: accountAt('/accounts', accounts, ({ data: [{ id, attributes }] }) => ({
    ...{ id, label: attributes.contact_information.organization_name || id },
  })),
  ...keepsContacts({
    into: step('listId', 'List', (http) =>
      listed(http, '/lists', lists, 'data', { link: ({ links }) => links?.next }),
    ),
    own: [...own, { id: 'subscribe', name: 'Wants marketing mails', kind: 'boolean' }],
    put: async (http, { texts, values }, listId) => {
      const { email, city, region, country, zip, phone_number: phone, ...rest } = texts;
      const phone_number = phone && dialled(phone);
      const location = { city, region, country, zip };
      const made = { data: { type: 'profile', attributes: { email, phone_number, ...rest, location } } };
      const { data } = await http.post('/profile-import', profile, { json: made, safe: true });
      if (values.get('subscribe') !== true) {
        const path = `/lists/${encodeURIComponent(listId)}/relationships/profiles`;
        return http.sendRaw('POST', path, { json: { data: [{ type: 'profile', id: data.id }] }, safe: true });
      }
      const subscriptions = { email: { marketing: { consent: 'SUBSCRIBED' } } };
      const json = {
        data: {
          type: 'profile-subscription-bulk-create-job',
          attributes: { profiles: { data: [{ type: 'profile', attributes: { email, subscriptions } }] } },
          relationships: { list: { data: { type: 'list', id: listId } } },
        },
      };
      return http.sendRaw('POST', '/profile-subscription-bulk-create-jobs', { json, safe: true });
    },
    said: (values) =>
      `Added or changed a profile${values.get('subscribe') === true ? ', and subscribed it' : ''}`,
  }),
};
