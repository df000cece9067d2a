/** What an order has become. */
export const orderPhases = ['awaiting', 'processing', 'paid', 'expired', 'abandoned', 'review'] as const;
export type OrderPhase = (typeof orderPhases)[number];

type Dispute = 'none' | 'open' | 'won' | 'lost';

export interface OrderState {
  readonly phase: OrderPhase;
  /** Units. */
  readonly refunded: number;
  readonly dispute: Dispute;
  /** Which reading it follows from: readings of one order are numbered as they begin. */
  readonly readAs: number;
}

/** What a provider says of an order's payment. */
export interface Facts {
  /** Nobody can pay any more, and nobody has. */
  readonly isOver: boolean;
  readonly payment: {
    readonly status: 'unpaid' | 'processing' | 'succeeded';
    readonly orderId: string;
    readonly amount: number;
    readonly currency: string;
    readonly live: boolean;
    readonly refunded: number;
    readonly dispute: Dispute;
  } | null;
}

/** What is to be paid. */
export interface Charge {
  readonly orderId: string;
  readonly total: number;
  readonly currency: string;
  readonly live: boolean;
}

export const newOrderState: OrderState = { phase: 'awaiting', refunded: 0, dispute: 'none', readAs: 0 };

/** What was read, as the state it would be alone. */
export function stateRead(charge: Charge, { isOver, payment }: Facts, readAs: number): OrderState {
  const none = { refunded: 0, dispute: 'none', readAs } as const;
  if (payment?.status !== 'succeeded') {
    const open = payment?.status === 'processing' ? 'processing' : 'awaiting';
    return { ...none, phase: isOver ? 'expired' : open };
  }
  const { orderId, amount, currency, live, refunded, dispute } = payment;
  const isOurs =
    orderId === charge.orderId &&
    amount === charge.total &&
    currency.toUpperCase() === charge.currency &&
    live === charge.live;
  const kept = { refunded: Math.min(Math.max(0, refunded), charge.total), dispute, readAs };
  return { ...kept, phase: isOurs ? 'paid' : 'review' };
}

/** Later phases are not taken back by older readings. */
const finality: { readonly [P in OrderPhase]: number } = {
  ...{ awaiting: 0, processing: 0, expired: 0, abandoned: 1, review: 2, paid: 3 },
};

/** Two readings as one state: whichever comes first, and however often (O1, O2). */
export function together(a: OrderState, b: OrderState): OrderState {
  const more = finality[a.phase] - finality[b.phase];
  return more > 0 || (more === 0 && a.readAs >= b.readAs) ? a : b;
}

/** Why so much cannot be refunded, in a sentence; null: it can (O4). */
export function whyNotRefunded(
  { phase, refunded, dispute }: OrderState,
  total: number,
  units: number,
): string | null {
  if (phase !== 'paid') return 'Nothing was paid that could be refunded';
  if (dispute === 'open' || dispute === 'lost')
    return 'This payment is disputed: it cannot be refunded until Stripe has decided';
  if (units <= 0) return 'Refund more than nothing';
  return units > total - refunded ? 'This is more than is left of the payment' : null;
}
