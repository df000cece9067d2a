import { createHash } from 'node:crypto';
import { secretOwnerOfCalendars } from '@weft/db';
import {
  CalDav,
  type CalendarEvent,
  CalendarFault,
  type ConnectedCalendars,
  type OutgoingHttp,
  readFeed,
  ServiceFault,
  writtenEvent,
} from '@weft/integrations';
import { z } from 'zod';
import type { CalendarDeps, Connected } from './deps.ts';

/** What a service is opened with, as it is sealed. */
export type Credentials =
  | { readonly type: 'caldav'; readonly url: string; readonly username: string; readonly password: string }
  | { readonly type: 'ics'; readonly url: string };

const stored = z.discriminatedUnion('type', [
  z.object({ type: z.literal('caldav'), url: z.string(), username: z.string(), password: z.string() }),
  z.object({ type: z.literal('ics'), url: z.string() }),
]);

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly canWriteTo: boolean;
  readonly color: string | null;
  /** An IANA name or a Windows one. */
  readonly zone: string | null;
  /** What the server calls the present state; null: it has to be read to know. */
  readonly version: string | null;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The iCalendar files of a range, or what a service that has none says. */
export type Reading = { readonly texts: readonly string[] } | { readonly events: readonly CalendarEvent[] };

/** A calendar that is read; `zone` is that of its whole days, where it names none that of its owner. */
type Read = Pick<Listed, 'id' | 'version'> & { readonly zone: string };

/** The calendars of one account, whoever provides them. */
export interface Provider {
  readonly list: (signal: AbortSignal) => Promise<readonly Listed[]>;
  /** A range as it is this moment. */
  readonly look: (calendar: Read, range: Range, signal: AbortSignal) => Promise<Reading>;
  /** The same with what to call this state; null: nothing changed since `version`. */
  readonly read: (
    calendar: Read,
    range: Range,
    version: string | null,
    signal: AbortSignal,
  ) => Promise<(Reading & { readonly version: string | null }) | null>;
  /** Null: it cannot be written to. */
  readonly writer: {
    /** The link of the service's own video call, where one is asked for and it makes some. */
    readonly write: (...event: [...Parameters<CalDav['write']>, hasCall: boolean]) => Promise<string | null>;
    readonly remove: CalDav['remove'];
  } | null;
}

/** The one calendar of a feed. */
export const feedId = 'feed';
const byContent = 'content ';

function feedProvider(http: OutgoingHttp, url: string, name: string): Provider {
  return {
    list: async () => [{ id: feedId, name, canWriteTo: false, color: null, zone: null, version: null }],
    look: async (_calendar, _range, signal) => ({
      texts: [(await readFeed(http, url, null, signal)).text ?? ''],
    }),
    read: async (_calendar, _range, version, signal) => {
      // A version of our own means nothing to the server.
      const told = version?.startsWith(byContent) ? null : version;
      const answer = await readFeed(http, url, told, signal);
      if (answer.text === null) return null;
      const own = byContent + createHash('sha256').update(answer.text).digest('base64url');
      const current = answer.version ?? own;
      return current === version ? null : { texts: [answer.text], version: current };
    },
    writer: null,
  };
}

function calDavProvider(http: OutgoingHttp, account: Credentials & { readonly type: 'caldav' }): Provider {
  const dav = new CalDav(http, account);
  return {
    list: (signal) => dav.calendars(signal),
    look: async ({ id }, { from, to }, signal) => ({ texts: await dav.files(id, from, to, signal) }),
    read: async (calendar, { from, to }, version, signal) => {
      if (version !== null && calendar.version === version) return null;
      return { texts: await dav.files(calendar.id, from, to, signal), version: calendar.version };
    },
    writer: {
      write: async (calendarId, key, file, signal) => {
        await dav.write(calendarId, key, file, signal);
        return null;
      },
      remove: (calendarId, key, signal) => dav.remove(calendarId, key, signal),
    },
  };
}

export const providerOf = (http: OutgoingHttp, credentials: Credentials, name: string): Provider =>
  credentials.type === 'ics' ? feedProvider(http, credentials.url, name) : calDavProvider(http, credentials);

/** What a service that somebody signed in to said, as a fault of its calendars. */
function calendarFaultOf(error: unknown): unknown {
  if (!(error instanceof ServiceFault)) return error;
  const { message, status, class: faultClass } = error;
  const reason =
    faultClass === 'reconnect'
      ? status === 403
        ? 'permission'
        : 'access'
      : status === 404 || status === 410
        ? 'gone'
        : status === 429
          ? 'busy'
          : faultClass === 'permanent'
            ? 'unreadable'
            : 'unreachable';
  return new CalendarFault(reason, message, { cause: error });
}

/** Calendars of a connection; `open` gives them with requests that end with the signal. */
export function connectedProvider(open: (signal?: AbortSignal) => Promise<ConnectedCalendars>): Provider {
  const asked = async <T>(
    signal: AbortSignal | undefined,
    ask: (calendars: ConnectedCalendars) => Promise<T>,
  ): Promise<T> => {
    try {
      return await ask(await open(signal));
    } catch (error) {
      throw calendarFaultOf(error);
    }
  };
  return {
    list: (signal) =>
      asked(signal, async (calendars) => (await calendars.list()).map((one) => ({ ...one, version: null }))),
    look: ({ id, zone }, range, signal) =>
      asked(signal, async (calendars) => ({ events: await calendars.events(id, range, zone) })),
    read: ({ id, zone }, range, version, signal) =>
      asked(signal, (calendars) => calendars.changed(id, range, version, zone)),
    writer: {
      write: (calendarId, key, file, signal, conference) =>
        asked(signal, (calendars) => calendars.write(calendarId, key, { ...writtenEvent(file), conference })),
      remove: (calendarId, key, signal) => asked(signal, (calendars) => calendars.remove(calendarId, key)),
    },
  };
}

/** Opens a stored service. */
export async function openProvider(
  { secrets, outgoing, connections }: CalendarDeps,
  { id, secretId, name }: Connected,
): Promise<Provider> {
  if (secretId === null) return connectedProvider((signal) => connections().open(id, signal));
  const texts = await secrets.read([{ ...secretOwnerOfCalendars(id), id: secretId }]);
  const text = texts.get(secretId);
  if (text === undefined)
    throw new CalendarFault('access', 'The password was sealed under another SECRET: connect it again');
  return providerOf(outgoing, stored.parse(JSON.parse(text)), name);
}
