import type { Availabilities, CalendarService, Calendars, Engine, StoredBooking } from '@weft/db';
import type { OutgoingHttp } from '@weft/integrations';
import type { IdKind } from '@weft/std';
import type { Logger } from 'pino';
import type { Mailer } from '../../../mail/mailer.ts';
import type { Secrets } from '../../../secrets/secrets.ts';

/** What the calendars of hosts use. */
export interface CalendarDeps {
  readonly calendars: Calendars;
  readonly availabilities: Pick<Availabilities, 'of'>;
  /** A booking as it is now, and its iCalendar file; null: it is gone. */
  readonly eventOf: (
    bookingId: string,
  ) => Promise<{ readonly booking: StoredBooking; readonly file: string } | null>;
  readonly outgoing: OutgoingHttp;
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
