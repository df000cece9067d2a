import { z } from 'zod';
import type { Connector, OutgoingValue, TargetField } from '../connector.ts';
import { ServiceFault } from '../service-http.ts';
import { allPages, isList, textOf } from '../values.ts';

const me = z.object({
  user: z.object({ id: z.number().nullable(), email: z.string().nullish(), name: z.string() }),
});
const page = { meta: z.object({ has_more: z.boolean(), after_cursor: z.string().nullish() }).optional() };
const groups = z.object({ groups: z.array(z.object({ id: z.number(), name: z.string() })), ...page });
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

const kinds: { readonly [type: string]: TargetField['kind'] } = {
  ...{ text: 'text', textarea: 'text', integer: 'number', decimal: 'number', checkbox: 'boolean' },
  ...{ date: 'date', tagger: 'choice', multiselect: 'choices' },
};
const own: readonly TargetField[] = [
  { id: 'subject', name: 'Subject', kind: 'text', required: true, template: true },
  { id: 'comment', name: 'Description', kind: 'text', required: true, template: true },
  { id: 'email', name: 'Requester’s email', kind: 'text' },
  { id: 'name', name: 'Requester’s name', kind: 'text' },
  { id: 'priority', name: 'Priority', kind: 'choice', choices: ['low', 'normal', 'high', 'urgent'] },
  { id: 'type', name: 'Type', kind: 'choice', choices: ['problem', 'incident', 'question', 'task'] },
  { id: 'tags', name: 'Tags', kind: 'choices' },
];
const nextOf = ({ meta }: { readonly meta?: z.infer<typeof page.meta> }): string | null =>
  meta?.has_more === true ? (meta.after_cursor ?? null) : null;

/** The calls of https://developer.zendesk.com/api-reference/ticketing: tickets, ticket fields, groups. */
export const zendesk: Connector = {
  ...{ type: 'zendesk', label: 'Zendesk', categories: ['crm'], use: 'write', purpose: 'Open tickets' },
  fields: [
    {
      ...{ key: 'subdomain', label: 'Subdomain', kind: 'text', leads: true },
      hint: 'Of your-company.zendesk.com it is your-company.',
      pattern: {
        source: '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?',
        message:
          "Subdomain doesn't match expected format: up to 63 lowercase letters, digits and hyphens, without a hyphen at either end",
      },
    },
  ],
  auth: [
    { kind: 'oauth', provider: 'zendesk', scopes: ['tickets:read', 'tickets:write', 'users:read', 'read'] },
    {
      kind: 'config',
      label: 'API token',
      fields: [
        { key: 'email', label: 'Email', kind: 'text', hint: 'Of the agent whose token it is.' },
        {
          ...{ key: 'apiToken', label: 'API token', kind: 'text', secret: true },
          hint: 'In the Admin Center under Apps and integrations, APIs.',
        },
      ],
      headers: ({ email, apiToken }) => ({
        authorization: `Basic ${Buffer.from(`${email}/token:${apiToken}`).toString('base64')}`,
      }),
    },
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
    {
      ...{ key: 'groupId', label: 'Group', optional: true },
      list: (http) =>
        allPages(async (cursor) => {
          const query = { 'page[size]': 100, 'page[after]': cursor };
          const found = await http.get('/groups', groups, { query });
          return { items: found.groups.map(({ id, name }) => ({ id: `${id}`, name })), next: nextOf(found) };
        }),
    },
  ],
  fieldsOf: async (http) => {
    const all = await allPages(async (cursor) => {
      const query = { 'page[size]': 100, 'page[after]': cursor };
      const found = await http.get('/ticket_fields', ticketFields, { query });
      return { items: found.ticket_fields, next: nextOf(found) };
    });
    return [
      ...own,
      // What cannot be removed is a field of every ticket, and named above.
      ...all.flatMap(({ id, type, title, active, removable, custom_field_options }): TargetField[] => {
        const kind = kinds[type];
        const choices = (custom_field_options ?? []).map(({ value }) => value);
        return kind === undefined || !active || !removable
          ? []
          : [{ id: `field:${id}`, name: title, kind, ...(choices.length > 0 && { choices }) }];
      }),
    ];
  },
  write: {
    // It knows our key for two hours alone, and answers are tried again for days.
    repeats: 'ask',
    run: async (http, { groupId = '' }, { key, values }) => {
      const text = (id: string) => textOf(values.get(id) ?? '').trim();
      const tags = values.get('tags');
      const name = text('name') || text('email');
      const custom_fields = [...values].flatMap(([id, value]) =>
        id.startsWith('field:') ? [{ id: Number(id.slice('field:'.length)), value: plain(value) }] : [],
      );
      const ticket = {
        ...{ subject: text('subject'), comment: { body: text('comment') }, custom_fields },
        ...(text('email') !== '' && { requester: { name, email: text('email') } }),
        ...(values.has('priority') && { priority: text('priority') }),
        ...(values.has('type') && { type: text('type') }),
        ...(tags !== undefined && isList(tags) && { tags: tags.map(String) }),
        ...(groupId !== '' && { group_id: Number(groupId) }),
      };
      const headers = { 'idempotency-key': key };
      const { ticket: one } = await http.post('/tickets', made, { json: { ticket }, headers });
      const url = `https://${http.config.subdomain}.zendesk.com/agent/tickets/${one.id}`;
      return { said: `Opened ticket ${one.id}`, url };
    },
  },
};

const plain = (value: OutgoingValue): unknown => (isList(value) ? value.map(String) : value);
