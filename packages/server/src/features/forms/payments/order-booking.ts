import { randomBytes } from 'node:crypto';
import {
  addPaymentOrder,
  type OrderedBooking,
  orderOfSubmission,
  type Published,
  type Transaction,
} from '@weft/db';
import { type AnswerCharge, textOf } from '@weft/forms';
import type { Fault } from '@weft/std';
import type { FormsDeps } from '../deps.ts';
import { AnswerRefused } from '../places.ts';
import { heldMs } from './reading-times.ts';
import { holdOrdered, payableAccount } from './take-order.ts';

interface HeldBooking extends OrderedBooking {
  readonly id: string;
  readonly requestId: string;
  readonly email: string;
  readonly domain: string | null;
  /** False: the time is not held any more. */
  readonly keep: (tx: Transaction, until: number) => Promise<boolean>;
}

/** Counts what a booking orders for nothing; with faults there is no more of it, and its transaction has to end. */
export async function countFreeBooking(
  tx: Pick<Transaction, 'query'>,
  flowId: string,
  charge: AnswerCharge,
): Promise<{ readonly faults: readonly Fault[] | null }> {
  try {
    await holdOrdered(tx, flowId, charge);
    return { faults: null };
  } catch (error) {
    if (error instanceof AnswerRefused) return { faults: error.faults };
    throw error;
  }
}

/** The time is not held any more. */
class NotHeld extends Error {}

/**
 * Keeps the order of a time that is held, and keeps the time held for as long as it can be paid, in one transaction or not
 * at all. Sent again it has the order that it had. Null: the time is not held any more.
 */
export async function orderBooking(
  deps: Pick<FormsDeps, 'newId' | 'now' | 'payAt' | 'paymentOrders' | 'transaction'>,
  { flowId, snapshotId }: Pick<Published, 'flowId' | 'snapshotId'>,
  charge: AnswerCharge,
  { id: bookingId, requestId, email, domain, keep, ...booking }: HeldBooking,
): Promise<{ readonly faults: readonly Fault[] | null } | null> {
  const { newId, now, transaction } = deps;
  const account = await payableAccount(deps, flowId);
  const { quote, question } = charge;
  const at = now();
  try {
    await transaction(async (tx) => {
      await tx.query('SELECT 1 FROM weft.documents WHERE flow_id = $1 FOR UPDATE', [flowId]);
      if ((await orderOfSubmission(tx, flowId, requestId)) !== null) return;
      if (!(await keep(tx, at + heldMs))) throw new NotHeld();
      const holds = await holdOrdered(tx, flowId, charge);
      const { from, durationMins, seats, hostIds, details } = booking;
      addPaymentOrder(tx, {
        ...{ id: newId('ord'), flowId, submissionId: requestId, snapshotId, email, quote, holds, domain },
        ...{ serviceId: account.serviceId, live: account.live, currency: quote.currency },
        ...{ total: quote.total, taxName: textOf(question, 'taxName').trim() },
        ...{ token: randomBytes(24).toString('base64url'), createdAt: new Date(at).toISOString() },
        ...{ every: null, bookingId, booking: { from, durationMins, seats, hostIds, details } },
      });
    });
    return { faults: null };
  } catch (error) {
    if (error instanceof NotHeld) return null;
    if (error instanceof AnswerRefused) return { faults: error.faults };
    throw error;
  }
}
