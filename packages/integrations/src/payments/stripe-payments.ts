import type { Facts, Interval } from '@weft/payments';
import Stripe from 'stripe';
import type { OutgoingHttp } from '../safe-fetch/outgoing-http.ts';
import { madeFor, madeOnce, sinceOrdered } from './made-once.ts';
import { asked, PaymentFault } from './payment-fault.ts';
import { paymentOf, StripeIntents } from './stripe-intents.ts';
import { type MadePayment, madeSince } from './stripe-made.ts';
import { StripeSubscriptions } from './stripe-subscriptions.ts';

const timeout = 12_000;
const maxBytes = 2 * 1024 * 1024;

type Outgoing = Pick<OutgoingHttp, 'request'>;

/** The client that Stripe's library calls by: the one of this server, which refuses private addresses. */
function httpClient(outgoing: Outgoing): Stripe.HttpClient {
  return {
    getClientName: () => 'weft',
    makeRequest: async (host, port, path, method, headers, body, protocol) => {
      const origin = `${protocol === 'http' ? 'http' : 'https'}://${host}:${port}`;
      const sent = Object.fromEntries(
        Object.entries(headers)
          .filter(([name]) => name.toLowerCase() !== 'content-length')
          .map(([name, value]) => [name, String(value)]),
      );
      const answer = await outgoing.request({
        ...{ url: `${origin}${path}`, headers: sent, timeout, maxBytes, redirects: 0 },
        method: method === 'POST' || method === 'DELETE' ? method : 'GET',
        ...(method === 'POST' && { body }),
      });
      return {
        getStatusCode: () => answer.status,
        getHeaders: () => answer.headers,
        getRawResponse: () => answer,
        toStream: () => null,
        toJSON: async () => JSON.parse(await answer.text()),
      };
    },
  };
}

export interface CheckoutWanted {
  readonly orderId: string;
  /** The form that it is an order of. */
  readonly flowId: string;
  readonly total: number;
  readonly currency: string;
  /** What is paid for, on Stripe's page. */
  readonly name: string;
  readonly email: string | null;
  readonly returnUrl: string;
  /** Epoch seconds. */
  readonly orderedAt: number;
  /** Epoch seconds, at least half an hour from now. */
  readonly expiresAt: number;
  /** How often it is paid; null: once. */
  readonly every: Interval | null;
}

/** Whether it pays with money that is none. */
export const isTestKey = (key: string): boolean => /^(rk|sk|pk)_test_/.test(key);

/** Payments over an account at Stripe: https://docs.stripe.com/api/checkout/sessions. */
export class StripePayments {
  readonly #stripe: Stripe;
  /** It pays with money that is none. */
  readonly isTest: boolean;
  /** What is paid again and again. */
  readonly subscriptions: StripeSubscriptions;
  /** What is paid on our own page. */
  readonly intents: StripeIntents;

