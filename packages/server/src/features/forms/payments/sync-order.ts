import {
  clearFault,
  giveBack,
  lockPaymentOrder,
  type PaymentOrderRow,
  settleOrder,
  stopPaying,
  writeOrderState,
} from '@weft/db';
import { PaymentFault } from '@weft/integrations';
import { type Facts, stateRead, together } from '@weft/payments';
import { fileIdsIn } from '../answer-files.ts';
import type { FormsDeps } from '../deps.ts';
import { readForm } from '../drafts.ts';
import { faultText, paymentsOf } from './payments-of.ts';
import { afterFault, nextReading } from './reading-times.ts';
import { takePaidAnswer } from './take-paid-answer.ts';

const minute = 60_000;
/** An order whose page was never opened at Stripe holds nothing longer than this. */
const unopenedMs = 30 * minute;

type Deps = FormsDeps;

const chargeOf = ({ id, total, currency, live }: PaymentOrderRow) => ({
  ...{ orderId: id, total, currency, live },
});

/** What is known of an order's payment; null: nothing new. */
async function factsOf(
  deps: Pick<Deps, 'now' | 'payAt' | 'paymentOrders'>,
  order: PaymentOrderRow,
): Promise<(Facts & { readonly paymentId: string | null }) | null> {
  const { checkoutId, createdAt } = order;
  if (checkoutId !== null) return (await paymentsOf(deps, order)).read(checkoutId);
  const isOver = deps.now() - Date.parse(createdAt) > unopenedMs;
  return isOver ? { isOver, payment: null, paymentId: null } : null;
}

/** Gives back what an order held that nobody paid. */
async function release(
  { documents, files, formSessions, now, transaction }: Deps,
  { id, flowId, snapshotId, submissionId }: PaymentOrderRow,
): Promise<void> {
  const [snapshot, session] = await Promise.all([
    documents.snapshot(flowId, snapshotId),
    formSessions.find(flowId, submissionId),
  ]);
  const fileIds =
    snapshot === null || session?.state !== 'paying' || session.sent === null
      ? []
      : fileIdsIn({ content: readForm(snapshot.content) }, session.sent);
  await transaction(async (tx) => {
    const order = await lockPaymentOrder(tx, id);
    if (order === null || order.phase !== 'expired' || order.settledAt !== null) return;
    if (fileIds.length > 0) await files.unclaimForAnswer(tx, flowId, fileIds);
    giveBack(tx, order.flowId, order.holds);
    stopPaying(tx, order.flowId, order.submissionId);
    settleOrder(tx, id, new Date(now()).toISOString());
  });
}

/** Does what follows from an order's phase, once. */
async function settle(deps: Deps, order: PaymentOrderRow): Promise<void> {
  if (order.settledAt !== null) return;
  if (order.phase === 'expired') await release(deps, order);
  if (order.phase === 'paid') await takePaidAnswer(deps, order);
}

/** Notes why an order that may still be paid cannot be asked about. */
async function noteUnread(
  { now, paymentOrders }: Pick<Deps, 'now' | 'paymentOrders'>,
  order: PaymentOrderRow,
  fault: PaymentFault,
): Promise<void> {
  const text = faultText(fault);
  if (text === null || order.phase === 'paid') return;
  await paymentOrders.noteFault(order.id, text, afterFault(order, now()));
}

/**
 * Brings an order up to date with its provider, and does what follows: whoever asks (the page that is returned to, a
 * webhook, a job), and however often, it comes to the same. Throws PaymentFault where the provider does not answer.
 */
export async function syncOrder(deps: Deps, id: string, source: string): Promise<PaymentOrderRow | null> {
  const { now, paymentOrders, transaction } = deps;
  const order = await paymentOrders.find(id);
  if (order === null) return null;
  const readAs = await paymentOrders.beginReading(id, nextReading(order, now()));
  let facts: Awaited<ReturnType<typeof factsOf>>;
  try {
    facts = await factsOf(deps, order);
  } catch (error) {
    if (error instanceof PaymentFault) {
      await noteUnread(deps, order, error);
      // What was paid is taken, whoever can still be asked.
      if (order.phase === 'paid') await settle(deps, order);
    }
    throw error;
  }
  if (facts !== null)
    await transaction(async (tx) => {
      const locked = await lockPaymentOrder(tx, id);
      if (locked === null) return;
      const before = {
        ...{ phase: locked.phase, refunded: locked.refunded },
        ...{ dispute: locked.dispute, readAs: locked.readAs },
      };
      const after = together(before, stateRead(chargeOf(locked), facts, readAs));
      const isNew =
        after.phase !== before.phase ||
        after.refunded !== before.refunded ||
        after.dispute !== before.dispute;
      // It was read: nothing is in its way any more.
      if (locked.fault !== null && after.phase !== 'paid') clearFault(tx, id);
      if (!isNew) return;
      const at = new Date(now()).toISOString();
      writeOrderState(tx, id, after, { at, source, paymentId: facts.paymentId });
    });
  const current = await paymentOrders.find(id);
  if (current !== null) await settle(deps, current);
  return paymentOrders.find(id);
}

/** Orders of one run. */
const atOnce = 200;

async function syncAll(
  deps: Deps,
  ids: readonly string[],
  source: string,
  signal: AbortSignal,
): Promise<void> {
  for (const id of ids) {
    if (signal.aborted) return;
    await syncOrder(deps, id, source).catch((error: unknown) => {
      // Its provider is away: the next run asks again.
      if (!(error instanceof PaymentFault)) deps.log.error({ err: error, orderId: id }, 'order not synced');
    });
  }
}

/** Looks after orders that are being paid. */
export async function syncDue(deps: Deps, signal: AbortSignal): Promise<void> {
  await syncAll(
    deps,
    await deps.paymentOrders.due(new Date(deps.now()).toISOString(), atOnce),
    'job',
    signal,
  );
}

const reconciledDays = 60;

/** Compares orders that were paid with what their provider says of them now: refunds and disputes come later. */
export async function reconcile(deps: Deps, signal: AbortSignal): Promise<void> {
  const since = new Date(deps.now() - reconciledDays * 24 * 60 * minute).toISOString();
  await finishRefunds(deps);
  for (let after = '', left = 10; left > 0 && !signal.aborted; left--) {
    const ids = await deps.paymentOrders.paidSince(since, after, atOnce);
    await syncAll(deps, ids, 'reconciliation', signal);
    const last = ids.at(-1);
    if (last === undefined || ids.length < atOnce) return;
    after = last;
  }
}

/** Asks once more for refunds that nobody knows the end of: each that was not made is made once. */
async function finishRefunds(deps: Deps): Promise<void> {
  for (const { id, orderId, units } of await deps.paymentOrders.openRefunds(atOnce)) {
    const order = await deps.paymentOrders.find(orderId);
    if (order?.paymentId == null) continue;
    try {
      const payments = await paymentsOf(deps, order);
      // The key that keeps it from being made twice is forgotten after a day.
      if (!(await payments.isRefunded(id, order.paymentId)))
        await payments.refund(id, order.paymentId, units);
      await deps.paymentOrders.endRefund(id, new Date(deps.now()).toISOString());
    } catch (error) {
      if (!(error instanceof PaymentFault)) throw error;
      if (error.kind === 'refused') await deps.paymentOrders.cancelRefund(id);
    }
  }
}
