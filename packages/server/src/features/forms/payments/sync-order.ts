import {
  clearFault,
  keepHeld,
  lockPaymentOrder,
  type OrderToCompare,
  type OrderToRead,
  type PaymentOrderRow,
  releaseHolds,
  reopenAnswer,
  settleOrder,
  writeOrderState,
} from '@weft/db';
import { PaymentFault, type SubscriptionFacts } from '@weft/integrations';
import { type Facts, type OrderState, stateRead, together } from '@weft/payments';
import { fileIdsIn } from '../answer-files.ts';
import type { FormsDeps } from '../deps.ts';
import { readForm } from '../drafts.ts';
import { makeRefund } from './make-refund.ts';
import { paymentNews } from './payment-news.ts';
import { faultText, paymentsOf } from './payments-of.ts';
import { afterFault, bankMs, nextReading, payTimes } from './reading-times.ts';
import { takePaidAnswer } from './take-paid-answer.ts';
import { takePaidBooking } from './take-paid-booking.ts';
import { takeSubscription } from './take-subscription.ts';

const minute = 60_000;
/** An order whose page was never opened at Stripe holds nothing longer than this. */
const unopenedMs = 30 * minute;

type Deps = FormsDeps;

const chargeOf = ({ id, total, currency, live }: PaymentOrderRow) => ({
  ...{ orderId: id, total, currency, live },
});

const stateOf = ({ phase, refunded, dispute, readAs }: PaymentOrderRow): OrderState => ({
  ...{ phase, refunded, dispute, readAs },
});

/** What is paid on our own page has no end of its own at Stripe. */
async function factsOnPage(
  deps: Pick<Deps, 'now' | 'payAt' | 'paymentOrders'>,
  order: PaymentOrderRow,
  intentId: string,
): Promise<Facts & { readonly paymentId: string | null }> {
  const { intents } = await paymentsOf(deps, order);
  const facts = await intents.read(intentId);
  const isLate = deps.now() - Date.parse(order.createdAt) > payTimes(order).paysMs;
  if (!isLate || facts.isOver || facts.payment?.status !== 'unpaid') return facts;
  // Whether it was paid in the same moment, Stripe decides.
  await intents.cancel(intentId);
  return intents.read(intentId);
}

/** What is known of an order's payment; null: nothing new. */
async function factsOf(
  deps: Pick<Deps, 'now' | 'payAt' | 'paymentOrders'>,
  order: PaymentOrderRow,
): Promise<(Facts & { readonly paymentId: string | null } & Partial<SubscriptionFacts>) | null> {
  const { checkoutId, createdAt, every } = order;
  if (checkoutId !== null) {
    const payments = await paymentsOf(deps, order);
    return every === null ? payments.read(checkoutId) : payments.subscriptions.read(checkoutId);
  }
  if (order.intentId !== null) {
    const facts = await factsOnPage(deps, order, order.intentId);
    // It was ended for the page of Stripe, which is not made yet.
    if (!order.leavesPage || !facts.isOver) return facts;
  }
  const isOver = deps.now() - Date.parse(createdAt) > unopenedMs;
  return isOver ? { isOver, payment: null, paymentId: null } : null;
}

/** Releases the stock that an abandoned order reserved. */
async function release(
  { documents, files, formSessions, now, paidBookings, transaction, wake }: Deps,
  { id, flowId, snapshotId, submissionId, bookingId }: PaymentOrderRow,
): Promise<void> {
  if (bookingId !== null) {
    await paidBookings.release(bookingId);
    // Whoever waits for this time is asked at once.
    wake();
  }
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
    releaseHolds(tx, order);
    reopenAnswer(tx, order.flowId, order.submissionId);
    settleOrder(tx, id, new Date(now()).toISOString());
  });
}

/** Does what follows from an order's phase, once; true: its provider says something else of it since. */
async function settle(deps: Deps, order: PaymentOrderRow): Promise<boolean> {
  if (order.settledAt !== null) return false;
  if (order.phase === 'expired') await release(deps, order);
  if (order.phase !== 'paid') return false;
  if (order.bookingId !== null) return takePaidBooking(deps, order);
  await takePaidAnswer(deps, order);
  return false;
}

