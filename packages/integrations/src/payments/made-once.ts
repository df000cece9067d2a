import Stripe from 'stripe';
import { asked } from './payment-fault.ts';

/** Keys that are tried for one request: an error that lasts is not asked for all day. */
const mostKeys = 4;

/** Whether Stripe failed before and only says so again: https://docs.stripe.com/api/idempotent_requests. */
const isReplayedError = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : null;
  return (
    cause instanceof Stripe.errors.StripeError &&
    (cause.statusCode ?? 0) >= 500 &&
    cause.headers?.['idempotent-replayed'] === 'true'
  );
};

/**
 * Makes something once for an idempotency key. Stripe keeps an error of its own under the key for a day: then another key
 * is used, once `find` says that nothing came of the request.
 */
export async function madeOnce<T>(
  key: string,
  make: (idempotencyKey: string) => Promise<T>,
  find: () => Promise<T | null>,
): Promise<T> {
  for (let nth = 1; ; nth++) {
    try {
      return await make(nth === 1 ? key : `${key}:${nth}`);
    } catch (error) {
      if (nth === mostKeys || !isReplayedError(error)) throw error;
      const made = await find();
      if (made !== null) return made;
    }
  }
}

/** What was made since an order was, by a clock that may be behind ours: a parameter of lists. */
export const sinceOrdered = (orderedAt: number) => ({ gte: orderedAt - 3_600 });

/** What was made for an order; null: nothing was. */
export async function madeFor<T extends { readonly metadata: Stripe.Metadata | null }>(
  list: Stripe.ApiListPromise<T>,
  orderId: string,
): Promise<T | null> {
  let found: T | null = null;
  const look = (one: T) => {
    if (one.metadata?.weft_order === orderId) found = one;
    return found === null;
  };
  await asked(list.autoPagingEach(look));
  return found;
}
