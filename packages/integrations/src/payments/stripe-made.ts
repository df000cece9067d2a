import type Stripe from 'stripe';
import { asked } from './payment-fault.ts';

/** What an account made for an order of ours, and whether it was paid. */
export interface MadePayment {
  readonly orderId: string;
  /** Null: it is of before forms were named. */
  readonly flowId: string | null;
  /** The page that it is paid on; null: it is paid on our own. */
  readonly checkout: { readonly id: string; readonly url: string | null } | null;
  readonly intentId: string | null;
  /** Null: nobody has paid, or only begun to. */
  readonly paid: {
    readonly paymentId: string;
    /** What is left of it after refunds. */
    readonly units: number;
    readonly currency: string;
    readonly live: boolean;
    /** ISO 8601 UTC. */
    readonly at: string;
    readonly email: string | null;
  } | null;
}

/** Handed on at a time. */
const batchSize = 100;

const timeOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** What is paid once has a payment of its own, which says more of it. */
function ofSession(session: Stripe.Checkout.Session): MadePayment | null {
  const { id, url, metadata, mode, payment_status, amount_total, currency, created } = session;
  const orderId = metadata?.weft_order;
  if (orderId === undefined) return null;
  const isBegun = mode === 'subscription' && payment_status === 'paid';
  return {
    ...{ orderId, flowId: metadata?.weft_form ?? null, checkout: { id, url }, intentId: null },
    paid:
      isBegun && amount_total !== null && currency !== null
        ? {
            ...{ paymentId: id, units: amount_total, currency: currency.toUpperCase() },
            ...{ live: session.livemode, at: timeOf(created) },
            email: session.customer_details?.email ?? null,
          }
        : null,
  };
}

function ofIntent(intent: Stripe.PaymentIntent): MadePayment | null {
  const { id, metadata, status, amount_received, currency, livemode: live, created } = intent;
  const orderId = metadata.weft_order;
  if (orderId === undefined) return null;
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
  // What was refunded is nobody's worry any more.
  const units = amount_received - (charge?.amount_refunded ?? 0);
  const email = charge?.billing_details?.email ?? null;
  const at = timeOf(created);
  return {
    ...{ orderId, flowId: metadata.weft_form ?? null, checkout: null, intentId: id },
    paid:
      status === 'succeeded' && units > 0
        ? { paymentId: id, units, currency: currency.toUpperCase(), live, at, email }
        : null,
  };
}

/** Goes through what was made for orders of ours since a moment (epoch seconds): pages first, then single payments. */
export async function madeSince(
  { checkout, paymentIntents }: Pick<Stripe, 'checkout' | 'paymentIntents'>,
  since: number,
  take: (batch: readonly MadePayment[]) => Promise<void>,
): Promise<void> {
  const wanted = { created: { gte: since }, limit: 100 };
  let batch: MadePayment[] = [];
  const add = async (one: MadePayment | null): Promise<void> => {
    if (one !== null) batch.push(one);
    if (batch.length < batchSize) return;
    const full = batch;
    batch = [];
    await take(full);
  };
  await asked(checkout.sessions.list(wanted).autoPagingEach((one) => add(ofSession(one))));
  // Their payments name the same orders, which know of them by then.
  if (batch.length > 0) await take(batch);
  batch = [];
  const withCharges = { ...wanted, expand: ['data.latest_charge'] };
  await asked(paymentIntents.list(withCharges).autoPagingEach((one) => add(ofIntent(one))));
  if (batch.length > 0) await take(batch);
}
