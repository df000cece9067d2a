import { z } from 'zod';
import { calendarColor } from '../../calendars/calendar-color.ts';
import { type CalendarEvent, eventLink, maxEvents } from '../../calendars/calendar-event.ts';
import {
  type CalendarRange,
  type ConnectedCalendars,
  ownUid,
  type WrittenEvent,
} from '../../calendars/connected-calendars.ts';
import type { Connector } from '../connector.ts';
import { googleFault } from '../google/google.ts';
import { allPages } from '../lists.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';

const scope = (name: string): string => `https://www.googleapis.com/auth/${name}`;

const entry = z.object({
  id: z.string(),
  summary: z.string().optional(),
  summaryOverride: z.string().optional(),
  accessRole: z.string(),
  primary: z.boolean().optional(),
  timeZone: z.string().optional(),
  backgroundColor: z.string().optional(),
});
const entryFields = 'id,summary,summaryOverride,accessRole,primary,timeZone,backgroundColor';
const entries = z.object({ items: z.array(entry).optional(), nextPageToken: z.string().optional() });

const moment = z.object({
  date: z.iso.date().optional(),
  dateTime: z.iso.datetime({ offset: true }).optional(),
});
const event = z.object({
  id: z.string(),
  /** All that is told of one that was deleted, beside its id. */
  status: z.string().optional(),
  iCalUID: z.string().optional(),
  summary: z.string().optional(),
  htmlLink: z.string().optional(),
  transparency: z.string().optional(),
  eventType: z.string().optional(),
  start: moment.optional(),
  end: moment.optional(),
  attendees: z
    .array(z.object({ self: z.boolean().optional(), responseStatus: z.string().optional() }))
    .optional(),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).optional() }).optional(),
});
const page = z.object({
  timeZone: z.string().optional(),
  items: z.array(event).optional(),
  nextPageToken: z.string().optional(),
  nextSyncToken: z.string().optional(),
});
const eventFields =
  'timeZone,nextPageToken,nextSyncToken,items(id,status,iCalUID,summary,htmlLink,transparency,eventType,start,end,attendees(self,responseStatus),extendedProperties/private)';

const meetFields = 'hangoutLink,conferenceData/createRequest';

/** The private property that holds the key of an event of ours. */
const keyProperty = 'weftKey';
/** Ids of events hold the digits of base32hex only. */
const eventId = (key: string): string => Buffer.from(key).toString('hex');
const eventsPath = (calendarId: string): string => `/calendars/${encodeURIComponent(calendarId)}/events`;

function showsAs({ transparency, eventType, status, attendees }: z.infer<typeof event>) {
  if (transparency === 'transparent') return 'free';
  if (eventType === 'outOfOffice') return 'out_of_office';
  if (eventType === 'workingLocation') return 'working_elsewhere';
  const answer = attendees?.find(({ self }) => self === true)?.responseStatus;
  return status === 'tentative' || answer === 'tentative' ? 'tentative' : 'busy';
}

/** Null: it says of nobody when they are busy. */
function presented(found: z.infer<typeof event>, zone: string): CalendarEvent | null {
  const { id, iCalUID, summary, htmlLink, status, start, end, attendees, extendedProperties } = found;
  const key = extendedProperties?.private?.[keyProperty];
  const when =
    start?.date !== undefined && end?.date !== undefined
      ? ({ kind: 'all_day', from: start.date, to: end.date, zone } as const)
      : start?.dateTime !== undefined && end?.dateTime !== undefined
        ? ({ kind: 'timed', from: Date.parse(start.dateTime), to: Date.parse(end.dateTime) } as const)
        : null;
  if (when === null) return null;
  return {
    ...{ id, uid: key === undefined ? (iCalUID ?? id) : ownUid(key), title: summary ?? '', when },
    link: eventLink(htmlLink),
    showsAs: showsAs(found),
    cancelled: status === 'cancelled',
    declined:
      attendees?.some(({ self, responseStatus }) => self === true && responseStatus === 'declined') === true,
  };
}

type Query = { readonly [name: string]: string | number | boolean };

/** Asked of every page: what a state is called holds for the same query alone. */
const everyPage = { singleEvents: true, maxResults: 2_500, fields: eventFields };

async function pagesOf(http: ServiceHttp, calendarId: string, query: Query, zone: string) {
  const events: CalendarEvent[] = [];
  let count = 0;
  let pageToken: string | undefined;
  for (;;) {
    const found = await http.get(eventsPath(calendarId), page, {
      query: { ...everyPage, ...query, pageToken },
    });
    const items = found.items ?? [];
    count += items.length;
    if (count > maxEvents)
      throw new ServiceFault('permanent', `The calendar has more than ${maxEvents} events in this time`);
    events.push(
      ...items.map((item) => presented(item, found.timeZone ?? zone)).filter((one) => one !== null),
    );
    if (found.nextPageToken === undefined) return { events, version: found.nextSyncToken ?? '' };
    // A server that names the same page for ever is not followed.
    if (found.nextPageToken === pageToken)
      throw new ServiceFault('permanent', 'Google Calendar answered in a way that was not expected');
    pageToken = found.nextPageToken;
  }
}

const within = ({ from, to }: CalendarRange): Query => ({
  timeMin: new Date(from).toISOString(),
  timeMax: new Date(to).toISOString(),
});

const hasStatus = (error: unknown, ...statuses: readonly number[]): boolean =>
  error instanceof ServiceFault && error.status !== null && statuses.includes(error.status);

