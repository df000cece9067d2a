import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { listed, step } from '../lists.ts';
import { messageField, messageOf } from '../messages.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { named } from '../shapes.ts';
import { byConfig, secret, signIn } from '../ways.ts';

const me = z.object({ team_id: z.string(), team: z.string() });
const channels = z.object({
  channels: z.array(named),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});
const posted = z.object({ channel: z.string(), ts: z.string() });
const failed = z.object({ ok: z.literal(false), error: z.string() });

/** What to do about the refusals that a person can mend. */
const cures: { readonly [error: string]: string } = {
  not_in_channel: 'invite the app to the channel with /invite, then send it again',
  channel_not_found: 'the channel is gone, or the app is not in it',
  is_archived: 'the channel is archived',
  missing_scope: 'the app lacks a permission: connect again',
  no_text: 'the message is empty',
};

/** Only these three are marks of its own; without them nobody can call a whole channel from a form. */
const plain = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const webhookOf = (http: ServiceHttp): string | undefined => {
  const { webhookUrl } = http.config;
  return typeof webhookUrl === 'string' && webhookUrl !== '' ? webhookUrl : undefined;
};

/** The methods of https://docs.slack.dev/reference/methods, or the incoming webhook of one channel. */
export const slack: Connector = {
  ...{ type: 'slack', label: 'Slack', categories: ['messaging'], use: 'write' },
  auth: [
    signIn('slack', ['chat:write', 'chat:write.public', 'channels:read', 'groups:read']),
    byConfig('Incoming webhook', [
      secret(
        'webhookUrl',
        'Webhook URL',
        'Of an app with incoming webhooks, at api.slack.com/apps. It posts into the channel that was chosen there.',
        {
          source: 'https://hooks\\.slack\\.com/services/[A-Za-z0-9/]+',
          message: 'A webhook URL begins with https://hooks.slack.com/services/',
        },
      ),
    ]),
  ],
  baseUrl: 'https://slack.com/api',
  succeeded: (body) => {
    const said = failed.safeParse(body);
    if (!said.success) return true;
    const cure = cures[said.data.error];
    return cure === undefined ? said.data.error : `${said.data.error}: ${cure}`;
  },
  rateLimit: { requests: 1, per: 1_000, of: 'target' },
  check: async (http) => {
    const webhook = webhookOf(http);
    if (webhook !== undefined) return checkWebhook(http, webhook);
    const { team_id, team } = await http.post('/auth.test', me, { safe: true });
    return { id: team_id, label: team };
  },
  targets: [
    step('channelId', 'Channel', async (http) => {
      if (webhookOf(http) !== undefined) return [{ id: 'webhook', name: 'The channel of the webhook' }];
      const query = { types: 'public_channel,private_channel', exclude_archived: true, limit: 999 };
      const cursor = { cursor: (page: z.infer<typeof channels>) => page.response_metadata?.next_cursor };
      const all = await listed(http, '/conversations.list', channels, 'channels', { cursor }, query);
      return all.map(({ id, name }) => ({ id, name: `#${name}` }));
    }),
  ],
  fieldsOf: async () => [messageField],
  write: {
    repeats: 'ask',
    run: async (http, { channelId = '' }, { values }) => {
      const text = messageOf(values, 'Slack', 40_000, plain);
      const webhook = webhookOf(http);
      if (webhook === undefined)
        await http.post('/chat.postMessage', posted, { json: { channel: channelId, text } });
      else await http.sendRaw('POST', webhook, { json: { text } });
      return { said: 'Posted a message' };
    },
  },
};

/** A webhook that exists refuses a message without a text in these words; nothing is posted. */
async function checkWebhook(http: ServiceHttp, webhook: string) {
  const [, , , , team = '', app = ''] = webhook.split('/');
  try {
    await http.sendRaw('POST', webhook, { json: { text: '' }, safe: true });
  } catch (error) {
    if (!(error instanceof ServiceFault) || error.class === 'retry') throw error;
    if (!/no_text|invalid_payload/.test(error.message))
      throw new ServiceFault('reconnect', error.message, { cause: error, status: error.status });
  }
  return { id: `${team}/${app}`, label: 'Incoming webhook' };
}
