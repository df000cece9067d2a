import { z } from 'zod';
import type { Connector, TargetField } from '../connector.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { allPages, textOf } from '../values.ts';

const accounts = z.object({
  data: z
    .array(
      z.object({
        id: z.string(),
        attributes: z.object({ contact_information: z.object({ organization_name: z.string().nullish() }) }),
      }),
    )
    .min(1),
});
const lists = z.object({
  data: z.array(z.object({ id: z.string(), attributes: z.object({ name: z.string().nullable() }) })),
  links: z.object({ next: z.string().nullish() }).optional(),
});
const profile = z.object({ data: z.object({ id: z.string() }) });

/** Its dated version. */
const revision = '2026-07-15';
const own = ['email', 'phone_number', 'first_name', 'last_name', 'organization'] as const;
const place = ['city', 'region', 'country', 'zip'] as const;
const names: { readonly [F in (typeof own)[number] | (typeof place)[number]]: string } = {
  ...{ email: 'Email', phone_number: 'Phone (+49…)', first_name: 'First name', last_name: 'Last name' },
  ...{ organization: 'Organization', city: 'City', region: 'Region', country: 'Country', zip: 'Postal code' },
};

const send = (http: ServiceHttp, path: string, data: unknown) => {
  const body = { type: 'application/vnd.api+json', bytes: JSON.stringify({ data }) };
  return http.sendRaw('POST', path, { body, safe: true });
};

/** The calls of https://developers.klaviyo.com/en/reference. Properties of one's own are not listed there. */
export const klaviyo: Connector = {
  ...{ type: 'klaviyo', label: 'Klaviyo', categories: ['email'], use: 'write' },
  auth: [
    {
      kind: 'config',
      label: 'Private API key',
      fields: [
        {
          ...{ key: 'apiKey', label: 'Private API key', kind: 'text', secret: true },
          hint: 'Settings, API keys: one that reads accounts and lists, and writes lists, profiles and subscriptions.',
          pattern: { source: 'pk_\\w+', message: 'A private key of Klaviyo begins with pk_' },
        },
      ],
      headers: ({ apiKey }) => ({ authorization: `Klaviyo-API-Key ${apiKey}`, revision }),
    },
  ],
  baseUrl: 'https://a.klaviyo.com/api',
  rateLimit: { requests: 10, per: 1_000 },
  check: async (http) => {
    const [one] = (await http.get('/accounts', accounts)).data;
    const id = one?.id ?? '';
    return { id, label: one?.attributes.contact_information.organization_name || id };
  },
  targets: [
    {
      ...{ key: 'listId', label: 'List' },
      list: (http) =>
        allPages(async (next = '/lists') => {
          const { data, links } = await http.get(next, lists);
          return {
            items: data.map(({ id, attributes }) => ({ id, name: attributes.name || id })),
            // Its address is whole, and is followed only where it leads back there.
            next: links?.next?.startsWith('https://a.klaviyo.com/api/') ? links.next : null,
          };
        }),
    },
  ],
  fieldsOf: async () => [
    ...[...own, ...place].map(
      (id): TargetField => ({ id, name: names[id], kind: 'text', ...(id === 'email' && { required: true }) }),
    ),
    { id: 'subscribe', name: 'Wants marketing mails', kind: 'boolean' },
  ],
  write: {
    // A profile is known by the address, and a list holds it once.
    repeats: 'idempotent',
    run: async (http, { listId = '' }, { values }) => {
      const email = textOf(values.get('email') ?? '').trim();
      if (email === '') throw new ServiceFault('permanent', 'The answer has no email address');
      const part = (ids: readonly string[]) =>
        Object.fromEntries(
          ids.flatMap((id) => (values.has(id) ? [[id, textOf(values.get(id) ?? '').trim()]] : [])),
        );
      const attributes = {
        ...part(own),
        email,
        ...(place.some((id) => values.has(id)) && { location: part(place) }),
      };
      const made = profile.safeParse(await send(http, '/profile-import', { type: 'profile', attributes }));
      if (!made.success) throw new ServiceFault('unknown', 'Klaviyo answered in a way that was not expected');
      if (values.get('subscribe') !== true) {
        const path = `/lists/${encodeURIComponent(listId)}/relationships/profiles`;
        await send(http, path, [{ type: 'profile', id: made.data.data.id }]);
        return { said: 'Added or changed a profile' };
      }
      const subscriptions = { email: { marketing: { consent: 'SUBSCRIBED' } } };
      await send(http, '/profile-subscription-bulk-create-jobs', {
        type: 'profile-subscription-bulk-create-job',
        attributes: { profiles: { data: [{ type: 'profile', attributes: { email, subscriptions } }] } },
        relationships: { list: { data: { type: 'list', id: listId } } },
      });
      return { said: 'Added or changed a profile, and subscribed it' };
    },
  },
};
