import type { Facts } from '@weft/payments';
import type Stripe from 'stripe';
import { madeFor, madeOnce, sinceOrdered } from './made-once.ts';
import { asked, PaymentFault } from './payment-fault.ts';

type Payment = NonNullable<Facts['payment']>;

/** What Stripe says of a payment; `disputeOf` is asked of one that is disputed. */
export async function paymentOf(
  intent: Stripe.PaymentIntent,
  disputeOf: (paymentId: string) => Promise<Payment['dispute']>,
): Promise<Payment> {
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
  const status = (['succeeded', 'processing'] as const).find((one) => one === intent.status) ?? 'unpaid';
  return {
    ...{ status, orderId: intent.metadata.weft_order ?? '', amount: intent.amount_received },
    ...{ currency: intent.currency, live: intent.livemode, refunded: charge?.amount_refunded ?? 0 },
    dispute: charge?.disputed === true ? await disputeOf(intent.id) : 'none',
  };
}

export interface IntentWanted {
  readonly orderId: string;
  /** The form that it is an order of. */
  readonly flowId: string;
  readonly total: number;
  readonly currency: string;
  /** What is paid for, for whoever looks at Stripe. */
  readonly name: string;
  /** Epoch seconds. */
  readonly orderedAt: number;
}

/** What is paid on our own page, with the card fields of Stripe: https://docs.stripe.com/api/payment_intents. */
export class StripeIntents {
  readonly #stripe: Stripe;
  readonly #disputeOf: (paymentId: string) => Promise<Payment['dispute']>;

  constructor(client: Stripe, disputeOf: (paymentId: string) => Promise<Payment['dispute']>) {
    this.#stripe = client;
    this.#disputeOf = disputeOf;
  }

  /**
   * The payment of an order, with what lets a browser make it; the same one, however often it is asked for. `secret` is
   * null where nobody can pay by it any more, or somebody has.
   */
  async open(
    { orderId, flowId, total, currency, name, orderedAt }: IntentWanted,
    known: string | null,
  ): Promise<{ readonly id: string; readonly secret: string | null }> {
    const intents = this.#stripe.paymentIntents;
    const wanted = {
      ...{ amount: total, currency: currency.toLowerCase(), allowed_payment_method_types: ['card'] },
      ...{ description: name.slice(0, 250), metadata: { weft_order: orderId, weft_form: flowId } },
    } satisfies Stripe.PaymentIntentCreateParams;
    const { id, client_secret, status } =
      known === null
        ? await madeOnce(
            `weft:${orderId}:intent`,
            (idempotencyKey) => asked(intents.create(wanted, { idempotencyKey })),
            () => madeFor(intents.list({ created: sinceOrdered(orderedAt), limit: 100 }), orderId),
          )
        : await asked(intents.retrieve(known));
    return {
      id,
      secret: /^requires_(payment_method|confirmation|action)$/.test(status) ? client_secret : null,
    };
  }

  /** Ends a payment, so that nobody makes it any more; one that was made, or ended before, stays as it is. */
  async cancel(id: string): Promise<void> {
    await asked(this.#stripe.paymentIntents.cancel(id)).catch((error: unknown) => {
      if (!(error instanceof PaymentFault) || error.kind !== 'refused') throw error;
    });
  }

  /** What Stripe says of it now. */
  async read(id: string): Promise<Facts & { readonly paymentId: string | null }> {
    const intent = await asked(this.#stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));
    return {
      ...{ isOver: intent.status === 'canceled', paymentId: intent.id },
      payment: await paymentOf(intent, this.#disputeOf),
    };
  }
}
