/** A payment that is made on our own page, at the local Stripe. */
export interface Intent {
  readonly id: string;
  readonly secret: string;
  readonly total: number;
  readonly currency: string;
  readonly order: string;
  readonly form: string;
  /** Epoch seconds. */
  readonly created: number;
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled';
  received: number;
  refunded: number;
  disputed: boolean;
}

/** By what is asked for; a sentence where it is refused. */
export function newIntent(asked: URLSearchParams, index: number, now: number): Intent | string {
  const [total, currency] = [Number(asked.get('amount')), asked.get('currency') ?? ''];
  const order = asked.get('metadata[weft_order]') ?? '';
  if (!Number.isInteger(total) || total < 50) return 'Amount must be at least 50 cents';
  if (!/^[a-z]{3}$/.test(currency) || order === '') return 'Invalid parameters';
  const id = `pi_card${index}`;
  return {
    ...{ id, secret: `${id}_secret_${'s'.repeat(24)}`, total, currency, order },
    form: asked.get('metadata[weft_form]') ?? '',
    created: Math.floor(now / 1_000),
    ...{ status: 'requires_payment_method', received: 0, refunded: 0, disputed: false },
  };
}

/** The numbers that Stripe gives for tests: what becomes of each card. https://docs.stripe.com/testing */
const declined: { readonly [number: string]: string } = {
  '4000000000000002': 'Your card was declined.',
  '4000000000009995': 'Your card has insufficient funds.',
};

/** A browser confirms a payment with a card; a sentence where the bank refuses, and the payment may be tried again. */
export function confirmCard(intent: Intent, card: string): string | null {
  if (intent.status !== 'requires_payment_method') return 'This payment can no longer be made.';
  const refusal = declined[card];
  if (refusal !== undefined) return refusal;
  Object.assign(intent, { status: 'succeeded', received: intent.total });
  return null;
}

export const shownIntent = ({
  id,
  secret,
  status,
  currency,
  order,
  form,
  received,
  refunded,
  disputed,
  created,
}: Intent) => ({
  ...{ object: 'payment_intent', id, client_secret: secret, status, currency, livemode: false },
  ...{ amount_received: received, created, metadata: { weft_order: order, weft_form: form } },
  latest_charge:
    received === 0 ? null : { object: 'charge', id: `ch_${id}`, amount_refunded: refunded, disputed },
});
