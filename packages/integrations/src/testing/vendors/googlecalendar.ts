import { z } from 'zod';
import type { WrittenEvent } from '../../calendars/connected-calendars.ts';
import { googleMethod } from '../described.ts';
import { odd, type StandIn } from '../stand-in.ts';
import { LocalCalendar, wantedEvent } from './local-calendar.ts';

const calendarId = odd('calendar');
const fields =
  'timeZone,nextPageToken,nextSyncToken,items(id,status,iCalUID,summary,htmlLink,transparency,eventType,start,end,attendees(self,responseStatus),extendedProperties/private)';
const paging = {
  singleEvents: z.literal('true'),
  maxResults: z.literal('2500'),
  fields: z.literal(fields),
  pageToken: z.string().optional(),
};
const quiet = z.strictObject({ sendUpdates: z.literal('none') });
const calling = z.union([
  quiet,
  quiet.extend({
    conferenceDataVersion: z.literal('1'),
    fields: z.literal('hangoutLink,conferenceData/createRequest'),
  }),
]);
const conferenceData = z
  .strictObject({
    createRequest: z.strictObject({
      requestId: z.string().min(1),
      conferenceSolutionKey: z.strictObject({ type: z.literal('hangoutsMeet') }),
    }),
  })
  .optional();
const time = z.strictObject({ dateTime: z.iso.datetime(), timeZone: z.literal('UTC') });
const written = {
  ...{ summary: z.string(), description: z.string(), location: z.string(), status: z.literal('confirmed') },
  extendedProperties: z.strictObject({ private: z.strictObject({ weftKey: z.string() }) }),
  conferenceData,
};
const added = z.strictObject({
  // What ids may hold is only in the words of the description.
  ...{ id: z.string().regex(/^[a-v0-9]{5,1024}$/), ...written },
  ...{ start: time, end: time },
});
// An event may have become one of whole days by hand; with a date and a time it is refused.
const timed = time.extend({ date: z.null() });
const changed = z.strictObject({ ...written, start: timed, end: timed });
const notFound = { status: 404, json: { error: { code: 404, message: 'Not Found' } } };

/** The whole of a state is given in pages of one; what is asked with a state that is too old is refused with 410. */
export function googlecalendar(): StandIn & { readonly calendar: LocalCalendar } {
  const calendar = new LocalCalendar();
  const calls = new Set<string>();
  const items = () =>
    [...calendar.events.values()].map(({ id, own, at, ...event }) => ({
      ...{ id, iCalUID: `${id}@google.com`, summary: event.title, status: 'confirmed' },
      htmlLink: `https://www.google.com/calendar/event?eid=${id}`,
      start: { dateTime: new Date(at.from).toISOString() },
      end: { dateTime: new Date(at.to).toISOString() },
      ...(own !== null && { extendedProperties: { private: { weftKey: own } } }),
    }));
  const put = (id: string, body: Omit<z.infer<typeof added>, 'id'>) => {
    const { summary, description, location, start, end, extendedProperties } = body;
    const event: WrittenEvent = {
      ...{ title: summary, description, location },
      ...{ from: Date.parse(start.dateTime), to: Date.parse(end.dateTime) },
    };
    calendar.put(id, extendedProperties.private.weftKey, event);
    const call = body.conferenceData?.createRequest.requestId;
    // A call comes into being a moment after its event.
    if (call === undefined) return { json: { id } };
    const isPending = !calls.has(call);
    calls.add(call);
    const createRequest = { requestId: call, status: { statusCode: isPending ? 'pending' : 'success' } };
    const link = isPending ? {} : { hangoutLink: `https://meet.google.com/${call}` };
    return { json: { ...link, conferenceData: { createRequest } } };
  };
  return {
    calendar,
    routes: [
      googleMethod('calendar.calendarList.get', {
        query: z.strictObject({ fields: z.literal('id') }),
        answer: () => ({ json: { id: 'ada@example.org' } }),
      }),
      googleMethod('calendar.calendarList.list', {
        query: z.strictObject({
          maxResults: z.literal('250'),
          fields: z.literal(
            'nextPageToken,items(id,summary,summaryOverride,accessRole,primary,timeZone,backgroundColor)',
          ),
          pageToken: z.string().optional(),
        }),
        answer: ({ query }) =>
          query.pageToken === undefined
            ? {
                json: {
                  items: [
                    { id: 'holidays', summary: 'Holidays', accessRole: 'reader', timeZone: 'Europe/Paris' },
                  ],
                  nextPageToken: '~page 2+/=',
                },
              }
            : {
                json: {
                  items: [
                    {
                      ...{
                        id: calendarId,
                        summary: 'ada@example.org',
                        summaryOverride: 'Größe',
                        primary: true,
                        backgroundColor: '#0078D4',
                      },
                      ...{ accessRole: 'owner', timeZone: 'Europe/Paris' },
                    },
                  ],
                },
              },
      }),
      googleMethod('calendar.events.list', {
        query: z.union([
          z.strictObject({ ...paging, timeMin: z.iso.datetime(), timeMax: z.iso.datetime() }),
          z.strictObject({ ...paging, syncToken: z.string() }),
        ]),
        answer: ({ query, path }) => {
          if (path.calendarId !== calendarId) return notFound;
          const all = items();
          const timeZone = 'Europe/Paris';
          if (query.syncToken !== undefined) {
            const known = calendar.stateOf(String(query.syncToken));
            if (known === null)
              return {
                status: 410,
                json: { error: { code: 410, message: 'Sync token is no longer valid' } },
              };
            const changed = known === calendar.state ? [] : [{ id: 'changed', status: 'cancelled' }];
            return { json: { timeZone, items: changed, nextSyncToken: calendar.token } };
          }
          const at = query.pageToken === undefined ? 0 : Number(query.pageToken);
          const isLast = at + 1 >= all.length;
          return {
            json: {
              ...{ timeZone, items: all.slice(at, at + 1) },
              ...(isLast ? { nextSyncToken: calendar.token } : { nextPageToken: String(at + 1) }),
            },
          };
        },
      }),
      googleMethod('calendar.events.insert', {
        ...{ query: calling, body: added, adds: true },
        answer: ({ body }) => {
          const { id, ...event } = added.parse(body);
          return calendar.events.has(id)
            ? {
                status: 409,
                json: { error: { code: 409, message: 'The requested identifier already exists.' } },
              }
            : put(id, event);
        },
      }),
      googleMethod('calendar.events.patch', {
        ...{ query: calling, body: changed },
        answer: ({ body, path: { eventId = '' } }) =>
          calendar.events.has(eventId) ? put(eventId, changed.parse(body)) : notFound,
      }),
      googleMethod('calendar.events.delete', {
        query: quiet,
        answer: ({ path }) =>
          calendar.remove(path.eventId ?? '')
            ? { status: 204, text: '' }
            : { status: 410, json: { error: { code: 410, message: 'Resource has been deleted' } } },
      }),
    ],
    ways: [{ config: {}, account: { id: 'ada@example.org', label: 'ada@example.org' } }],
    ...{ target: {}, fields: [], values: {} },
    scheduling: { calendarId },
    sent: [wantedEvent],
    sentOf: () => calendar.contents(),
  };
}
