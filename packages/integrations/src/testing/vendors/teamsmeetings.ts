import { z } from 'zod';
import { odd, type StandIn } from '../stand-in.ts';
import { LocalMeetings, wantedMeeting } from './local-meetings.ts';
import { graph, graphMe, graphWays } from './microsoft.ts';

const changed = z.strictObject({
  ...{ startDateTime: z.iso.datetime(), endDateTime: z.iso.datetime(), subject: z.string() },
});
const added = changed.extend({ externalId: z.string().min(1) });
const gone = { status: 404, json: { error: { code: 'NotFound', message: 'Not found' } } };
const written = ({ subject, startDateTime, endDateTime }: z.infer<typeof changed>) => ({
  ...{ title: subject, from: Date.parse(startDateTime), to: Date.parse(endDateTime) },
});
const told = (id: string) => ({
  id,
  joinWebUrl: `https://teams.microsoft.com/l/meetup-join/${encodeURIComponent(id)}`,
});

/** By https://learn.microsoft.com/en-us/graph/api/onlinemeeting-createorget; what is there is not changed by it. */
export function teamsmeetings(): StandIn & { readonly meetings: LocalMeetings } {
  const meetings = new LocalMeetings();
  return {
    meetings,
    routes: [
      graphMe,
      {
        ...{ method: 'POST', url: `${graph}/me/onlineMeetings/createOrGet`, body: added },
        answer: ({ body }) => {
          const { externalId, ...rest } = added.parse(body);
          const known = meetings.idOf(externalId);
          const id = known ?? meetings.add((number) => odd(`meeting ${number}`), externalId, written(rest));
          return { status: known === undefined ? 201 : 200, json: told(id) };
        },
      },
      {
        ...{ method: 'PATCH', url: `${graph}/me/onlineMeetings/:meeting`, body: changed },
        answer: ({ path: { meeting = '' }, body }) =>
          meetings.change(meeting, written(changed.parse(body))) ? { json: told(meeting) } : gone,
      },
      {
        ...{ method: 'DELETE', url: `${graph}/me/onlineMeetings/:meeting` },
        answer: ({ path: { meeting = '' } }) =>
          meetings.meetings.delete(meeting) ? { status: 204, text: '' } : gone,
      },
    ],
    ways: graphWays,
    ...{ target: {}, fields: [], values: {} },
    sent: [wantedMeeting],
    sentOf: () => meetings.contents(),
  };
}
