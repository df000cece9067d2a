import { type HttpRow, signedIn } from './http-access-row.ts';

/** The calls about calendars of hosts. */
export const calendarHttpAccess = {
  // The same for everybody.
  'GET /v1/scheduling/holidays': { ...signedIn, token: 'read' },
  // Each person has their own.
  'GET /v1/admin/scheduling/getUserCalendars': { ...signedIn, token: 'read' },
  // Refused for an address that may not be called.
  'POST /v1/scheduling/calendars': {
    token: 'admin',
    body: () => ({ type: 'ics', url: 'http://127.0.0.1/feed.ics', name: 'Feed' }),
    anonymous: 401,
    stranger: 400,
    reader: 400,
  },
  'POST /v1/scheduling/calendars/:serviceId/reconnect': {
    token: 'admin',
    path: () => '/v1/scheduling/calendars/svc000000000000000000000/reconnect',
    body: () => ({ type: 'ics', url: 'http://127.0.0.1/feed.ics', name: 'Feed' }),
    anonymous: 401,
    stranger: 404,
    reader: 404,
  },
  'POST /admin/services/scheduling/service': {
    token: 'write',
    body: () => ({ serviceId: 'svc000000000000000000000', newConfig: { calendarIdsToCheck: [] } }),
    anonymous: 401,
    stranger: 404,
    reader: 404,
  },
  'DELETE /admin/services/scheduling/:serviceId/delete': {
    token: 'write',
    path: () => '/admin/services/scheduling/svc000000000000000000000/delete',
    anonymous: 401,
    stranger: 404,
    reader: 404,
  },
} satisfies { readonly [route: string]: HttpRow };
