import { createHash } from 'node:crypto';
import { secretOwnerOfCalendars } from '@weft/db';
import { CalDav, CalendarFault, type OutgoingHttp, readFeed } from '@weft/integrations';
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
  /** An IANA name or a Windows one. */
  readonly zone: string | null;
  /** What the server calls the present state; null: it has to be read to know. */
  readonly version: string | null;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The calendars of one account, whoever provides them. */
export interface Provider {
  readonly list: (signal: AbortSignal) => Promise<readonly Listed[]>;
  /** The iCalendar files of a range; null: nothing changed since `version`. */
  readonly read: (
    calendar: Pick<Listed, 'id' | 'version'>,
    range: Range,
    version: string | null,
    signal: AbortSignal,
  ) => Promise<{ readonly texts: readonly string[]; readonly version: string | null } | null>;
  /** Null: it cannot be written to. */
  readonly writer: Pick<CalDav, 'write' | 'remove'> | null;
}

/** The one calendar of a feed. */
export const feedId = 'feed';
const byContent = 'content ';

function feedProvider(http: OutgoingHttp, url: string, name: string): Provider {
  return {
    list: async () => [{ id: feedId, name, canWriteTo: false, zone: null, version: null }],
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
    read: async (calendar, { from, to }, version, signal) => {
      if (version !== null && calendar.version === version) return null;
      return { texts: await dav.files(calendar.id, from, to, signal), version: calendar.version };
    },
    writer: dav,
  };
}

export const providerOf = (http: OutgoingHttp, credentials: Credentials, name: string): Provider =>
  credentials.type === 'ics' ? feedProvider(http, credentials.url, name) : calDavProvider(http, credentials);

/** Opens a stored service. */
export async function openProvider(
  { secrets, outgoing }: CalendarDeps,
  { id, secretId, name }: Connected,
): Promise<Provider> {
  const texts = await secrets.read([{ ...secretOwnerOfCalendars(id), id: secretId }]);
  const text = texts.get(secretId);
  if (text === undefined)
    throw new CalendarFault('access', 'The password was sealed under another SECRET: connect it again');
  return providerOf(outgoing, stored.parse(JSON.parse(text)), name);
}
