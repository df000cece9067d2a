import { keepHeld, type Transaction } from '@weft/db';
import type { AnswerCharge } from '@weft/forms';
import type { Fault } from '@weft/std';
import type { HeldOrder } from './book.ts';
import { type BookingDetails, detailsOf } from './booking-details.ts';
import type { Visit } from './booking-visit.ts';

/** There is no more of what was ordered: whoever books is told at the question. */
export class OrderRefused extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super('This cannot be ordered');
    this.faults = faults;
  }
}

interface Ordering {
  readonly charge: AnswerCharge;
  readonly details: BookingDetails;
  readonly durationMins: number;
  readonly seats: number;
  /** The page's own domain that it is booked at; null: a name of the server. */
  readonly domain: string | null;
  /** What else has to be so in the transaction of the order. */
  readonly alongside: (tx: Transaction) => Promise<void>;
}

/** Orders what somebody books, once it is held. */
export function heldOrder(
  { deps, published }: Visit,
  { charge, details, durationMins, seats, domain, alongside }: Ordering,
): HeldOrder {
  return {
    make: async (held) => {
      const { id, requestId, from, hostIds } = held;
      const location = detailsOf(held).location ?? details.location;
      const made = await deps.orders().order(published, charge, {
        ...{ id, requestId, from, durationMins, seats, hostIds, email: details.email, domain },
        details: { ...details, location },
        keep: async (tx, until) => {
          // The booking first and then who waits for it, as everywhere: otherwise two could wait for each other.
          const isKept = await keepHeld(tx, id, { until, now: deps.now() });
          if (isKept) await alongside(tx);
          return isKept;
        },
      });
      if (made === null) return false;
      if (made.faults !== null) throw new OrderRefused(made.faults);
      return true;
    },
  };
}
