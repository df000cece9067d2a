import { calendarColor } from './calendar-color.ts';
import { CalendarFault } from './calendar-fault.ts';
import {
  type CalendarAnswer,
  type CalendarHttp,
  type CalendarRequest,
  calendarRequest,
} from './calendar-http.ts';
import { type DavNode, type DavResponse, multistatus, nodeOf, nodesOf, textOf } from './dav-xml.ts';

export interface CalDavAccount {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

export interface DavCalendar {
  /** Its address. */
  readonly id: string;
  readonly name: string;
  readonly canWriteTo: boolean;
  /** #rrggbb; null where the server does not say. */
  readonly color: string | null;
  /** An IANA name; null where the server does not say. */
  readonly zone: string | null;
  /** Another one when anything in it changed; null where the server does not say. */
  readonly version: string | null;
}

const namespaces =
  'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/" xmlns:a="http://apple.com/ns/ical/"';
const propfind = (props: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><d:propfind ${namespaces}><d:prop>${props}</d:prop></d:propfind>`;

const discovery = propfind('<d:current-user-principal/><d:resourcetype/><c:calendar-home-set/>');
const details = propfind(
  '<d:resourcetype/><d:displayname/><d:current-user-privilege-set/><d:sync-token/><s:getctag/><c:supported-calendar-component-set/><c:calendar-timezone/><a:calendar-color/>',
);

const utcStamp = (time: number): string =>
  `${new Date(time).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

const inRange = (from: number, to: number): string => `<?xml version="1.0" encoding="utf-8"?>
<c:calendar-query ${namespaces}><d:prop><d:getetag/><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="${utcStamp(from)}" end="${utcStamp(to)}"/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`;

const isCalendar = ({ props }: DavResponse): boolean =>
  nodeOf(nodeOf(props, 'resourcetype') ?? {}, 'calendar') !== undefined ||
  nodeOf(props, 'resourcetype')?.calendar !== undefined;

function holdsEvents({ props }: DavResponse): boolean {
  const kinds = nodesOf(nodeOf(props, 'supported-calendar-component-set'), 'comp');
  return kinds.length === 0 || kinds.some((kind) => String(kind['@name']).toUpperCase() === 'VEVENT');
}

/** A server that does not say what is allowed is tried when a booking is written. */
function mayWrite(props: DavNode): boolean {
  const set = nodeOf(props, 'current-user-privilege-set');
  if (set === undefined) return true;
  const names = nodesOf(set, 'privilege').flatMap((privilege) => Object.keys(privilege));
  return names.some((name) => ['all', 'write', 'write-content', 'bind'].includes(name));
}

const zoneOf = (props: DavNode): string | null =>
  /^TZID(?:;[^:]*)?:(.+)$/im.exec(textOf(props, 'calendar-timezone'))?.[1]?.trim() ?? null;

/** The same site: only there are name and password sent. */
const siteOf = (host: string): string =>
  /^[\d.:[\]]+$/.test(host) ? host : host.split('.').slice(-2).join('.');

/** Calendars of an account on a CalDAV server (RFC 4791). */
export class CalDav {
  readonly #http: CalendarHttp;
  readonly #account: CalDavAccount;

  constructor(http: CalendarHttp, account: CalDavAccount) {
    this.#http = http;
    this.#account = account;
  }

  /** All calendars for events of the account. */
  async calendars(signal?: AbortSignal): Promise<readonly DavCalendar[]> {
    const home = await this.#home(signal);
    const responses = await this.#propfind(home, '1', details, signal);
    return responses
      .filter((one) => isCalendar(one) && holdsEvents(one))
      .map(({ href, props }) => {
        const version = textOf(props, 'getctag') || textOf(props, 'sync-token');
        return {
          id: this.#resolved(href, home),
          name:
            textOf(props, 'displayname') ||
            decodeURIComponent(href.replace(/\/$/, '').split('/').at(-1) ?? ''),
          canWriteTo: mayWrite(props),
          color: calendarColor(textOf(props, 'calendar-color')),
          zone: zoneOf(props),
          version: version === '' ? null : version,
        };
      });
  }

  /** The iCalendar files of what happens in a range. */
  async files(
    calendarId: string,
    from: number,
    to: number,
    signal?: AbortSignal,
  ): Promise<readonly string[]> {
    const answer = await this.#send({
      url: calendarId,
      method: 'REPORT',
      headers: { depth: '1', 'content-type': 'application/xml; charset=utf-8' },
      body: inRange(from, to),
      signal,
    });
    const responses = multistatus(answer.text);
    // A part of what stands in the calendar is not what stands in it (RFC 4791, 7.8).
    if (responses.some(({ failed }) => failed))
      throw new CalendarFault('unreadable', 'The calendar server did not tell of all its events');
    return responses.flatMap(({ props }) => {
      const text = textOf(props, 'calendar-data');
      return text === '' ? [] : [text];
    });
  }

  /** Writes a file under a name of ours: written again, it is still one. */
  async write(calendarId: string, name: string, file: string, signal?: AbortSignal): Promise<void> {
    await this.#send({
      url: fileAddress(calendarId, name),
      method: 'PUT',
      headers: { 'content-type': 'text/calendar; charset=utf-8' },
      body: file,
      signal,
    });
  }

  /** What is gone already is removed. */
  async remove(calendarId: string, name: string, signal?: AbortSignal): Promise<void> {
    const url = fileAddress(calendarId, name);
    await this.#send({ url, method: 'DELETE', signal, accepts: [404, 410] });
  }

  /** The folder of the account's calendars, from whichever address somebody has of it. */
  async #home(signal: AbortSignal | undefined): Promise<string> {
    const { url } = this.#account;
    const first = await this.#discover(url, signal);
    if (first !== null) return first;
    const wellKnown = await this.#discover(new URL('/.well-known/caldav', url).href, signal);
    if (wellKnown !== null) return wellKnown;
    throw new CalendarFault('gone', 'There are no calendars at this address');
  }

  async #discover(url: string, signal: AbortSignal | undefined): Promise<string | null> {
    const found = await this.#tryPropfind(url, signal);
    if (found === null) return null;
    const { at, response } = found;
    const home = textOf(nodeOf(response.props, 'calendar-home-set'), 'href');
    if (home !== '') return this.#resolved(home, at);
    const principal = textOf(nodeOf(response.props, 'current-user-principal'), 'href');
    if (principal !== '') {
      const address = this.#resolved(principal, at);
      const [own] = await this.#propfind(address, '0', discovery, signal);
      const set = textOf(nodeOf(own?.props ?? {}, 'calendar-home-set'), 'href');
      if (set !== '') return this.#resolved(set, address);
    }
    return isCalendar(response) ? at : null;
  }

  async #tryPropfind(url: string, signal: AbortSignal | undefined) {
    const answer = await this.#send({
      url,
      method: 'PROPFIND',
      headers: { depth: '0', 'content-type': 'application/xml; charset=utf-8' },
      body: discovery,
      signal,
      accepts: [404, 405, 410],
    });
    if (answer.status >= 400) return null;
    const [response] = multistatus(answer.text);
    return response === undefined ? null : { at: answer.url, response };
  }

  async #propfind(url: string, depth: '0' | '1', body: string, signal: AbortSignal | undefined) {
    const headers = { depth, 'content-type': 'application/xml; charset=utf-8' };
    return multistatus((await this.#send({ url, method: 'PROPFIND', headers, body, signal })).text);
  }

  /** An address that a server named; name and password go to no other site than the one they were given for. */
  #resolved(href: string, base: string): string {
    const url = new URL(href, base);
    const own = new URL(this.#account.url);
    if (
      siteOf(url.hostname) !== siteOf(own.hostname) ||
      (own.protocol === 'https:' && url.protocol !== 'https:')
    )
      throw new CalendarFault('unreadable', 'The calendar server names an address of another site');
    return url.href;
  }

  async #send(request: CalendarRequest): Promise<CalendarAnswer> {
    const { username, password, url } = this.#account;
    this.#resolved(request.url, url);
    const credentials = Buffer.from(`${username}:${password}`).toString('base64');
    return calendarRequest(this.#http, {
      ...request,
      headers: { ...request.headers, authorization: `Basic ${credentials}` },
    });
  }
}

const fileAddress = (calendarId: string, name: string): string =>
  new URL(`${encodeURIComponent(name)}.ics`, calendarId.endsWith('/') ? calendarId : `${calendarId}/`).href;
