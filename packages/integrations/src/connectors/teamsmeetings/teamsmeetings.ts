import { z } from 'zod';
import type { WrittenMeeting } from '../../calendars/connected-meetings.ts';
import type { Connector } from '../connector.ts';
import { keepsMeetings } from '../meetings.ts';
import { onGraph } from '../microsoft/microsoft.ts';
import type { ServiceHttp } from '../service-http.ts';

const meeting = z
  .object({ id: z.string(), joinWebUrl: z.url() })
  .transform(({ id, joinWebUrl }) => ({ id, joinUrl: joinWebUrl }));

const body = ({ title, from, to }: WrittenMeeting) => ({
  ...{ startDateTime: new Date(from).toISOString(), endDateTime: new Date(to).toISOString() },
  subject: title,
});

const pathOf = (id: string): string => `/me/onlineMeetings/${encodeURIComponent(id)}`;

/** The meeting of a key: there is one, however often it is asked for. */
const createOrGet = (http: ServiceHttp, key: string, written: WrittenMeeting) =>
  http.post('/me/onlineMeetings/createOrGet', meeting, {
    ...{ json: { ...body(written), externalId: key }, safe: true },
  });

const meetingsOf = (http: ServiceHttp) => {
  const change = (id: string, written: WrittenMeeting) =>
    http.send('PATCH', pathOf(id), meeting, { json: body(written) });
  return keepsMeetings({
    change,
    find: (key, written) => createOrGet(http, key, written),
    // One that was there before is of the time it was made for.
    make: async (key, written) => change((await createOrGet(http, key, written)).id, written),
    remove: (id) => http.sendRaw('DELETE', pathOf(id), {}),
  });
};

/** Video calls of a host, for work and school accounts: https://learn.microsoft.com/en-us/graph/api/onlinemeeting-createorget. */
export const teamsmeetings: Connector = {
  ...{ type: 'teamsmeetings', label: 'Microsoft Teams meetings', categories: ['messaging'] },
  ...{ use: 'scheduling', purpose: 'Video calls' },
  accountWarning:
    'A work or school account is required. Microsoft Teams is not supported for personal Microsoft accounts.',
  ...onGraph('OnlineMeetings.ReadWrite'),
  meetings: meetingsOf,
};
