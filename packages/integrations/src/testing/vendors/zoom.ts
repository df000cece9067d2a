import { z } from 'zod';
import type { StandIn } from '../stand-in.ts';
import { LocalMeetings, wantedMeeting } from './local-meetings.ts';

const api = 'https://api.zoom.us/v2';
const changed = z.strictObject({
  topic: z.string().min(1).max(200),
  start_time: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  timezone: z.literal('UTC'),
  duration: z.int().min(1),
});
const added = changed.extend({ type: z.literal(2), agenda: z.string().max(2_000) });
const gone = { status: 404, json: { code: 3001, message: 'Meeting does not exist.' } };
const written = ({ topic, start_time, duration }: z.infer<typeof changed>) => ({
  ...{ title: topic, from: Date.parse(start_time), to: Date.parse(start_time) + duration * 60_000 },
});
const told = (id: string) => ({ id: Number(id), join_url: `https://us05web.zoom.us/j/${id}?pwd=a` });

/** By https://developers.zoom.us/docs/api/meetings/; lists in pages of one. */
export function zoom(): StandIn & { readonly meetings: LocalMeetings } {
  const meetings = new LocalMeetings();
  return {
    meetings,
    routes: [
      {
        ...{ method: 'GET', url: `${api}/users/me` },
        answer: () => ({ json: { id: 'z8yAAAAA8bbbQ', email: 'ada@example.org', type: 1 } }),
      },
      {
        ...{ method: 'GET', url: `${api}/users/me/meetings` },
        query: z.strictObject({
          ...{ type: z.literal('scheduled'), page_size: z.literal('300') },
          next_page_token: z.string().optional(),
        }),
        answer: ({ query }) => {
          const all = [...meetings.meetings].map(([id, { key, title }]) => ({
            ...{ ...told(id), topic: title, type: 2, agenda: key.slice(0, 250) },
          }));
          const others = [{ ...told('90000000001'), topic: 'Team', type: 2 }, ...all];
          const at = Number(query.next_page_token ?? 0);
          const next = at + 1 < others.length ? String(at + 1) : '';
          return { json: { meetings: others.slice(at, at + 1), next_page_token: next, page_size: 300 } };
        },
      },
      {
        ...{ method: 'POST', url: `${api}/users/me/meetings`, body: added, adds: true },
        answer: ({ body }) => {
          const { agenda, ...rest } = added.parse(body);
          const id = meetings.add((number) => String(85_746_065_000 + number), agenda, written(rest));
          return { status: 201, json: told(id) };
        },
      },
      {
        ...{ method: 'GET', url: `${api}/meetings/:meeting` },
        answer: ({ path: { meeting = '' } }) =>
          meetings.meetings.has(meeting) ? { json: told(meeting) } : gone,
      },
      {
        ...{ method: 'PATCH', url: `${api}/meetings/:meeting`, body: changed },
        answer: ({ path: { meeting = '' }, body }) =>
          meetings.change(meeting, written(changed.parse(body))) ? { status: 204, text: '' } : gone,
      },
      {
        ...{ method: 'DELETE', url: `${api}/meetings/:meeting` },
        answer: ({ path: { meeting = '' } }) =>
          meetings.meetings.delete(meeting) ? { status: 204, text: '' } : gone,
      },
    ],
    ways: [{ config: {}, account: { id: 'z8yAAAAA8bbbQ', label: 'ada@example.org' } }],
    ...{ target: {}, fields: [], values: {} },
    sent: [wantedMeeting],
    sentOf: () => meetings.contents(),
  };
}
