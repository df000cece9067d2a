import {
  addRefund,
  lockPaymentOrder,
  type PaymentOrderRow,
  refundAsked,
  settleOrder,
  type Transaction,
  unitsBeingRefunded,
} from '@weft/db';
import { PaymentFault } from '@weft/integrations';
import { moneyText } from '@weft/payments';
import type { FormsDeps } from '../deps.ts';
import { readForm } from '../drafts.ts';
import { readerOf } from '../page-language.ts';
import { noteUnfulfilled } from './note-unfulfilled.ts';
import { paymentsOf } from './payments-of.ts';
import { receiptOf } from './receipt.ts';

/** Of an order whose time was taken: made once, whoever finds it out. */
const refundIdOf = ({ id }: Pick<PaymentOrderRow, 'id'>): string => `${id}-gone`;

/** Whether an order still waits for its booking; the transaction keeps it so. */
async function waits(tx: Transaction, { id }: Pick<PaymentOrderRow, 'id'>): Promise<boolean> {
  const order = await lockPaymentOrder(tx, id);
  if (order === null || order.settledAt !== null) return false;
  return (await refundAsked(tx, refundIdOf(order), id)) === null;
}

/**
 * Decides on a full refund of an order, and asks the provider for it: from then on nobody books for it. A retry makes
 * the same refund, not another. Throws PaymentFault where it is not known whether it was made.
 */
async function refundInFull(deps: FormsDeps, order: PaymentOrderRow): Promise<void> {
  const { id, paymentId } = order;
  const refundId = refundIdOf(order);
  const at = new Date(deps.now()).toISOString();
  const asked = await deps.transaction(async (tx) => {
    const locked = await lockPaymentOrder(tx, id);
    if (locked === null || locked.settledAt !== null) return null;
    const before = await refundAsked(tx, refundId, id);
    if (before !== null) return before;
    const units = locked.total - locked.refunded - (await unitsBeingRefunded(tx, id, refundId));
    const reason = 'The time was taken before the payment arrived';
    if (units > 0) await addRefund(tx, { id: refundId, orderId: id, units, reason, userId: null, at });
    return { units, isDone: units <= 0 };
  });
  if (asked === null) return;
  if (!asked.isDone) {
    if (paymentId === null) throw new PaymentFault('retry', 'Stripe has not named this payment yet');
    const payments = await paymentsOf(deps, order);
    // Asked once more, it may have been made before: Stripe forgets its key after a day.
    if (!(await payments.isRefunded(refundId, paymentId)))
      await payments.refund(refundId, paymentId, asked.units);
    await deps.paymentOrders.endRefund(refundId, at);
  }
  const mails = await deps.paidBookings.goneMails(order, moneyText(order.currency, order.total));
  await deps.transaction(async (tx) => {
    const locked = await lockPaymentOrder(tx, id);
    if (locked === null || locked.settledAt !== null) return;
    settleOrder(tx, id, at);
    await mails.write(tx);
  });
  mails.committed();
}

/**
 * Books the time of an order that was paid; where it is another's by now, everything is refunded. True: it was
 * refunded, and what Stripe says of it has changed.
 */
export async function takePaidBooking(deps: FormsDeps, order: PaymentOrderRow): Promise<boolean> {
  const { flowId, snapshotId, publicIdentifier } = order;
  const [published, snapshot] = await Promise.all([
    deps.documents.published(publicIdentifier),
    deps.documents.snapshot(flowId, snapshotId),
  ]);
  const page =
    snapshot === null ? null : { content: readForm(snapshot.content), domain: published?.domain ?? null };
  const receipt = page === null ? null : await receiptOf(deps, page, order, readerOf(page.content, null));
  const became = await deps.paidBookings.confirm(order, async (tx) => {
    if (!(await waits(tx, order))) return false;
    settleOrder(tx, order.id, new Date(deps.now()).toISOString());
    receipt?.write(tx);
    return true;
  });
  if (became === 'booked') {
    receipt?.committed();
    return false;
  }
  if (became === 'hidden') {
    await noteUnfulfilled(
      deps,
      order,
      'It is paid, and its page is in the trash: put that back, and the time is booked within the hour',
    );
    return false;
  }
  try {
    await refundInFull(deps, order);
    return true;
  } catch (error) {
    if (!(error instanceof PaymentFault) || error.kind === 'retry') throw error;
    await noteUnfulfilled(
      deps,
      order,
      `It is paid, its time was taken meanwhile, and the money could not be given back (${error.message}): give it back at Stripe`,
    );
    return false;
  }
}