  constructor(outgoing: Outgoing, key: string, address = 'https://api.stripe.com') {
    const { protocol, hostname, port } = new URL(address);
    const isPlain = protocol === 'http:';
    this.isTest = isTestKey(key);
    this.#stripe = new Stripe(key, {
      ...{ httpClient: httpClient(outgoing), telemetry: false, maxNetworkRetries: 0, timeout },
      ...{ protocol: isPlain ? 'http' : 'https', host: hostname },
      port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    });
    this.intents = new StripeIntents(this.#stripe, (paymentId) => this.#disputeOf(paymentId));
    this.subscriptions = new StripeSubscriptions(this.#stripe, (paymentId) => this.#chargeOf(paymentId));
  }

  /** The page that an order is paid on; the same one, however often it is asked for. */
  async checkout(wanted: CheckoutWanted): Promise<{ readonly id: string; readonly url: string }> {
    const { orderId, flowId, total, currency, name, email, returnUrl, orderedAt, expiresAt, every } = wanted;
    const metadata = { weft_order: orderId, weft_form: flowId };
    const { sessions } = this.#stripe.checkout;
    const made = {
      mode: every === null ? 'payment' : 'subscription',
      // One total: whoever computes tax and discounts once more comes to another.
      line_items: [
        {
          quantity: 1,
          price_data: {
            ...{ currency: currency.toLowerCase(), unit_amount: total },
            ...(every !== null && { recurring: { interval: every } }),
            product_data: { name: name.slice(0, 250) },
          },
        },
      ],
      ...{ client_reference_id: orderId, metadata },
      ...(every === null ? { payment_intent_data: { metadata } } : { subscription_data: { metadata } }),
      ...(email !== null && { customer_email: email }),
      ...{ success_url: returnUrl, cancel_url: returnUrl, expires_at: expiresAt },
    } satisfies Stripe.Checkout.SessionCreateParams;
    const session = await madeOnce(
      `weft:${orderId}:checkout`,
      (idempotencyKey) => asked(sessions.create(made, { idempotencyKey })),
      () => madeFor(sessions.list({ created: sinceOrdered(orderedAt), limit: 100 }), orderId),
    );
    if (session.url === null) throw new PaymentFault('retry', 'Stripe gave no page to pay on');
    return { id: session.id, url: session.url };
  }

  /** Ends a page to pay on, so that nobody pays any more; what was paid, or ended before, stays as it is. */
  async expire(sessionId: string): Promise<void> {
    await asked(this.#stripe.checkout.sessions.expire(sessionId)).catch((error: unknown) => {
      if (!(error instanceof PaymentFault) || error.kind !== 'refused') throw error;
    });
  }

  /** What Stripe says of an order now. */
  async read(sessionId: string): Promise<Facts & { readonly paymentId: string | null }> {
    const session = await asked(
      this.#stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }),
    );
    const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent;
    // One that was completed is not opened again: what failed behind it stays unpaid.
    const hasFailed = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
    const isOver = session.status === 'expired' || (session.status === 'complete' && hasFailed);
    if (intent === null) return { isOver, payment: null, paymentId: null };
    return {
      ...{ isOver, paymentId: intent.id },
      payment: await paymentOf(intent, (paymentId) => this.#disputeOf(paymentId)),
    };
  }

  /** Gives money back, once for each id. */
  async refund(refundId: string, paymentId: string, units: number): Promise<void> {
    const wanted = { payment_intent: paymentId, amount: units, metadata: { weft_refund: refundId } };
    await madeOnce<unknown>(
      `weft:${refundId}`,
      (idempotencyKey) => asked(this.#stripe.refunds.create(wanted, { idempotencyKey })),
      async () => (await this.isRefunded(refundId, paymentId)) || null,
    );
  }

  /** Whether a refund of an id was made: Stripe forgets a day later that it was asked for one. */
  async isRefunded(refundId: string, paymentId: string): Promise<boolean> {
    const made = this.#stripe.refunds.list({ payment_intent: paymentId, limit: 100 });
    let isMade = false;
    await asked(
      made.autoPagingEach(({ metadata }) => {
        isMade = metadata?.weft_refund === refundId;
        return !isMade;
      }),
    );
    return isMade;
  }

  /** Goes through what was made for orders of ours since a moment, epoch seconds. */
  made(since: number, take: (batch: readonly MadePayment[]) => Promise<void>): Promise<void> {
    return madeSince(this.#stripe, since, take);
  }

  /** Reads a little of all that payments need: what a key may write nobody can try. Throws PaymentFault. */
  async tryRights(): Promise<void> {
    const { checkout, paymentIntents, refunds, disputes } = this.#stripe;
    const few = { limit: 1 };
    await asked(checkout.sessions.list(few));
    await asked(paymentIntents.list(few));
    await asked(refunds.list(few));
    await asked(disputes.list(few));
  }

  /** What became of money that was paid. */
  async #chargeOf(paymentId: string): Promise<Pick<NonNullable<Facts['payment']>, 'refunded' | 'dispute'>> {
    const { payment } = await this.intents.read(paymentId);
    return { refunded: payment?.refunded ?? 0, dispute: payment?.dispute ?? 'none' };
  }

  async #disputeOf(paymentId: string): Promise<NonNullable<Facts['payment']>['dispute']> {
    const { data } = await asked(this.#stripe.disputes.list({ payment_intent: paymentId, limit: 10 }));
    if (data.some(({ status }) => status === 'lost')) return 'lost';
    const isSettled = ({ status }: Stripe.Dispute) => /^(won|warning_closed|prevented)$/.test(status);
    // Stripe says that it is disputed before it lists the dispute.
    return data.length > 0 && data.every(isSettled) ? 'won' : 'open';
  }
}
