import { z } from 'zod';
import { slackMethod } from '../described.ts';
import type { StandIn } from '../stand-in.ts';

const webhook = '/services/T00/B00/secret';
const channels = [
  { id: 'C1', name: 'general', is_channel: true },
  { id: 'C2', name: 'größe', is_channel: true },
];

/** Its methods as they are described, and incoming webhooks by the words of docs.slack.dev. */
export const slack = (): StandIn => ({
  routes: [
    slackMethod('auth.test', {
      answer: () => ({
        json: { ok: true, url: 'https://ada.slack.com/', team: 'Ada', team_id: 'T1', user_id: 'U1' },
      }),
    }),
    slackMethod('conversations.list', {
      query: z.strictObject({
        types: z.literal('public_channel,private_channel'),
        exclude_archived: z.enum(['true', 'false']),
        // Under 1,000, by its words.
        limit: z.literal('999'),
        cursor: z.string().optional(),
      }),
      answer: ({ query }) => ({
        json: {
          ok: true,
          channels: query.cursor === undefined ? channels.slice(0, 1) : channels.slice(1),
          response_metadata: { next_cursor: query.cursor === undefined ? 'dGVhbTpDMDYxRkE1UEI=' : '' },
        },
      }),
    }),
    slackMethod('chat.postMessage', {
      adds: true,
      body: z.strictObject({ channel: z.string(), text: z.string().min(1) }),
      answer: ({ body }) => ({ json: { ok: true, channel: 'C2', ts: '1503435956.000247', message: body } }),
    }),
    {
      ...{ method: 'POST', url: `https://hooks.slack.com${webhook}`, open: true },
      body: z.strictObject({ text: z.string() }),
      answer: ({ body }) =>
        (body as { text: string }).text === '' ? { status: 400, text: 'no_text' } : { text: 'ok' },
    },
  ],
  ways: [
    { config: {}, account: { id: 'T1', label: 'Ada' } },
    {
      config: { webhookUrl: `https://hooks.slack.com${webhook}` },
      credential: () => ({ host: '' }),
      account: { id: 'T00/B00', label: 'Incoming webhook' },
    },
  ],
  target: { channelId: 'C2' },
  fields: [{ id: 'text', name: 'Message', kind: 'text', required: true, template: true }],
  values: { text: 'Ada & <!channel> answered' },
  sent: [{ channel: 'C2', text: 'Ada &amp; &lt;!channel&gt; answered' }],
});
