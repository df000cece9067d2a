import {
  lockPaymentOrder,
  type PaymentOrderRow,
  releaseHolds,
  reopenAnswer,
  settleOrder,
  writeOrderState,
} from '@weft/db';
import { PaymentFault } from '@weft/integrations';
import { AppError } from '@weft/std';
import type { FormsDeps } from '../deps.ts';
import { faultText } from './payments-of.ts';
import { syncOrder } from './sync-order.ts';

const conflict = (text: string) => new AppError('conflict', text);

/** Somebody was led to where it is paid, or began to pay. */
const isPayable = ({ checkoutId, intentId }: PaymentOrderRow): boolean =>
  checkoutId !== null || intentId !== null;

/** Why an order comes to its end by itself, or has, and cannot be given up; null: it can, nobody knows what became of it. */
function whyKept(order: PaymentOrderRow, isUnknown: boolean): string | null {
  const { phase, settledAt } = order;
  // Somebody has looked at what arrived: nothing else ends it.
  if (phase === 'review' && settledAt === null) return null;
  if (phase !== 'awaiting' && phase !== 'processing') return 'This order has come to its end already';
  if (isUnknown || !isPayable(order)) return null;
  return phase === 'processing'
    ? 'A bank is working on this payment: wait for it, or cancel it at Stripe'
    : 'This can still be paid at Stripe: it ends by itself an hour after it was ordered';
}

/**
 * Ends an order that its account can no longer be asked about, or of which another amount has arrived, and frees what it
 * holds. It may have been paid where
 * somebody was led to Stripe: then only if whoever runs the form says so. Should it turn out to be paid after all, its
 * answer is taken. Throws PaymentFault where Stripe only does not answer now.
 */
export async function giveUpOrder(deps: FormsDeps, id: string, mayBePaid: boolean): Promise<void> {
  let isUnknown = false;
  try {
    await syncOrder(deps, id, 'person');
  } catch (error) {
    if (!(error instanceof PaymentFault) || faultText(error) === null) throw error;
    isUnknown = true;
  }
  const given = await deps.transaction(async (tx) => {
    const order = await lockPaymentOrder(tx, id);
    if (order === null) return null;
    const why = whyKept(order, isUnknown);
    if (why !== null) throw conflict(why);
    if (order.phase !== 'review' && isPayable(order) && !mayBePaid)
      throw conflict('It may have been paid: look for it at Stripe first, and confirm that you give it up');
    const at = new Date(deps.now()).toISOString();
    const isReviewed = order.phase === 'review';
    const state = { refunded: 0, dispute: 'none', readAs: order.readAs } as const;
    releaseHolds(tx, order);
    reopenAnswer(tx, order.flowId, order.submissionId);
    // What arrived stays to be seen, and what Stripe says of it.
    if (!isReviewed)
      writeOrderState(tx, id, { ...state, phase: 'abandoned' }, { at, source: 'given up', paymentId: null });
    settleOrder(tx, id, at);
    return order.bookingId;
  });
  if (given !== null) await deps.paidBookings.release(given);
}
