import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from './ports.ts';

/** How the next requests go wrong. */
type CalDavFault = 'hangs' | 'malformed' | 'unauthorized' | 'forbidden' | 'too-many' | 'broken';

export interface CalDavServer {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** The files of a calendar by their names; changed here, the calendar has changed. */
  readonly files: (calendar: string) => ReadonlyMap<string, string>;
  readonly put: (calendar: string, name: string, file: string) => void;
  readonly removeCalendar: (calendar: string) => void;
  /** Null: all is well again. */
  readonly fail: (fault: CalDavFault | null) => void;
  /** `METHOD path` of every request. */
  readonly asked: string[];
  readonly close: () => Promise<void>;
}

interface Calendar {
  readonly name: string;
  readonly readOnly: boolean;
  version: number;
  readonly files: Map<string, string>;
}

const username = 'ann';
const password = 'pass:word';
const statusOf = { unauthorized: 401, forbidden: 403, 'too-many': 429, broken: 500 } as const;

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const multistatus = (responses: readonly string[]): string =>
  `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/">${responses.join('')}</D:multistatus>`;
const found = (href: string, props: string): string =>
  `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${props}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat><D:propstat><D:prop><D:getcontentlength/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>`;

const describe = (path: string, { name, readOnly, version }: Calendar): string =>
  found(
    path,
    `<D:resourcetype><D:collection/><C:calendar/></D:resourcetype><D:displayname>${escaped(name)}</D:displayname>
     <I:calendar-color xmlns:I="http://apple.com/ns/ical/">#C2410CFF</I:calendar-color><CS:getctag>${version}</CS:getctag><D:current-user-privilege-set><D:privilege><D:read/></D:privilege>${readOnly ? '' : '<D:privilege><D:write/></D:privilege>'}</D:current-user-privilege-set>
     <C:supported-calendar-component-set><C:comp name="VEVENT"/></C:supported-calendar-component-set>
     <C:calendar-timezone>BEGIN:VCALENDAR&#13;\nBEGIN:VTIMEZONE&#13;\nTZID:Europe/Paris&#13;\nEND:VTIMEZONE&#13;\nEND:VCALENDAR&#13;\n</C:calendar-timezone>`,
  );

/** What a server must refuse to store (RFC 4791, sections 4.1 and 5.3.2.1). */
function faultOf(calendar: Calendar, name: string, file: string): string | null {
  for (const needed of ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:', 'UID:', 'DTSTAMP:', 'DTSTART'])
    if (!file.includes(`\r\n${needed}`) && !file.startsWith(needed)) return `without ${needed}`;
  if (/^METHOD:/m.test(file)) return 'with a METHOD';
  if (file.split('\r\n').some((line) => Buffer.byteLength(line) > 75)) return 'a line is too long';
  const uid = /^UID:(.+)$/m.exec(file)?.[1];
  for (const [other, text] of calendar.files)
    if (other !== name && /^UID:(.+)$/m.exec(text)?.[1] === uid) return 'another file has this UID';
  return null;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A CalDAV server in memory that takes nothing the standards do not allow. */
export async function startCalDavServer(): Promise<CalDavServer> {
  const calendars = new Map<string, Calendar>();
  for (const [id, name, readOnly] of [
    ['work', 'Work & Meetings', false],
    ['holidays', 'Holidays', true],
  ] as const)
    calendars.set(id, { name, readOnly, version: 1, files: new Map() });
  const asked: string[] = [];
  let fault: CalDavFault | null = null;
  const hanging = new Set<ServerResponse>();

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '/', headers } = request;
    asked.push(`${method} ${path}`);
    const body = await bodyOf(request);
    const send = (status: number, text = '', type = 'application/xml; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type }).end(text);
    if (fault === 'hangs') return void hanging.add(response);
    if (fault === 'malformed') return void send(207, '<D:multistatus xmlns:D="DAV:"><D:response>');
    if (fault !== null) return void send(statusOf[fault]);
    const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    if (headers.authorization !== expected) return void send(401);
    const isXml = headers['content-type']?.startsWith('application/xml') ?? false;
    if (method === 'PROPFIND') {
      if (!isXml || !body.includes('propfind') || !['0', '1'].includes(String(headers.depth)))
        return void send(400);
      if (path === '/.well-known/caldav') return void response.writeHead(301, { location: '/dav/' }).end();
      if (path === '/dav/')
        return void send(
          207,
          multistatus([
            found(
              path,
              '<D:resourcetype><D:collection/></D:resourcetype><D:current-user-principal><D:href>/dav/people/ann/</D:href></D:current-user-principal>',
            ),
          ]),
        );
      if (path === '/dav/people/ann/')
        return void send(
          207,
          multistatus([
            found(path, '<C:calendar-home-set><D:href>/dav/calendars/ann/</D:href></C:calendar-home-set>'),
          ]),
        );
      if (path === '/dav/calendars/ann/')
        return void send(
          207,
          multistatus([
            found(path, '<D:resourcetype><D:collection/></D:resourcetype>'),
            ...[...calendars].map(([id, calendar]) => describe(`${path}${id}/`, calendar)),
          ]),
        );
      return void send(404);
    }
    const [, id = '', name = ''] = /^\/dav\/calendars\/ann\/([^/]+)\/(.*)$/.exec(path) ?? [];
    const calendar = calendars.get(id);
    if (calendar === undefined) return void send(404);
    if (method === 'REPORT') {
      if (!isXml || headers.depth !== '1' || !/time-range start="\d{8}T\d{6}Z" end="\d{8}T\d{6}Z"/.test(body))
        return void send(400);
      const files = [...calendar.files].map(([file, text]) =>
        found(
          `${path}${file}`,
          `<D:getetag>"${calendar.version}"</D:getetag><C:calendar-data>${escaped(text)}</C:calendar-data>`,
        ),
      );
      return void send(207, multistatus(files));
    }
    if (calendar.readOnly) return void send(403);
    if (method === 'PUT') {
      if (!headers['content-type']?.startsWith('text/calendar')) return void send(415);
      const why = faultOf(calendar, name, body);
      if (why !== null) return void send(409, why, 'text/plain');
      const known = calendar.files.has(name);
      calendar.files.set(name, body);
      calendar.version++;
      return void send(known ? 204 : 201);
    }
    if (method !== 'DELETE') return void send(405);
    if (!calendar.files.delete(name)) return void send(404);
    calendar.version++;
    send(204);
  };

  const server = createServer((request, response) => void answer(request, response));
  const port = await listenLocally(server);
  const of = (id: string): Calendar => {
    const calendar = calendars.get(id);
    if (calendar === undefined) throw new Error(`There is no calendar ${id}`);
    return calendar;
  };
  return {
    ...{ url: `http://127.0.0.1:${port}/`, username, password, asked },
    files: (id) => of(id).files,
    put: (id, name, file) => {
      of(id).files.set(name, file);
      of(id).version++;
    },
    removeCalendar: (id) => void calendars.delete(id),
    fail: (next) => {
      fault = next;
      for (const response of hanging) response.destroy();
      hanging.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
