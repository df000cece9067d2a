import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { emailField, textAt, textField } from '../fields.ts';
import { listed, step } from '../lists.ts';
import { accountAt, bearerToken, signIn } from '../ways.ts';

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
    signIn('calendly', ['users:read', 'event_types:read', 'scheduled_events:write']),
    bearerToken('Personal access token', 'In Calendly under Integrations, API & Webhooks.', {
      source: '[\\w.-]{40,2000}',
      message: 'A personal access token of Calendly is longer',
    }),
  ],
  baseUrl: 'https://api.calendly.com',
  rateLimit: { requests: 50, per: 60_000 },
  check: accountAt('/users/me', me, ({ resource }) => ({ id: resource.uri, label: resource.email })),
  targets: [
    step('eventType', 'Event type', async (http) => {
      const { uri: user } = (await http.get('/users/me', me)).resource;
      const query = { user, active: true, count: 100 };
      const cursor = { page_token: (page: z.infer<typeof eventTypes>) => page.pagination.next_page_token };
      const all = await listed(http, '/event_types', eventTypes, 'collection', { cursor }, query);
      return all.map(({ uri, name, duration }) => ({ id: uri, name: `${name} (${duration} min)` }));
    }),
  ],
  fieldsOf: async () => [
    textField('name', 'Name', { required: true }),
    emailField,
    { id: 'start', name: 'Start', kind: 'datetime', hasTime: true, required: true },
  ],
  write: {
    repeats: 'ask',
    run: async (http, { eventType = '' }, { values }) => {
      const invitee = { name: textAt(values, 'name'), email: textAt(values, 'email'), timezone: 'UTC' };
      const start = textAt(values, 'start');
      await http.post('/invitees', booked, { json: { event_type: eventType, start_time: start, invitee } });
      return { said: `Booked ${start}` };
    },
  },
};
