import { titleOf } from '@weft/forms';
import { type MadePayment, PaymentFault } from '@weft/integrations';
import { isCurrency, moneyText } from '@weft/payments';
import { unknownPaymentMail } from '../../../mail/letters.ts';
import type { FormsDeps } from '../deps.ts';
import { readForm } from '../drafts.ts';
import { syncOrder } from './sync-order.ts';

const hour = 3_600_000;
/** How far back an account is looked through that never was. */
const firstMs = 60 * 24 * hour;
/** What is made may be paid this much later. */
const overlapMs = 3 * hour;
const mostAccounts = 500;
const mailLimit = { most: 10, seconds: 3_600 };

/** A payment at the provider for an order of a form of ours that is not here. */
type UnknownPayment = NonNullable<MadePayment['paid']> & { readonly flowId: string };

/**
 * Looks through what an account was paid for orders of ours since a moment: after an older backup was restored it knows
 * more than we. An order that is here and does not know of its payment takes it up; what is paid for one that is not here
 * is listed.
 */
async function findUnknown(
  deps: FormsDeps,
  serviceId: string,
  since: number,
): Promise<readonly UnknownPayment[]> {
  const unknown = new Map<string, UnknownPayment>();
  const payments = await deps.payAt(serviceId);
  await payments.made(Math.floor(since / 1_000), async (batch) => {
    const orders = await deps.paymentScans.orders(
      serviceId,
      batch.map(({ orderId }) => orderId),
    );
    const flowIds = batch.flatMap(({ flowId }) => flowId ?? []);
    const forms = await deps.paymentScans.forms(serviceId, flowIds);
    for (const made of batch) {
      const { orderId, flowId, paid } = made;
      const order = orders.get(orderId);
      if (order?.isNamed === true) continue;
      if (order !== undefined && (await deps.paymentScans.adopt(orderId, made))) {
        await syncOrder(deps, orderId, 'reconciliation');
        continue;
      }
      if (paid !== null && flowId !== null && forms.has(flowId) && !unknown.has(paid.paymentId))
        unknown.set(paid.paymentId, { ...paid, flowId });
    }
  });
  return [...unknown.values()];
}

/** What was paid lately for orders of a form that are not here; none where its account cannot be asked. */
export async function unknownOf(deps: FormsDeps, flowId: string): Promise<Omit<UnknownPayment, 'flowId'>[]> {
  const account = await deps.paymentOrders.accountOf(flowId);
  if (account === null) return [];
  try {
    const found = await findUnknown(deps, account.serviceId, deps.now() - firstMs);
    return found.filter((one) => one.flowId === flowId).map(({ flowId: _, ...paid }) => paid);
  } catch (error) {
    if (error instanceof PaymentFault) return [];
    throw error;
  }
}

/** What was paid, for whoever looks for it at Stripe. */
const paidText = ({ currency, units, at, paymentId }: UnknownPayment): string => {
  const amount = isCurrency(currency) ? moneyText(currency, units) : `${units} ${currency}`;
  return `${amount}, ${at.slice(0, 10)}, ${paymentId}`;
};

async function tellOwner(deps: FormsDeps, payment: UnknownPayment): Promise<void> {
  const { flowId, paymentId } = payment;
  const [owner, form] = await Promise.all([
    deps.paymentOrders.ownerEmail(flowId),
    deps.documents.shownOrDraft(flowId),
  ]);
  if (owner === null || form === null) return;
  const mail = await deps.mailer.prepare(
    unknownPaymentMail(
      owner,
      deps.baseUrl(),
      { id: flowId, name: titleOf(readForm(form.content)) },
      paidText(payment),
    ),
    { key: `${flowId} ${paymentId} unknown`, limit: mailLimit },
  );
  await deps.transaction(async (tx) => mail.write(tx));
  mail.committed();
}

/** Looks through each account since it last was, and tells owners of forms of what was paid and is not here. */
export async function scanAccounts(deps: FormsDeps, signal: AbortSignal): Promise<void> {
  for (const { serviceId, scannedTo } of await deps.paymentScans.accounts(mostAccounts)) {
    if (signal.aborted) return;
    const now = deps.now();
    const since = scannedTo === null ? now - firstMs : Date.parse(scannedTo) - overlapMs;
    try {
      for (const payment of await findUnknown(deps, serviceId, since)) await tellOwner(deps, payment);
      await deps.paymentScans.finish(serviceId, new Date(now).toISOString());
    } catch (error) {
      if (!(error instanceof PaymentFault)) throw error;
      deps.log.warn({ fault: error.kind, serviceId }, 'an account could not be looked through');
    }
  }
}
