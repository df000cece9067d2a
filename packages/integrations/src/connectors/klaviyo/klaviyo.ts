import { z } from 'zod';
import { accountAt } from '../accounts.ts';
import type { Connector, TargetField } from '../connector.ts';
import { keepsContacts } from '../contacts.ts';
import { textAt, textFields, textsOf } from '../fields.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { step } from '../target-step.ts';
import { allPages } from '../values.ts';
import { oneKey } from '../ways.ts';

const account = z.object({
  id: z.string(),
  attributes: z.object({ contact_information: z.object({ organization_name: z.string().nullish() }) }),
});
const accounts = z.object({ data: z.tuple([account]) });
const lists = z.object({
  data: z.array(z.object({ id: z.string(), attributes: z.object({ name: z.string().nullable() }) })),
  links: z.object({ next: z.string().nullish() }).optional(),
});
const profile = z.object({ data: z.object({ id: z.string() }) });

/** Its dated version. */
const revision = '2026-07-15';
const own = textFields({
  ...{ phone_number: 'Phone (+49…)', first_name: 'First name', last_name: 'Last name' },
  organization: 'Organization',
});
const place = textFields({ city: 'City', region: 'Region', country: 'Country', zip: 'Postal code' });
const subscribe: TargetField = { id: 'subscribe', name: 'Wants marketing mails', kind: 'boolean' };

const send = (http: ServiceHttp, path: string, data: unknown) => {
  const body = { type: 'application/vnd.api+json', bytes: JSON.stringify({ data }) };
  return http.sendRaw('POST', path, { body, safe: true });
};

/** The calls of https://developers.klaviyo.com/en/reference. Properties of one's own are not listed there. */
export const klaviyo: Connector = {
  ...{ type: 'klaviyo', label: 'Klaviyo', categories: ['email'], use: 'write' },
  auth: [
    oneKey(
      'Private API key',
      'Settings, API keys: one that reads accounts and lists, and writes lists, profiles and subscriptions.',
      { source: 'pk_\\w+', message: 'A private key of Klaviyo begins with pk_' },
      (apiKey) => ({ authorization: `Klaviyo-API-Key ${apiKey}`, revision }),
    ),
  ],
  baseUrl: 'https://a.klaviyo.com/api',
  rateLimit: { requests: 10, per: 1_000 },
  check: accountAt('/accounts', accounts, ({ data: [{ id, attributes }] }) => ({
    ...{ id, label: attributes.contact_information.organization_name || id },
  })),
  ...keepsContacts({
    into: step('listId', 'List', async (http) => {
      const all = await allPages(async (path = '/lists') => {
        const { data, links } = await http.get(path, lists);
        // Its address is whole, and is followed only where it leads back there.
        return {
          items: data,
          next: links?.next?.startsWith('https://a.klaviyo.com/api/') ? links.next : null,
        };
      });
      return all.map(({ id, attributes }) => ({ id, name: attributes.name || id }));
    }),
    own: [...own, ...place, subscribe],
    put: async (http, values, listId) => {
      const email = textAt(values, 'email');
      const location = textsOf(values, place);
      const attributes = {
        email,
        ...textsOf(values, own),
        ...(Object.keys(location).length > 0 && { location }),
      };
      const made = profile.safeParse(await send(http, '/profile-import', { type: 'profile', attributes }));
      if (!made.success) throw new ServiceFault('unknown', 'Klaviyo answered in a way that was not expected');
      if (values.get('subscribe') !== true) {
        const path = `/lists/${encodeURIComponent(listId)}/relationships/profiles`;
        await send(http, path, [{ type: 'profile', id: made.data.data.id }]);
        return 'Added or changed a profile';
      }
      const subscriptions = { email: { marketing: { consent: 'SUBSCRIBED' } } };
      await send(http, '/profile-subscription-bulk-create-jobs', {
        type: 'profile-subscription-bulk-create-job',
        attributes: { profiles: { data: [{ type: 'profile', attributes: { email, subscriptions } }] } },
        relationships: { list: { data: { type: 'list', id: listId } } },
      });
      return 'Added or changed a profile, and subscribed it';
    },
  }),
};
