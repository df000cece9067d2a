import type { Availabilities, CalendarService, Calendars, Engine, StoredBooking } from '@weft/db';
import type { ConnectedCalendars, OutgoingHttp } from '@weft/integrations';
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
}

/** What the calendars of hosts use. */
export interface CalendarDeps {
  readonly calendars: Calendars;
  readonly availabilities: Pick<Availabilities, 'of'>;
  /** A booking as it is now, and its iCalendar file; null: it is gone. */
  readonly eventOf: (
    bookingId: string,
  ) => Promise<{ readonly booking: StoredBooking; readonly file: string } | null>;
  readonly connections: () => CalendarConnections;
  readonly outgoing: OutgoingHttp;
  readonly audit: AuditLog;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly transaction: Engine['transaction'];
  readonly newId: (kind: IdKind) => string;
  readonly baseUrl: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Logger;
}

/** What calendars of an account are read by. */
export type Connected = Pick<CalendarService, 'id' | 'type' | 'secretId' | 'name'>;
