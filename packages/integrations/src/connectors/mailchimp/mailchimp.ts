import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Connector, OutgoingValue, TargetField } from '../connector.ts';
import { emailField, fieldOf, type Kinds, textAt } from '../fields.ts';
import { listed, step } from '../lists.ts';
import type { ServiceConfig, ServiceHttp } from '../service-http.ts';
import { named } from '../shapes.ts';
import { isList, listOf, textOf } from '../values.ts';
import { basic, oneKey, signIn } from '../ways.ts';

const metadata = z.object({
  dc: z.string().regex(/^[a-z]{2,4}\d{1,3}$/),
  accountname: z.string(),
  user_id: z.number(),
});
const root = z.object({ account_id: z.string(), account_name: z.string() });
const lists = z.object({
  lists: z.array(named),
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
const kinds: Kinds = {
  ...{ text: 'text', phone: 'text', url: 'text', imageurl: 'text', zip: 'text', number: 'number' },
  ...{ date: 'date', birthday: 'date', radio: 'choice', dropdown: 'choice' },
};
const own: readonly TargetField[] = [
  { ...emailField, name: 'Email address' },
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
  purpose: 'Add people to an audience',
  auth: [
    signIn('mailchimp', []),
    oneKey('API key', 'In Mailchimp under Account, Extras, API keys.', (apiKey) => basic('weft', apiKey), {
      source: '[0-9a-f]{32}-[a-z]{2,4}\\d{1,3}',
      message: 'An API key ends with a hyphen and the data centre, such as -us21',
    }),
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
    step('listId', 'Audience', (http) => {
      const query = { fields: 'lists.id,lists.name,total_items' };
      const total = ({ total_items }: z.infer<typeof lists>) => total_items;
      return listed(http, '/lists', lists, 'lists', { limit: 1_000, limitAs: 'count', total }, query);
    }),
  ],
  fieldsOf: async (http, { listId = '' }) => {
    const path = `/lists/${encodeURIComponent(listId)}/merge-fields`;
    const { merge_fields } = await http.get(path, mergeFields, { query: { count: 1_000 } });
    return [
      ...own,
      ...merge_fields.flatMap(({ tag, name, type, required, options }) =>
        fieldOf(kinds[type], {
          id: `${type === 'birthday' ? 'birthday' : 'merge'}:${tag}`,
          ...{ name, choices: options?.choices, required },
        }),
      ),
    ];
  },
  write: {
    // A member is named by the address, and tags are a set.
    repeats: 'idempotent',
    run: async (http, { listId = '' }, { values }) => {
      const email = textAt(values, 'email');
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
      if (tags !== undefined)
        await http.sendRaw('POST', `${path}/tags`, {
          json: { tags: listOf(tags).map((name) => ({ name, status: 'active' })) },
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
