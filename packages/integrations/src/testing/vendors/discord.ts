import { z } from 'zod';
import type { StandIn } from '../stand-in.ts';

const token = 'a-token_of_the_webhook-0123456789';
const webhookUrl = `https://discord.com/api/webhooks/1234567890/${token}`;

/** By specs/openapi.json of discord/discord-api-spec (MIT): get_my_oauth2_authorization, get_webhook_by_token, execute_webhook. */
export const discord = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: 'https://discord.com/api/v10/oauth2/@me' },
      answer: () => ({
        json: {
          application: { id: '9', name: 'Weft' },
          scopes: ['webhook.incoming'],
          expires: '2026-12-01T00:00:00Z',
        },
      }),
    },
    {
      ...{ method: 'GET', url: webhookUrl, open: true },
      answer: () => ({
        json: {
          ...{ id: '1234567890', name: 'Guests', type: 1, avatar: null, application_id: null },
          ...{ channel_id: '5', guild_id: '6', token },
        },
      }),
    },
    {
      ...{ method: 'POST', url: webhookUrl, open: true, adds: true },
      query: z.strictObject({ wait: z.literal('true') }),
      body: z.strictObject({
        content: z.string().min(1).max(2_000),
        allowed_mentions: z.strictObject({ parse: z.array(z.enum(['users', 'roles', 'everyone'])) }),
      }),
      answer: () => ({ json: { id: '77', type: 0, content: '', channel_id: '5' } }),
    },
  ],
  ways: [
    { config: { webhookUrl, webhook: 'chosen' }, account: { id: '1234567890', label: 'Guests' } },
    {
      config: { webhookUrl },
      credential: () => ({ host: '' }),
      account: { id: '1234567890', label: 'Guests' },
    },
  ],
  target: { channelId: 'webhook' },
  fields: [{ id: 'text', name: 'Message', kind: 'text', required: true, template: true }],
  values: { text: 'Ada @everyone answered' },
  sent: [{ content: 'Ada @everyone answered', allowed_mentions: { parse: [] } }],
});
