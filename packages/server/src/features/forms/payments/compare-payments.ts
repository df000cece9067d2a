import type { PaymentOrderRow } from '@weft/db';
import { PaymentFault } from '@weft/integrations';
import type { OrderState } from '@weft/payments';
import type { FormsDeps } from '../deps.ts';
import { syncOrder } from './sync-order.ts';

/** Asked about side by side: far below what Stripe answers in a second. */
const abreast = 4;

type Told = Pick<OrderState, 'phase' | 'refunded' | 'dispute'>;

export interface Difference {
  readonly orderId: string;
  readonly was: Told;
  readonly now: Told;
}

/** What was refunded of later payments of orders that repeat. */
async function refundedLater(
  { paymentOrders }: Pick<FormsDeps, 'paymentOrders'>,
  orders: readonly PaymentOrderRow[],
): Promise<ReadonlyMap<string, number>> {
  const repeated = orders.filter(({ every }) => every !== null).map(({ id }) => id);
  const sums = await paymentOrders.subscriptionsOf(repeated);
  return new Map(sums.map((sum) => [sum.orderId, sum.refundedLater]));
}

const toldOf = (order: PaymentOrderRow, later: ReadonlyMap<string, number>): Told => {
  const { id, phase, refunded, dispute } = order;
  return { phase, refunded: refunded + (later.get(id) ?? 0), dispute };
};

/**
 * Compares orders with what their provider says of them now, and takes over what it says; what differed, and how many it
 * could not be asked about.
 */
export async function comparePayments(
  deps: FormsDeps,
  orders: readonly PaymentOrderRow[],
): Promise<{ readonly differences: readonly Difference[]; readonly unread: number }> {
  const before = await refundedLater(deps, orders);
  const read: PaymentOrderRow[] = [];
  let unread = 0;
  const rest = orders.values();
  const work = async () => {
    for (const { id } of rest)
      try {
        const order = await syncOrder(deps, id, 'comparison');
        if (order !== null) read.push(order);
      } catch (error) {
        if (!(error instanceof PaymentFault)) throw error;
        unread++;
      }
  };
  await Promise.all(Array.from({ length: abreast }, work));
  const after = await refundedLater(deps, read);
  const known = new Map(read.map((order) => [order.id, toldOf(order, after)]));
  const differences = orders.flatMap((order) => {
    const [was, now] = [toldOf(order, before), known.get(order.id)];
    if (now === undefined) return [];
    const isSame = was.phase === now.phase && was.refunded === now.refunded && was.dispute === now.dispute;
    return isSame ? [] : [{ orderId: order.id, was, now }];
  });
  return { differences, unread };
}
