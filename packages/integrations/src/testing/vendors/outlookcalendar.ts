import { z } from 'zod';
import { odd, type StandIn } from '../stand-in.ts';
import { LocalCalendar, wantedEvent } from './local-calendar.ts';
import { graph, graphList, graphMe, graphWays } from './microsoft.ts';

const calendarId = odd('calendar');
const property = 'String {7b5d2c0e-5c4b-4a53-9a0e-6d3f1b8a2c71} Name weftKey';
const base = `${graph}/me/calendars/:calendar`;
const time = z.strictObject({
  dateTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  timeZone: z.literal('UTC'),
});
const event = {
  subject: z.string(),
  body: z.strictObject({ contentType: z.enum(['text', 'html']), content: z.string() }),
  location: z.strictObject({ displayName: z.string() }),
  ...{ start: time, end: time },
};
const changed = z.strictObject(event);
const inserted = z.strictObject({
  ...event,
  transactionId: z.string().optional(),
  singleValueExtendedProperties: z.tuple([z.strictObject({ id: z.literal(property), value: z.string() })]),
});
const range = { startDateTime: z.iso.datetime(), endDateTime: z.iso.datetime() };
const gone = { status: 404, json: { error: { code: 'ErrorItemNotFound', message: 'Not found' } } };
const duplicate = {
  status: 409,
  json: {
    error: {
      code: 'ErrorDuplicateTransactionId',
      message: 'The TransactionId value in the request has been used to create a different event',
    },
  },
};
const stamp = (at: number) => ({
  dateTime: `${new Date(at).toISOString().slice(0, 19)}.0000000`,
  timeZone: 'UTC',
});
const written = ({ subject, body, location, start, end }: z.infer<typeof changed>) => ({
  ...{ title: subject, description: body.content, location: location.displayName },
  ...{ from: Date.parse(`${start.dateTime}Z`), to: Date.parse(`${end.dateTime}Z`) },
});

/** By https://learn.microsoft.com/en-us/graph/api/resources/event; pages of one. */
export function outlookcalendar(): StandIn & { readonly calendar: LocalCalendar } {
  const calendar = new LocalCalendar();
  // Known for long after their events are gone.
  const transactions = new Set<string>();
  let added = 0;
  const deltaLink = (calendarPath: string) =>
    `${graph}/me/calendars/${encodeURIComponent(calendarPath)}/calendarView/delta?$deltatoken=${encodeURIComponent(calendar.token)}`;
  return {
    calendar,
    routes: [
      graphMe,
      graphList(
        '/me/calendars',
        { $select: z.literal('id,name,canEdit,isDefaultCalendar,hexColor'), $top: z.literal('100') },
        [
          { id: 'holidays', name: 'Holidays', canEdit: false, isDefaultCalendar: false, hexColor: '' },
          { id: calendarId, name: 'Größe', canEdit: true, isDefaultCalendar: true, hexColor: '#0078D4' },
        ],
      ),
      {
        ...{ method: 'GET', url: `${base}/calendarView` },
        query: z.strictObject({
          ...range,
          $select: z.literal(
            'id,iCalUId,subject,webLink,showAs,isAllDay,isCancelled,responseStatus,start,end',
          ),
          $expand: z.literal(`singleValueExtendedProperties($filter=id eq '${property}')`),
          $top: z.literal('500'),
          $skip: z.string().optional(),
        }),
        headers: z.looseObject({ prefer: z.literal('outlook.timezone="UTC"') }),
        answer: ({ path, query }) => {
          if (path.calendar !== calendarId) return gone;
          const all = [...calendar.events.values()].map(({ id, title, own, at }) => ({
            ...{
              id,
              iCalUId: `${id}-uid`,
              subject: title,
              webLink: `https://outlook.office365.com/owa/?itemid=${id}`,
              showAs: 'busy',
              isAllDay: false,
              isCancelled: false,
            },
            ...{ responseStatus: { response: 'organizer' }, start: stamp(at.from), end: stamp(at.to) },
            ...(own !== null && { singleValueExtendedProperties: [{ id: property, value: own }] }),
          }));
          const at = Number(query.$skip ?? 0);
          const next = new URLSearchParams({ ...(query as Record<string, string>), $skip: String(at + 1) });
          return {
            json: {
              value: all.slice(at, at + 1),
              ...(at + 1 < all.length && {
                '@odata.nextLink': `${graph}/me/calendars/${encodeURIComponent(calendarId)}/calendarView?${next}`,
              }),
            },
          };
        },
      },
      {
        ...{ method: 'GET', url: `${base}/calendarView/delta` },
        query: z.union([z.strictObject(range), z.strictObject({ $deltatoken: z.string() })]),
        headers: z.looseObject({ prefer: z.literal('odata.maxpagesize=500') }),
        answer: ({ path, query }) => {
          if (path.calendar !== calendarId) return gone;
          const known = query.$deltatoken === undefined ? -1 : calendar.stateOf(String(query.$deltatoken));
          if (known === null)
            return { status: 410, json: { error: { code: 'SyncStateNotFound', message: 'Start again' } } };
          const value =
            known === calendar.state ? [] : [{ id: 'changed', '@removed': { reason: 'deleted' } }];
          return { json: { value, '@odata.deltaLink': deltaLink(path.calendar) } };
        },
      },
      {
        ...{ method: 'GET', url: `${base}/events` },
        query: z.strictObject({
          $filter: z
            .string()
            .startsWith(`singleValueExtendedProperties/Any(ep: ep/id eq '${property}' and ep/value eq '`),
          $select: z.literal('id'),
        }),
        answer: ({ path, query }) => {
          if (path.calendar !== calendarId) return gone;
          const key = /ep\/value eq '(.*)'\)$/.exec(String(query.$filter))?.[1]?.replaceAll("''", "'");
          const value = [...calendar.events.values()]
            .filter(({ own }) => own === key)
            .map(({ id }) => ({ id }));
          return { json: { value } };
        },
      },
      {
        ...{ method: 'POST', url: `${base}/events`, adds: true, body: inserted },
        answer: ({ body }) => {
          const { transactionId, singleValueExtendedProperties, ...rest } = inserted.parse(body);
          if (transactionId !== undefined && transactions.has(transactionId)) return duplicate;
          if (transactionId !== undefined) transactions.add(transactionId);
          const id = odd(`event ${added++}`);
          calendar.put(id, singleValueExtendedProperties[0].value, written(rest));
          return { status: 201, json: { id } };
        },
      },
      {
        ...{ method: 'PATCH', url: `${graph}/me/events/:event`, body: changed },
        answer: ({ path, body }) => {
          const known = calendar.events.get(path.event ?? '');
          if (known === undefined) return gone;
          calendar.put(known.id, known.own, written(changed.parse(body)));
          return { json: { id: known.id } };
        },
      },
      {
        ...{ method: 'DELETE', url: `${graph}/me/events/:event` },
        answer: ({ path }) => (calendar.remove(path.event ?? '') ? { status: 204, text: '' } : gone),
      },
    ],
    ways: graphWays,
    ...{ target: {}, fields: [], values: {} },
    scheduling: { calendarId },
    sent: [wantedEvent],
    sentOf: () => calendar.contents(),
  };
}
