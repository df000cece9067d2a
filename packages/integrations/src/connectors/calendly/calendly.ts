import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { ServiceFault } from '../service-http.ts';
import { allPages, textOf } from '../values.ts';
import { bearerToken } from '../ways.ts';

const me = z.object({ resource: z.object({ uri: z.string(), name: z.string(), email: z.string() }) });
const eventTypes = z.object({
  collection: z.array(z.object({ uri: z.string(), name: z.string(), duration: z.number() })),
  pagination: z.object({ next_page_token: z.string().nullish() }),
});
const booked = z.object({ resource: z.object({ uri: z.string() }) });

/** The calls of https://developer.calendly.com/api-docs: event types, and invitees, who are booked by a paid plan alone. */
export const calendly: Connector = {
  ...{ type: 'calendly', label: 'Calendly', categories: ['messaging'], use: 'write', purpose: 'Book a time' },
  accountWarning: 'Calendly lets only paid plans book times for others.',
  auth: [
    {
      kind: 'oauth',
      provider: 'calendly',
      scopes: ['users:read', 'event_types:read', 'scheduled_events:write'],
    },
    bearerToken('Personal access token', 'In Calendly under Integrations, API & Webhooks.', {
      source: '[\\w.-]{40,2000}',
      message: 'A personal access token of Calendly is longer',
    }),
  ],
  baseUrl: 'https://api.calendly.com',
  rateLimit: { requests: 50, per: 60_000 },
  check: async (http) => {
    const { uri, email } = (await http.get('/users/me', me)).resource;
    return { id: uri, label: email };
  },
  targets: [
    {
      ...{ key: 'eventType', label: 'Event type' },
      list: async (http) => {
        const { uri: user } = (await http.get('/users/me', me)).resource;
        return allPages(async (page_token) => {
          const query = { user, active: true, count: 100, page_token };
          const { collection, pagination } = await http.get('/event_types', eventTypes, { query });
          const items = collection.map(({ uri, name, duration }) => ({
            id: uri,
            name: `${name} (${duration} min)`,
          }));
          return { items, next: pagination.next_page_token };
        });
      },
    },
  ],
  fieldsOf: async () => [
    { id: 'name', name: 'Name', kind: 'text', required: true },
    { id: 'email', name: 'Email', kind: 'text', required: true },
    { id: 'start', name: 'Start', kind: 'datetime', required: true },
  ],
  write: {
    repeats: 'ask',
    run: async (http, { eventType = '' }, { values }) => {
      const [name = '', email = '', start = ''] = ['name', 'email', 'start'].map((id) =>
        textOf(values.get(id) ?? '').trim(),
      );
      if (name === '' || email === '' || start === '')
        throw new ServiceFault('permanent', 'The answer lacks a name, an email address or a time');
      const json = { event_type: eventType, start_time: start, invitee: { name, email, timezone: 'UTC' } };
      await http.post('/invitees', booked, { json });
      return { said: `Booked ${start}` };
    },
  },
};
