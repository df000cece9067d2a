import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { textOf } from '../values.ts';

const hook = z.object({ id: z.string(), name: z.string().nullable() });
const authorization = z.object({ scopes: z.array(z.string()) });
const posted = z.object({ id: z.string() });
const refused = z.object({ code: z.number() });
/** Unknown webhook, and a token of one that is none. */
const isGone = (code: number): boolean => code === 10015 || code === 50027;

/** Characters of a message. */
const maxText = 2_000;
const webhookOf = ({ config }: ServiceHttp): string => String(config.webhookUrl);

/**
 * The webhook of one channel, chosen at the sign-in or copied: https://docs.discord.com/developers/resources/webhook.
 * Channels of a server are listed only to a bot, which would have to be invited there.
 */
export const discord: Connector = {
  ...{ type: 'discord', label: 'Discord', categories: ['messaging'], use: 'write' },
  auth: [
    { kind: 'oauth', provider: 'discord', scopes: ['webhook.incoming'], marks: { webhook: 'chosen' } },
    {
      kind: 'config',
      label: 'Webhook',
      fields: [
        {
          ...{ key: 'webhookUrl', label: 'Webhook URL', kind: 'text', secret: true },
          hint: 'In Discord: edit the channel, Integrations, Webhooks. It posts into that channel.',
          pattern: {
            source: 'https://discord\\.com/api/webhooks/\\d{5,30}/[\\w-]{20,200}',
            message: 'A webhook URL begins with https://discord.com/api/webhooks/',
          },
        },
      ],
    },
  ],
  baseUrl: 'https://discord.com/api/v10',
  classOf: (_status, body) => {
    const said = refused.safeParse(body);
    return said.success && isGone(said.data.code) ? 'reconnect' : undefined;
  },
  rateLimit: { requests: 5, per: 2_000, of: 'target' },
  check: async (http) => {
    // The webhook alone lets in; that the sign-in stands is told apart.
    if (http.config.webhook === 'chosen') await http.get('/oauth2/@me', authorization);
    const { id, name } = await http.get(webhookOf(http), hook, { open: true });
    return { id, label: name ?? 'Webhook' };
  },
  targets: [
    {
      key: 'channelId',
      label: 'Channel',
      list: async () => [{ id: 'webhook', name: 'The channel of the webhook' }],
    },
  ],
  fieldsOf: async () => [{ id: 'text', name: 'Message', kind: 'text', required: true, template: true }],
  write: {
    repeats: 'ask',
    run: async (http, _target, { values }) => {
      const content = textOf(values.get('text') ?? '');
      if (content.length > maxText)
        throw new ServiceFault(
          'permanent',
          'The message is longer than the 2,000 characters that Discord takes',
        );
      await http.post(webhookOf(http), posted, {
        // Nobody calls a whole channel from a form.
        json: { content, allowed_mentions: { parse: [] } },
        ...{ open: true, query: { wait: true } },
      });
      return { said: 'Posted a message' };
    },
  },
};