/** Ends an order that its provider takes no payment for: nobody can have paid it, and what it held is free at once. */
export async function endRefused(
  deps: Deps,
  order: PaymentOrderRow,
  fault: string,
): Promise<PaymentOrderRow> {
  const at = new Date(deps.now()).toISOString();
  await deps.transaction(async (tx) => {
    const locked = await lockPaymentOrder(tx, order.id);
    if (locked?.phase !== 'awaiting' || locked.checkoutId !== null || locked.intentId !== null) return;
    const state = { phase: 'expired', refunded: 0, dispute: 'none', readAs: locked.readAs } as const;
    writeOrderState(tx, order.id, state, { at, source: 'refused', paymentId: null });
  });
  const ended = (await deps.paymentOrders.find(order.id)) ?? order;
  await settle(deps, ended);
  if (ended.phase === 'expired') await deps.paymentOrders.noteRefusal(order.id, fault);
  return (await deps.paymentOrders.find(order.id)) ?? ended;
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
  if (facts !== null) {
    const read = { facts, readAs };
    const told = stateRead(chargeOf(order), facts, readAs);
    const news = await paymentNews(deps, order, together(stateOf(order), told), read);
    await transaction(async (tx) => {
      const locked = await lockPaymentOrder(tx, id);
      if (locked === null) return;
      const before = stateOf(locked);
      const after = together(before, stateRead(chargeOf(locked), facts, readAs));
      const isNew =
        after.phase !== before.phase ||
        after.refunded !== before.refunded ||
        after.dispute !== before.dispute;
      // It was read: nothing is in its way any more.
      if (locked.fault !== null && after.phase !== 'paid') clearFault(tx, id);
      const at = new Date(now()).toISOString();
      const { subscription = null, invoices = [] } = facts;
      const changed = await takeSubscription(tx, locked, { subscription, invoices }, { readAs, at, source });
      news.write(tx, { before, after, changed });
      if (!isNew) return;
      writeOrderState(tx, id, after, { at, source, paymentId: facts.paymentId });
      // Nobody else takes the time while a bank works on its payment.
      if (after.phase === 'processing' && locked.bookingId !== null)
        await keepHeld(tx, locked.bookingId, { until: now() + bankMs });
    });
    news.committed();
  }
  const current = await paymentOrders.find(id);
  const isChanged = current !== null && (await settle(deps, current));
  return isChanged ? syncOrder(deps, id, 'refund') : paymentOrders.find(id);
}

/** Orders that are listed at once. */
const atOnce = 200;
/** Asked about side by side: far below what Stripe answers in a second. */
const abreast = 4;
/** An account that did not answer so often is left alone until the next run. */
const mostFaults = 3;

interface Run {
  readonly source: string;
  readonly signal: AbortSignal;
  /** How often each account did not answer. */
  readonly faults: Map<string, number>;
}

async function syncAll(deps: Deps, orders: readonly OrderToRead[], run: Run): Promise<void> {
  const { source, signal, faults } = run;
  const rest = orders.values();
  const work = async () => {
    for (const { id, serviceId } of rest) {
      if (signal.aborted) return;
      if ((faults.get(serviceId) ?? 0) >= mostFaults) continue;
      await syncOrder(deps, id, source).catch((error: unknown) => {
        if (!(error instanceof PaymentFault)) deps.log.error({ err: error, orderId: id }, 'order not synced');
        else if (error.kind === 'retry') faults.set(serviceId, (faults.get(serviceId) ?? 0) + 1);
      });
    }
  };
  await Promise.all(Array.from({ length: abreast }, work));
}

/** One run of the job ends before the next one is due. */
const runMs = 45_000;
const mostLists = 100;

/** Looks after orders that are being paid: many of one account, or one that is away, keep no other waiting. */
export async function syncDue(deps: Deps, signal: AbortSignal): Promise<void> {
  const began = deps.now();
  const run: Run = { source: 'job', signal, faults: new Map() };
  // As they were due when it began: what is read again meanwhile waits for its turn.
  const at = new Date(began).toISOString();
  for (let left = mostLists; left > 0 && !signal.aborted && deps.now() - began < runMs; left--) {
    const orders = await deps.paymentOrders.due(at, atOnce, atOnce / abreast);
    const asked = orders.filter(({ serviceId }) => (run.faults.get(serviceId) ?? 0) < mostFaults);
    if (asked.length === 0) return;
    await syncAll(deps, asked, run);
  }
}

const reconciledDays = 60;

/** Compares orders that were paid with what their provider says of them now: refunds and disputes come later. */
export async function reconcile(deps: Deps, signal: AbortSignal): Promise<void> {
  const since = new Date(deps.now() - reconciledDays * 24 * 60 * minute).toISOString();
  await finishRefunds(deps, signal);
  const run: Run = { source: 'reconciliation', signal, faults: new Map() };
  // What is read in this run has its turn in a later one.
  const until = nextReading({ createdAt: since }, deps.now());
  let after: OrderToCompare | null = null;
  for (let left = 10; left > 0 && !signal.aborted; left--) {
    const away = [...run.faults].flatMap(([serviceId, faults]) => (faults < mostFaults ? [] : [serviceId]));
    const orders: readonly OrderToCompare[] = await deps.paymentOrders.toCompare(
      { since, until, after, away },
      atOnce,
    );
    await syncAll(deps, orders, run);
    after = orders.at(-1) ?? null;
    if (orders.length < atOnce) return;
  }
}

/** Asks once more for refunds that nobody knows the end of: each that was not made is made once. */
async function finishRefunds(deps: Deps, signal: AbortSignal): Promise<void> {
  for (const { id, orderId, units } of await deps.paymentOrders.openRefunds(atOnce)) {
    if (signal.aborted) return;
    const order = await deps.paymentOrders.find(orderId);
    if (order?.paymentId == null) continue;
    try {
      const payments = await paymentsOf(deps, order);
      // The key that keeps it from being made twice is forgotten after a day.
      if (!(await payments.isRefunded(id, order.paymentId)))
        await makeRefund(deps, payments, { id, paymentId: order.paymentId, units });
      await deps.paymentOrders.endRefund(id, new Date(deps.now()).toISOString());
    } catch (error) {
      if (!(error instanceof PaymentFault)) throw error;
    }
  }
}
