import type {
  Availabilities,
  Bookings,
  CalendarService,
  Calendars,
  Connection,
  Engine,
  StoredBooking,
  Transaction,
} from '@weft/db';
import type { ConnectedCalendars, ConnectedMeetings, OutgoingHttp } from '@weft/integrations';
import type { IdKind } from '@weft/std';
import type { Logger } from 'pino';
import type { AuditLog } from '../../../audit/audit-log.ts';
import type { Mailer } from '../../../mail/mailer.ts';
import type { Secrets } from '../../../secrets/secrets.ts';

/** Connections that people signed in to, as far as they have calendars. */
interface CalendarConnections {
  /** Its requests end with the signal. Throws ServiceFault. */
  readonly open: (connectionId: string, signal?: AbortSignal) => Promise<ConnectedCalendars>;
  /** Ends the sign-in at the service, and removes the connection. */
  readonly remove: (connectionId: string) => Promise<void>;
  /** The account in which a person makes video calls of a service; null: they have connected none. */
  readonly callsOf: (
    organizationId: string,
    userId: string,
    type: string,
  ) => Promise<Pick<Connection, 'id'> | null>;
  /** Those of these types that people have signed in to. */
  readonly signedInOf: (
    organizationId: string,
    userIds: readonly string[],
    types: readonly string[],
  ) => Promise<readonly Connection[]>;
  /** Null: it was disconnected. Throws ServiceFault. */
  readonly openCalls: (connectionId: string, signal?: AbortSignal) => Promise<ConnectedMeetings | null>;
}

/** What the calendars of hosts use. */
export interface CalendarDeps {
  readonly calendars: Calendars;
  readonly availabilities: Pick<Availabilities, 'of'>;
  /** A booking as it is now, and its iCalendar file; null: it is gone. */
  readonly eventOf: (bookingId: string) => Promise<{
    readonly booking: StoredBooking;
    readonly file: string;
    readonly organizationId: string;
  } | null>;
  readonly bookings: Pick<Bookings, 'find' | 'hasCall' | 'noteCall'>;
  /** Mails that tell the link of a booking's video call; null: its form is gone. */
  readonly callMails: (
    booking: StoredBooking,
    link: string,
  ) => Promise<{ readonly write: (tx: Pick<Transaction, 'query' | 'send'>) => Promise<void> } | null>;
  readonly connections: () => CalendarConnections;
  readonly outgoing: OutgoingHttp;
  readonly audit: AuditLog;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly transaction: Engine['transaction'];
  readonly newId: (kind: IdKind) => string;
  /** Has due jobs looked for at once. */
  readonly wake: () => void;
  readonly baseUrl: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Logger;
}

/** What calendars of an account are read by. */
export type Connected = Pick<CalendarService, 'id' | 'type' | 'secretId' | 'name'>;
