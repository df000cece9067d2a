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
      // Of an invoice: the subscription it is of, as it was named.
      parent: z
        .object({
          subscription_details: z
            .object({
              metadata: z.record(z.string(), z.unknown()).nullish(),
              subscription: z.union([z.string().max(255), z.object({ id: z.string().max(255) })]).nullish(),
            })
            .nullish(),
        })
        .nullish(),
      payment_intent: z.union([z.string().max(255), z.object({ id: z.string().max(255) })]).nullish(),
    }),
  }),
});

/** What a notice is about; what became of it is asked of Stripe. */
export interface StripeNotice {
  readonly live: boolean;
  readonly orderId: string | null;
  /** Of its checkout, payment, charge, refund, dispute, subscription or invoice. */
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
  const { id, client_reference_id, metadata, parent, payment_intent } = data.object;
  const details = parent?.subscription_details;
  const named = metadata?.weft_order ?? client_reference_id ?? details?.metadata?.weft_order;
  const idOf = (one: string | { readonly id: string } | null | undefined) =>
    typeof one === 'object' ? one?.id : one;
  const others = [payment_intent, details?.subscription].map(idOf);
  return {
    live: livemode,
    orderId: typeof named === 'string' ? named : null,
    objectIds: [id, ...others.filter((one) => one != null)],
  };
}
