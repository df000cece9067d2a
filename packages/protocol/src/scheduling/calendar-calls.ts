import { isTimeZone } from '@weft/core';
import { z } from 'zod';
import { success } from '../flows/flow-schemas.ts';
import type { HttpCalls } from '../http-call.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { nameText } from '../schemas/name-text.ts';

/** Accounts and feeds one person may connect. */
export const maxCalendarServices = 20;
/** Calendars of one account that are checked. */
const maxChecked = 50;

const address = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^(https?|webcals?):\/\/[^\s]+$/i, 'An address that begins with https://');
const credential = z.string().min(1).max(1_000);
const calendarId = z.string().max(2_000);

const calendar = z.strictObject({
  id: z.string(),
  name: z.string(),
  isPrimary: z.boolean(),
  isDeleted: z.boolean(),
  canWriteTo: z.boolean(),
  /** As its account shows it, #rrggbb; null: it says none. */
  color: z.string().nullable(),
});

/** THE list of services whose calendars people sign in to; each is a connector with `calendars`. */
export const signedInCalendars = ['googlecalendar', 'outlookcalendar'] as const;
export type SignedInCalendar = (typeof signedInCalendars)[number];

const service = z.strictObject({
  id,
  /** Of `signedInCalendars` people sign in: `POST /admin/services/create/:serviceType`, and `edit` to connect again. */
  type: z.enum(['caldav', 'ics', ...signedInCalendars]),
  name: z.string(),
  userId: z.string(),
  config: z.strictObject({
    calendarIdsToCheck: z.array(z.string()),
    calendarIdToWriteTo: z.string().nullable(),
  }),
  session_state: z.strictObject({ metadata: z.strictObject({ email: z.string() }) }),
  lastUpdated: instant,
  /**
   * `disconnected`: its owner has to connect it again; `permissions_not_granted`: so that what is needed is allowed;
   * `failing`: it is tried again by itself.
   */
  state: z.enum(['valid', 'failing', 'disconnected', 'permissions_not_granted']),
  fault: z.string().nullable(),
  failingSince: instant.nullable(),
  lastRead: instant.nullable(),
});

const account = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('caldav'),
    url: address,
    username: credential.refine((text) => !text.includes(':'), 'A user name has no colon'),
    password: credential,
  }),
  z.object({ type: z.literal('ics'), url: address, name: nameText }),
]);

const sampleService = 'svc0sample00000000000000';
const unreadable = 'The calendars cannot be read; the message says why.';

/** Calendars that are checked for conflicts, and take bookings. */
export const calendarCalls = {
  'GET /v1/admin/scheduling/getUserCalendars': {
    scope: 'read',
    tag: 'Scheduling',
    summary: 'List your calendars',
    more: 'No provider is asked: it is what was read last. Whole days count in the zone that a calendar names, else in that of your default availability.',
    query: z.object({ timezone: z.string().max(100).refine(isTimeZone, 'Not an IANA time zone').optional() }),
    errors: {},
    answer: z.strictObject({
      servicesAndCalendars: z.array(z.strictObject({ service, calendars: z.array(calendar) })),
    }),
  },
  'POST /v1/scheduling/calendars': {
    scope: 'admin',
    tag: 'Scheduling',
    summary: 'Connect the calendars of a CalDAV account, or an iCalendar feed',
    more: `They are read before the answer. Of an account all calendars that can be written to are checked, of a feed all events. At most ${maxCalendarServices} of one person.`,
    body: account,
    errors: { invalid: unreadable, conflict: 'They have as many as one person may have.' },
    answer: z.strictObject({ serviceId: id }),
    example: { type: 'ics', url: 'https://calendar.example/ann.ics', name: 'Team' },
  },
  'POST /v1/scheduling/calendars/:serviceId/reconnect': {
    scope: 'admin',
    tag: 'Scheduling',
    summary: 'Connect calendars again, with another address or password',
    path: { serviceId: { means: 'The account or feed.', example: sampleService } },
    body: account,
    errors: { 'not-found': 'It is none of the caller’s.', invalid: unreadable },
    answer: success,
    example: {
      type: 'caldav',
      url: 'https://dav.example/',
      username: 'ann',
      password: 'a password for this',
    },
  },
  'POST /admin/services/scheduling/service': {
    scope: 'write',
    tag: 'Scheduling',
    summary: 'Choose which calendars are checked, and which takes bookings',
    more: 'The one that takes bookings is checked too. A calendar that cannot be read closes its owner for bookings until it can be read, or is not checked any more.',
    body: z.object({
      serviceId: z.string().max(64),
      newConfig: z.object({
        calendarIdsToCheck: z.array(calendarId).max(maxChecked, `At most ${maxChecked} calendars`),
        calendarIdToWriteTo: calendarId.nullish(),
      }),
    }),
    errors: { 'not-found': 'It is none of the caller’s.' },
    answer: success,
    example: {
      serviceId: sampleService,
      newConfig: { calendarIdsToCheck: ['feed'], calendarIdToWriteTo: null },
    },
  },
  'DELETE /admin/services/scheduling/:serviceId/delete': {
    scope: 'write',
    tag: 'Scheduling',
    summary: 'Disconnect calendars',
    more: 'Events that were written to them stay there.',
    path: { serviceId: { means: 'The account or feed.', example: sampleService } },
    errors: { 'not-found': 'It is none of the caller’s.' },
    answer: success,
  },
} satisfies HttpCalls;
