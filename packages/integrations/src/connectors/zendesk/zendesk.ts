import { z } from 'zod';
import type { Connector, OutgoingValue, TargetField } from '../connector.ts';
import { behind, fieldOf, type Kinds, part, templateField, textAt, textField } from '../fields.ts';
import { listed, optionalStep } from '../lists.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { named } from '../shapes.ts';
import { isList, listOf, textOf } from '../values.ts';
import { basic, byConfig, copied, secret, signIn } from '../ways.ts';

const me = z.object({
  user: z.object({ id: z.number().nullable(), email: z.string().nullish(), name: z.string() }),
});
const page = { meta: z.object({ has_more: z.boolean(), after_cursor: z.string().nullish() }).optional() };
const groups = z.object({ groups: z.array(named), ...page });
const ticketFields = z.object({
  ticket_fields: z.array(
    z.object({
      ...{ id: z.number(), type: z.string(), title: z.string(), active: z.boolean(), removable: z.boolean() },
      custom_field_options: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
    }),
  ),
  ...page,
});
const made = z.object({ ticket: z.object({ id: z.number() }) });

const subdomain = {
  source: '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?',
  message:
    "Subdomain doesn't match expected format: up to 63 lowercase letters, digits and hyphens, without a hyphen at either end",
};
const kinds: Kinds = {
  ...{ text: 'text', textarea: 'text', integer: 'number', decimal: 'number', checkbox: 'boolean' },
  ...{ date: 'date', tagger: 'choice', multiselect: 'choices' },
};
const own: readonly TargetField[] = [
  templateField('subject', 'Subject', { required: true }),
  templateField('comment', 'Description', { required: true }),
  textField('email', 'Requester’s email', { address: true }),
  textField('name', 'Requester’s name'),
  { id: 'priority', name: 'Priority', kind: 'choice', choices: ['low', 'normal', 'high', 'urgent'] },
  { id: 'type', name: 'Type', kind: 'choice', choices: ['problem', 'incident', 'question', 'task'] },
  { id: 'tags', name: 'Tags', kind: 'choices' },
];
const paging = {
  cursor: {
    'page[after]': ({ meta }: { readonly meta?: z.infer<typeof page.meta> }) =>
      meta?.has_more === true ? meta.after_cursor : null,
  },
};
const query = { 'page[size]': 100 };
const ticketFieldsOf = (http: ServiceHttp) =>
  listed(http, '/ticket_fields', ticketFields, 'ticket_fields', paging, query);

/** The calls of https://developer.zendesk.com/api-reference/ticketing: tickets, ticket fields, groups. */
export const zendesk: Connector = {
  ...{ type: 'zendesk', label: 'Zendesk', categories: ['crm'], use: 'write', purpose: 'Open tickets' },
  fields: [
    copied('subdomain', 'Subdomain', 'Of your-company.zendesk.com it is your-company.', subdomain, {
      leads: true,
    }),
  ],
  auth: [
    signIn('zendesk', ['tickets:read', 'tickets:write', 'users:read', 'read']),
    byConfig(
      'API token',
      [
        copied('email', 'Email', 'Of the agent whose token it is.'),
        secret('apiToken', 'API token', 'In the Admin Center under Apps and integrations, APIs.'),
      ],
      ({ email, apiToken }) => basic(`${email}/token`, apiToken),
    ),
  ],
  baseUrl: ({ subdomain }) => `https://${subdomain}.zendesk.com/api/v2`,
  rateLimit: { requests: 100, per: 60_000 },
  check: async (http) => {
    const { user } = await http.get('/users/me', me);
    // Whoever is not let in is told to be nobody.
    if (user.id === null) throw new ServiceFault('reconnect', 'Zendesk does not know this email and token');
    return { id: `${http.config.subdomain} ${user.id}`, label: user.email ?? user.name };
  },
  targets: [
    optionalStep('groupId', 'Group', (http) => listed(http, '/groups', groups, 'groups', paging, query)),
  ],
  fieldsOf: async (http) => {
    const all = await ticketFieldsOf(http);
    return [
      ...own,
      // What cannot be removed is a field of every ticket, and named above.
      ...all
        .filter(({ active, removable }) => active && removable)
        .flatMap(({ id, type, title, custom_field_options }) =>
          fieldOf(kinds[type], {
            ...{ id: `field:${id}`, name: title },
            choices: custom_field_options?.map(({ name }) => name),
          }),
        ),
    ];
  },
  write: {
    // It knows our key for two hours alone, and answers are tried again for days.
    repeats: 'ask',
    run: async (http, { groupId = '' }, { key, values, fields }) => {
      const email = textAt(values, 'email');
      const requester = { name: textAt(values, 'name') || email, email };
      const custom = behind(values, 'field:');
      // Choices are shown by their names and stored by their tags.
      const hasChoices = fields.some(({ id, choices }) => choices && custom.has(id.replace('field:', '')));
      const known = hasChoices ? await ticketFieldsOf(http) : [];
      const tagsOf = new Map(
        known.map(({ id, custom_field_options: all }) => [
          `${id}`,
          new Map((all ?? []).map(({ name, value }) => [name, value])),
        ]),
      );
      const ticket = {
        ...{ subject: textAt(values, 'subject'), comment: { body: textAt(values, 'comment') } },
        custom_fields: [...custom].map(([id, value]) => ({
          ...{ id: Number(id), value: stored(value, tagsOf.get(id)) },
        })),
        ...(email !== '' && { requester }),
        ...part(values, { priority: textOf, type: textOf }),
        ...part(values, { tags: listOf }),
        ...(groupId !== '' && { group_id: Number(groupId) }),
      };
      const headers = { 'idempotency-key': key };
      const { ticket: one } = await http.post('/tickets', made, { json: { ticket }, headers });
      const url = `https://${http.config.subdomain}.zendesk.com/agent/tickets/${one.id}`;
      return { said: `Opened ticket ${one.id}`, url };
    },
  },
};

/** A tag that somebody matched by itself stays. */
function stored(value: OutgoingValue, tags: ReadonlyMap<string, string> = new Map()): unknown {
  if (isList(value)) return value.map((one) => tags.get(String(one)) ?? String(one));
  return typeof value === 'string' ? (tags.get(value) ?? value) : value;
}
