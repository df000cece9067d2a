/** How often something is paid. */
export const intervals = ['day', 'week', 'month', 'year'] as const;
export type Interval = (typeof intervals)[number];

/** What a subscription has become; `late`: an invoice is not paid. */
export const subscriptionPhases = ['active', 'late', 'ended'] as const;

export interface SubscriptionState {
  readonly phase: (typeof subscriptionPhases)[number];
  /** When it has ended, or will (ISO 8601 UTC); null: it goes on. */
  readonly endsAt: string | null;
  /** Which reading it follows from. */
  readonly readAs: number;
}

export interface InvoiceState {
  readonly id: string;
  /** `failed`: it was tried, and is tried again; `void`: nobody pays it any more. */
  readonly phase: 'open' | 'failed' | 'paid' | 'void';
  /** What was paid of it. */
  readonly units: number;
  /** What was refunded of that. */
  readonly refunded: number;
  /** When it was made, ISO 8601 UTC. */
  readonly madeAt: string;
  readonly readAs: number;
}

/** Two readings of a subscription as one state, whichever comes first (S1): what has ended does not begin again. */
export function subscriptionTogether(a: SubscriptionState, b: SubscriptionState): SubscriptionState {
  const [older, newer] = a.readAs <= b.readAs ? [a, b] : [b, a];
  return older.phase === 'ended' && newer.phase !== 'ended' ? older : newer;
}

/** Two readings of an invoice as one state, whichever comes first (S1): what was paid stays paid (S2). */
export function invoiceTogether(a: InvoiceState, b: InvoiceState): InvoiceState {
  const [older, newer] = a.readAs <= b.readAs ? [a, b] : [b, a];
  return older.phase === 'paid' && newer.phase !== 'paid' ? older : newer;
}

/** What came in by invoices (S3). */
export const paidBy = (invoices: readonly Pick<InvoiceState, 'phase' | 'units'>[]): number =>
  invoices.reduce((sum, { phase, units }) => sum + (phase === 'paid' ? units : 0), 0);
