import Stripe from 'stripe';
import { z } from 'zod';

/** Seconds that a notice may be old, and its clock ahead of ours. */
const tolerance = 300;

const event = z.object({
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      id: z.string().max(255),
      client_reference_id: z.string().max(255).nullish(),
      metadata: z.record(z.string(), z.unknown()).nullish(),
      payment_intent: z.union([z.string().max(255), z.object({ id: z.string().max(255) })]).nullish(),
    }),
  }),
});

/** What a notice is about; what became of it is asked of Stripe. */
export interface StripeNotice {
  readonly live: boolean;
  readonly orderId: string | null;
  /** Of its checkout, payment, charge, refund or dispute. */
  readonly objectIds: readonly string[];
}

const isAhead = (signature: string, now: number): boolean =>
  [...signature.matchAll(/(?:^|,)\s*t=(\d{1,15})/g)].some(([, t]) => Number(t) > now / 1_000 + tolerance);

/**
 * Reads a notice that one of these secrets has signed; 'forged': none has, or not now; null: it is about nothing of ours.
 * All secrets are tried, so that how long it takes tells nothing. https://docs.stripe.com/webhooks/signature
 */
export function readStripeNotice(
  body: Buffer,
  signature: string,
  secrets: readonly string[],
  now: number,
): StripeNotice | 'forged' | null {
  let signed: unknown;
  for (const secret of secrets)
    try {
      signed = Stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, now);
    } catch {
      // Another one may have signed it.
    }
  if (signed === undefined || isAhead(signature, now)) return 'forged';
  const read = event.safeParse(signed);
  if (!read.success) return null;
  const { livemode, data } = read.data;
  const { id, client_reference_id, metadata, payment_intent } = data.object;
  const named = metadata?.weft_order ?? client_reference_id;
  const paymentId = typeof payment_intent === 'object' ? payment_intent?.id : payment_intent;
  return {
    live: livemode,
    orderId: typeof named === 'string' ? named : null,
    objectIds: [id, ...(paymentId == null ? [] : [paymentId])],
  };
}
