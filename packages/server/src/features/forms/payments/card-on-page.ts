import type { PaymentOrderRow, Published } from '@weft/db';
import { questionsOf, questionType, takesCardOnPage, titleOf } from '@weft/forms';
import { isTestKey, PaymentFault } from '@weft/integrations';
import type { FormsDeps } from '../deps.ts';
import { paymentsOf } from './payments-of.ts';
import { payTimes } from './reading-times.ts';

/** What the script of Stripe is loaded from, and may load and ask: https://docs.stripe.com/security/guide. */
export const cardOrigins: readonly (readonly [directive: string, origins: readonly string[]])[] = [
  ['script-src', ['https://js.stripe.com', 'https://*.js.stripe.com']],
  ['frame-src', ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com']],
  ['connect-src', ['https://api.stripe.com']],
];

type Form = Pick<Published, 'content'>;
type Deps = Pick<FormsDeps, 'now' | 'payAt' | 'paymentNotices' | 'paymentOrders'>;

/** By what an order's card fields name their account to Stripe; null: it is paid on the page of Stripe, or nowhere. */
export async function cardKeyOf(
  { now, paymentNotices }: Pick<Deps, 'now' | 'paymentNotices'>,
  order: PaymentOrderRow,
  form: Form | null,
): Promise<string | null> {
  const { phase, checkoutId, intentId, leavesPage, every, live, serviceId, createdAt } = order;
  if (form === null || every !== null || phase !== 'awaiting' || checkoutId !== null || leavesPage)
    return null;
  const { opensMs, paysMs } = payTimes(order);
  if (now() - Date.parse(createdAt) > (intentId === null ? opensMs : paysMs)) return null;
  const isChosen = questionsOf(form.content).some(
    (question) => questionType(question.type).takesPayment === true && takesCardOnPage(question),
  );
  if (!isChosen) return null;
  const key = await paymentNotices.pageKeyOf(serviceId);
  return key !== null && isTestKey(key) !== live ? key : null;
}

/** The payment of an order on our own page, as whoever pays there needs it; null: it cannot be paid there, or is. */
export async function openCard(
  deps: Deps,
  order: PaymentOrderRow,
  form: Form | null,
): Promise<{ readonly id: string; readonly secret: string } | null> {
  if (form === null || (await cardKeyOf(deps, order, form)) === null) return null;
  const payments = await deps.payAt(order.serviceId);
  if (payments.isTest === order.live)
    throw new PaymentFault('key', 'The account was given another key since');
  const { id: orderId, total, currency } = order;
  const orderedAt = Math.floor(Date.parse(order.createdAt) / 1_000);
  const wanted = { orderId, flowId: order.flowId, total, currency, name: titleOf(form.content), orderedAt };
  const { id, secret } = await payments.intents.open(wanted, order.intentId);
  if (await deps.paymentOrders.setIntent(orderId, id)) return secret === null ? null : { id, secret };
  // It is paid elsewhere meanwhile: nobody was given what this is paid by, and nobody will be.
  await payments.intents.cancel(id);
  return null;
}

/** Cancels the PaymentIntent of the card fields on our own page: true once nobody can pay there, and nobody has. */
export async function cancelCardPayment(deps: Deps, order: PaymentOrderRow): Promise<boolean> {
  const begun = await deps.paymentOrders.leavePage(order.id);
  if (begun === null) return true;
  const { intents } = await paymentsOf(deps, order);
  await intents.cancel(begun);
  return (await intents.read(begun)).isOver;
}
