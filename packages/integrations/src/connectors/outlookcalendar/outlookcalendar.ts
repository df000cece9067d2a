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
import { graphPath, onGraph } from '../microsoft/microsoft.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';

/** The property that holds the key of an event of ours; its set is a name of our own. */
const keyProperty = 'String {7b5d2c0e-5c4b-4a53-9a0e-6d3f1b8a2c71} Name weftKey';
const expanded = `singleValueExtendedProperties($filter=id eq '${keyProperty}')`;
/** Times that an event is added again after it was removed. */
const mostTransactions = 20;
const utcTimes = { prefer: 'outlook.timezone="UTC"' };

const calendar = z.object({
  id: z.string(),
  name: z.string(),
  canEdit: z.boolean().nullish(),
  isDefaultCalendar: z.boolean().nullish(),
  /** Empty where it is of the usual colour. */
  hexColor: z.string().nullish(),
});
const moment = z.object({ dateTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/) });
const event = z.object({
  id: z.string(),
  iCalUId: z.string().nullish(),
  subject: z.string().nullish(),
  webLink: z.string().nullish(),
  showAs: z.string().nullish(),
  isAllDay: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  responseStatus: z.object({ response: z.string().nullish() }).nullish(),
  start: moment,
  end: moment,
  singleValueExtendedProperties: z.array(z.object({ id: z.string(), value: z.string().nullish() })).nullish(),
});
const eventFields = 'id,iCalUId,subject,webLink,showAs,isAllDay,isCancelled,responseStatus,start,end';

const showsAs: { readonly [showAs: string]: CalendarEvent['showsAs'] } = {
  ...{ free: 'free', tentative: 'tentative', oof: 'out_of_office', workingElsewhere: 'working_elsewhere' },
};

/** Times come in UTC, without saying so; to the millisecond. */
const instant = ({ dateTime }: z.infer<typeof moment>): number => Date.parse(`${dateTime.slice(0, 23)}Z`);

function presented(found: z.infer<typeof event>, zone: string): CalendarEvent {
  const { id, iCalUId, subject, webLink, showAs, isAllDay, isCancelled, responseStatus, start, end } = found;
  // A property that nobody gave is left out, so that there is ours alone.
  const key = found.singleValueExtendedProperties?.[0]?.value;
  return {
    ...{ id, uid: key == null ? (iCalUId ?? id) : ownUid(key), title: subject ?? '' },
    link: eventLink(webLink),
    showsAs: showsAs[showAs ?? ''] ?? 'busy',
    cancelled: isCancelled === true,
    declined: responseStatus?.response === 'declined',
    when:
      isAllDay === true
        ? { kind: 'all_day', from: start.dateTime.slice(0, 10), to: end.dateTime.slice(0, 10), zone }
        : { kind: 'timed', from: instant(start), to: instant(end) },
  };
}

/** The items of all pages, and the address at which changes are asked for where it is one of those. */
async function itemsOf<T>(
  http: ServiceHttp,
  first: string,
  query: { readonly [name: string]: string | number },
  headers: { readonly [name: string]: string },
  item: z.ZodType<T>,
) {
  const page = z.object({
    value: z.array(item),
    '@odata.nextLink': z.string().nullish(),
    '@odata.deltaLink': z.string().nullish(),
  });
  const items: T[] = [];
  const read = new Set<string>();
  let found = await http.get(first, page, { query, headers });
  for (;;) {
    items.push(...found.value);
    if (items.length > maxEvents)
      throw new ServiceFault('permanent', `The calendar has more than ${maxEvents} events in this time`);
    const link = found['@odata.nextLink'];
    const next = graphPath(link);
    // A list that is not whole would show hosts free who are not.
    if (next === null && link)
      throw new ServiceFault('permanent', 'Outlook Calendar named a page that is not its own');
    if (next === null) return { items, version: graphPath(found['@odata.deltaLink']) };
    // A server that names the same page for ever is not followed.
    if (read.has(next))
      throw new ServiceFault('permanent', 'Outlook Calendar answered in a way that was not expected');
    read.add(next);
    found = await http.get(next, page, { headers });
  }
}

const calendarPath = (id: string): string => `/me/calendars/${encodeURIComponent(id)}`;
const eventPath = (id: string): string => `/me/events/${encodeURIComponent(id)}`;
const within = ({ from, to }: CalendarRange) => ({
  startDateTime: new Date(from).toISOString(),
  endDateTime: new Date(to).toISOString(),
});

const hasStatus = (error: unknown, ...statuses: readonly number[]): boolean =>
  error instanceof ServiceFault && error.status !== null && statuses.includes(error.status);

/** Whether an event was added with this transaction before. */
const isDuplicate = (error: unknown): boolean =>
  hasStatus(error, 409) || (error instanceof ServiceFault && /transactionid/i.test(error.message));

