import type { Availabilities, Bookings, BookingWaits, Documents, Engine } from '@weft/db';
import type { IdKind } from '@weft/std';
import type { Mailer } from '../../mail/mailer.ts';
import type { FlowAccess } from '../flows/flow-access.ts';
import type { BookingKeys } from './booking-keys.ts';
import type { Holidays } from './holidays.ts';
import type { HostCalendars } from './hosts.ts';

/** What calls and pages of scheduling use. */
export interface SchedulingDeps {
  readonly availabilities: Availabilities;
  readonly bookings: Bookings;
  readonly waits: BookingWaits;
  readonly transaction: Engine['transaction'];
  readonly bookingKeys: BookingKeys;
  readonly calendars: HostCalendars;
  readonly documents: Documents;
  readonly flowAccess: FlowAccess;
  readonly holidays: Holidays;
  readonly mailer: Mailer;
  readonly baseUrl: () => string;
  /** The application is served by https. */
  readonly https: boolean;
  readonly newId: (kind: IdKind) => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}
