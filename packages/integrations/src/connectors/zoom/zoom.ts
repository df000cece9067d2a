import { z } from 'zod';
import type { WrittenMeeting } from '../../calendars/connected-meetings.ts';
import type { Connector } from '../connector.ts';
import { listed } from '../lists.ts';
import { keepsMeetings } from '../meetings.ts';
import type { ServiceHttp } from '../service-http.ts';
import { accountAt, signIn } from '../ways.ts';

const me = z.object({ id: z.string(), email: z.string() });
const meeting = z
  .object({ id: z.int(), join_url: z.url() })
  .transform(({ id, join_url }) => ({ id: String(id), joinUrl: join_url }));
const page = z.object({
  meetings: z.array(z.object({ id: z.int().transform(String), agenda: z.string().optional() })),
  next_page_token: z.string().optional(),
});

/** Lists tell the first 250 characters of it: by this line a meeting is found again. */
const agendaOf = (key: string): string => `Booking ${key}`;
const scheduled = 2;
/** What Zoom takes of a name. */
const longestTopic = 200;

const body = ({ title, from, to }: WrittenMeeting) => ({
  topic: title.slice(0, longestTopic),
  ...{ start_time: new Date(from).toISOString().replace('.000Z', 'Z'), timezone: 'UTC' },
  duration: Math.ceil((to - from) / 60_000),
});

const pathOf = (id: string): string => `/meetings/${encodeURIComponent(id)}`;

const meetingsOf = (http: ServiceHttp) =>
  keepsMeetings({
    find: async (key) => {
      const query = { type: 'scheduled', page_size: 300 };
      const cursor = { next_page_token: (found: z.infer<typeof page>) => found.next_page_token };
      const all = await listed(http, '/users/me/meetings', page, 'meetings', { cursor }, query);
      return all.find(({ agenda }) => agenda === agendaOf(key));
    },
    make: (key, written) => {
      const json = { ...body(written), type: scheduled, agenda: agendaOf(key) };
      return http.post('/users/me/meetings', meeting, { json });
    },
    change: async (id, written) => {
      await http.sendRaw('PATCH', pathOf(id), { json: body(written) });
      return http.get(pathOf(id), meeting);
    },
    remove: (id) => http.sendRaw('DELETE', pathOf(id), {}),
  });

/** Video calls of a host: https://developers.zoom.us/docs/api/meetings/. */
export const zoom: Connector = {
  ...{ type: 'zoom', label: 'Zoom', categories: ['messaging'], use: 'scheduling', purpose: 'Video calls' },
  baseUrl: 'https://api.zoom.us/v2',
  auth: [
    signIn('zoom', [
      ...['user:read:user', 'meeting:read:list_meetings', 'meeting:read:meeting'],
      ...['meeting:write:meeting', 'meeting:update:meeting', 'meeting:delete:meeting'],
    ]),
  ],
  check: accountAt('/users/me', me, ({ id, email }) => ({ id, label: email })),
  meetings: meetingsOf,
};
