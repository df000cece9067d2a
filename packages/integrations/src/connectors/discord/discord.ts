import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { step } from '../lists.ts';
import { messageField, messageOf } from '../messages.ts';
import type { ServiceHttp } from '../service-http.ts';
import { byConfig, secret, signIn } from '../ways.ts';

const hook = z.object({ id: z.string(), name: z.string().nullable() });
const authorization = z.object({ scopes: z.array(z.string()) });
const posted = z.object({ id: z.string() });

const webhookOf = ({ config }: ServiceHttp): string => String(config.webhookUrl);

/**
 * The webhook of one channel, chosen at the sign-in or copied: https://docs.discord.com/developers/resources/webhook.
 * Channels of a server are listed only to a bot, which would have to be invited there.
 */
export const discord: Connector = {
  ...{ type: 'discord', label: 'Discord', categories: ['messaging'], use: 'write' },
  auth: [
    signIn('discord', ['webhook.incoming'], { marks: { webhook: 'chosen' } }),
    byConfig('Webhook', [
      secret('webhookUrl', 'Webhook URL', 'Of the channel it posts into: Edit Channel, Integrations.', {
        source: 'https://discord\\.com/api/webhooks/\\d{5,30}/[\\w-]{20,200}',
        message: 'A webhook URL begins with https://discord.com/api/webhooks/',
      }),
    ]),
  ],
  baseUrl: 'https://discord.com/api/v10',
  // Unknown webhook, and a token of one that is none.
  faults: { 10015: 'reconnect', 50027: 'reconnect' },
  rateLimit: { requests: 5, per: 2_000, of: 'target' },
  check: async (http) => {
    // The webhook alone lets in; that the sign-in stands is told apart.
    if (http.config.webhook === 'chosen') await http.get('/oauth2/@me', authorization);
    const { id, name } = await http.get(webhookOf(http), hook, { open: true });
    return { id, label: name ?? 'Webhook' };
  },
  targets: [
    step('channelId', 'Channel', async () => [{ id: 'webhook', name: 'The channel of the webhook' }]),
  ],
  fieldsOf: async () => [messageField],
  write: {
    repeats: 'ask',
    run: async (http, _target, { values }) => {
      // Nobody calls a whole channel from a form.
      const json = { content: messageOf(values, 'Discord', 2_000), allowed_mentions: { parse: [] } };
      await http.post(webhookOf(http), posted, { json, open: true, query: { wait: true } });
      return { said: 'Posted a message' };
    },
  },
};
