/** An invoice of a subscription at the local Stripe. */
interface Invoice {
  readonly id: string;
  readonly created: number;
  /** Of the payment that paid it; null: it is not paid. */
  paymentId: string | null;
  status: 'open' | 'paid' | 'void';
  paid: number;
  /** What was given back of it; of the first one, its payment says so. */
  refunded: number;
  attempts: number;
}

/** What is paid again and again at the local Stripe. */
export interface Subscription {
  readonly id: string;
  readonly customer: string;
  readonly order: string;
  readonly total: number;
  readonly currency: string;
  status: 'active' | 'past_due' | 'canceled';
  endsWithPeriod: boolean;
  endedAt: number | null;
  readonly invoices: Invoice[];
}

/** Begins it with its first invoice, which is paid. */
export function begun(
  { id, order, total, currency }: Pick<Subscription, 'id' | 'order' | 'total' | 'currency'>,
  now: number,
): Subscription {
  const subscription: Subscription = {
    ...{ id: `sub_${id}`, customer: `cus_${id}`, order, total, currency, status: 'active' },
    ...{ endsWithPeriod: false, endedAt: null, invoices: [] },
  };
  renew(subscription, now, true);
  Object.assign(subscription.invoices[0] ?? {}, { paymentId: `pi_${id}` });
  return subscription;
}

/** The next invoice, which is paid or not. */
export function renew(subscription: Subscription, now: number, isPaid: boolean): void {
  if (subscription.status === 'canceled') return;
  const { id, total, invoices } = subscription;
  const invoice = `${invoices.length}_${id}`;
  invoices.unshift({
    ...{ id: `in_${invoice}`, created: Math.floor(now / 1_000), attempts: 1, refunded: 0 },
    paymentId: isPaid ? `pi_${invoice}` : null,
    ...{ status: isPaid ? 'paid' : 'open', paid: isPaid ? total : 0 },
  });
  subscription.status = isPaid ? 'active' : 'past_due';
}

const month = 30 * 86_400;

export const shownSubscription = (one: Subscription, now: number) => ({
  ...{ object: 'subscription', id: one.id, customer: one.customer, status: one.status },
  ...{ cancel_at: null, cancel_at_period_end: one.endsWithPeriod, ended_at: one.endedAt },
  metadata: { weft_order: one.order },
  items: { object: 'list', data: [{ current_period_end: Math.floor(now / 1_000) + month }] },
});

/** An invoice is paid that was not. */
export function payLate(subscription: Subscription): void {
  const [invoice] = subscription.invoices;
  if (invoice === undefined || invoice.status !== 'open') return;
  Object.assign(invoice, { status: 'paid', paid: subscription.total, paymentId: `pi_${invoice.id}` });
  subscription.status = 'active';
}

/** The payments of invoices after the first. */
export const laterPayments = ({ invoices, currency }: Subscription) =>
  invoices.slice(0, -1).flatMap(({ paymentId, paid, refunded }) =>
    paymentId === null
      ? []
      : [
          {
            ...{ object: 'payment_intent', id: paymentId, status: 'succeeded', currency, livemode: false },
            ...{ amount_received: paid, metadata: {} },
            latest_charge: { object: 'charge', id: `ch_${paymentId}`, amount_refunded: refunded },
          },
        ],
  );

export const shownInvoice = (
  { currency, order, id: subscription }: Subscription,
  { id, status, paid, attempts, created, paymentId }: Invoice,
  withPayments = false,
) => ({
  ...{ object: 'invoice', id, status, amount_paid: paid, attempt_count: attempts, created, currency },
  livemode: false,
  parent: { subscription_details: { subscription, metadata: { weft_order: order } } },
  ...(withPayments && {
    payments: {
      object: 'list',
      data: paymentId === null ? [] : [{ payment: { type: 'payment_intent', payment_intent: paymentId } }],
    },
  }),
});
