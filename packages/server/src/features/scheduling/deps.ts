import type {
  Availabilities,
  Bookings,
  BookingWaits,
  Documents,
  Engine,
  OrderedBooking,
  PaymentOrders,
  Published,
  Transaction,
} from '@weft/db';
import type { AnswerCharge } from '@weft/forms';
import type { Fault, IdKind } from '@weft/std';
import type { Mailer } from '../../mail/mailer.ts';
import type { FlowAccess } from '../flows/flow-access.ts';
import type { BookingKeys } from './booking-keys.ts';
import type { Holidays } from './holidays.ts';
import type { HostCalendars } from './hosts.ts';

/** A time that is held, and what pays for it. */
interface HeldBooking extends OrderedBooking {
  readonly id: string;
  readonly requestId: string;
  readonly email: string;
  /** The page's own domain that it is booked at; null: a name of the server. */
  readonly domain: string | null;
  /** Keeps it held for as long as it may be paid, in the transaction of its order; false: it is not held any more. */
  readonly keep: (tx: Transaction, until: number) => Promise<boolean>;
}

/** Orders of bookings that cost something. */
interface BookingOrders {
  /** Orders what is held. `faults`: there is no more of what was ordered; null: the time is not held any more. */
  readonly order: (
    published: Published,
    charge: AnswerCharge,
    held: HeldBooking,
  ) => Promise<{ readonly faults: readonly Fault[] } | { readonly faults: null } | null>;
  /** Counts what is ordered for nothing. `faults`: there is no more of it, and its transaction has to end. */
  readonly countFree: (
    tx: Transaction,
    flowId: string,
    charge: AnswerCharge,
  ) => Promise<{ readonly faults: readonly Fault[] | null }>;
  /** Where what was sent is paid, or was; null: it was not ordered. */
  readonly pageOf: (
    at: Pick<Published, 'flowId' | 'publicIdentifier'>,
    requestId: string,
  ) => Promise<string | null>;
}

/** What calls and pages of scheduling use. */
export interface SchedulingDeps {
  readonly availabilities: Availabilities;
  readonly bookings: Bookings;
  readonly waits: BookingWaits;
  readonly transaction: Engine['transaction'];
  readonly bookingKeys: BookingKeys;
  readonly calendars: HostCalendars;
  readonly documents: Documents;
  readonly orders: () => BookingOrders;
  readonly paymentOrders: Pick<PaymentOrders, 'ofBookings'>;
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