async function eventsOf(http: ServiceHttp, calendarId: string, range: CalendarRange, zone: string) {
  const query = { ...within(range), $select: eventFields, $expand: expanded, $top: 500 };
  const { items } = await itemsOf(http, `${calendarPath(calendarId)}/calendarView`, query, utcTimes, event);
  return items.map((item) => presented(item, zone));
}

const anything = z.object({});
const deltaPages = { prefer: 'odata.maxpagesize=500' };

/**
 * Whether anything changed, and what this state is called. The changes themselves are not used: those of a series leave out
 * what its occurrences show as.
 */
async function deltaOf(http: ServiceHttp, calendarId: string, range: CalendarRange, version: string | null) {
  const whole = async () => {
    const path = `${calendarPath(calendarId)}/calendarView/delta`;
    return { changed: true, ...(await itemsOf(http, path, within(range), deltaPages, anything)) };
  };
  if (version === null) return whole();
  try {
    const found = await itemsOf(http, version, {}, deltaPages, anything);
    return { changed: found.items.length > 0, ...found };
  } catch (error) {
    // The service no longer knows this state, or no longer takes its address; what is gone or wrong is refused again.
    if (hasStatus(error, 400, 404, 410)) return whole();
    throw error;
  }
}

/** The event that was written under a key; null: there is none. */
async function findOwn(http: ServiceHttp, calendarId: string, key: string): Promise<string | null> {
  const query = {
    $filter: `singleValueExtendedProperties/Any(ep: ep/id eq '${keyProperty}' and ep/value eq '${key.replaceAll("'", "''")}')`,
    $select: 'id',
  };
  const list = z.object({ value: z.array(z.object({ id: z.string() })) });
  const { value } = await http.get(`${calendarPath(calendarId)}/events`, list, { query });
  return value[0]?.id ?? null;
}

const body = ({ title, description, location, from, to }: WrittenEvent) => ({
  subject: title,
  body: { contentType: 'text', content: description },
  location: { displayName: location },
  start: { dateTime: new Date(from).toISOString().slice(0, 19), timeZone: 'UTC' },
  end: { dateTime: new Date(to).toISOString().slice(0, 19), timeZone: 'UTC' },
});

const calendarsOf = (http: ServiceHttp): ConnectedCalendars => ({
  list: async () => {
    const query = { $select: 'id,name,canEdit,isDefaultCalendar,hexColor', $top: 100 };
    const { items } = await itemsOf(http, '/me/calendars', query, {}, calendar);
    return items
      .toSorted((a, b) => Number(b.isDefaultCalendar ?? false) - Number(a.isDefaultCalendar ?? false))
      .map(({ id, name, canEdit, hexColor }) => ({
        ...{ id, name, canWriteTo: canEdit === true, zone: null },
        color: calendarColor(hexColor),
      }));
  },
  events: (calendarId, range, zone) => eventsOf(http, calendarId, range, zone),
  changed: async (calendarId, range, version, zone) => {
    const delta = await deltaOf(http, calendarId, range, version === '' ? null : version);
    if (!delta.changed) return null;
    return { events: await eventsOf(http, calendarId, range, zone), version: delta.version ?? '' };
  },
  write: async (calendarId, key, written) => {
    /** False: there is no such event. */
    const change = async (): Promise<boolean> => {
      const known = await findOwn(http, calendarId, key);
      if (known !== null) await http.sendRaw('PATCH', eventPath(known), { json: body(written) });
      return known !== null;
    };
    /** False: an event was added with this transaction before. */
    const add = async (transactionId: string): Promise<boolean> => {
      const singleValueExtendedProperties = [{ id: keyProperty, value: key }];
      try {
        await http.sendRaw('POST', `${calendarPath(calendarId)}/events`, {
          json: { ...body(written), transactionId, singleValueExtendedProperties },
        });
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    };
    if (await change()) return null;
    // An attempt whose answer was lost adds no second event. A transaction is known for longer than its event: what was
    // removed is added with the next one, and an attempt that comes late meets all that came before it.
    for (let number = 0; number < mostTransactions; number++) {
      if (await add(number === 0 ? key : `${key} ${number}`)) return null;
      if (await change()) return null;
    }
    throw new ServiceFault(
      'permanent',
      'Outlook Calendar takes this event no more: it was removed too often',
    );
  },
  remove: async (calendarId, key) => {
    try {
      const known = await findOwn(http, calendarId, key);
      if (known !== null) await http.sendRaw('DELETE', eventPath(known), {});
    } catch (error) {
      if (!hasStatus(error, 404, 410)) throw error;
    }
  },
});

/** Calendars of a Microsoft account: https://learn.microsoft.com/en-us/graph/api/resources/calendar. */
export const outlookcalendar: Connector = {
  ...{ type: 'outlookcalendar', label: 'Outlook Calendar', categories: ['messaging'], use: 'scheduling' },
  ...onGraph('Calendars.ReadWrite'),
  calendars: calendarsOf,
};
