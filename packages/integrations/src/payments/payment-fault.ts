import Stripe from 'stripe';
import { OutgoingFault } from '../safe-fetch/outgoing-http.ts';

/** Why Stripe did not do what it was asked for; the message is a sentence for whoever runs the form. */
export class PaymentFault extends Error {
  override readonly name = 'PaymentFault';
  /** `retry`: the same may work later; whether it was done is not known. */
  readonly kind: 'retry' | 'refused' | 'key';
  /** The account does not know what was asked about. */
  readonly isMissing: boolean;

  constructor(kind: PaymentFault['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    const cause = options?.cause;
    this.isMissing =
      cause instanceof Stripe.errors.StripeError &&
      (cause.code === 'resource_missing' || cause.statusCode === 404);
  }
}

/** What Stripe answered in the place of what was asked for. */
function asFault(error: unknown): Error {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return new PaymentFault('key', 'Stripe does not take the key any more: connect the account again', {
      cause: error,
    });
  if (error instanceof Stripe.errors.StripePermissionError)
    return new PaymentFault('key', `The key may not do this at Stripe: ${error.message}`, { cause: error });
  if (error instanceof Stripe.errors.StripeRateLimitError || error instanceof Stripe.errors.StripeAPIError)
    return new PaymentFault('retry', 'Stripe cannot answer now', { cause: error });
  if (error instanceof Stripe.errors.StripeConnectionError || error instanceof OutgoingFault)
    return new PaymentFault('retry', 'Stripe cannot be reached now', { cause: error });
  // 409: another request with the same key is under way.
  if (error instanceof Stripe.errors.StripeError)
    return new PaymentFault(error.statusCode === 409 ? 'retry' : 'refused', error.message, { cause: error });
  return error instanceof Error ? error : new Error('Stripe failed', { cause: error });
}

/** What Stripe answers; throws PaymentFault. */
export const asked = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw asFault(error);
  });
