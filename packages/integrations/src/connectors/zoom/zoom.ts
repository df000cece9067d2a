import { z } from 'zod';
import type { ConnectedMeetings, WrittenMeeting } from '../../calendars/connected-meetings.ts';
import { accountAt } from '../accounts.ts';
import type { Connector } from '../connector.ts';
import type { ServiceHttp } from '../service-http.ts';
import { unlessGone } from '../steps.ts';
import { allPages } from '../values.ts';
import { signIn } from '../ways.ts';

const me = z.object({ id: z.string(), email: z.string() });
const meeting = z.object({ id: z.int(), join_url: z.url() });
const page = z.object({
  meetings: z.array(meeting.extend({ agenda: z.string().optional() })),
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

/** The meeting that was made under a key; null: there is none. */
async function findOwn(http: ServiceHttp, key: string) {
  const found = await allPages(async (token) => {
    const query = { type: 'scheduled', page_size: 300, next_page_token: token };
    const { meetings, next_page_token } = await http.get('/users/me/meetings', page, { query });
    return { items: meetings, next: next_page_token };
  });
  return found.find(({ agenda }) => agenda === agendaOf(key)) ?? null;
}

const meetingsOf = (http: ServiceHttp): ConnectedMeetings => {
  const presented = ({ id, join_url }: z.infer<typeof meeting>) => ({ id: String(id), joinUrl: join_url });
  return {
    write: async (key, known, written) => {
      const own = known === null ? await findOwn(http, key) : null;
      const id = known ?? (own && String(own.id));
      const change = async (id: string) => {
        await http.sendRaw('PATCH', pathOf(id), { json: body(written) });
        return presented(own ?? (await http.get(pathOf(id), meeting)));
      };
      const changed = id === null ? null : await unlessGone(change(id));
      // Where somebody deleted it there, the booking has a new one.
      if (changed !== null) return changed;
      const json = { ...body(written), type: scheduled, agenda: agendaOf(key) };
      return presented(await http.post('/users/me/meetings', meeting, { json }));
    },
    remove: async (key, known) => {
      const id = known ?? (await findOwn(http, key))?.id;
      if (id !== undefined) await unlessGone(http.sendRaw('DELETE', pathOf(String(id)), {}));
    },
  };
};

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