/** False: something changed, or the service no longer knows `version`. */
async function isUnchanged(http: ServiceHttp, calendarId: string, version: string): Promise<boolean> {
  const query = { ...everyPage, syncToken: version };
  try {
    const { items = [], nextPageToken } = await http.get(eventsPath(calendarId), page, { query });
    return items.length === 0 && nextPageToken === undefined;
  } catch (error) {
    if (hasStatus(error, 410)) return false;
    throw error;
  }
}

const timeOf = (at: number) => ({ dateTime: new Date(at).toISOString(), timeZone: 'UTC' });
const meet = z.object({
  hangoutLink: z.url().optional(),
  conferenceData: z
    .object({
      createRequest: z.object({ status: z.object({ statusCode: z.string() }).optional() }).optional(),
    })
    .optional(),
});
/** Asked for again with the same id, the call is the same. */
const conferenceOf = (key: string) => ({
  createRequest: { requestId: key, conferenceSolutionKey: { type: 'hangoutsMeet' } },
});

/** The link of the call that was asked for. */
function linkIn(answer: unknown): string {
  const { hangoutLink, conferenceData } = meet.safeParse(answer).data ?? {};
  if (hangoutLink !== undefined) return hangoutLink;
  const status = conferenceData?.createRequest?.status?.statusCode;
  if (status === 'failure')
    throw new ServiceFault('permanent', 'Google Calendar refused to add a Google Meet call to the event');
  // Written again, the event is the same one, and the call is there by then.
  throw new ServiceFault('retry', 'Google is still making the Google Meet call');
}

const body = (key: string, { title, description, location, from, to }: WrittenEvent) => ({
  ...{ summary: title, description, location, start: timeOf(from), end: timeOf(to) },
  // One that was deleted by hand stands again.
  status: 'confirmed',
  extendedProperties: { private: { [keyProperty]: key } },
});

const calendarsOf = (http: ServiceHttp): ConnectedCalendars => ({
  list: async () => {
    const found = await allPages(async (pageToken) => {
      const fields = `nextPageToken,items(${entryFields})`;
      const query = { maxResults: 250, fields, pageToken };
      const { items = [], nextPageToken } = await http.get('/users/me/calendarList', entries, { query });
      return { items, next: nextPageToken };
    });
    return found
      .toSorted((a, b) => Number(b.primary ?? false) - Number(a.primary ?? false))
      .map(({ id, summary, summaryOverride, accessRole, timeZone, backgroundColor }) => ({
        id,
        name: summaryOverride ?? summary ?? id,
        canWriteTo: accessRole === 'owner' || accessRole === 'writer',
        color: calendarColor(backgroundColor),
        zone: timeZone ?? null,
      }));
  },
  events: async (calendarId, range, zone) => (await pagesOf(http, calendarId, within(range), zone)).events,
  changed: async (calendarId, range, version, zone) => {
    if (version !== null && version !== '' && (await isUnchanged(http, calendarId, version))) return null;
    return pagesOf(http, calendarId, within(range), zone);
  },
  write: async (calendarId, key, written) => {
    const event = body(key, written);
    // PATCH keeps what the owner added to the event: colleagues, a colour. PUT removes it, and needs the event's present
    // sequence number. The date is removed from an event that became one of whole days by hand.
    const start = { ...event.start, date: null };
    const end = { ...event.end, date: null };
    const query = {
      sendUpdates: 'none',
      ...(written.conference === true && { conferenceDataVersion: 1, fields: meetFields }),
    };
    const call = written.conference === true ? { conferenceData: conferenceOf(key) } : {};
    const change = () =>
      http.sendRaw('PATCH', `${eventsPath(calendarId)}/${eventId(key)}`, {
        ...{ query, json: { ...event, ...call, start, end } },
      });
    const add = () =>
      http.sendRaw('POST', eventsPath(calendarId), {
        ...{ query, json: { id: eventId(key), ...event, ...call } },
      });
    const put = async () => {
      try {
        return await change();
      } catch (error) {
        if (!hasStatus(error, 404)) throw error;
      }
      try {
        return await add();
      } catch (error) {
        // It was added meanwhile: by an attempt whose answer was lost.
        if (!hasStatus(error, 409)) throw error;
        return change();
      }
    };
    const answer = await put();
    return written.conference === true ? linkIn(answer) : null;
  },
  remove: async (calendarId, key) => {
    try {
      await http.sendRaw('DELETE', `${eventsPath(calendarId)}/${eventId(key)}`, {
        query: { sendUpdates: 'none' },
      });
    } catch (error) {
      if (!hasStatus(error, 404, 410)) throw error;
    }
  },
});

/** Calendars of a Google account: https://developers.google.com/workspace/calendar/api/v3/reference. */
export const googlecalendar: Connector = {
  ...{ type: 'googlecalendar', label: 'Google Calendar', categories: ['messaging'], use: 'scheduling' },
  baseUrl: 'https://www.googleapis.com/calendar/v3',
  auth: [
    {
      ...{ kind: 'oauth', provider: 'google' },
      scopes: [scope('calendar.calendarlist.readonly'), scope('calendar.events')],
    },
  ],
  classOf: googleFault,
  check: async (http) => {
    const query = { fields: 'id' };
    const { id } = await http.get('/users/me/calendarList/primary', z.object({ id: z.string() }), { query });
    // The account's own calendar has its address as its id.
    return { id, label: id };
  },
  calendars: calendarsOf,
};
