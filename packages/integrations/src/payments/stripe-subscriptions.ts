import type { Facts, InvoiceState, SubscriptionState } from '@weft/payments';
import type Stripe from 'stripe';
import { asked, PaymentFault } from './payment-fault.ts';

/** Invoices and payments that are looked at, newest first: what is older was seen before. */
const mostInvoices = 100;

type Told<T> = Omit<T, 'readAs'>;

/** What Stripe says of an order that is paid again and again: of its first payment, and of what follows. */
export interface SubscriptionFacts extends Facts {
  readonly paymentId: string | null;
  readonly subscription:
    | (Told<SubscriptionState> & { readonly subscriptionId: string; readonly customerId: string })
    | null;
  /** Each with the payment that paid it. */
  readonly invoices: readonly (Told<InvoiceState> & { readonly paymentId: string | null })[];
}

const textOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();
const idOf = (named: string | { readonly id: string } | null | undefined): string | null =>
  named == null ? null : typeof named === 'string' ? named : named.id;

const phases: { readonly [status: string]: SubscriptionState['phase'] } = {
  ...{ active: 'active', trialing: 'active', canceled: 'ended', incomplete_expired: 'ended' },
};

function endOf(subscription: Stripe.Subscription): string | null {
  const { ended_at, cancel_at, cancel_at_period_end, items } = subscription;
  const periodEnd = cancel_at_period_end ? items.data[0]?.current_period_end : null;
  const at = ended_at ?? cancel_at ?? periodEnd ?? null;
  return at === null ? null : textOf(at);
}

const paymentOf = ({ payments }: Pick<Stripe.Invoice, 'payments'>): string | null =>
  idOf(payments?.data.find(({ payment }) => payment.type === 'payment_intent')?.payment.payment_intent);

function invoiceOf(
  invoice: Stripe.Invoice,
  refunded: ReadonlyMap<string, number>,
): SubscriptionFacts['invoices'][number][] {
  const { id, status, amount_paid, attempt_count, created } = invoice;
  if (id === undefined || status === null || status === 'draft') return [];
  const isOver = status === 'void' || status === 'uncollectible';
  const open = attempt_count > 0 ? 'failed' : 'open';
  const phase = status === 'paid' ? 'paid' : isOver ? 'void' : open;
  const units = phase === 'paid' ? amount_paid : 0;
  const paymentId = phase === 'paid' ? paymentOf(invoice) : null;
  const back = paymentId === null ? 0 : (refunded.get(paymentId) ?? 0);
  return [{ id, phase, units, refunded: Math.min(back, units), paymentId, madeAt: textOf(created) }];
}

/** Payments that repeat, over an account at Stripe: https://docs.stripe.com/api/subscriptions. */
export class StripeSubscriptions {
  readonly #stripe: Stripe;
  readonly #chargeOf: (
    paymentId: string,
  ) => Promise<Pick<NonNullable<Facts['payment']>, 'refunded' | 'dispute'>>;

  constructor(
    client: Stripe,
    chargeOf: (paymentId: string) => Promise<Pick<NonNullable<Facts['payment']>, 'refunded' | 'dispute'>>,
  ) {
    this.#stripe = client;
    this.#chargeOf = chargeOf;
  }

  /** What Stripe says of an order now. */
  async read(sessionId: string): Promise<SubscriptionFacts> {
    const session = await asked(
      this.#stripe.checkout.sessions.retrieve(sessionId, { expand: ['subscription', 'invoice.payments'] }),
    );
    const subscription = typeof session.subscription === 'string' ? null : session.subscription;
    const invoice = typeof session.invoice === 'string' ? null : session.invoice;
    const none = { payment: null, paymentId: null, subscription: null, invoices: [] };
    if (subscription === null) return { ...none, isOver: session.status === 'expired' };
    const first = await this.#first(subscription, invoice);
    const customerId = idOf(subscription.customer) ?? '';
    const [{ data }, refunded] = await Promise.all([
      asked(
        this.#stripe.invoices.list({
          ...{ subscription: subscription.id, limit: mostInvoices, expand: ['data.payments'] },
        }),
      ),
      this.#refundedTo(customerId),
    ]);
    return {
      ...first,
      subscription: {
        ...{ subscriptionId: subscription.id, customerId },
        ...{ phase: phases[subscription.status] ?? 'late', endsAt: endOf(subscription) },
      },
      invoices: data.flatMap((one) => invoiceOf(one, refunded)),
    };
  }

  /** What was refunded of each payment of a customer: all of their invoices in one request. */
  async #refundedTo(customer: string): Promise<ReadonlyMap<string, number>> {
    const { data } = await asked(
      this.#stripe.paymentIntents.list({ customer, limit: mostInvoices, expand: ['data.latest_charge'] }),
    );
    return new Map(
      data.map(({ id, latest_charge: charge }) => [
        id,
        charge === null || typeof charge === 'string' ? 0 : charge.amount_refunded,
      ]),
    );
  }

  /** The first payment decides about the order. */
  async #first(
    { status, metadata }: Stripe.Subscription,
    invoice: Stripe.Invoice | null,
  ): Promise<Facts & { readonly paymentId: string | null }> {
    const paymentId = invoice === null ? null : paymentOf(invoice);
    const isPaid = invoice?.status === 'paid';
    const isOver = !isPaid && (status === 'incomplete_expired' || status === 'canceled');
    if (invoice === null) return { isOver, payment: null, paymentId };
    const charge =
      isPaid && paymentId !== null
        ? await this.#chargeOf(paymentId)
        : ({ refunded: 0, dispute: 'none' } as const);
    return {
      ...{ isOver, paymentId },
      payment: {
        status: isPaid ? 'succeeded' : isOver ? 'unpaid' : 'processing',
        ...{ orderId: metadata.weft_order ?? '', amount: invoice.amount_paid, currency: invoice.currency },
        ...{ live: invoice.livemode, ...charge },
      },
    };
  }

  /** Ends a subscription, now or with what is paid; what has ended before stays so. */
  async cancel(subscriptionId: string, when: 'now' | 'period-end'): Promise<void> {
    await asked<unknown>(
      when === 'now'
        ? this.#stripe.subscriptions.cancel(subscriptionId)
        : this.#stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }),
    );
  }

  /** Stripe's page on which whoever pays looks after it; null: the account has none. */
  async portal(customerId: string, returnUrl: string): Promise<string | null> {
    try {
      const made = this.#stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
      });
      return (await asked(made)).url;
    } catch (error) {
      if (error instanceof PaymentFault && error.kind !== 'retry') return null;
      throw error;
    }
  }
}
