import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { textAt } from '../fields.ts';
import { step } from '../lists.ts';
import { messageField } from '../messages.ts';
import { graphList, onGraph } from '../microsoft/microsoft.ts';

const named = z
  .object({ id: z.string(), displayName: z.string() })
  .transform(({ id, displayName }) => ({ id, name: displayName }));
const posted = z.object({ id: z.string(), webUrl: z.string().nullish() });

/** Messages in channels, for work and school accounts: https://learn.microsoft.com/en-us/graph/api/channel-post-messages. */
export const teams: Connector = {
  ...{ type: 'teams', label: 'Microsoft Teams', categories: ['messaging'], use: 'write' },
  accountWarning:
    'A work or school account is required. Microsoft Teams is not supported for personal Microsoft accounts.',
  ...onGraph('Team.ReadBasic.All', 'Channel.ReadBasic.All', 'ChannelMessage.Send'),
  rateLimit: { requests: 1, per: 1_000, of: 'target' },
  targets: [
    step('teamId', 'Team', (http) => graphList(http, '/me/joinedTeams', named)),
    step('channelId', 'Channel', (http, { teamId = '' }) =>
      graphList(http, `/teams/${encodeURIComponent(teamId)}/channels`, named),
    ),
  ],
  fieldsOf: async () => [messageField],
  write: {
    repeats: 'ask',
    run: async (http, { teamId = '', channelId = '' }, { values }) => {
      const path = `/teams/${encodeURIComponent(teamId)}/channels/${encodeURIComponent(channelId)}/messages`;
      // As text, so that nothing in an answer is a link or a mention.
      const json = { body: { contentType: 'text', content: textAt(values, 'text') } };
      const { webUrl } = await http.post(path, posted, { json });
      return { said: 'Posted a message', ...(webUrl != null && { url: webUrl }) };
    },
  },
};
