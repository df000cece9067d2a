import { z } from 'zod';
import type { StandIn } from '../stand-in.ts';

const api = 'https://api.calendly.com';
const eventType = `${api}/event_types/AAAAAAAAAAAAAAAA`;
const token = 'eyJ'.padEnd(80, 'x');

/** By the calls of developer.calendly.com: users/me, event_types, invitees. */
export const calendly = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: `${api}/users/me` },
      answer: () => ({
        json: {
          resource: { uri: `${api}/users/U1`, name: 'Ada', email: 'ada@example.org', timezone: 'UTC' },
        },
      }),
    },
    {
      ...{ method: 'GET', url: `${api}/event_types` },
      query: z.strictObject({
        ...{ user: z.url(), active: z.enum(['true', 'false']), count: z.coerce.number().min(1).max(100) },
        page_token: z.string().optional(),
      }),
      answer: ({ query }) => ({
        json:
          query.page_token === undefined
            ? {
                collection: [{ uri: `${api}/event_types/B`, name: 'Other', duration: 15, active: true }],
                pagination: { count: 1, next_page_token: 'b/2=' },
              }
            : {
                collection: [{ uri: eventType, name: 'Talk', duration: 30, active: true }],
                pagination: { count: 1, next_page_token: null },
              },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/invitees`, adds: true },
      body: z.strictObject({
        ...{ event_type: z.url(), start_time: z.iso.datetime() },
        invitee: z.strictObject({ name: z.string().min(1), email: z.email(), timezone: z.string() }),
      }),
      answer: () => ({ status: 201, json: { resource: { uri: `${api}/scheduled_events/E/invitees/I` } } }),
    },
  ],
  ways: [
    { config: {}, account: { id: `${api}/users/U1`, label: 'ada@example.org' } },
    {
      config: { apiKey: token },
      credential: () => ({ authorization: `Bearer ${token}` }),
      account: { id: `${api}/users/U1`, label: 'ada@example.org' },
    },
  ],
  target: { eventType },
  fields: [
    { id: 'name', name: 'Name', kind: 'text', required: true },
    { id: 'email', name: 'Email', kind: 'text', address: true, required: true },
    { id: 'start', name: 'Start', kind: 'datetime', hasTime: true, required: true },
  ],
  values: { name: 'Ada', email: 'guest@example.org', start: '2026-12-01T09:00:00Z' },
  sent: [
    {
      ...{ event_type: eventType, start_time: '2026-12-01T09:00:00Z' },
      invitee: { name: 'Ada', email: 'guest@example.org', timezone: 'UTC' },
    },
  ],
});
