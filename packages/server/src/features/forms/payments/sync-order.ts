import {
  giveBack,
  lockPaymentOrder,
  type PaymentOrderRow,
  settleOrder,
  stopPaying,
  writeOrderState,
} from '@weft/db';
import { PaymentFault } from '@weft/integrations';
import { type Facts, stateRead, together } from '@weft/payments';
import { waitingFiles } from '../answer-files.ts';
import type { FormsDeps } from '../deps.ts';
import { readForm } from '../drafts.ts';
import { submitAnswer } from '../submissions.ts';

const minute = 60_000;
/** An order whose page was never opened at Stripe holds nothing longer than this. */
const unopenedMs = 30 * minute;

type Deps = FormsDeps;

/** When an order is looked at again: each minute at first, then every five. */
const nextReading = ({ createdAt }: PaymentOrderRow, now: number): string => {
  const isYoung = now - Date.parse(createdAt) < 15 * minute;
  return new Date(now + (isYoung ? minute : 5 * minute)).toISOString();
};

const chargeOf = ({ id, total, currency, live }: PaymentOrderRow) => ({
  ...{ orderId: id, total, currency, live },
});

/** What is known of an order's payment; null: nothing new. */
async function factsOf(
  { now, payAt }: Pick<Deps, 'now' | 'payAt'>,
  { checkoutId, createdAt, serviceId }: PaymentOrderRow,
): Promise<(Facts & { readonly paymentId: string | null }) | null> {
  if (checkoutId !== null) return (await payAt(serviceId)).read(checkoutId);
  const isOver = now() - Date.parse(createdAt) > unopenedMs;
  return isOver ? { isOver, payment: null, paymentId: null } : null;
}

/** Gives back what an order held that nobody paid. */
async function release({ now, transaction }: Pick<Deps, 'now' | 'transaction'>, id: string): Promise<void> {
  await transaction(async (tx) => {
    const order = await lockPaymentOrder(tx, id);
    if (order === null || order.phase !== 'expired' || order.settledAt !== null) return;
    giveBack(tx, order.flowId, order.holds);
    stopPaying(tx, order.flowId, order.submissionId);
    settleOrder(tx, id, new Date(now()).toISOString());
  });
}

/** Takes the answer of an order that was paid, as the form was when it was ordered. */
async function finalise(deps: Deps, order: PaymentOrderRow): Promise<void> {
  const { flowId, submissionId, snapshotId, publicIdentifier, id } = order;
  const [published, snapshot, session] = await Promise.all([
    deps.documents.published(publicIdentifier),
    deps.documents.snapshot(flowId, snapshotId),
    deps.formSessions.find(flowId, submissionId),
  ]);
  const fault = (text: string) => deps.paymentOrders.noteFault(id, text);
  if (published === null)
    return fault('The form is not published: publish it, and the answer is taken within the hour');
  if (session === null || snapshot === null || session.sent === null)
    return fault('The answer was deleted: refund the payment, or ask whoever paid');
  const at = { ...published, snapshotId, content: readForm(snapshot.content) };
  const taken = await submitAnswer(deps, at, {
    ...{ id: submissionId, sent: session.sent, fileOf: await waitingFiles(deps, at, session.sent) },
    ...{ manner: null, browser: submissionId, before: session, ownsFiles: true, paid: order },
  });
  if (!taken.ok)
    await fault(`The answer could not be taken: ${taken.error[0]?.reason ?? 'it no longer fits'}`);
}

/** Does what follows from an order's phase, once. */
async function settle(deps: Deps, order: PaymentOrderRow): Promise<void> {
  if (order.settledAt !== null) return;
  if (order.phase === 'expired') await release(deps, order.id);
  if (order.phase === 'paid') await finalise(deps, order);
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
  const facts = await factsOf(deps, order);
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
      const payments = await deps.payAt(order.serviceId);
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
