import { z } from 'zod';
import { odd, type StandIn } from '../stand-in.ts';
import { graph, graphList, graphMe, graphWays } from './microsoft.ts';

const [teamId, channelId] = [odd('team'), odd('channel')];

/** By https://learn.microsoft.com/en-us/graph/api/channel-post-messages; the lists take no options. */
export const teams = (): StandIn => ({
  routes: [
    graphMe,
    graphList('/me/joinedTeams', {}, [
      { id: 'other', displayName: 'Others' },
      { id: teamId, displayName: 'Guests' },
    ]),
    graphList('/teams/:team/channels', {}, [
      { id: 'other', displayName: 'General' },
      { id: channelId, displayName: 'Größe' },
    ]),
    {
      ...{ method: 'POST', url: `${graph}/teams/:team/channels/:channel/messages`, adds: true },
      body: z.strictObject({
        body: z.strictObject({ contentType: z.enum(['text', 'html']), content: z.string().min(1) }),
      }),
      answer: ({ path }) =>
        path.team === teamId && path.channel === channelId
          ? { status: 201, json: { id: '1616990032035', webUrl: 'https://teams.microsoft.com/l/message/1' } }
          : { status: 404, json: { error: { code: 'NotFound', message: 'No channel' } } },
    },
  ],
  ways: graphWays,
  target: { teamId, channelId },
  fields: [{ id: 'text', name: 'Message', kind: 'text', required: true, template: true }],
  values: { text: '<at>Ada</at> & Bo' },
  sent: [{ body: { contentType: 'text', content: '<at>Ada</at> & Bo' } }],
});
