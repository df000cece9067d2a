import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Connector, OutgoingValue, TargetField, TargetKind } from '../connector.ts';
import { type ServiceConfig, ServiceFault, type ServiceHttp } from '../service-http.ts';
import { allPages, isList, textOf } from '../values.ts';

const metadata = z.object({
  dc: z.string().regex(/^[a-z]{2,4}\d{1,3}$/),
  accountname: z.string(),
  user_id: z.number(),
});
const root = z.object({ account_id: z.string(), account_name: z.string() });
const lists = z.object({
  lists: z.array(z.object({ id: z.string(), name: z.string() })),
  total_items: z.number(),
});
const mergeFields = z.object({
  merge_fields: z.array(
    z.object({
      ...{ tag: z.string(), name: z.string(), type: z.string(), required: z.boolean().optional() },
      options: z.object({ choices: z.array(z.string()).optional() }).optional(),
    }),
  ),
});
const member = z.object({ id: z.string() });

/** An address is several texts and is left out. */
const kinds: { readonly [type: string]: TargetKind } = {
  ...{ text: 'text', phone: 'text', url: 'text', imageurl: 'text', zip: 'text', number: 'number' },
  ...{ date: 'date', birthday: 'date', radio: 'choice', dropdown: 'choice' },
};
const own: readonly TargetField[] = [
  { id: 'email', name: 'Email address', kind: 'text', required: true },
  {
    id: 'status',
    name: 'Status of somebody new',
    kind: 'choice',
    choices: ['subscribed', 'pending', 'unsubscribed'],
  },
  { id: 'tags', name: 'Tags', kind: 'choices' },
];

const metadataOf = (http: ServiceHttp) =>
  http.get('https://login.mailchimp.com/oauth2/metadata', metadata, { scheme: 'OAuth' });

/** The data centre stands in the key, or was learnt when somebody signed in. */
const dcOf = ({ apiKey = '', dc = '' }: ServiceConfig): string =>
  String(dc || String(apiKey).split('-').at(-1));

/** The calls of https://mailchimp.com/developer/marketing/api. */
export const mailchimp: Connector = {
  ...{ type: 'mailchimp', label: 'Mailchimp', categories: ['email'], use: 'write' },
  auth: [
    { kind: 'oauth', provider: 'mailchimp', scopes: [] },
    {
      kind: 'config',
      label: 'API key',
      fields: [
        {
          ...{ key: 'apiKey', label: 'API key', kind: 'text', secret: true },
          hint: 'In Mailchimp under Account, Extras, API keys.',
          pattern: {
            source: '[0-9a-f]{32}-[a-z]{2,4}\\d{1,3}',
            message: 'An API key ends with a hyphen and the data centre, such as -us21',
          },
        },
      ],
      headers: ({ apiKey }) => ({
        authorization: `Basic ${Buffer.from(`weft:${apiKey}`).toString('base64')}`,
      }),
    },
  ],
  baseUrl: (config) => `https://${dcOf(config)}.api.mailchimp.com/3.0`,
  rateLimit: { requests: 10, per: 1_000 },
  check: async (http) => {
    if (http.config.apiKey !== undefined) {
      const { account_id, account_name } = await http.get('/', root);
      return { id: account_id, label: account_name };
    }
    const { accountname, user_id } = await metadataOf(http);
    return { id: `${user_id}`, label: accountname };
  },
  learn: async (http) => (http.config.apiKey === undefined ? { dc: (await metadataOf(http)).dc } : {}),
  targets: [
    {
      ...{ key: 'listId', label: 'Audience' },
      list: (http) =>
        allPages(async (offset = '0') => {
          const query = { count: 1_000, offset, fields: 'lists.id,lists.name,total_items' };
          const found = await http.get('/lists', lists, { query });
          const next = Number(offset) + found.lists.length;
          return {
            items: found.lists.map(({ id, name }) => ({ id, name })),
            next: found.lists.length > 0 && next < found.total_items ? `${next}` : null,
          };
        }),
    },
  ],
  fieldsOf: async (http, { listId = '' }) => {
    const path = `/lists/${encodeURIComponent(listId)}/merge-fields`;
    const { merge_fields } = await http.get(path, mergeFields, { query: { count: 1_000 } });
    return [
      ...own,
      ...merge_fields.flatMap(({ tag, name, type, required, options }): TargetField[] => {
        const kind = kinds[type];
        const choices = options?.choices;
        return kind === undefined
          ? []
          : [
              {
                id: `${type === 'birthday' ? 'birthday' : 'merge'}:${tag}`,
                name,
                kind,
                ...(choices && { choices }),
                ...(required && { required }),
              },
            ];
      }),
    ];
  },
  write: {
    // A member is named by the address, and tags are a set.
    repeats: 'idempotent',
    run: async (http, { listId = '' }, { values }) => {
      const email = textOf(values.get('email') ?? '').trim();
      if (email === '') throw new ServiceFault('permanent', 'The answer has no email address');
      const hash = createHash('md5').update(email.toLowerCase()).digest('hex');
      const path = `/lists/${encodeURIComponent(listId)}/members/${hash}`;
      const merge_fields = Object.fromEntries([...values].flatMap(([id, value]) => mergeField(id, value)));
      await http.send('PUT', path, member, {
        json: {
          ...{ email_address: email, merge_fields },
          status_if_new: textOf(values.get('status') ?? 'subscribed'),
        },
      });
      const tags = values.get('tags');
      if (tags !== undefined && isList(tags) && tags.length > 0)
        await http.sendRaw('POST', `${path}/tags`, {
          json: { tags: tags.map((name) => ({ name: String(name), status: 'active' })) },
        });
      return { said: 'Added or changed a member' };
    },
  },
};

/** A value by its tag; a birthday is a month and a day. */
function mergeField(id: string, value: OutgoingValue): readonly (readonly [string, unknown])[] {
  const [kind, tag] = id.split(':');
  if (tag === undefined) return [];
  if (kind === 'birthday') return [[tag, textOf(value).slice(5, 10).replace('-', '/')]];
  return [[tag, isList(value) ? textOf(value) : value]];
}
